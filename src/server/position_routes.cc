#include "server/position_routes.h"

#include "server/positions.h"
#include "server/view_json.h"

namespace server {

namespace {

const std::vector<Parameter> kPositionFields = {
    {"game", "name of the game", true},
    {"options", "object of options with text values"},
    {"position", "text of the position to start from"},
    {"turns", "turns played from there"},
};

void answer_board(Call& call) {
  const auto* game = games::find_game(call.query["game"]);
  if (game == nullptr) {
    return call.refuse(bad_input("unknown_game", games::unknown_game(call.query["game"])));
  }
  const auto options = games::parse_options(call.query["options"], game->options);
  if (!options) return call.refuse(bad_input("bad_options", options.error()));
  const auto position = games::Position::start(*game, *options);
  if (!position) return call.refuse(bad_input("bad_options", position.error()));
  call.ok(board_json(*position));
}

void answer_view(Call& call) {
  Fields fields(call.body);
  const auto draft = read_draft(fields);
  if (!draft) return call.refuse(draft.error());
  call.ok(view_json(*draft, call.language));
}

}  // namespace

void add_position_routes(Router& router) {
  router.add({.method = "GET",
              .path = "/api/games",
              .summary = "the games, their options, and who may sit on a seat",
              .handler = [](Call& call) { call.ok(games_json(call.language)); }});
  router.add({.method = "GET",
              .path = "/api/board",
              .summary = "what never changes in a game with some options",
              .handler = answer_board,
              .query = {{"game", "name of the game", true}, {"options", "k=v,k=v"}}});
  auto fields = kPositionFields;
  fields.push_back({"draft", "actions of the turn under way"});
  router.add({.method = "POST",
              .path = "/api/view",
              .summary = "a position with what can be done in it",
              .handler = answer_view,
              .body = fields});
}

}  // namespace server
