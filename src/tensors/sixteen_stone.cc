#include "tensors/sixteen_stone.h"

#include <algorithm>
#include <bit>

namespace tensors {

using games::sixteen_stone::cell_of;
using SixteenStoneCodec = Codec<games::sixteen_stone::State>;

namespace {

constexpr int kDirections = 8, kRights = 4;

core::Cell ahead(core::Cell cell, int direction, int steps) {
  const auto& d = core::kDirections[static_cast<std::size_t>(direction)];
  return {cell.column + steps * d.column, cell.row + steps * d.row};
}

// The bits of `some` that stand where `all` has bits, moved together; and back.
unsigned packed(unsigned some, unsigned all) {
  unsigned result = 0;
  for (int n = 0; all != 0; all &= all - 1, ++n) {
    result |= (some >> std::countr_zero(all) & 1u) << n;
  }
  return result;
}
unsigned unpacked(unsigned some, unsigned all) {
  unsigned result = 0;
  for (int n = 0; all != 0; all &= all - 1, ++n) {
    result |= (some >> n & 1u) << std::countr_zero(all);
  }
  return result;
}

}  // namespace

SixteenStoneCodec::Codec(const State::Options& options)
    : size_(options.size), cells_(size_ * size_), action_count_(cells_ + cells_ * kDirections + 2) {
  const auto on_board = [&](core::Cell c) {
    return c.column >= 0 && c.column < size_ && c.row >= 0 && c.row < size_;
  };
  moves_from_.resize(static_cast<std::size_t>(cells_));
  for (int number = 0; number < cells_; ++number) {
    const core::Cell from{number % size_, number / size_};
    for (int direction = 0; direction < kDirections; ++direction) {
      const core::Cell target = ahead(from, direction, 1);
      auto& at = moves_from_[static_cast<std::size_t>(number)][static_cast<std::size_t>(direction)];
      at = -1;
      if (!on_board(target)) continue;
      unsigned capturable = 0;
      for (int d = 0; d < kDirections; ++d) {
        const bool back = d == (direction + kDirections / 2) % kDirections;
        if (!back && on_board(ahead(target, d, 2))) capturable |= 1u << d;
      }
      at = static_cast<int>(moves_.size());
      moves_.push_back(
          {action_count_, static_cast<std::uint8_t>(games::sixteen_stone::index_of(from)),
           static_cast<std::uint8_t>(direction), static_cast<std::uint8_t>(capturable)});
      action_count_ += 1 << std::popcount(capturable);
    }
  }
}

int SixteenStoneCodec::number_of(int cell) const {
  return cell_of(cell).row * size_ + cell_of(cell).column;
}
int SixteenStoneCodec::cell_at(int number) const {
  return games::sixteen_stone::index_of({number % size_, number / size_});
}

int SixteenStoneCodec::index_of(games::Action action) const {
  const int number = number_of(State::from_of(action)), direction = State::direction_of(action);
  switch (State::kind_of(action)) {
    case Kind::kPlace: return number;
    case Kind::kPush: return cells_ + number * kDirections + direction;
    case Kind::kSacrifice: return cells_ * (1 + kDirections);
    case Kind::kEnd: return cells_ * (1 + kDirections) + 1;
    case Kind::kMove: break;
  }
  const int at = moves_from_[static_cast<std::size_t>(number)][static_cast<std::size_t>(direction)];
  const Moves& moves = moves_[static_cast<std::size_t>(at)];
  return moves.first + static_cast<int>(packed(State::captures_of(action), moves.capturable));
}

games::Action SixteenStoneCodec::action_at(int index) const {
  if (index < cells_) return State::make_action(Kind::kPlace, cell_at(index));
  index -= cells_;
  if (index < cells_ * kDirections) {
    return State::make_action(Kind::kPush, cell_at(index / kDirections), index % kDirections);
  }
  index -= cells_ * kDirections;
  if (index == 0) return State::make_action(Kind::kSacrifice);
  if (index == 1) return State::make_action(Kind::kEnd);
  index += cells_ * (1 + kDirections);
  const auto behind = std::upper_bound(moves_.begin(), moves_.end(), index,
                                       [](int i, const Moves& moves) { return i < moves.first; });
  const Moves& moves = *(behind - 1);
  return State::make_action(Kind::kMove, moves.from, moves.direction,
                            unpacked(static_cast<unsigned>(index - moves.first), moves.capturable));
}

std::vector<std::string> SixteenStoneCodec::plane_names() const {
  return {"own stones", "opponent's stones", "own pool",      "opponent's pool",
          "may move",   "may push",          "may sacrifice", "has an extra action",
          "placing"};
}

void SixteenStoneCodec::observe(const State& state, std::uint8_t* planes) const {
  std::fill_n(planes, shape().size(), std::uint8_t{0});
  const int mover = state.to_move();
  std::uint8_t* plane = planes;
  for (const int player : {mover, 1 - mover}) {
    state.stones(player).for_each([&](int cell) { plane[number_of(cell)] = 1; });
    plane += cells_;
  }
  const auto fill = [&](int value) {
    std::fill_n(plane, cells_, static_cast<std::uint8_t>(value));
    plane += cells_;
  };
  for (const int player : {mover, 1 - mover}) fill(state.pool(player));
  for (int right = 0; right < kRights; ++right) fill(state.rights() >> right & 1);
  fill(state.placing());
}

}  // namespace tensors
