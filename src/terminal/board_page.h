// The board and its pieces as pages of text, for who asks by `board` and `piece`.
#pragma once

#include <string>
#include <string_view>

#include "games/options.h"
#include "games/scene.h"

namespace terminal {

// `argument` is what stands behind `board`: nothing, or `holes` in either language.
games::Parsed<std::string> board_page(const games::Scene& scene, std::string_view argument,
                                      text::Language language);

// The piece on a cell, with a line that says whose it is.
games::Parsed<std::string> piece_page(const games::Scene& scene, std::string_view cell,
                                      text::Language language);

}  // namespace terminal
