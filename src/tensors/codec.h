// Games as programs that learn see them: actions as numbers from 0, positions as planes of bytes.
//
// Codec<State> is one class a game (tensors/GAME.h), made for the options of a game. Its numbers
// depend on these options alone, so that they fit every position: docs/python.md lists them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "games/game.h"

namespace tensors {

// Of what observe() writes: plane by plane, in each the rows from the bottom up.
struct Shape {
  int planes = 0, rows = 0, columns = 0;
  constexpr int cells() const { return rows * columns; }
  constexpr std::size_t size() const {
    return static_cast<std::size_t>(planes) * static_cast<std::size_t>(cells());
  }
};

template <class State>
class Codec;

template <class State>
concept Encodable =
    games::Game<State> && requires(const Codec<State> codec, const State state,
                                   games::Action action, int index, std::uint8_t* bytes) {
      Codec<State>(state.options());
      { codec.shape() } -> std::same_as<Shape>;
      // What the planes hold: a short name each, for programs.
      { codec.plane_names() } -> std::same_as<std::vector<std::string>>;
      { codec.action_count() } -> std::same_as<int>;
      // REQUIRES: an action that may be legal with these options.
      { codec.index_of(action) } -> std::same_as<int>;
      // The action whose index that is. REQUIRES: 0 <= index < action_count().
      { codec.action_at(index) } -> std::same_as<games::Action>;
      // Writes every byte of the shape, seen by the player to move.
      { codec.observe(state, bytes) } -> std::same_as<void>;
    };

// A codec may know faster ways for a step of many games (Batch): is_legal(), and refresh(), which
// writes only what the action changed in the planes and the mask of the position before it.
template <class State>
concept Incremental =
    Encodable<State> && requires(const Codec<State> codec, const State state, games::Action action,
                                 int index, std::uint8_t* bytes) {
      { codec.is_legal(state, index) } -> std::same_as<bool>;
      { codec.refresh(state, action, state, bytes, bytes) } -> std::same_as<void>;
    };

// One byte an action: 1 where it is legal. Nothing is legal where the game is over.
template <Encodable State>
void write_mask(const Codec<State>& codec, const State& state, std::uint8_t* mask) {
  std::fill_n(mask, codec.action_count(), std::uint8_t{0});
  games::ActionList<State> list;
  state.legal_actions(list);
  for (const games::Action action : list) mask[codec.index_of(action)] = 1;
}

}  // namespace tensors
