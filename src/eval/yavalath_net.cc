// What a net of Yavalath looks at: stones by their cells, how many cells are empty, and for every
// cell the seven cells of each line of which it is the middle.
#include <bit>

#include "eval/yavalath.h"

namespace eval {

using games::yavalath::Board;

namespace {

constexpr int kSize = 5, kCells = 61, kRings = 5;
constexpr int kWindow = 7, kBeside = 3;  // cells of a line around a cell, and those on each side
constexpr int kLines = 27, kWindowCodes = 1 << (2 * kWindow);

// A window as bits: the player's stones, and above them the opponent's. What is off the board has
// both.
constexpr int window_code(unsigned own, unsigned other) {
  return static_cast<int>(own | other << kWindow);
}

constexpr unsigned reversed(unsigned bits) {
  unsigned result = 0;
  for (int i = 0; i < kWindow; ++i) result |= (bits >> i & 1) << (kWindow - 1 - i);
  return result;
}

// Is the middle on the board, and the rest off it only at the ends?
constexpr bool is_window(unsigned own, unsigned other) {
  const unsigned off = own & other;
  for (int i = 1; i <= kBeside; ++i) {
    const bool left = off >> (kBeside - i + 1) & 1, right = off >> (kBeside + i - 1) & 1;
    if (i == 1 && left) return false;
    if (left && !(off >> (kBeside - i) & 1)) return false;
    if (right && !(off >> (kBeside + i) & 1)) return false;
  }
  return true;
}

// The number of the pattern of each window: one and the same read from either end.
struct PatternNumbers {
  std::array<std::uint16_t, kWindowCodes> of{};
  int count = 0;

  PatternNumbers() {
    for (unsigned code = 0; code < kWindowCodes; ++code) {
      const unsigned own = code & ((1 << kWindow) - 1), other = code >> kWindow;
      if (!is_window(own, other)) continue;
      const auto mirrored = static_cast<unsigned>(window_code(reversed(own), reversed(other)));
      of[code] = mirrored < code ? of[mirrored] : static_cast<std::uint16_t>(count++);
    }
  }
};

struct Place {
  std::uint8_t line, at;
};

// The lines of the board. In a line's word the cells start at bit kBeside.
struct Geometry {
  std::array<int, Board::kBits> cell_number{};
  std::array<std::array<Place, 3>, kCells> places{};
  std::array<std::uint8_t, kCells> ring{};
  std::array<std::uint16_t, kLines> off_board{};

  Geometry() {
    const Board& board = games::yavalath::cells(kSize);
    int cells = 0, lines = 0;
    board.for_each([&](int cell) {
      ring[static_cast<std::size_t>(cells)] =
          static_cast<std::uint8_t>(games::yavalath::distance_from_centre(cell, kSize));
      cell_number[static_cast<std::size_t>(cell)] = cells++;
    });
    for (std::size_t direction = 0; direction < 3; ++direction) {
      const int step = games::yavalath::kLineSteps[direction];
      board.for_each([&](int first) {
        if (first >= step && board.test(first - step)) return;
        std::uint16_t off = 0xffff;
        int at = 0;
        for (int cell = first; board.test(cell); cell += step, ++at) {
          const auto number = static_cast<std::size_t>(cell_number[static_cast<std::size_t>(cell)]);
          places[number][direction] = {static_cast<std::uint8_t>(lines),
                                       static_cast<std::uint8_t>(at)};
          off = static_cast<std::uint16_t>(off & ~(1u << (at + kBeside)));
        }
        off_board[static_cast<std::size_t>(lines++)] = off;
      });
    }
  }
};

const PatternNumbers& pattern_numbers() {
  static const PatternNumbers kNumbers;
  return kNumbers;
}
const Geometry& geometry() {
  static const Geometry kGeometry;
  return kGeometry;
}

}  // namespace

bool YavalathEvaluator::net_fits(const State::Options& options) {
  return options.size == kSize && options.players == 2;
}

void YavalathEvaluator::net_inputs(const State& state, NetInputs& inputs) {
  static const Geometry& board = geometry();
  static const PatternNumbers& patterns = pattern_numbers();
  std::array<std::array<std::uint16_t, kLines>, 2> lines = {board.off_board, board.off_board};
  const int mover = state.to_move();
  for (int side = 0; side < 2; ++side) {
    auto& own = lines[static_cast<std::size_t>(side)];
    state.stones(side == 0 ? mover : 1 - mover).for_each([&](int cell) {
      const int number = board.cell_number[static_cast<std::size_t>(cell)];
      inputs.active.push_back(static_cast<std::uint16_t>(side * kCells + number));
      for (const Place& place : board.places[static_cast<std::size_t>(number)]) {
        own[place.line] = static_cast<std::uint16_t>(own[place.line] | 1u << (place.at + kBeside));
      }
    });
  }
  const int empty = kCells - inputs.active.size();
  inputs.active.push_back(static_cast<std::uint16_t>(2 * kCells + empty));
  constexpr unsigned kMask = (1u << kWindow) - 1;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    std::array<std::uint16_t, NetInputs::kPatternsOfCell> around;
    for (std::size_t direction = 0; direction < 3; ++direction) {
      const Place place = board.places[cell][direction];
      const unsigned own = lines[0][place.line] >> place.at & kMask;
      const unsigned other = lines[1][place.line] >> place.at & kMask;
      around[direction] = patterns.of[static_cast<std::size_t>(window_code(own, other))];
    }
    around[3] = static_cast<std::uint16_t>(kNetInputs.patterns - kRings + board.ring[cell]);
    inputs.cells.push_back(around);
  }
}

}  // namespace eval
