// A game being played: where it started, what was done, and the draws that follow from that.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "games/position.h"

namespace games {

class History {
 public:
  explicit History(Position initial);

  const Position& initial() const { return initial_; }
  const Position& position() const { return position_; }
  const std::vector<Action>& actions() const { return actions_; }

  // The outcome with the game's rules on repetition and long play applied; what the position alone
  // decides goes first.
  Outcome outcome() const;

  // REQUIRES: not over, action is legal.
  void apply(Action action);

  // The position's scene with what the current turn did so far, or where a turn is about to start
  // what the last one did.
  Scene scene() const;

  // Where that turn started, and what was done in it.
  const AnyState& turn_start() const { return turn_start_; }
  std::span<const Action> turn_actions() const { return std::span(actions_).subspan(turn_begin_); }

  // The hashes of the positions at the starts of turns, oldest first.
  const std::vector<std::uint64_t>& turn_starts() const { return turn_starts_; }

  // Turns in a row, up to now, in which nothing happened that ends a run of quiet turns.
  int quiet_turns() const { return quiet_turns_; }
  // Has the turn under way been such a one so far?
  bool turn_is_quiet() const { return turn_is_quiet_; }
  // How often the position at the start of this turn has come up, this time included.
  int repetitions() const { return repetitions_; }

 private:
  void note_turn_start();

  Position initial_;
  Position position_;
  std::vector<Action> actions_;
  AnyState turn_start_;         // where the current (or else the last) turn started
  std::size_t turn_begin_ = 0;  // and its first action
  std::unordered_map<std::uint64_t, int> seen_;  // hash at the start of a turn: how often
  std::vector<std::uint64_t> turn_starts_;
  int quiet_turns_ = 0;
  bool turn_is_quiet_ = true;
  int repetitions_ = 0;
};

// The history after some turns or parts of turns, each a text; an error names the item.
Parsed<History> play_turns(History history, const std::vector<std::string_view>& turns);

}  // namespace games
