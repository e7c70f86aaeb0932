#include "reasons.h"

#include <gtest/gtest.h>

#include "games/history.h"
#include "support.h"

namespace tests {

namespace {

std::vector<games::Action> actions_of(const games::Position& position,
                                      const std::vector<std::string>& turns) {
  const std::vector<std::string_view> texts(turns.begin(), turns.end());
  const auto history = games::play_turns(games::History(position), texts);
  EXPECT_TRUE(history) << (history ? "" : text::render(history.error(), text::Language::kEnglish));
  return history ? history->actions() : std::vector<games::Action>{};
}

study::Assessment known(int winner, int turns, std::vector<games::Action> line) {
  study::Assessment assessment;
  assessment.winner = winner;
  assessment.turns = turns;
  assessment.line = std::move(line);
  return assessment;
}

}  // namespace

registry::Reasons reasons(const ReasonCase& turn) {
  const auto first = turn.position.empty() ? start(turn.game, turn.options)
                                           : at(turn.game, turn.position, turn.options);
  const auto position = after(first, turn.opening);
  const auto played = actions_of(position, {turn.played});
  games::Position behind = position;
  for (const auto action : played) behind.apply(action);
  return study::all_reasons(
      position, played,
      known(turn.better_winner, turn.better_turns, actions_of(position, turn.better)),
      known(turn.winner, turn.turns, actions_of(behind, turn.answers)));
}

Said said(const ReasonCase& turn, text::Message kind) {
  for (const auto& reason : reasons(turn)) {
    if (reason.note.message == kind) return {true, reason.note.arguments, reason.cells};
  }
  return {};
}

}  // namespace tests
