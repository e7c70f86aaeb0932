// How boards look: the colours of their ground and of what is pointed out on it.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "terminal/canvas.h"
#include "text/text.h"

namespace terminal {

// Colours are of 256. A ground is in the middle between light and dark, also one that points
// something out: stones in the colours of the games stand out from it by a contrast of 3:1 at least
// (tests/terminal/looks_test.cc). It is the board's own: a dark and a light terminal show the same.
struct Theme {
  std::string_view name;  // in settings
  text::Message label;
  // Of neighbouring cells: squares take the first two by turns, hexagons all three. kNoColour is
  // what the terminal has; stones then have their colours for text.
  std::array<int, 3> ground;
  int last = kNoColour;    // what the last turn changed
  int target = kNoColour;  // where the chosen stone may go
  int chosen = kNoColour;
  int line = kNoColour;    // what decided the game
  int reason = kNoColour;  // where a review's reasons are to be seen
  int mark = kNoColour;    // empty cells and brackets
  int basic_ground = 0;    // where there are 16 colours: one on which all players can be seen

  bool has_ground() const { return ground[0] != kNoColour; }
};

// The first one is what is shown where nobody chose.
const std::vector<Theme>& all_themes();
// By its name in settings or in either language, in any case and without its accents as well.
// Nothing where there is none.
const Theme* find_theme(std::string_view name);

// The colour of 16 that comes near one of 256, as boards use them.
int basic_colour(int colour);
// Black or white, whichever is easier to read on a colour of 256.
int ink_on(int colour);
// How far two colours of 256 stand apart: 1 (the same) to 21 (black and white), the contrast ratio
// of the Web Content Accessibility Guidelines.
double contrast(int one, int other);

}  // namespace terminal
