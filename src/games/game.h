// The Game concept: what a game's State must offer to search, playouts, tests and the outer edge.
//
// A State is a small value type without heap. It knows the board, whose turn it is and where in the
// turn that player stands. The player to move after an action may be the same player: rely on
// to_move(), never on alternation. States are not shared between threads while one changes them.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "core/static_vector.h"
#include "games/action.h"
#include "games/options.h"
#include "games/scene.h"

namespace games {

template <class State>
using ActionList = core::StaticVector<Action, State::kMaxActions>;

// Draws that follow from the history of a game, not from one position. 0 switches a rule off.
struct HistoryRules {
  int repetitions = 0;  // this many times the same position at the start of a turn
  int quiet_turns = 0;  // this many turns in a row in which nothing reset the count
  text::Message quiet_reason{};
};

template <class S>
concept Game = std::copyable<S> && std::equality_comparable<S> &&
               requires(S state, const S c, Action a, ActionList<S>& list, core::Rng& rng,
                        std::string_view text, const OptionMap& options, int symmetry,
                        const Composition& composition) {
                 typename S::Options;

                 // The game as a whole.
                 { S::kName } -> std::convertible_to<std::string_view>;
                 { S::kHistoryRules } -> std::convertible_to<HistoryRules>;
                 { S::option_specs() } -> std::same_as<const std::vector<OptionSpec>&>;
                 { S::read_options(options) } -> std::same_as<Parsed<typename S::Options>>;
                 {
                   S::option_map(c.options())
                 } -> std::same_as<OptionMap>;  // every key with its value

                 // Making a state. A parsed position may be a finished one.
                 { S::start(c.options()) } -> std::same_as<S>;
                 { S::parse(text, c.options()) } -> std::same_as<Parsed<S>>;

                 // Playing. legal_actions fills the list (in no promised order) and leaves it empty
                 // exactly when the outcome is over. count_actions and random_action agree with
                 // that list.
                 { c.options() } -> std::same_as<typename S::Options>;
                 { c.player_count() } -> std::same_as<int>;
                 { c.to_move() } -> std::same_as<int>;
                 { c.outcome() } -> std::same_as<Outcome>;
                 { c.legal_actions(list) } -> std::same_as<void>;
                 { c.count_actions() } -> std::same_as<int>;
                 { c.random_action(rng) } -> std::same_as<Action>;  // REQUIRES: not over
                 { state.apply(a) } -> std::same_as<void>;          // REQUIRES: a is legal

                 // Identity. hash() is kept by apply; recomputed_hash() is what it must equal. Two
                 // states of one game with equal hashes are taken to be the same position, the turn
                 // number left aside.
                 { c.hash() } -> std::same_as<std::uint64_t>;
                 { c.recomputed_hash() } -> std::same_as<std::uint64_t>;

                 // History: is a new turn about to start, how many turns (passed ones counted) did
                 // the action complete that led here from the state given, and would an action end
                 // a run of quiet turns? (The last two count only where kHistoryRules has a limit
                 // on quiet turns.)
                 { c.at_turn_start() } -> std::same_as<bool>;
                 { c.turns_completed_since(c) } -> std::same_as<int>;
                 { c.resets_quiet_turns(a) } -> std::same_as<bool>;

                 // Text.
                 { c.to_text() } -> std::same_as<std::string>;
                 { c.action_text(a) } -> std::same_as<std::string>;
                 { c.parse_action(text) } -> std::same_as<Parsed<Action>>;

                 // Symmetries of the board that leave the players as they are; 0 is the identity.
                 { c.symmetry_count() } -> std::same_as<int>;
                 { c.transformed(symmetry) } -> std::same_as<S>;
                 { c.transformed_action(a, symmetry) } -> std::same_as<Action>;

                 // Drawing.
                 { c.scene() } -> std::same_as<Scene>;
                 { c.traces(a) } -> std::same_as<std::vector<Trace>>;

                 // The text of a composed position, which parse() may refuse; what a composition
                 // does not tell is as in this state where that makes sense.
                 { c.composed(composition) } -> std::same_as<std::string>;
               };

// What an action leads to.
template <Game S>
S after(S state, Action action) {
  state.apply(action);
  return state;
}

// Has this player been eliminated while others play on? Never in a game that does not say so.
template <Game S>
bool is_out(const S& state, int player) {
  if constexpr (requires { state.is_out(player); }) return state.is_out(player);
  return false;
}

}  // namespace games
