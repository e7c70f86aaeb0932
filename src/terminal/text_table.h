// Numbers and words under each other, as the commands print them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/text.h"

namespace terminal {

// What text is fitted to where no terminal tells, and what standard output has.
inline constexpr std::size_t kUsualColumns = 80;
std::size_t output_columns();

using Row = std::vector<std::string>;

// Rows under each other: the columns named as left are words, the others numbers.
std::string table(const std::vector<Row>& rows, const std::vector<std::size_t>& left);

// "62.0 %" of 0.62, "62,0 %" in Portuguese.
std::string percent(double chance, text::Language language);

// "player 1" for player 0.
std::string player_name(std::size_t player, text::Language language);

}  // namespace terminal
