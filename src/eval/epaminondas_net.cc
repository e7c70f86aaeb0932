// What a net of Epaminondas looks at: stones by their cells, seen from the side of the player to
// move, and the counts of the evaluation.
#include "eval/epaminondas.h"
#include "eval/net_terms.h"

namespace eval {

using games::epaminondas::Rules;

namespace {

constexpr int kColumns = 14, kRows = 12, kCells = kColumns * kRows;

}  // namespace

bool EpaminondasEvaluator::net_fits(const State::Options& options) {
  return options.rules != Rules::kCrossings;
}

void EpaminondasEvaluator::net_inputs(const State& state, NetInputs& inputs) {
  const int mover = state.to_move();
  for (const int player : {mover, 1 - mover}) {
    state.stones(player).for_each([&](int index) {
      const auto cell = games::epaminondas::cell_of(index);
      const int row = mover == 0 ? cell.row : kRows - 1 - cell.row;
      const int input = (player == mover ? 0 : kCells) + row * kColumns + cell.column;
      inputs.active.push_back(static_cast<std::uint16_t>(input));
    });
  }
  add_term_counts(counts(state), mover, inputs);
}

}  // namespace eval
