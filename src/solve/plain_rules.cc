#include "solve/plain_rules.h"

#include <algorithm>

namespace solve::proof {

namespace {

// Where a cell lies, seen from the centre of the board: the distances to the three middle lines.
// They add up to zero.
using Place = std::array<int, 3>;

// Rows are centred over each other, so a row begins half a cell further in than its longer
// neighbour: places to the right are counted in half cells.
std::vector<Place> places_of(int size) {
  std::vector<Place> places;
  for (int row = 0; row < row_count(size); ++row) {
    const int down = row - (size - 1);
    for (int column = 0; column < row_length(row, size); ++column) {
      const int right = 2 * column - (row_length(row, size) - 1);
      const int first = (right - down) / 2;
      places.push_back({first, down, -first - down});
    }
  }
  return places;
}

int cell_at_place(const std::vector<Place>& places, const Place& place) {
  const auto at = std::find(places.begin(), places.end(), place);
  return at == places.end() ? -1 : static_cast<int>(at - places.begin());
}

}  // namespace

PlainRules::PlainRules(int size) : size_(size) {
  const auto places = places_of(size);
  // Along a row, and along both diagonals; then the same backwards.
  constexpr std::array<Place, kDirections> kSteps = {
      {{1, 0, -1}, {0, 1, -1}, {1, -1, 0}, {-1, 0, 1}, {0, -1, 1}, {-1, 1, 0}}};
  for (const Place& place : places) {
    auto& next = beside_.emplace_back();
    for (int d = 0; d < kDirections; ++d) {
      const Place there = {place[0] + kSteps[d][0], place[1] + kSteps[d][1],
                           place[2] + kSteps[d][2]};
      next[d] = cell_at_place(places, there);
    }
  }
  // Exchanging the three distances and looking from the other side keep all lines.
  Place order = {0, 1, 2};
  do {
    for (const int sign : {1, -1}) {
      CellMap& map = symmetries_.emplace_back();
      for (std::size_t cell = 0; cell < places.size(); ++cell) {
        const Place& place = places[cell];
        const Place from = {sign * place[order[0]], sign * place[order[1]], sign * place[order[2]]};
        map[cell] = static_cast<std::uint8_t>(cell_at_place(places, from));
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

int PlainRules::stones_beside(const Stones& stones, int cell, Stone colour, int direction) const {
  int count = 0;
  for (int next = beside_[cell][direction]; next >= 0 && stones[next] == colour;
       next = beside_[next][direction]) {
    ++count;
  }
  return count;
}

Effect PlainRules::effect(const Stones& stones, int cell, Stone colour) const {
  Effect effect = Effect::kNone;
  for (int d = 0; d < kDirections / 2; ++d) {
    const int length = stones_beside(stones, cell, colour, d) + 1 +
                       stones_beside(stones, cell, colour, d + kDirections / 2);
    if (length >= 4) return Effect::kFour;
    if (length == 3) effect = Effect::kThree;
  }
  return effect;
}

bool PlainRules::full(const Stones& stones) const {
  return std::find(stones.begin(), stones.begin() + cells(), kEmpty) == stones.begin() + cells();
}

bool PlainRules::running(const Stones& stones) const {
  for (int cell = 0; cell < cells(); ++cell) {
    if (stones[cell] != kEmpty && effect(stones, cell, stones[cell]) != Effect::kNone) return false;
  }
  return !full(stones);
}

std::vector<int> PlainRules::fours(const Stones& stones, Stone colour) const {
  std::vector<int> found;
  for (int cell = 0; cell < cells(); ++cell) {
    if (stones[cell] == kEmpty && effect(stones, cell, colour) == Effect::kFour) {
      found.push_back(cell);
    }
  }
  return found;
}

}  // namespace solve::proof
