// Yavalath in numbers: an action is the number of its cell, row by row from `a1`, or the swap
// behind the last cell. Planes: the stones of the player to move, of those after him, empty cells,
// and of three players who is out.
#pragma once

#include <array>
#include <cstring>

#include "games/yavalath/yavalath.h"
#include "tensors/codec.h"

namespace tensors {

template <>
class Codec<games::yavalath::State> {
 public:
  using State = games::yavalath::State;
  using Board = games::yavalath::Board;

  explicit Codec(const State::Options& options);

  Shape shape() const { return shape_; }
  std::vector<std::string> plane_names() const;
  int action_count() const { return cells_ + (swap_ ? 1 : 0); }
  int index_of(games::Action action) const { return number_[action.code]; }
  games::Action action_at(int index) const { return {cell_[static_cast<std::size_t>(index)]}; }
  void observe(const State& state, std::uint8_t* planes) const;

  bool is_legal(const State& state, int index) const {
    if (static_cast<unsigned>(index) >= static_cast<unsigned>(action_count())) return false;
    if (index == cells_) return state.may_swap();
    return state.allowed_cells().test(cell_[static_cast<std::size_t>(index)]);
  }

  void refresh(const State& before, games::Action action, const State& after, std::uint8_t* planes,
               std::uint8_t* mask) const {
    if (players_ != 2 || action == State::kSwap) {
      rewrite(after, planes, mask);
      return;
    }
    const int place = place_[action.code];
    planes[place] = 1;
    planes[2 * shape_.cells() + place] = 0;
    exchange(planes);
    mask[number_[action.code]] = 0;
    if (swap_) mask[cells_] = static_cast<std::uint8_t>(after.may_swap());
    (void)before;
  }

 private:
  template <int Cells>
  static void exchange_planes(std::uint8_t* planes) {
    std::array<std::uint8_t, Cells> first, second;
    std::memcpy(first.data(), planes, Cells);
    std::memcpy(second.data(), planes + Cells, Cells);
    std::memcpy(planes, second.data(), Cells);
    std::memcpy(planes + Cells, first.data(), Cells);
  }
  // The stones of both players change places: the other one is to move.
  void exchange(std::uint8_t* planes) const {
    switch (shape_.columns) {  // widths that the compiler knows are a few wide moves
      case 5: return exchange_planes<25>(planes);
      case 7: return exchange_planes<49>(planes);
      case 9: return exchange_planes<81>(planes);
      default: return exchange_planes<121>(planes);
    }
  }
  void rewrite(const State& state, std::uint8_t* planes, std::uint8_t* mask) const;

  Shape shape_;
  int players_, cells_ = 0;
  bool swap_;
  std::array<std::uint8_t, Board::kBits> number_{};  // of each cell; the swap's code is its last
  std::array<std::uint8_t, Board::kBits> place_{};   // in a plane
  std::array<std::uint8_t, games::yavalath::kMaxCells + 1> cell_{};
};

}  // namespace tensors
