// Whole numbers in JSON that somebody else wrote.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

namespace core {

// The whole number that a JSON value is, where it is one that the type can hold. The library's own
// conversion also takes fractions and numbers that are too large, for which it is undefined.
template <std::integral Number, class Json>
std::optional<Number> whole_number(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto value = json.template get<std::uint64_t>();
    if (std::in_range<Number>(value)) return static_cast<Number>(value);
  } else if (json.is_number_integer()) {
    const auto value = json.template get<std::int64_t>();
    if (std::in_range<Number>(value)) return static_cast<Number>(value);
  }
  return std::nullopt;
}

}  // namespace core
