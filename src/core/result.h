// A value, or the reason why there is none. Parsers of untrusted text return it; nothing throws.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace core {

template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }

  // REQUIRES: the result holds a value.
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(value()); }  // a value: safe in a range-for
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // REQUIRES: the result holds an error.
  const E& error() const {
    assert(content_.index() == 1);
    return *std::get_if<1>(&content_);
  }

 private:
  T& value() {
    assert(content_.index() == 0);
    return *std::get_if<0>(&content_);
  }
  const T& value() const {
    assert(content_.index() == 0);
    return *std::get_if<0>(&content_);
  }

  std::variant<T, E> content_;
};

}  // namespace core
