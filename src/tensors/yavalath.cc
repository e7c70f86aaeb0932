#include "tensors/yavalath.h"

#include <algorithm>

namespace tensors {

using games::yavalath::kMaxSize;
using YavalathCodec = Codec<games::yavalath::State>;

YavalathCodec::Codec(const State::Options& options)
    : players_(options.players), swap_(options.swap) {
  static_assert(State::kSwap.code < Board::kBits && (2 * kMaxSize - 1) * (2 * kMaxSize - 1) < 256);
  const int side = games::yavalath::row_count(options.size);
  shape_ = {players_ + 1 + (players_ == 3 ? 3 : 0), side, side};
  games::yavalath::cells(options.size).for_each([&](int cell) {
    const auto bit = static_cast<std::size_t>(cell);
    place_[bit] = static_cast<std::uint8_t>(games::yavalath::row_of(cell) * side +
                                            games::yavalath::column_of(cell));
    cell_[static_cast<std::size_t>(cells_)] = static_cast<std::uint8_t>(cell);
    number_[bit] = static_cast<std::uint8_t>(cells_++);
  });
  number_[State::kSwap.code] = static_cast<std::uint8_t>(cells_);
  cell_[static_cast<std::size_t>(cells_)] = State::kSwap.code;
}

std::vector<std::string> YavalathCodec::plane_names() const {
  if (players_ == 2) return {"own stones", "opponent's stones", "empty cells"};
  return {"own stones", "next player's stones", "last player's stones", "empty cells",
          "out: own",   "out: next player",     "out: last player"};
}

void YavalathCodec::observe(const State& state, std::uint8_t* planes) const {
  std::fill_n(planes, shape_.size(), std::uint8_t{0});
  std::uint8_t* plane = planes;
  const auto add = [&](const Board& cells) {
    cells.for_each([&](int cell) { plane[place_[static_cast<std::size_t>(cell)]] = 1; });
    plane += shape_.cells();
  };
  for (int k = 0; k < players_; ++k) add(state.stones((state.to_move() + k) % players_));
  add(state.empty());
  if (players_ == 2) return;
  for (int k = 0; k < players_; ++k) {
    if (state.is_out((state.to_move() + k) % players_)) std::fill_n(plane, shape_.cells(), 1);
    plane += shape_.cells();
  }
}

void YavalathCodec::rewrite(const State& state, std::uint8_t* planes, std::uint8_t* mask) const {
  observe(state, planes);
  write_mask(*this, state, mask);
}

}  // namespace tensors
