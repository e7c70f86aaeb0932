#include "tables/tokens.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "core/sha256.h"
#include "core/system_random.h"

namespace tables {

namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kSmallLetters = "abcdefghijkmnpqrstuvwxyz23456789";
constexpr std::size_t kIdLetters = 12;
// A table that a browser has made for itself is known by its name: no server has it.
#if defined(__wasi__)
constexpr std::string_view kIdPrefix = "local-";
#else
constexpr std::string_view kIdPrefix = "";
#endif

// A letter for each byte; the alphabet's size divides 256.
std::string random_letters(std::size_t count, std::string_view alphabet) {
  std::array<unsigned char, 32> bytes{};
  core::fill_with_system_random(std::span(bytes).first(count));
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += alphabet[bytes[i] % alphabet.size()];
  return text;
}

}  // namespace

std::string new_token() { return random_letters(kTokenLetters, kLetters); }

std::uint64_t new_seed() {
  std::array<unsigned char, 8> bytes{};
  core::fill_with_system_random(bytes);
  return std::bit_cast<std::uint64_t>(bytes) >> 12;
}

std::string new_id() { return std::string(kIdPrefix) + random_letters(kIdLetters, kSmallLetters); }

bool is_id(std::string_view text) {
  if (!text.starts_with(kIdPrefix)) return false;
  text.remove_prefix(kIdPrefix.size());
  return text.size() == kIdLetters &&
         text.find_first_not_of(kSmallLetters) == std::string_view::npos;
}

std::string hash_of(std::string_view token) {
  const bool fits =
      token.size() == kTokenLetters && token.find_first_not_of(kLetters) == std::string_view::npos;
  return fits ? core::sha256_text(token) : "";
}

bool same_hash(std::string_view a, std::string_view b) {
  if (a.size() != b.size() || a.empty()) return false;
  unsigned differences = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    differences |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return differences == 0;
}

}  // namespace tables
