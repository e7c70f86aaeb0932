#include "tensors/eigenstate.h"

#include <algorithm>

namespace tensors {

using games::eigenstate::kCells;
using games::eigenstate::kHoles;
using games::eigenstate::kSide;
using EigenstateCodec = Codec<games::eigenstate::State>;

namespace {
constexpr int kOfKind = kCells * kHoles;
constexpr int kOfPlayer = 1 + kHoles;  // planes: the pieces, and their holes
constexpr int kPhases = 3;
}  // namespace

Shape EigenstateCodec::shape() const { return {2 * kOfPlayer + kPhases + 1, kSide, kSide}; }

std::vector<std::string> EigenstateCodec::plane_names() const {
  std::vector<std::string> names;
  for (const std::string whose : {"own", "opponent's"}) {
    names.push_back(whose + " pieces");
    for (int hole = 0; hole < kHoles; ++hole)
      names.push_back(whose + " pegs in hole " + std::to_string(hole));
  }
  for (const char* step : {"to do: last peg", "to do: first peg", "to do: move"})
    names.emplace_back(step);
  names.emplace_back("player 1 to move");
  return names;
}

int EigenstateCodec::action_count() const { return 2 * kOfKind; }

int EigenstateCodec::index_of(games::Action action) const {
  return (State::is_peg(action) ? kOfKind : 0) + State::cell_of(action) * kHoles +
         State::hole_of(action);
}

games::Action EigenstateCodec::action_at(int index) const {
  return State::make_action(index >= kOfKind, index % kOfKind / kHoles, index % kHoles);
}

void EigenstateCodec::observe(const State& state, std::uint8_t* planes) const {
  std::fill_n(planes, shape().size(), std::uint8_t{0});
  const auto plane = [&](int number) { return planes + std::ptrdiff_t{kCells} * number; };
  const auto fill = [&](int number) { std::fill_n(plane(number), kCells, std::uint8_t{1}); };
  const int mover = state.to_move();
  for (const int player : {mover, 1 - mover}) {
    const int first = player == mover ? 0 : kOfPlayer;
    core::for_each_bit(state.pieces(player), [&](int cell) {
      plane(first)[cell] = 1;
      core::for_each_bit(state.pegs(cell), [&](int hole) { plane(first + 1 + hole)[cell] = 1; });
    });
  }
  fill(2 * kOfPlayer + static_cast<int>(state.phase()) - 1);
  if (mover == 0) fill(2 * kOfPlayer + kPhases);
}

}  // namespace tensors
