#include "registry/four_in_line.h"

namespace registry {

using text::Message;
using Own = Registration<games::four_in_line::State>;

// Guessed: nobody plays it but the tests.
const Ladder& Own::ladder(int) {
  static constexpr Ladder kLadder{{{20, 300},
                                   {40, 250},
                                   {80, 200},
                                   {160, 150},
                                   {320, 100},
                                   {640, 60},
                                   {1280, 30},
                                   {2560, 0},
                                   {5000, 0}}};
  return kLadder;
}

const Calibration& Own::calibration() {
  static const Calibration kCalibration = {
      .optimism = 0, .knots = {{0, 0.5}, {100, 0.6}, {300, 0.8}, {600, 0.95}}};
  return kCalibration;
}

Page Own::page() {
  return {.tag = Message::kTagFourInLine,
          .rules = {Message::kRulesFourInLine1, Message::kRulesFourInLine2},
          .values = {},
          .sample = {.shown = 4, .turns = "c3 b2 b3 d3 c2 c4 c1 d4"},
          .kinds = {},
          .aids = true};
}

std::vector<Lesson> Own::lessons() {
  const auto step = [](Message task, std::vector<std::string> accept, bool wins,
                       std::string reply = "") {
    return LessonStep{.task = task,
                      .accept = std::move(accept),
                      .reply = std::move(reply),
                      .praise = Message::kLearnFilPraise,
                      .hint = Message::kLearnFilHint,
                      .wins = wins};
  };
  return {{.id = "place",
           .title = Message::kLearnFilPlace,
           .text = Message::kLearnFilPlaceText,
           .steps = {step(Message::kLearnFilPlaceTask, {kAnySafe}, false)}},
          {.id = "row",
           .title = Message::kLearnFilRow,
           .text = Message::kLearnFilRowText,
           .position = "5/5/5/bbb2/yyy2 y",
           .steps = {step(Message::kLearnFilFourTask, {"d1"}, true)}},
          {.id = "diagonal",
           .title = Message::kLearnFilDiagonal,
           .text = Message::kLearnFilDiagonalText,
           .position = "5/4b/2y1b/1y2b/y4 y",
           .steps = {step(Message::kLearnFilFourTask, {"d4"}, true)}},
          {.id = "block",
           .title = Message::kLearnFilBlock,
           .text = Message::kLearnFilBlockText,
           .position = "5/5/y4/y4/bbb2 y",
           .steps = {step(Message::kLearnFilBlockTask, {"d1"}, false)}},
          {.id = "two-ends",
           .title = Message::kLearnFilTwoEnds,
           .text = Message::kLearnFilTwoEndsText,
           .position = "b3b/5/5/1yy2/5 y",
           .steps = {step(Message::kLearnFilTwoEndsTask, {"d2"}, true, "a2"),
                     step(Message::kLearnFilFourTask, {"e2"}, true)}}};
}

Reasons Own::reasons(const TurnCase<State>& turn) {
  // Where the player to move makes four; nothing where there is no such cell.
  const auto four = [](const State& state) -> std::optional<games::Action> {
    games::ActionList<State> list;
    state.legal_actions(list);
    for (const games::Action action : list) {
      if (state.wins_at(state.to_move(), action)) return action;
    }
    return std::nullopt;
  };
  Reasons reasons;
  const auto& better = turn.better;
  if (const auto at = four(turn.played.after); at && better && !four(better->after)) {
    const auto cell = turn.played.after.action_text(*at);
    reasons.push_back({Speaks::kAgainst, {Message::kWhyFilAllowsFour, {cell}}, {cell}, kEndsGame});
  }
  if (better && better->after.outcome().winner() == turn.player) {
    reasons.push_back({Speaks::kFor,
                       {Message::kWhyFilMakesFour, {}},
                       cells_of(turn.before, better->turn[0]),
                       kEndsGame});
  }
  return reasons;
}

}  // namespace registry
