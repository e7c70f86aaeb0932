// A scene as plain lines of text: the simplest drawing there is, for protocols and logs.
#pragma once

#include <string>

#include "games/scene.h"

namespace games {

// The board with its coordinates, then one line for each counter. Pieces with pegs show how many.
std::string draw_text(const Scene& scene, text::Language language);

// A number on every cell, in the order of Scene::cells, framed by the names of rows and columns.
std::string draw_numbers(const Scene& scene, const std::vector<int>& numbers);

// The signs that Eigenstate's first program drew its holes with.
inline constexpr char kFreeHole = 'o', kPegSign = '*', kCentreSign = '@';
// Of a hole of a piece; `hole` is an index into Scene::holes.
char hole_sign(const Scene& scene, const ScenePiece& piece, std::size_t hole);

// The piece with the coordinates of its holes, as on the rules page. REQUIRES: it has holes.
std::string draw_piece(const Scene& scene, const ScenePiece& piece);
// The board with every hole of every piece, each below the name of its cell and its owner's
// symbol. No line is longer than kHolesColumns for boards of six columns. REQUIRES: there are
// holes.
std::string draw_holes(const Scene& scene);
inline constexpr int kHolesColumns = 59;

}  // namespace games
