// The archive as tables, the same in both databases.
#pragma once

#include <memory>
#include <mutex>

#include "store/archive.h"
#include "store/database.h"

namespace store {

class SqlArchive final : public Archive {
 public:
  // The database outlives the object. Searches may take long: they have a connection of their own,
  // made for the first of them, so that nobody who plays waits for them.
  explicit SqlArchive(Database& database) : database_(database) {}

  Stored<std::vector<ArchiveEntry>> find(const ArchiveQuery& query) override;
  Stored<Explored> explore(std::int64_t position, int limit) override;
  Stored<std::vector<ArchiveEntry>> newest_at(std::int64_t position, int limit) override;

 private:
  Stored<std::vector<Row>> ask(const Statement& sql);
  Stored<std::vector<ArchiveEntry>> entries(const Statement& sql);

  Database& database_;
  std::mutex mutex_;  // guards the next
  std::unique_ptr<Database> reader_;
};

// Within a transaction that changes the store. What a game was counted as is read first and taken
// back row by row: PostgreSQL plans a statement when it has seen few rows, and one that looks for
// many at once would go through all of them for ever after.
std::optional<text::Error> hide(Database& database, const std::string& game);
// The statements that show a game that is not shown. Arguments refer to what is given.
void add_showing(const std::string& game, const Shown& shown, std::vector<Statement>& steps);

}  // namespace store
