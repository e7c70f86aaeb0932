// The colours that players can have: names, and what each is on a screen and on the page.
//
// The table is colours.json, which the page's build reads too: near the Okabe-Ito values, which
// people with any colour vision tell apart. `choice` there says whether the page offers the colour
// for a seat: violet belongs to its analysis.
#pragma once

#include <string_view>
#include <vector>

#include "text/text.h"

namespace games {

struct Colour {
  std::string_view name;
  text::Message label;
  int on_board;  // of a terminal's 256, on the board's own background
  int in_text;   // of 256, on the terminal's background, dark or light; -1 is what the terminal has
  int basic;     // of 16, on either
  std::string_view body;  // of a piece on the page, "#d55e00"
  std::string_view ink;   // of a sign on it
};

const std::vector<Colour>& all_colours();
// Nothing where no colour has that name.
const Colour* find_colour(std::string_view name);
// A colour of a Scene. REQUIRES: it is in the table, which a test sees to.
const Colour& colour_of_game(std::string_view name);

}  // namespace games
