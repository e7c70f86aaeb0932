#include "tensors/four_in_line.h"

#include <algorithm>

namespace tensors {

void Codec<games::four_in_line::State>::observe(const State& state, std::uint8_t* planes) const {
  std::fill_n(planes, shape().size(), std::uint8_t{0});
  for (const int player : {state.to_move(), 1 - state.to_move()}) {
    games::four_in_line::for_each(state.stones(player), [&](int cell) {
      planes[index_of({static_cast<std::uint32_t>(cell)})] = 1;
    });
    planes += shape().cells();
  }
}

}  // namespace tensors
