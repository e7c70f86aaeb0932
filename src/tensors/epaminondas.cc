#include "tensors/epaminondas.h"

#include <algorithm>

namespace tensors {

using games::epaminondas::cell_of;
using EpaminondasCodec = Codec<games::epaminondas::State>;

EpaminondasCodec::Codec(const State::Options& options)
    : shape_{3, games::epaminondas::rows(options.rules),
             games::epaminondas::columns(options.rules)} {
  const auto& cells = games::epaminondas::cells(options.rules);
  cells.for_each([&](int rear) {
    cells.for_each([&](int target) {
      if (core::direction_between(cell_of(rear), cell_of(target)) < 0) return;
      const games::Action action = State::make_action(rear, target);
      if (numbers_.size() <= action.code) numbers_.resize(action.code + 1);
      numbers_[action.code] = static_cast<std::uint16_t>(actions_.size());
      actions_.push_back(action);
    });
  });
}

std::vector<std::string> EpaminondasCodec::plane_names() const {
  return {"own stones", "opponent's stones", "player 1 to move"};
}

void EpaminondasCodec::observe(const State& state, std::uint8_t* planes) const {
  std::fill_n(planes, shape_.size(), std::uint8_t{0});
  const int mover = state.to_move();
  std::uint8_t* plane = planes;
  for (const int player : {mover, 1 - mover}) {
    state.stones(player).for_each([&](int index) {
      const auto cell = cell_of(index);
      plane[cell.row * shape_.columns + cell.column] = 1;
    });
    plane += shape_.cells();
  }
  if (mover == 0) std::fill_n(plane, shape_.cells(), std::uint8_t{1});
}

}  // namespace tensors
