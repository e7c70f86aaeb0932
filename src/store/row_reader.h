// Reading what a query found.
#pragma once

#include <string>
#include <utility>

#include "store/database.h"

namespace store {

// Takes the values of a row one after the other. A row that somebody changed by hand, or that is
// damaged, may hold anything: then the rest is empty, and it is not fine.
class RowReader {
 public:
  explicit RowReader(Row& row) : row_(row) {}

  std::int64_t long_number() { return take<std::int64_t>(); }
  int number() {
    const auto number = long_number();
    if (!std::in_range<int>(number)) fine_ = false;
    return fine_ ? static_cast<int>(number) : 0;
  }
  std::string text() { return take<std::string>(); }
  bool fine() const { return fine_; }

 private:
  template <class T>
  T take() {
    T* value = at_ < row_.size() ? std::get_if<T>(&row_[at_++]) : nullptr;
    fine_ = fine_ && value != nullptr;
    return fine_ ? std::move(*value) : T();
  }

  Row& row_;
  std::size_t at_ = 0;
  bool fine_ = true;
};

}  // namespace store
