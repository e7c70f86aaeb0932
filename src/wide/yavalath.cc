#include "wide/yavalath.h"

#include <algorithm>
#include <utility>

// The board on one lane. A hexagon of 61 cells tiles the plane, and the tiles' cells can be
// numbered so that a step in a direction always adds the same to the number, counted modulo 61:
// here 1 along the row, 13 and 14 on the diagonals. So the cells are bits 0 to 60, and a step in
// all games at once is a rotation of 61 bits. A step off the board arrives at a cell far away; a
// mask of the cells that have a neighbour behind them takes those out. Smaller boards lie in the
// middle of this one.
//
// Bits that are no cells (61 to 63, and more on smaller boards) say whose stones a Word holds: each
// player's own ones are set in his Word wherever it travels, and no random choice can take them.
namespace wide {
namespace {

using games::yavalath::Board;
using games::yavalath::State;

constexpr int kCells = 61;
constexpr int kMiddle = 4;  // column and row of the centre
constexpr int kUp = 13;     // one row up in the same column
constexpr std::array<int, 3> kSteps = {1, kUp, kUp + 1};
constexpr std::uint64_t kAll = ~std::uint64_t{0};

// The bit of a cell of the rules' board.
int bit_of(int cell, int size) {
  const int column = games::yavalath::column_of(cell) + kMiddle - (size - 1);
  const int row = games::yavalath::row_of(cell) + kMiddle - (size - 1);
  return (column + kUp * row) % kCells;
}

std::uint64_t word_of(const Board& board, int size) {
  std::uint64_t word = 0;
  board.for_each([&](int cell) { word |= std::uint64_t{1} << bit_of(cell, size); });
  return word;
}

struct Setup {
  explicit Setup(const State& start);

  std::uint64_t cells = 0;
  std::array<std::uint64_t, 3> behind{};  // cells with a neighbour behind them, a direction each
  // For each player, and in the order in which they are to move.
  std::array<std::uint64_t, 3> mark{}, stones{};
  std::uint64_t makers = 0;  // where the player to move makes a four
  bool one_is_out = false;   // of three
  bool is_small = false;
  // The mover's Word when he may swap; something that it never is where nobody may.
  std::uint64_t may_swap = 0;
};

// --- Lines ---

template <int kDistance, class Word>
TABULEIRO_LANES Word turned(Word board) {
  return (board << kDistance) | (board >> (kCells - kDistance));
}

// The last cells of lines of three in one direction, and of four.
template <class Word>
struct Lines {
  Word three{}, four{};

