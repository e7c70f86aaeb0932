// What proof-number search asks of a game: what is clear about a position without search, and which
// actions have to be tried. Search knows no game.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>

#include "games/game.h"

namespace eval {

// Whether the player to move wins, as far as it is known.
enum class Verdict : std::uint8_t { kOpen, kWins, kLoses };

// What a quick check tells of a running position. Where it stays open there may be an only action:
// every other one loses.
struct QuickCheck {
  Verdict verdict = Verdict::kOpen;
  std::optional<games::Action> only;
};

// Each search owns a tactics object, so that it may remember things. Whatever it claims must be
// true of the rules: a proof rests on it.
template <class T, class State>
concept Tactics =
    requires(T t, const T c, const State s, games::Action a, games::ActionList<State>& list) {
      // Cheap; asked for every position.
      { t.quick_check(s) } -> std::same_as<QuickCheck>;
      // Thorough; asked where a quick check leaves more than one action. Where the verdict stays
      // open, fills the list with actions, at least one, in the order in which they should be
      // tried; each action left out loses.
      { t.expand(s, list) } -> std::same_as<Verdict>;
      // An action that wins, where thorough means without search find one.
      { t.winning_action(s) } -> std::same_as<std::optional<games::Action>>;
      // A name of the position up to symmetry, kept from action to action: of the root, after an
      // action from the state given, and as a number.
      typename T::Key;
      { c.key(s) } -> std::same_as<typename T::Key>;
      { c.key_after(typename T::Key{}, s, a) } -> std::same_as<typename T::Key>;
      { T::number(typename T::Key{}) } -> std::same_as<std::uint64_t>;
    };

// The smallest hash among a position and its images.
template <games::Game State>
std::uint64_t smallest_hash(const State& state) {
  std::uint64_t smallest = state.hash();
  for (int symmetry = 1; symmetry < state.symmetry_count(); ++symmetry) {
    smallest = std::min(smallest, state.transformed(symmetry).hash());
  }
  return smallest;
}

// The rules and nothing else: serves every game.
template <games::Game State>
class PlainTactics {
 public:
  using Key = std::uint64_t;

  QuickCheck quick_check(const State&) { return {}; }
  Verdict expand(const State& state, games::ActionList<State>& list) {
    list.clear();
    state.legal_actions(list);
    return Verdict::kOpen;
  }
  std::optional<games::Action> winning_action(const State&) { return std::nullopt; }

  Key key(const State& state) const { return smallest_hash(state); }
  Key key_after(Key, const State& before, games::Action action) const {
    State after = before;
    after.apply(action);
    return smallest_hash(after);
  }
  static std::uint64_t number(Key key) { return key; }
};

}  // namespace eval
