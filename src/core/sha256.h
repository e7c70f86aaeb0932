// SHA-256 (FIPS 180-4), for secrets that are kept only as their hash.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace core {

std::array<std::uint8_t, 32> sha256(std::string_view bytes);

// In lower-case hexadecimal digits.
std::string sha256_text(std::string_view bytes);

}  // namespace core
