// Values on their way to PostgreSQL and back, in its binary format: nothing to quote or to spell.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "store/database.h"
#include "store/libpq.h"

namespace store {

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, ClearResult>;

// Arguments as libpq takes them. Points into them: they must stay where they are.
class PostgresParameters {
 public:
  explicit PostgresParameters(const std::vector<Argument>& arguments);

  int count() const { return static_cast<int>(values_.size()); }
  const Oid* types() const { return types_.data(); }
  const char* const* values() const { return values_.data(); }
  const int* sizes() const { return sizes_.data(); }
  const int* formats() const { return formats_.data(); }

 private:
  using Number = std::array<char, 8>;

  std::vector<Number> numbers_;
  std::vector<Oid> types_;
  std::vector<const char*> values_;
  std::vector<int> sizes_, formats_;
};

// Of results in the binary format.
// REQUIRES: the value is a whole number.
std::int64_t number_in(const PGresult* result, int row = 0, int column = 0);
std::vector<Row> rows_of(const PGresult* result);

// How many rows a statement changed.
std::int64_t changed_by(PGresult* result);

}  // namespace store
