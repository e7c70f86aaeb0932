#include "api/position_routes.h"

#include "api/board_picture.h"
#include "api/positions.h"
#include "api/view_json.h"
#include "api/work_answer.h"
#include "study/lessons.h"

namespace api {

using text::Error;
using text::Message;

namespace {

// The start of the game that the query names.
Expected<games::Position> start_of(Call& call) {
  const auto* game = games::find_game(call.query["game"]);
  if (game == nullptr) return bad_input("unknown_game", games::unknown_game(call.query["game"]));
  const auto options = games::parse_options(call.query["options"], game->options);
  if (!options) return bad_input("bad_options", options.error());
  auto position = games::Position::start(*game, *options);
  if (!position) return bad_input("bad_options", position.error());
  return *std::move(position);
}

void answer_board(Call& call) {
  const auto position = start_of(call);
  if (!position) return call.refuse(position.error());
  call.ok(board_json(*position, call.language));
}

void answer_picture(Call& call, tables::WorkQueue& work) {
  const auto position = start_of(call);
  if (!position) return call.refuse(position.error());
  answer_by_work(work, {call.request.address, call.language, call.reply},
                 [position = *position](const std::stop_token&) {
                   auto response = picture_response("image/png", preview_png(position.scene()));
                   response->headers.emplace_back("Cache-Control", "public, max-age=86400");
                   return response;
                 });
}

void answer_lessons(Call& call) {
  const auto* game = games::find_game(call.query["game"]);
  if (game == nullptr) {
    return call.refuse(bad_input("unknown_game", games::unknown_game(call.query["game"])));
  }
  call.ok(study::lessons_json(*game, call.language));
}

void answer_view(Call& call) {
  Fields fields(call.body);
  const bool aids = fields.flag("aids", false);
  const auto draft = read_draft(fields);
  if (!draft) return call.refuse(draft.error());
  call.ok_text(view_text(*draft, call.language, aids));
}

// A piece of the request's list onto the composition's board.
std::optional<HttpError> put_piece(const Json& json, const games::Scene& scene, int players,
                                   games::Composition& composition) {
  if (!json.is_object()) {
    return bad_input("bad_field", Error(Message::kJsonObject).in(Message::kInKey, {"pieces"}));
  }
  Fields fields(json);
  const auto last = static_cast<std::int64_t>(scene.cells.size()) - 1;
  const auto cell = fields.number("cell", 0, last, -1);
  const auto player = fields.number("player", 1, players, 1);
  fields.flag("locked", false);  // follows from the board
  std::uint32_t pegs = 0;
  const Json* holes = fields.array("pegs");
  for (const auto& hole : holes != nullptr ? *holes : Json::array()) {
    if (!hole.is_number_unsigned() || hole.get<std::uint64_t>() >= scene.holes.size()) {
      return bad_input("bad_field",
                       Error(Message::kHoleIndex, {std::to_string(scene.holes.size())}));
    }
    pegs |= std::uint32_t{1} << hole.get<int>();
  }
  if (auto problem = fields.problem()) return problem;
  if (cell < 0) return bad_input("bad_field", Error(Message::kCellIndex, {std::to_string(last)}));
  const auto at = static_cast<std::size_t>(cell);
  if (composition.owner[at] >= 0) {
    return bad_input("bad_position", Error(Message::kTwoPiecesOnCell, {scene.cells[at].name}));
  }
  composition.owner[at] = static_cast<int>(player) - 1;
  composition.pegs[at] = pegs;
  return std::nullopt;
}

// The numbers beside the board that the request sets; the others stay.
std::optional<HttpError> set_counters(const Json* json, int players,
                                      games::Composition& composition) {
  if (json == nullptr) return std::nullopt;
  for (const auto& item : *json) {
    if (!item.is_object()) return bad_input("bad_field", Error(Message::kJsonObject));
    Fields fields(item);
    fields.allow("kind");  // as VIEWs tell them; a player has one counter
    fields.allow("label");
    const auto player = fields.number("player", 1, players, 1);
    const auto value = fields.number("value", 0, 1000, 0);
    if (auto problem = fields.problem()) return problem;
    const auto at = static_cast<std::size_t>(player) - 1;
    if (at < composition.counters.size()) composition.counters[at] = static_cast<int>(value);
  }
  return std::nullopt;
}

Expected<games::Position> compose(const games::Position& from, const Json* pieces,
                                  const Json* counters, int to_move) {
  const auto scene = from.scene();
  const int players = from.player_count();
  games::Composition composition;
  composition.owner.assign(scene.cells.size(), -1);
  composition.pegs.assign(scene.cells.size(), 0);
  composition.to_move = to_move;
  for (const auto& counter : scene.counters) composition.counters.push_back(counter.value);
  if (auto problem = set_counters(counters, players, composition)) return *problem;
  if (pieces == nullptr) {
    for (const auto& piece : scene.pieces) {
      composition.owner[static_cast<std::size_t>(piece.cell)] = piece.player;
      composition.pegs[static_cast<std::size_t>(piece.cell)] = piece.pegs;
    }
  }
  for (const auto& piece : pieces != nullptr ? *pieces : Json::array()) {
    if (auto problem = put_piece(piece, scene, players, composition)) return *problem;
  }
  auto position = from.composed(composition);
  if (!position) return bad_input("bad_position", position.error());
  return *std::move(position);
}

void answer_edit(Call& call) {
  Fields fields(call.body);
  const Json* pieces = fields.array("pieces");
  const Json* counters = fields.array("counters");
  const auto to_move = fields.number("to_move", 1, 3, 0);
  const auto draft = read_draft(fields);
  if (!draft) return call.refuse(draft.error());
  const auto& from = draft->history.position();
  if (to_move > from.player_count()) {
    return call.refuse(bad_input(
        "bad_field", Error(Message::kJsonNumber, {"1", std::to_string(from.player_count())})
                         .in(Message::kInKey, {"to_move"})));
  }
  const int mover = to_move == 0 ? from.to_move() : static_cast<int>(to_move) - 1;
  const auto position = compose(from, pieces, counters, mover);
  if (!position) return call.refuse(position.error());
  call.ok_text(view_text({games::History(*position), {}, 1}, call.language));
}

}  // namespace

void add_position_routes(Router& router, tables::WorkQueue& work) {
  router.add({"GET", "/api/games", [](Call& call) { call.ok(games_json(call.language)); }});
  router.add({"GET", "/api/board", answer_board});
  router.add({"GET", "/api/picture.png", [&work](Call& call) { answer_picture(call, work); }});
  router.add({"GET", "/api/lessons", answer_lessons});
  router.add({"POST", "/api/view", answer_view});
  router.add({"POST", "/api/edit", answer_edit});
}

}  // namespace api
