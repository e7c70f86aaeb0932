#include "terminal/theme.h"

namespace terminal {

using text::Message;

const std::vector<Colour>& all_colours() {
  // Near the Okabe-Ito values, which people with any colour vision tell apart.
  static const std::vector<Colour> colours = {
      {"white", Message::kColourWhite, 231, kNoColour, 15},
      {"black", Message::kColourBlack, 16, kNoColour, 0},
      {"red", Message::kColourRed, 88, 167, 1},
      {"blue", Message::kColourBlue, 18, 68, 4},
      {"green", Message::kColourGreen, 22, 72, 2},
      {"yellow", Message::kColourYellow, 227, 178, 11},
      {"sky", Message::kColourSky, 159, 74, 14},
      {"purple", Message::kColourPurple, 53, 134, 5},
  };
  return colours;
}

const Colour* find_colour(std::string_view name) {
  for (const Colour& colour : all_colours()) {
    if (colour.name == name) return &colour;
  }
  return nullptr;
}

}  // namespace terminal