  template <int D>
  TABULEIRO_LANES void add(const Setup& setup, Word stones) {
    constexpr int kStep = kSteps[D];
    const Word pairs = stones & turned<kStep>(stones) & setup.behind[D];
    const Word threes = pairs & turned<kStep>(pairs);
    three |= threes;
    four |= threes & turned<2 * kStep>(pairs);
  }
};

// All lines; `stones` has bits of cells only.
template <class Word>
TABULEIRO_LANES Lines<Word> lines_of(const Setup& setup, Word stones) {
  Lines<Word> lines;
  lines.template add<0>(setup, stones);
  lines.template add<1>(setup, stones);
  lines.template add<2>(setup, stones);
  return lines;
}

// The cells, taken or not, on which one more stone makes a four, in direction D.
template <int D, class Word>
TABULEIRO_LANES Word four_makers_along(const Setup& setup, Word stones) {
  constexpr int kStep = kSteps[D], kBack = kCells - kStep;
  const std::uint64_t has_before = setup.behind[D];
  const std::uint64_t has_after = turned<kBack>(has_before) & setup.cells;
  const Word before = turned<kStep>(stones) & has_before;
  const Word after = turned<kBack>(stones) & has_after;
  const Word pairs = stones & before, threes = pairs & turned<kStep>(pairs);
  const Word two_before = turned<kStep>(pairs) & has_before;
  const Word two_after = turned<kBack - kStep>(pairs) & has_after;
  return (turned<kStep>(threes) & has_before) | (two_before & after) | (before & two_after) |
         (turned<kBack - 2 * kStep>(threes) & has_after);
}

template <class Word>
TABULEIRO_LANES Word four_makers(const Setup& setup, Word stones) {
  const Word on_board = stones & setup.cells;
  return four_makers_along<0>(setup, on_board) | four_makers_along<1>(setup, on_board) |
         four_makers_along<2>(setup, on_board);
}

// --- The start ---

Setup::Setup(const State& start) {
  const int size = start.options().size;
  is_small = size < 5;
  cells = word_of(games::yavalath::cells(size), size);
  for (std::size_t d = 0; d < behind.size(); ++d) {
    games::yavalath::cells(size).for_each([&](int cell) {
      const int before = cell - games::yavalath::kLineSteps[d];
      if (before < 0 || !games::yavalath::cells(size).test(before)) return;
      behind[d] |= std::uint64_t{1} << bit_of(cell, size);
    });
  }
  const int players = start.player_count();
  if (players == 2) {
    mark = {~cells, 0, 0};
  } else {
    const std::uint64_t first = std::uint64_t{1} << 63, second = first >> 1;
    mark = {first, second, ~(cells | first | second)};
  }
  std::array<int, 3> order = {0, 1, 2};
  std::rotate(order.begin(), order.begin() + start.to_move(), order.begin() + players);
  if (start.is_out(order[1])) std::swap(order[1], order[2]);  // whoever is out stands last
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto player = static_cast<std::size_t>(order[i]);
    stones[i] = word_of(start.stones(order[i]), size) | mark[player];
    one_is_out |= start.is_out(order[i]);
  }
  // The second player has no stone before his first turn, and the first one had just one.
  const bool first_turns = (start.stones(0) | start.stones(1)).none() && start.to_move() == 0;
  const bool swaps = start.options().swap && (first_turns || start.may_swap());
  may_swap = swaps ? 0 : mark[0] & -mark[0];  // the first player's Word has all of his marks
  makers = four_makers(*this, stones[0]);
}

// --- Random cells ---

// A cell drawn with six random bits: a bit, maybe of a cell that is taken.
template <class Word>
TABULEIRO_LANES Word drawn_cell(Word random) {
  return every<Word>(1) << (random & 63);
}

// The first free one of so many drawn cells, with six bits each; nothing where all are taken.
template <int kDraws, class Word>
TABULEIRO_LANES Word drawn_free(Word random, Word taken) {
  Word free{};
  for (int i = 0; i < kDraws; ++i) {
    free |= drawn_cell<Word>(random >> (6 * i)) & ~taken & is_zero(free);
  }
  return free;
}

// On a small board most bits are no cells: two draws would seldom do.
template <class Word>
TABULEIRO_LANES Word drawn_free(const Setup& setup, Word bits, Random<Word>& random, Word taken) {
  Word free = drawn_free<2>(bits, taken);
  if (setup.is_small) free |= drawn_free<5>(random.next() >> 4, taken) & is_zero(free);
  return free;
}

// --- Two players ---

template <class Word>
class TwoPlayers {
 public:
  using Setup = wide::Setup;
  static constexpr int kPlayers = 2, kSteps = 5;  // 12 random bits a step

  TABULEIRO_LANES explicit TwoPlayers(const Setup& setup)
      : own_(every<Word>(setup.stones[0])), other_(every<Word>(setup.stones[1])) {}

  TABULEIRO_LANES void draw(Random<Word>& random) { bits_ = random.next() >> 4; }

  // Before a swap the only stone counts as free: taking its cell is the swap.
  TABULEIRO_LANES StepResult<Word> step(const Setup& setup, Random<Word>& random) {
    const Word swaps = equal(own_, every<Word>(setup.may_swap));
    const Word taken = select(swaps, every<Word>(setup.mark[0]), own_ | other_);
    const Word cell = drawn_free(setup, bits_, random, taken);
    bits_ >>= 12;
    const Word moved = own_ | cell, rest = other_ & ~cell;
    const Lines<Word> lines = lines_of<Word>(setup, moved & setup.cells);
    const Word played = is_any(cell);
    const Word decided = is_any(lines.three) & played;
    const Word full = equal(moved | rest, every<Word>(kAll)) & played;
    const Word winner = select(is_any(lines.four), moved, rest);
    const Word first = is_any(winner & setup.mark[0]);
    const Word swapped = cell & other_;
    own_ = select(played, rest, own_);
    other_ = select(played, moved, other_);
    return {played, decided | full, {decided & first, decided & ~first, Word{}}, cell & ~swapped};
  }

