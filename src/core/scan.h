// Small steps of reading text from strangers: splitting, whole numbers, printable quotes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// The parts of `text` between separators; "a,,b" has an empty middle part, "" one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

// The words of `text`, separated by any number of blanks or tabs.
std::vector<std::string_view> words(std::string_view text);

std::string_view trim(std::string_view text);

// A whole number without sign, leading zeros or anything else around it, at most `max`
// (itself at most 10^18).
std::optional<long long> whole_number(std::string_view text, long long max);

// `text` fit for a message: quoted, the beginning of it. Letters of any script stay as they are;
// odd bytes, control characters and what cannot be seen are shown as \xNN.
std::string quoted(std::string_view text, std::size_t max_bytes = 40);

// `text` with nothing in it that could move the cursor of a terminal: control characters are '?'.
std::string printable(std::string_view text);

// The byte that `%2f…` begins with; -1 where that is no such sequence.
int percent_code(std::string_view text);

// A number with so many digits behind the point.
std::string fixed(double number, int digits);

std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace core
