// Administration of tables, the same in both databases.
#pragma once

#include <functional>
#include <mutex>

#include "store/administration.h"
#include "store/database.h"
#include "store/row_reader.h"

namespace store {

// Within a transaction that holds the game, which is hidden: all it has goes. Arguments refer to
// what is given.
void add_removal(const std::string& game, std::vector<Statement>& steps);

class SqlAdministration final : public Administration {
 public:
  // `mutex` guards the database; both outlive the object.
  SqlAdministration(Database& database, std::mutex& mutex) : database_(database), mutex_(mutex) {}

  Stored<std::vector<Game>> newest(int limit) override;
  Stored<Counts> counts(const std::stop_token& stop = {}) override;
  Stored<std::vector<std::string>> nameless(std::int64_t before_ms,
                                            const std::stop_token& stop = {}) override;
  Stored<std::vector<std::string>> remove(const std::vector<std::string>& ids,
                                          const Removable& removable = {},
                                          const std::stop_token& stop = {}) override;
  std::optional<text::Error> backup(const std::string& path,
                                    const std::stop_token& stop = {}) override;
  std::optional<text::Error> check(const std::stop_token& stop = {}) override;

 private:
  Stored<std::vector<Row>> ask(const Statement& sql);
  // All games, some at a time: rows that begin with their ids, of a statement that takes the last
  // id known and how many as ?1 and ?2, and more behind them.
  std::optional<text::Error> for_all(std::string_view statement, const std::vector<Argument>& more,
                                     const std::stop_token& stop,
                                     const std::function<void(RowReader&, std::string)>& each);
  std::optional<text::Error> remove_some(const std::vector<std::string>& ids,
                                         const Removable& removable,
                                         std::vector<std::string>& removed);
  Stored<bool> may_remove(const std::string& id, const Removable& removable);
  std::optional<text::Error> read_games(int limit, std::vector<Game>& games);

  Database& database_;
  std::mutex& mutex_;
};

}  // namespace store