  // With no cell free a lane stands still.
  TABULEIRO_LANES void restart(const Setup& setup, Word where, Word closed) {
    own_ = select(where, setup.stones[0] | closed, own_);
    other_ = select(where, setup.stones[1] | closed, other_);
  }

 private:
  Word own_, other_;  // the stones of the player to move, and of the other
  Word bits_{};
};

// --- Three players ---

// Is exactly one bit set? Also where none is.
template <class Word>
TABULEIRO_LANES Word at_most_one(Word cells) {
  return is_zero(cells & (cells - 1));
}

template <class Word>
class ThreePlayers {
 public:
  using Setup = wide::Setup;
  static constexpr int kPlayers = 3, kSteps = 1;

  TABULEIRO_LANES explicit ThreePlayers(const Setup& setup) { restart(setup, ~Word{}, Word{}); }

  TABULEIRO_LANES void draw(Random<Word>& random) { bits_ = random.next(); }

  TABULEIRO_LANES StepResult<Word> step(const Setup& setup, Random<Word>& random) {
    const Word taken = own_ | next_ | third_;
    const Word next_makers = four_makers(setup, next_);
    const Word cell = drawn(setup, random, taken, next_makers);
    const Word moved = own_ | cell, played = is_any(cell);
    const Word four = is_any(cell & makers_);
    const Word out = is_any(lines_of<Word>(setup, moved & setup.cells).three) & played & ~four;
    const Word decided = four | (out & two_left_);
    const Word full = equal(taken | cell, every<Word>(kAll)) & played;
    const Word winner = select(four, moved, next_) & decided;
    pass(moved, played, out, next_makers);
    return {played,
            decided | full,
            {is_any(winner & setup.mark[0]), is_any(winner & setup.mark[1]),
             is_any(winner & setup.mark[2])},
            cell};
  }

  TABULEIRO_LANES void restart(const Setup& setup, Word where, Word closed) {
    own_ = select(where, setup.stones[0] | closed, own_);
    next_ = select(where, setup.stones[1] | closed, next_);
    third_ = select(where, setup.stones[2] | closed, third_);
    makers_ = select(where, every<Word>(setup.makers), makers_);
    two_left_ = select(where, every<Word>(setup.one_is_out ? kAll : 0), two_left_);
  }

 private:
  // Where the next player could make a four, few cells are allowed, often one. Of several the
  // random bits keep each or not, and a lone one is taken: all are equally likely to be it.
  TABULEIRO_LANES Word drawn(const Setup& setup, Random<Word>& random, Word taken,
                             Word next_makers) const {
    const Word must = next_makers & ~taken & ~two_left_;
    const Word allowed = must | (makers_ & ~taken);
    const Word kept = select(at_most_one(allowed), allowed, allowed & bits_);
    const Word forced = kept & at_most_one(kept);
    return select(is_any(must), forced, drawn_free(setup, bits_ >> 4, random, taken));
  }

  // Whoever is out stands third, and stays there.
  TABULEIRO_LANES void pass(Word moved, Word played, Word out, Word next_makers) {
    const Word stays = two_left_;
    own_ = select(played, next_, own_);
    next_ = select(played, select(stays, moved, third_), next_);
    third_ = select(played & ~stays, moved, third_);
    makers_ = select(played, next_makers, makers_);
    two_left_ |= out;
  }

  // The stones of the player to move, of the next, and of the one after him or who is out.
  Word own_{}, next_{}, third_{};
  Word makers_{};  // where the player to move makes a four
  Word two_left_{};
  Word bits_{};
};

}  // namespace

void Way<State>::play(const State& start, Instructions instructions, bool recorded, Work& work) {
  const Setup setup(start);
  if (start.player_count() == 2) return wide::play<TwoPlayers>(instructions, recorded, setup, work);
  wide::play<ThreePlayers>(instructions, recorded, setup, work);
}

// A word is the bit of a cell; none is the swap.
games::Action Way<State>::action(const State& start, std::uint64_t word) {
  if (word == 0) return State::kSwap;
  const int size = start.options().size;
  games::Action action;
  games::yavalath::cells(size).for_each([&](int cell) {
    if (word >> bit_of(cell, size) & 1) action = {static_cast<std::uint32_t>(cell)};
  });
  return action;
}

}  // namespace wide
