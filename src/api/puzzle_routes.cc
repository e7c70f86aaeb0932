#include "api/puzzle_routes.h"

#include "api/json.h"
#include "games/words.h"
#include "puzzles/daily.h"

namespace api {

using text::Error;
using text::Message;

namespace {

constexpr std::int64_t kDay = 86'400'000;  // milliseconds

Json puzzle_json(const puzzles::Shipped& shipped, text::Language language) {
  const auto& puzzle = shipped.puzzle();
  // Our own texts: a test reads every one of them.
  const auto position = *position_of(*shipped.set, puzzle);
  const auto actions = *actions_of(position, puzzle);
  Json words = Json::array();
  for (const auto& turn : games::line_words(position, actions)) {
    words.push_back(text::render(turn, language));
  }
  return {{"id", shipped.id()},
          {"game", shipped.set->game->name},
          {"options", position.options_in_force()},
          {"position", puzzle.position},
          {"to_move", position.to_move() + 1},
          {"grade", puzzle.grade},
          {"answer", position.action_text(actions[0])},
          {"line", puzzle.line},
          {"words", words}};
}

HttpError no_puzzle() { return {404, "no_such_puzzle", Error(Message::kNoSuchPuzzle)}; }

void answer_puzzles(Call& call) {
  const auto* game = games::find_game(call.query["game"]);
  if (game == nullptr) {
    return call.refuse(bad_input("unknown_game", games::unknown_game(call.query["game"])));
  }
  Json list = Json::array();
  if (const auto* set = puzzles::built_in_set(game->name)) {
    for (std::size_t i = 0; i < set->puzzles.size(); ++i) {
      list.push_back({{"id", puzzles::Shipped{set, i}.id()}, {"grade", set->puzzles[i].grade}});
    }
  }
  call.ok({{"puzzles", list}});
}

void answer_puzzle(Call& call) {
  const auto shipped = puzzles::find_puzzle(call.arguments[0]);
  if (!shipped) return call.refuse(no_puzzle());
  call.ok(puzzle_json(*shipped, call.language));
}

void answer_daily(Call& call, const tables::Clock& clock) {
  const auto day = clock.now() / kDay;
  const auto shipped = puzzles::puzzle_of_day(day);
  if (!shipped) return call.refuse(no_puzzle());
  call.ok({{"date", puzzles::date_text(day)}, {"puzzle", puzzle_json(*shipped, call.language)}});
}

}  // namespace

void add_puzzle_routes(Router& router, const tables::Clock& clock) {
  router.add({"GET", "/api/puzzles", answer_puzzles});
  router.add({"GET", "/api/puzzles/daily", [&clock](Call& call) { answer_daily(call, clock); }});
  router.add({"GET", "/api/puzzles/{id}", answer_puzzle});
}

}  // namespace api
