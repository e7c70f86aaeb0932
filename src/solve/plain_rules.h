// The rules that proofs are checked with: two players, no swap, on plain arrays.
//
// The reference (reference.h) is the authority, but works on maps and texts; five million replies
// would take it minutes. These are the same few rules on cells in reading order, with every step
// and every symmetry worked out from where the cells lie. They share no code with the fast board
// or the search, and tests play them against the reference.
#pragma once

#include <array>
#include <vector>

#include "solve/proof_key.h"

namespace solve::proof {

// What a stone does to the game.
enum class Effect { kNone, kThree, kFour };

class PlainRules {
 public:
  explicit PlainRules(int size);

  int size() const { return size_; }
  int cells() const { return cell_count(size_); }

  // What a stone of this colour on this cell makes (or made: the cell itself is not looked at).
  Effect effect(const Stones& stones, int cell, Stone colour) const;
  // Is nobody's line three or longer, and is there an empty cell?
  bool running(const Stones& stones) const;
  bool full(const Stones& stones) const;
  // The empty cells on which this colour makes a four, in reading order.
  std::vector<int> fours(const Stones& stones, Stone colour) const;

  // The twelve ways to turn the board or turn it over.
  const std::vector<CellMap>& symmetries() const { return symmetries_; }

 private:
  // How many stones of this colour follow each other, beginning beside the cell.
  int stones_beside(const Stones& stones, int cell, Stone colour, int direction) const;

  static constexpr int kDirections = 6;

  int size_;
  // The next cell in each direction, or -1; direction d + 3 is opposite to d.
  std::vector<std::array<int, kDirections>> beside_;
  std::vector<CellMap> symmetries_;
};

}  // namespace solve::proof
