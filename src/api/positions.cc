#include "api/positions.h"

#include "core/scan.h"
#include "games/words.h"

namespace api {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kMaxDraft = 100;

struct Start {
  const games::GameInfo* game;
  games::OptionMap options;
};

Expected<Start> read_game(Fields& fields) {
  const auto name = fields.required_text("game", 40);
  const auto asked = fields.map("options", 20, 40);
  const auto* game = games::find_game(name);
  if (game == nullptr) return bad_input("unknown_game", games::unknown_game(name));
  games::OptionMap options;
  for (const auto& [key, value] : asked) {
    auto wider = games::with_option(std::move(options), key, value, game->options);
    if (!wider) return bad_input("bad_options", wider.error());
    options = *std::move(wider);
  }
  return Start{game, std::move(options)};
}

// Options as BOARDs and VIEWs tell them are all there are: one that is off for three players is
// told too, and means what it says.
Expected<games::Position> start_of(const Start& start) {
  auto position = games::Position::start(*start.game, start.options);
  if (!position) return bad_input("bad_options", position.error());
  return *std::move(position);
}

}  // namespace

Expected<games::Position> read_start(Fields& fields) {
  const auto start = read_game(fields);
  if (!start) return start.error();
  return start_of(*start);
}

Expected<games::History> play(games::History history, const std::vector<std::string>& turns) {
  auto played = games::play_turns(std::move(history), {turns.begin(), turns.end()});
  if (!played) return bad_input("bad_turn", played.error());
  return *std::move(played);
}

Expected<Draft> read_draft(Fields& fields) {
  const auto start = read_game(fields);
  const auto text = fields.text("position", kMaxPositionBytes);
  const auto turns = fields.texts("turns", kMaxTurns, kMaxTurnBytes);
  const auto actions = fields.texts("draft", kMaxDraft, kMaxTurnBytes);
  if (auto problem = fields.problem()) return *problem;
  if (!start) return start.error();
  auto position = start_of(*start);
  if (!position) return position.error();
  if (!text.empty()) {
    auto parsed = games::Position::parse(*start->game, text, start->options);
    if (!parsed) return bad_input("bad_position", parsed.error());
    position = *std::move(parsed);
  }
  auto history = play(games::History(*std::move(position)), turns);
  if (!history) return history.error();
  Draft draft{*std::move(history), {}, static_cast<int>(turns.size()) + 1};
  for (const auto& text_of_action : actions) {
    const auto& now = draft.history.position();
    const bool complete = !draft.actions.empty() && now.at_turn_start();
    if (complete) {
      return bad_input("bad_draft", Error(Message::kTurnTooLong, {core::quoted(text_of_action)}));
    }
    if (const auto outcome = draft.history.outcome(); outcome.over()) {
      return bad_input("game_over", Error(Message::kGameOver));
    }
    const auto action = now.parse_action(text_of_action);
    if (!action) return bad_input("bad_draft", action.error());
    draft.actions.push_back(now.action_text(*action));
    draft.kinds.emplace_back(games::step_kind(now.traces(*action)));
    draft.words.push_back(games::turn_words(now, {{*action}}));
    draft.history.apply(*action);
  }
  return draft;
}

}  // namespace api
