// A position of any game: what protocols, records and clients hold. Search works on the concrete
// State inside (std::visit on state()).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/list.h"

namespace games {

class Position {
 public:
  // The start of a game with the options asked for.
  static Parsed<Position> start(const GameInfo& game, const OptionMap& asked = {});
  // A position text from anywhere; "" is not the start but an error.
  static Parsed<Position> parse(const GameInfo& game, std::string_view text,
                                const OptionMap& asked = {});

  const GameInfo& game() const { return *game_; }
  // What was asked for, and every option with the value in force.
  const OptionMap& options() const { return options_; }
  OptionMap options_in_force() const;
  const AnyState& state() const { return state_; }

  int player_count() const;
  int to_move() const;
  // By the position alone: draws by repetition and long play are History's.
  Outcome outcome() const;
  // Has this player been eliminated while others play on?
  bool is_out(int player) const;
  std::vector<Action> legal_actions() const;
  // The texts of all legal actions, sorted in byte order.
  std::vector<std::string> legal_texts() const;
  Action random_action(core::Rng& rng) const;  // REQUIRES: not over
  void apply(Action action);                   // REQUIRES: legal

  std::uint64_t hash() const;
  bool at_turn_start() const;
  std::string to_text() const;
  std::string action_text(Action action) const;
  Parsed<Action> parse_action(std::string_view text) const;
  Scene scene() const;
  std::vector<Trace> traces(Action action) const;
  // A position of this game with this board, or why there is none.
  // REQUIRES: the composition has every cell, and players of this game.
  Parsed<Position> composed(const Composition& composition) const;
  Step step(Action action) const { return step_of(traces(action)); }
  std::uint64_t perft(int depth) const;

 private:
  Position(const GameInfo& game, OptionMap options, const AnyState& state)
      : game_(&game), options_(std::move(options)), state_(state) {}

  const GameInfo* game_;
  OptionMap options_;
  AnyState state_;
};

// The actions of a comma-joined turn or part of a turn; it may not go on into the next turn.
Parsed<std::vector<Action>> parse_turn(const Position& position, std::string_view text);

// The printed spelling of some actions of one turn, applied one after the other.
std::string turn_text(Position position, const std::vector<Action>& actions);

// The same for a line of several turns: one text a turn, the last perhaps a part of one.
std::vector<std::string> line_texts(Position position, const std::vector<Action>& actions);

}  // namespace games
