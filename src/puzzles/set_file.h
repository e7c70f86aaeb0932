// Where the puzzles are that come with the program.
#pragma once

#include <string_view>

namespace puzzles {

// The set of a game, for as long as the program runs; "" where there is none, or it is not to be
// had now, as in a browser without a way to it. May wait; thread-safe.
std::string_view set_file(std::string_view game);

}  // namespace puzzles
