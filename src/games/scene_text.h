// A scene as plain lines of text: the simplest drawing there is, for protocols and logs.
#pragma once

#include <string>

#include "games/scene.h"

namespace games {

// The board with its coordinates, then one line for each counter. Pieces with pegs show how many.
std::string draw_text(const Scene& scene, text::Language language);

}  // namespace games
