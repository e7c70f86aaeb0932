#include "store/postgres_values.h"

#include <cstdlib>

namespace store {

namespace {

// Types by their numbers in every PostgreSQL.
constexpr Oid kBytes = 17, kBigInt = 20, kInt = 23;
constexpr int kBinary = 1;

// Highest byte first.
std::array<char, 8> big_endian(std::int64_t number) {
  std::array<char, 8> bytes;
  auto rest = static_cast<std::uint64_t>(number);
  for (auto at = bytes.rbegin(); at != bytes.rend(); ++at) {
    *at = static_cast<char>(rest & 0xff);
    rest >>= 8;
  }
  return bytes;
}

// What the column holds, also where somebody gave it another type by hand.
Value value_in(const PGresult* result, int row, int column) {
  const auto type = PQftype(result, column);
  const bool number = type == kBigInt || type == kInt;
  if (number && PQgetisnull(result, row, column) == 0) return number_in(result, row, column);
  const auto size = static_cast<std::size_t>(PQgetlength(result, row, column));
  return std::string(PQgetvalue(result, row, column), size);
}

}  // namespace

PostgresParameters::PostgresParameters(const std::vector<Argument>& arguments)
    : formats_(arguments.size(), kBinary) {
  numbers_.reserve(arguments.size());  // values_ points into it
  for (const auto& argument : arguments) {
    if (const auto* number = std::get_if<std::int64_t>(&argument)) {
      numbers_.push_back(big_endian(*number));
      types_.push_back(kBigInt);
      values_.push_back(numbers_.back().data());
      sizes_.push_back(static_cast<int>(numbers_.back().size()));
    } else {
      const auto bytes = std::get<std::string_view>(argument);
      types_.push_back(kBytes);
      values_.push_back(bytes.empty() ? "" : bytes.data());  // a null pointer would be NULL
      sizes_.push_back(static_cast<int>(bytes.size()));
    }
  }
}

std::int64_t number_in(const PGresult* result, int row, int column) {
  const char* bytes = PQgetvalue(result, row, column);
  const int size = PQgetlength(result, row, column);
  const bool negative = size > 0 && (bytes[0] & 0x80) != 0;
  std::uint64_t number = negative ? ~std::uint64_t{0} : 0;
  for (int at = 0; at < size; ++at) number = number << 8 | static_cast<unsigned char>(bytes[at]);
  return static_cast<std::int64_t>(number);
}

std::vector<Row> rows_of(const PGresult* result) {
  std::vector<Row> rows(static_cast<std::size_t>(PQntuples(result)));
  for (int at = 0; auto& row : rows) {
    for (int column = 0; column < PQnfields(result); ++column) {
      row.push_back(value_in(result, at, column));
    }
    ++at;
  }
  return rows;
}

std::int64_t changed_by(PGresult* result) { return std::strtoll(PQcmdTuples(result), nullptr, 10); }

}  // namespace store
