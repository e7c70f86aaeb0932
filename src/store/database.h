// What the two databases have in common: statements run inside transactions.
//
// Statements are written once for both. ?1, ?2 … stand for values, BYTES for the type of columns
// that keep any bytes. Not thread-safe; whoever holds one locks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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
struct Step {
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
  virtual Stored<std::vector<Row>> query(const Step& step) = 0;
  // One after the other, on one way to the database and back; how many rows each changed.
  virtual Stored<std::vector<std::int64_t>> run(const std::vector<Step>& steps) = 0;
  // Several statements without values or answers.
  virtual std::optional<text::Error> script(std::string_view statements) = 0;

  // As Store::hurry(): from any thread.
  virtual void hurry() {}
};

}  // namespace store
