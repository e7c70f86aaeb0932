// The word that was meant: how far two words are apart, and the nearest of some.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// How many letters must change to make one text of the other; two neighbours that changed places
// count as one. Takes as many steps as the product of the lengths.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest word, where it is near enough to be what was meant: a third of its letters may be
// wrong. Capitals do not matter. A word that goes on where the typed one ends is near too.
std::optional<std::string> nearest_word(std::string_view typed,
                                        const std::vector<std::string>& words);

}  // namespace core
