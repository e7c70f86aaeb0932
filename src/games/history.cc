#include "games/history.h"

#include "core/scan.h"

namespace games {

using text::Message;

History::History(Position initial)
    : initial_(initial), position_(std::move(initial)), turn_start_(position_.state()) {
  if (position_.at_turn_start()) note_turn_start();
}

void History::note_turn_start() {
  repetitions_ = ++seen_[position_.hash()];
  turn_starts_.push_back(position_.hash());
}

Outcome History::outcome() const {
  const Outcome outcome = position_.outcome();
  if (outcome.over() || !position_.at_turn_start()) return outcome;
  const HistoryRules& rules = position_.game().history;
  if (rules.repetitions > 0 && repetitions_ >= rules.repetitions) {
    return Outcome::drawn(Message::kReasonRepetition);
  }
  if (rules.quiet_turns > 0 && quiet_turns_ >= rules.quiet_turns) {
    return Outcome::drawn(rules.quiet_reason);
  }
  return outcome;
}

Scene History::scene() const {
  Scene scene = position_.scene();
  std::visit(
      [&](auto state) {
        for (const Action action : turn_actions()) {
          for (Trace& trace : state.traces(action)) scene.last_turn.push_back(std::move(trace));
          state.apply(action);
        }
      },
      turn_start_);
  return scene;
}

void History::apply(Action action) {
  if (position_.at_turn_start()) {
    turn_start_ = position_.state();
    turn_begin_ = actions_.size();
  }
  const int completed = std::visit(
      [&]<Game State>(const State& before) {
        if (before.resets_quiet_turns(action)) turn_is_quiet_ = false;
        position_.apply(action);
        return std::get<State>(position_.state()).turns_completed_since(before);
      },
      AnyState(position_.state()));  // a copy: the position changes underneath
  actions_.push_back(action);
  if (completed > 0) {
    // Turns that passed by themselves behind this one are quiet.
    quiet_turns_ = turn_is_quiet_ ? quiet_turns_ + completed : completed - 1;
    turn_is_quiet_ = true;
  }
  if (position_.at_turn_start()) note_turn_start();
}

Parsed<History> play_turns(History history, const std::vector<std::string_view>& turns) {
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const auto here = [&](const text::Error& error) {
      return error.in(Message::kInToken, {std::to_string(i + 1), core::quoted(turns[i])});
    };
    const auto outcome = history.outcome();
    if (outcome.over()) return here(text::Error(outcome.reason()).in(Message::kTurnAfterEnd));
    const auto actions = parse_turn(history.position(), turns[i]);
    if (!actions) return here(actions.error());
    for (const auto action : *actions) history.apply(action);
  }
  return history;
}

}  // namespace games
