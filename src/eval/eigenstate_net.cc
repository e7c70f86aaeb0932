// What a net of Eigenstate looks at: pieces and their pegs by their cells, seen from the side of
// the player to move, what is to be done next, and the counts of the evaluation.
#include "eval/eigenstate.h"
#include "eval/net_terms.h"

namespace eval {

namespace {

using games::eigenstate::kCells;
using games::eigenstate::kHoles;
using games::eigenstate::kHoleSide;
using games::eigenstate::kSide;

constexpr int kOfCell = kHoles + 1;  // its holes, and the piece itself
constexpr int kOfPlayer = kCells * kOfCell;

constexpr int turned(int place, int side) {
  return (side - 1 - place / side) * side + place % side;
}

}  // namespace

bool EigenstateEvaluator::net_fits(const State::Options& options) {
  return options.fill == games::eigenstate::Fill::kBoth;
}

void EigenstateEvaluator::net_inputs(const State& state, NetInputs& inputs) {
  const int mover = state.to_move();
  const auto add = [&](int input) { inputs.active.push_back(static_cast<std::uint16_t>(input)); };
  for (const int player : {mover, 1 - mover}) {
    core::for_each_bit(state.pieces(player), [&](int cell) {
      const int seen = mover == 0 ? cell : turned(cell, kSide);
      const int first = (player == mover ? 0 : kOfPlayer) + seen * kOfCell;
      add(first + kHoles);
      core::for_each_bit(state.pegs(cell), [&](int hole) {
        add(first + (mover == 0 ? hole : turned(hole, kHoleSide)));
      });
    });
  }
  add(2 * kOfPlayer + static_cast<int>(state.phase()) - 1);
  add_term_counts(counts(state), mover, inputs);
}

}  // namespace eval
