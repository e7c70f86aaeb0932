#include "terminal/board_page.h"

#include <algorithm>
#include <bit>

#include "core/lower.h"
#include "core/scan.h"
#include "games/scene_text.h"
#include "terminal/words.h"

namespace terminal {

using text::Error;
using text::Message;
using text::Note;

games::Parsed<std::string> board_page(const games::Scene& scene, std::string_view argument,
                                      text::Language language) {
  const std::string word = core::lower(core::trim(argument));
  if (word.empty()) return games::draw_text(scene, language);
  if (word != "holes" && word != "buracos" && word != "furos") {
    return Error(Message::kBoardNeeds, {core::quoted(argument)});
  }
  if (scene.holes.empty()) return Error(Message::kNoHolesHere);
  return games::draw_holes(scene);
}

games::Parsed<std::string> piece_page(const games::Scene& scene, std::string_view cell,
                                      text::Language language) {
  if (scene.holes.empty()) return Error(Message::kNoHolesHere);
  const std::string name = core::lower(core::trim(cell));
  const auto at = std::find_if(scene.cells.begin(), scene.cells.end(),
                               [&](const games::SceneCell& one) { return one.name == name; });
  if (at == scene.cells.end()) {
    return Error(Message::kPieceNeedsCell, {scene.cells[0].name, core::quoted(cell)});
  }
  const auto index = static_cast<int>(at - scene.cells.begin());
  for (const games::ScenePiece& piece : scene.pieces) {
    if (piece.cell != index) continue;
    const int pegs = std::popcount(piece.pegs);
    const std::string owner = player_label(scene, piece.player, language);
    const Note heading = pegs == 1 ? Note{Message::kPieceOnePeg, {name, owner}}
                                   : Note{Message::kPiecePegs, {name, owner, std::to_string(pegs)}};
    return text::render(heading, language) + '\n' + games::draw_piece(scene, piece);
  }
  return Error(Message::kNoPieceOn, {name});
}

}  // namespace terminal
