#include "games/colours.h"

#include <cstdlib>

namespace games {

const std::vector<Colour>& all_colours() {
  using text::Message;
  static const std::vector<Colour> colours = {
#include "games/colours.inc"
  };
  return colours;
}

const Colour* find_colour(std::string_view name) {
  for (const Colour& colour : all_colours()) {
    if (colour.name == name) return &colour;
  }
  return nullptr;
}

const Colour& colour_of_game(std::string_view name) {
  const Colour* colour = find_colour(name);
  if (colour == nullptr) std::abort();
  return *colour;
}

}  // namespace games
