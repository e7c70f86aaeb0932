// Secrets and names made by chance: tokens of seats, ids of tables, seeds of games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tables {

inline constexpr std::size_t kTokenLetters = 22;
// 128 random bits in letters, digits, `-` and `_`.
std::string new_token();
// 60 random bits in 12 small letters and digits.
std::string new_id();
// Of a game; its top bits are free for JSON's numbers.
std::uint64_t new_seed();
// Could this be an id? For whoever asks the store.
bool is_id(std::string_view text);

// What is stored of a token; a token that cannot be one gives "".
std::string hash_of(std::string_view token);

// In a time that does not tell how much of them is equal. Nothing equals "".
bool same_hash(std::string_view a, std::string_view b);

}  // namespace tables
