// What the two databases have in common: statements run inside transactions.
//
// Statements are written once for both. ?1, ?2 … stand for values, BYTES for the type of columns
// that keep any bytes. Not thread-safe; whoever holds one locks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/store.h"

namespace store {

// What goes into a statement, and what comes out.
using Argument = std::variant<std::int64_t, std::string_view>;
using Value = std::variant<std::int64_t, std::string>;
using Row = std::vector<Value>;

// A statement and what stands for ?1, ?2 … in it.
struct Statement {
  std::string_view statement;
  std::vector<Argument> arguments;
};

class Database {
 public:
  virtual ~Database() = default;

  // Runs the statements of `body` as one transaction: all of them, safe on disk, or, where an error
  // comes back, none. `body` may run again after a lost connection.
  using Body = std::function<std::optional<text::Error>()>;
  virtual std::optional<text::Error> transaction(const Body& body) = 0;

  // The following only within a transaction.
  virtual Stored<std::vector<Row>> query(const Statement& sql) = 0;
  // One after the other, on one way to the database and back; how many rows each changed.
  virtual Stored<std::vector<std::int64_t>> run(const std::vector<Statement>& statements) = 0;
  // Several statements without values or answers.
  virtual std::optional<text::Error> script(std::string_view statements) = 0;

  // Other programs that would change the schema wait until the transaction is over.
  virtual std::optional<text::Error> lock_schema() { return std::nullopt; }

  // The same of programs that would change the counts of the explorer: they change many rows, in
  // any order, and would wait for each other for ever.
  virtual std::optional<text::Error> lock_counts() { return std::nullopt; }

  // A query in a transaction of its own.
  Stored<std::vector<Row>> query_once(const Statement& sql) {
    std::vector<Row> rows;
    auto problem = transaction([&]() -> std::optional<text::Error> {
      auto found = query(sql);
      if (!found) return found.error();
      rows = *std::move(found);
      return std::nullopt;
    });
    if (problem) return *std::move(problem);
    return rows;
  }

  // A copy of everything in a new file; from any thread, also while a transaction is under way.
  virtual std::optional<text::Error> backup(const std::string& path,
                                            const std::stop_token& stop) = 0;

  // Every page of the file is looked at; from any thread, also while a transaction is under way.
  virtual std::optional<text::Error> check(const std::stop_token& stop) = 0;

  // Another connection to the same data, which only reads, sees what was committed before, and
  // holds up no transaction here. Ends before this one.
  virtual Stored<std::unique_ptr<Database>> reader() = 0;

  // As Store::begin_shutdown(): from any thread; also for readers.
  virtual void begin_shutdown() {}
};

}  // namespace store
