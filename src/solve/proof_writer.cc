#include "solve/proof_writer.h"

#include <algorithm>
#include <cassert>

#include "text/file.h"

namespace solve::proof {

namespace {

// Between the bits of the fast board and reading order, for one size.
struct Geometry {
  std::array<std::uint8_t, kMaxCells> bit{};  // of each cell in reading order
  std::array<CellMap, games::yavalath::kSymmetries> maps{};

  explicit Geometry(int size) {
    std::array<int, Board::kBits> number{};
    int cell = 0;
    for (int row = games::yavalath::row_count(size) - 1; row >= 0; --row) {
      for (int i = 0; i < games::yavalath::row_length(row, size); ++i, ++cell) {
        bit[cell] = static_cast<std::uint8_t>(games::yavalath::cell_at(row, i, size));
        number[bit[cell]] = cell;
      }
    }
    for (int symmetry = 0; symmetry < games::yavalath::kSymmetries; ++symmetry) {
      for (int from = 0; from < cell_count(size); ++from) {
        maps[symmetry][number[games::yavalath::transform(bit[from], symmetry, size)]] =
            static_cast<std::uint8_t>(from);
      }
    }
  }
};

const Geometry& geometry(int size) {
  static const std::array<Geometry, 4> all = {Geometry(3), Geometry(4), Geometry(5), Geometry(6)};
  return all[static_cast<std::size_t>(size - kSmallestSize)];
}

Stones stones_of(const State& state) {
  const int size = state.options().size;
  Stones stones{};
  for (int cell = 0; cell < cell_count(size); ++cell) {
    const int bit = geometry(size).bit[cell];
    stones[cell] = state.stones(0).test(bit) ? kWhite : state.stones(1).test(bit) ? kBlack : kEmpty;
  }
  return stones;
}

bool shorter(const Record& a, const Record& b) {
  return a.key != b.key ? a.key < b.key : a.turns < b.turns;
}

}  // namespace

Claim make_claim(const State& position, int player, bool draw) {
  assert(position.player_count() == 2 && !position.outcome().over());
  return {position.options().size, {stones_of(position), position.to_move()}, player, draw};
}

void Writer::add(const State& state, Action action, int turns) {
  assert(state.to_move() == claim_.player && state.options().size == claim_.size);
  assert(turns > 0 && turns <= kMaxCells);
  if (fours(state).any()) return;
  const Image image = image_of(state);
  int cell = 0;
  while (image.action(cell) != action) ++cell;
  records_.push_back(
      {image.smallest.key, static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(turns)});
  // A strategy is often added many times over: doubles must not fill the memory.
  if (records_.size() > 2 * tidied_ + (std::size_t{1} << 20)) tidy();
}

void Writer::add_all(const Proof& other) {
  assert(other.claim().size == claim_.size && other.claim().player == claim_.player);
  for (std::size_t i = 0; i < other.size(); ++i) records_.push_back(other.record(i));
  tidy();
}

void Writer::tidy() {
  std::sort(records_.begin(), records_.end(), shorter);
  const auto same = [](const Record& a, const Record& b) { return a.key == b.key; };
  records_.erase(std::unique(records_.begin(), records_.end(), same), records_.end());
  tidied_ = records_.size();
}

std::size_t Writer::records() {
  tidy();
  return records_.size();
}

std::string Writer::content() {
  tidy();
  return file_content(claim_, records_);
}

std::optional<text::Error> Writer::write(const std::string& path) {
  return text::write_file(path, content());
}

Action Image::action(int cell) const {
  const Geometry& board = geometry(size);
  return Action{board.bit[board.maps[smallest.symmetry][cell]]};
}

Image image_of(const State& state, bool exchanged) {
  const int size = state.options().size;
  Stones stones = stones_of(state);
  if (exchanged) {
    for (Stone& stone : stones) {
      stone = stone == kEmpty ? kEmpty : stone == kWhite ? kBlack : kWhite;
    }
  }
  return {smallest_image(stones, geometry(size).maps, size), size};
}

std::optional<RecordedAction> find(const Proof& proof, const Image& image) {
  if (proof.claim().size != image.size) return std::nullopt;
  const auto record = proof.find(image.smallest.key);
  if (!record || record->action >= cell_count(image.size)) return std::nullopt;
  return RecordedAction{image.action(record->action), record->turns};
}

Board fours(const State& state) {
  return state.empty() & games::yavalath::four_makers(state.stones(state.to_move()));
}

}  // namespace solve::proof
