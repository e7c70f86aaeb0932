// What a net of Sixteen Stone looks at: stones by their cells, pools, what may still be done in the
// turn, and the counts of the evaluation.
#include <algorithm>

#include "eval/net_terms.h"
#include "eval/sixteen_stone.h"

namespace eval {

namespace {

constexpr int kSize = 5, kCells = kSize * kSize;
constexpr int kMostInPool = 8;  // more count as so many
constexpr int kRights = 16;

}  // namespace

bool SixteenStoneEvaluator::net_fits(const State::Options& options) {
  return options.size == kSize;
}

void SixteenStoneEvaluator::net_inputs(const State& state, NetInputs& inputs) {
  const int mover = state.to_move();
  int first = 0;
  const auto add = [&](int input) {
    inputs.active.push_back(static_cast<std::uint16_t>(first + input));
  };
  for (const int player : {mover, 1 - mover}) {
    state.stones(player).for_each([&](int index) {
      const auto cell = games::sixteen_stone::cell_of(index);
      add(cell.row * kSize + cell.column);
    });
    first += kCells;
  }
  for (const int player : {mover, 1 - mover}) {
    add(std::min(state.pool(player), kMostInPool));
    first += kMostInPool + 1;
  }
  add(state.placing() ? kRights : state.rights());
  add_term_counts(counts(state), mover, inputs);
}

}  // namespace eval
