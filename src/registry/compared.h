// Compares what a game says of two turns. What is true of both is no reason to prefer one.
#pragma once

#include <algorithm>
#include <utility>

#include "registry/reasons.h"

namespace registry {

// Leaves out what is true of the other turn as well and weighs no less there.
inline Reasons only_of_one(Reasons reasons, const Reasons& others) {
  std::erase_if(reasons, [&](const Reason& reason) {
    return std::any_of(others.begin(), others.end(), [&](const Reason& other) {
      return other.note.message == reason.note.message && other.weight >= reason.weight;
    });
  });
  return reasons;
}

template <class State>
bool is_legal(const State& state, games::Action action) {
  games::ActionList<State> actions;
  state.legal_actions(actions);
  return std::find(actions.begin(), actions.end(), action) != actions.end();
}

// A course as if the answer that is expected behind another one followed it; nothing where that
// cannot be played.
template <class State>
std::optional<Course<State>> with_answer_of(const Course<State>& course,
                                            const Course<State>& other) {
  Course<State> answered{course.turn, course.after, {}, course.winner, course.turns};
  State at = course.after;
  for (const games::Action action : other.line) {
    if (!answered.line.empty() && (at.at_turn_start() || at.outcome().over())) break;
    if (at.outcome().over() || !is_legal(at, action)) return std::nullopt;
    answered.line.push_back(action);
    at.apply(action);
  }
  if (answered.line.empty()) return std::nullopt;
  return answered;
}

// What speaks against the turn played and not against the better one, whether its own answer
// follows it or the same one, and what speaks for the better one and not for the turn played.
// against(course) and in_favour(course) tell all that speaks against a turn, or for it.
template <class State, class Against, class InFavour>
Reasons compared(const TurnCase<State>& turn, Against against, InFavour in_favour) {
  Reasons all = against(turn.played);
  if (!turn.better) return all;
  all = only_of_one(std::move(all), against(*turn.better));
  if (const auto same = with_answer_of(*turn.better, turn.played)) {
    all = only_of_one(std::move(all), against(*same));
  }
  for (Reason& reason : only_of_one(in_favour(*turn.better), in_favour(turn.played))) {
    all.push_back(std::move(reason));
  }
  return all;
}

// The same for games whose Look(turn, course, speaks).reasons() tells it.
template <class Look, class State>
Reasons compared(const TurnCase<State>& turn) {
  const auto told = [&](Speaks speaks) {
    return [&turn, speaks](const Course<State>& course) {
      return Look(turn, course, speaks).reasons();
    };
  };
  return compared(turn, told(Speaks::kAgainst), told(Speaks::kFor));
}

}  // namespace registry
