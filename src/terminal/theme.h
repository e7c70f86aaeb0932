// Colours: the names that seats can have, and what each is on a screen of 256 or 16 colours.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "text/text.h"

namespace terminal {

// No colour of its own: what the terminal has.
inline constexpr int kNoColour = -1;

struct Colour {
  std::string_view name;
  text::Message label;
  int on_board;  // of 256, on the board's own background
  int in_text;   // of 256, on the terminal's background, dark or light
  int basic;     // of 16, on either
};

const std::vector<Colour>& all_colours();
const Colour* find_colour(std::string_view name);

}  // namespace terminal
