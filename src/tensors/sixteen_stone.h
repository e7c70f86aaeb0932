// Sixteen Stone in numbers. One behind the other:
//
//   placing    one number a cell, row by row from `a1`
//   pushes     cell * 8 + direction of the rearmost stone
//   sacrifice, end
//   moves      by the cell they start from, then by direction; those of one cell and direction by
//              the set of stones that are captured
//
// A stone can be captured only where the board goes on behind it, and never where the moved stone
// came from: the directions (clockwise from north) in which that is so, seen from the cell moved
// to, are the binary digits of the set's number, the first one being the smallest. So every set has
// a number, also where the rules of the moment allow only one of them.
//
// Planes: the stones of the player to move, of the opponent; the numbers of stones in both pools;
// the rights to move, push and sacrifice and to an extra action; placing.
#pragma once

#include <array>

#include "games/sixteen_stone/sixteen_stone.h"
#include "tensors/codec.h"

namespace tensors {

template <>
class Codec<games::sixteen_stone::State> {
 public:
  using State = games::sixteen_stone::State;
  using Kind = games::sixteen_stone::Kind;

  explicit Codec(const State::Options& options);

  Shape shape() const { return {9, size_, size_}; }
  std::vector<std::string> plane_names() const;
  int action_count() const { return action_count_; }
  int index_of(games::Action action) const;
  games::Action action_at(int index) const;
  void observe(const State& state, std::uint8_t* planes) const;

 private:
  // A move without its captures.
  struct Moves {
    int first = 0;          // number of the one that captures nothing
    std::uint8_t from = 0;  // as in actions
    std::uint8_t direction = 0;
    std::uint8_t capturable = 0;  // bit d: a stone there can be captured
  };
  int number_of(int cell) const;
  int cell_at(int number) const;

  int size_, cells_, action_count_;
  std::vector<Moves> moves_;                    // in the order of their numbers
  std::vector<std::array<int, 8>> moves_from_;  // by number of the cell and direction, into moves_
};

}  // namespace tensors
