// A scene as SVG, for pages that show boards. What every position of a game shares is written once
// (svg_shapes), each position then refers to it by ids.
//
// It holds no colours: a page gives the classes board, cell, label, far0 …, p0 p1 p2 (pieces),
// glyph, peg, hole, from, to, gone their looks. Owners are told apart by shape as well.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "games/scene.h"

namespace games {

// Text of strangers for elements and attributes: `&`, `<`, `>` and quotes as entities, control
// characters and what is not UTF-8 as the replacement character.
std::string html_escaped(std::string_view text);

// The <defs> with the empty board and the pieces.
std::string svg_shapes(const Scene& scene);

// One <svg> with the position and its last turn; `label` is what a screen reader says.
std::string draw_svg(const Scene& scene, std::string_view label);

// The empty board with a share, from 0 to 1, on each of its cells: the more, the darker, whatever
// the greatest is. A page gives the class heat its looks; each cell's title is its name and what
// `say` makes of its share.
std::string draw_heat(const Scene& scene, const std::vector<double>& shares,
                      const std::function<std::string(double)>& say, std::string_view label);

}  // namespace games
