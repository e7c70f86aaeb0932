#include "core/decimal.h"

#include <charconv>
#include <cstdlib>
#include <string>

namespace core {

// The library for WebAssembly reads no such numbers by from_chars(); strtod() also takes spellings
// that are none here.
std::optional<double> decimal_number(std::string_view text) {
#if defined(__wasi__)
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != text.npos || text[0] == '+') {
    return std::nullopt;
  }
  const std::string whole(text);
  char* end = nullptr;
  const double value = std::strtod(whole.c_str(), &end);
  return end == whole.c_str() + whole.size() ? std::optional(value) : std::nullopt;
#else
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end.ec == std::errc() && end.ptr == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
#endif
}

}  // namespace core
