// Four in Line in numbers: an action is the number of its cell, row by row from `a1`.
#pragma once

#include "games/four_in_line/four_in_line.h"
#include "tensors/codec.h"

namespace tensors {

template <>
class Codec<games::four_in_line::State> {
 public:
  using State = games::four_in_line::State;

  explicit Codec(const State::Options& options) : size_(options.size) {}

  Shape shape() const { return {2, size_, size_}; }
  std::vector<std::string> plane_names() const { return {"own stones", "opponent's stones"}; }
  int action_count() const { return size_ * size_; }
  int index_of(games::Action action) const {
    const auto cell = games::four_in_line::cell_of(static_cast<int>(action.code));
    return cell.row * size_ + cell.column;
  }
  games::Action action_at(int index) const {
    return {
        static_cast<std::uint32_t>(games::four_in_line::index_of({index % size_, index / size_}))};
  }
  void observe(const State& state, std::uint8_t* planes) const;

 private:
  int size_;
};

}  // namespace tensors
