#include "wide/sixteen_stone.h"

#include <algorithm>
#include <bit>

#include "games/perft.h"

// The board on one lane: cell (column, row) is bit 6 * row + column, so that an unused column
// separates the rows and 29 bits are enough; shifts do not come round, and what they bring to the
// unused column or beyond the last row is masked away or meets no stone there.
//
// All that a player can do with one stone in one direction is one action at most: a move where the
// cell ahead is free, a push where a stone is. (What a move captures is chosen apart.) So eight
// boards, of the stones that can act in each direction, list all moves and pushes. Two opposite
// directions lie in one lane, the second one 32 bits up, and a random number of the sum of bits
// selects one of them; beyond these numbers are the sacrifice and the end of the turn.
namespace wide {
namespace {

using games::Action;
using games::sixteen_stone::Capture;
using games::sixteen_stone::Kind;
using games::sixteen_stone::State;

constexpr int kRow = 6;
constexpr std::array<int, 4> kSteps = {1, kRow - 1, kRow, kRow + 1};  // each has its opposite
constexpr int kHalf = 32;
constexpr std::uint64_t kLowHalf = 0xffffffff;

// What a player still has this turn, as in the rules.
constexpr std::uint64_t kMove = games::sixteen_stone::kMoveRight;
constexpr std::uint64_t kPush = games::sixteen_stone::kPushRight;
constexpr std::uint64_t kSacrifice = games::sixteen_stone::kSacrificeRight;
constexpr std::uint64_t kExtra = games::sixteen_stone::kExtraRight;

int bit_of(int cell) {
  const core::Cell at = games::sixteen_stone::cell_of(cell);
  return kRow * at.row + at.column;
}

std::uint64_t word_of(const games::sixteen_stone::Board& board) {
  std::uint64_t word = 0;
  board.for_each([&](int cell) { word |= std::uint64_t{1} << bit_of(cell); });
  return word;
}

struct Setup {
  explicit Setup(const State& start)
      : cells(word_of(start.cells())),
        own(word_of(start.stones(start.to_move()))),
        enemy(word_of(start.stones(1 - start.to_move()))),
        own_pool(static_cast<std::uint64_t>(start.pool(start.to_move()))),
        enemy_pool(static_cast<std::uint64_t>(start.pool(1 - start.to_move()))),
        rights(start.rights()),
        turn(static_cast<std::uint64_t>(std::min(start.turn(), 3))),  // later ones are alike
        first(start.to_move() == 0 ? ~std::uint64_t{0} : 0),
        optional(start.options().capture == Capture::kOptional) {}

  std::uint64_t cells, own, enemy, own_pool, enemy_pool, rights, turn, first;
  bool optional;
};

// --- Bits ---

// The cells whose neighbour some steps ahead is in the set; against the direction where kSteps < 0.
template <int kDistance, class Word>
TABULEIRO_LANES Word looking(Word set) {
  if constexpr (kDistance > 0) return set >> kDistance;
  return set << -kDistance;
}

// REQUIRES: both are below 2^63.
template <class Word>
TABULEIRO_LANES Word is_at_least(Word a, Word b) {
  return is_zero((a - b) >> 63);
}

// How many bits are set in parts of 2, 4, 8, 16 and 32 bits.
template <class Word>
struct PartCounts {
  Word of2, of4, of8, of16, of32;

  TABULEIRO_LANES explicit PartCounts(Word bits) {
    of2 = bits - ((bits >> 1) & 0x5555555555555555);
    of4 = (of2 & 0x3333333333333333) + ((of2 >> 2) & 0x3333333333333333);
    of8 = (of4 + (of4 >> 4)) & 0x0f0f0f0f0f0f0f0f;
    of16 = (of8 + (of8 >> 8)) & 0x00ff00ff00ff00ff;
    of32 = (of16 + (of16 >> 16)) & 0x000000ff000000ff;
  }
  TABULEIRO_LANES Word all() const { return (of32 + (of32 >> kHalf)) & 0xff; }
};

// The number of the set bit before which there are `rank` others. REQUIRES: there is one.
template <class Word>
TABULEIRO_LANES Word nth_bit(Word bits, Word rank) {
  const PartCounts<Word> counts(bits);
  Word at{};
  const auto go = [&](Word parts, std::uint64_t width) __attribute__((always_inline)) {
    const Word before = (parts >> at) & (2 * width - 1);
    const Word beyond = is_at_least(rank, before);
    rank -= before & beyond;
    at += beyond & width;
  };
  go(counts.of32, 32);
  go(counts.of16, 16);
  go(counts.of8, 8);
  go(counts.of4, 4);
  go(counts.of2, 2);
  go(bits, 1);
  return at;
}

// A number for each cell, its bits in four boards.
template <class Word>
struct CellCounts {
  Word ones{}, twos{}, fours{}, eights{};

  TABULEIRO_LANES void add(Word cells) {
    const Word carry1 = ones & cells, carry2 = twos & carry1;
    ones ^= cells;
    twos ^= carry1;
    eights |= fours & carry2;
    fours ^= carry2;
  }
  // The cells with a larger number than the lane's.
  TABULEIRO_LANES Word above(Word number) const {
    Word larger{}, same = ~Word{};
    const auto compare = [&](Word board, std::uint64_t value) __attribute__((always_inline)) {
      const Word bit = is_any(number & value);
      larger |= same & board & ~bit;
      same &= ~(board ^ bit);
    };
    compare(eights, 8);
    compare(fours, 4);
    compare(twos, 2);
    compare(ones, 1);
    return larger;
  }
  // The largest number among some cells; 0 where there are none.
  TABULEIRO_LANES Word largest(Word cells) const {
    Word number{};
    const auto keep = [&](Word board, std::uint64_t value) __attribute__((always_inline)) {
      const Word some = is_any(cells & board);
      cells = select(some, cells & board, cells);
      number |= some & value;
    };
    keep(eights, 8);
    keep(fours, 4);
    keep(twos, 2);
    keep(ones, 1);
    return number;
  }
};

// --- The game ---

template <class Word>
class Player {
 public:
  using Setup = wide::Setup;
  static constexpr int kPlayers = 2, kSteps = 1;

  TABULEIRO_LANES explicit Player(const Setup& setup) { restart(setup, ~Word{}, Word{}); }

  TABULEIRO_LANES void draw(Random<Word>& random) {
    choice_ = random.next() >> 32;
    chance_ = random.next();
  }

  TABULEIRO_LANES StepResult<Word> step(const Setup& setup, Random<Word>&) {
    const Word free = setup.cells & ~(own_ | enemy_), placing = is_zero(turn_);
    const Possible possible = look(free, placing);
    const Chosen chosen = choose(possible, placing);
    Shift shift = shift_of(chosen, free, placing);
    const Captures captures = capture(setup, shift, free);
    const Word played = ~chosen.stuck & ~chosen.none & captures.accepted;
    const Word written = written_down(chosen, shift, captures, placing);
    return play(chosen, shift, captures, placing, played, written);
  }

  // A board that is full while stones are still to be placed: there a lane stands still.
  TABULEIRO_LANES void restart(const Setup& setup, Word where, Word closed) {
    const auto set = [&](Word& what, std::uint64_t value) __attribute__((always_inline)) {
      what = select(where, value & ~closed, what);
    };
    set(own_, setup.own);
    own_ |= closed & where & setup.cells;
    set(enemy_, setup.enemy);
    set(own_pool_, setup.own_pool);
    set(enemy_pool_, setup.enemy_pool);
    set(rights_, setup.rights);
    set(turn_, setup.turn);
    set(first_, setup.first);
    set(actions_, 0);
  }

 private:
  // What can be done: stones that can act, a pair of opposite directions each.
  struct Possible {
    std::array<Word, 4> stones;
    Word anything;  // a move or a push, whatever the turn still allows
  };
  // One of it.
  struct Chosen {
    Word cell;             // a bit: placed on, moved or pushed from; none for the other two kinds
    Word pair, backwards;  // the direction: 0 to 3, and a mask
    Word sacrifice, end;   // masks
    Word none, stuck;      // there is nothing; so that the turn is over
  };
  // What a move or a push does to the board.
  struct Shift {
    Word from, target;   // the rearmost stone; the cell where a stone of the player's is afterwards
    Word moved, pushed;  // the target, where it was free or had an enemy stone
    Word beyond;         // where the foremost enemy stone goes; none where it falls
  };
  struct Captures {
    Word cells, count;
    Word accepted;  // a mask
  };

  // --- What can be done ---

  // Stones that may push in a direction as the rearmost ones: one or two enemy stones, with a
  // longer line of their own, on a board five cells wide.
  template <int D>
  TABULEIRO_LANES Word pushers() const {
    const Word front = own_ & looking<D>(enemy_);
    const Word own_two = looking<2 * D>(own_), enemy_two = looking<2 * D>(enemy_);
    const Word against_one = front & ~own_two & ~enemy_two;
    const Word against_two = front & enemy_two & ~looking<3 * D>(own_ | enemy_);
    const Word two = own_ & looking<D>(against_one);
    const Word three = own_ & looking<D>(two), four = own_ & looking<D>(three);
    return two | three | four | (own_ & looking<D>(own_ & looking<D>(against_two)));
  }

  template <int I>
  TABULEIRO_LANES void look_along(Word free, Possible& possible) const {
    constexpr int D = wide::kSteps[I];
    const Word may_move = is_any(rights_ & (kMove | kExtra));
    const Word may_push = is_any(rights_ & (kPush | kExtra));
    const Word movers = (own_ & looking<D>(free)) | (own_ & looking<-D>(free)) << kHalf;
    const Word able = pushers<D>() | pushers<-D>() << kHalf;
    possible.anything |= movers | able;
    possible.stones[I] = (movers & may_move) | (able & may_push);
  }

  TABULEIRO_LANES Possible look(Word free, Word placing) const {
    Possible possible{};
    look_along<0>(free, possible);
    look_along<1>(free, possible);
    look_along<2>(free, possible);
    look_along<3>(free, possible);
    possible.anything &= ~placing;
    possible.stones[0] |= free & placing;  // there are no rights then
    return possible;
  }

  // --- Choosing ---

  TABULEIRO_LANES Chosen choose(const Possible& possible, Word placing) const {
    Chosen chosen{};
    Word sum{}, rank{}, stones{}, before{};
    std::array<Word, 4> sums;
    for (std::size_t i = 0; i < 4; ++i) {
      sums[i] = sum;
      sum += PartCounts<Word>(possible.stones[i]).all();
    }
    const Word may_sacrifice =
        is_any(possible.anything) & is_any(rights_ & kSacrifice) & is_any(own_pool_);
    const Word may_end = ~placing & is_any(~rights_ & (kMove | kPush));
    const Word all = sum - may_sacrifice - may_end;  // a mask is -1
    chosen.none = is_zero(all);
    chosen.stuck = ~placing & is_zero(sum) & ~may_sacrifice;
    rank = (choice_ * all) >> 32;
    stones = possible.stones[0];
    for (std::size_t i = 1; i < 4; ++i) {
      const Word reached = is_at_least(rank, sums[i]);
      stones = select(reached, possible.stones[i], stones);
      before = select(reached, sums[i], before);
      chosen.pair -= reached;
    }
    const Word beyond = is_at_least(rank, sum);
    chosen.sacrifice = beyond & may_sacrifice & equal(rank, sum);
    chosen.end = beyond & ~chosen.sacrifice;
    const Word at = nth_bit(stones, rank - before);
    chosen.backwards = is_any(at & kHalf);
    chosen.cell = (every<Word>(1) << (at & (kHalf - 1))) & ~beyond;
    return chosen;
  }

  // From the rearmost stone along its line, at most four own stones and two of the enemy's.
  TABULEIRO_LANES Shift shift_of(const Chosen& chosen, Word free, Word placing) const {
    // 1, 5, 6 or 7.
    const Word distance = 1 + chosen.pair + (is_any(chosen.pair) & 3);
    const auto step = [&](Word cell) __attribute__((always_inline)) {
      cell <<= distance & ~chosen.backwards;
      return cell >> (distance & chosen.backwards);
    };
    static_assert(wide::kSteps[1] == 5 && wide::kSteps[2] == 6 && wide::kSteps[3] == 7);
    Shift shift{};
    shift.from = chosen.cell & ~placing;
    Word at = shift.from;
    for (int stones = 0; stones < 4; ++stones) {
      const Word ahead = step(at);
      at = ahead & own_;
      shift.target |= ahead & ~own_;
    }
    shift.moved = shift.target & free;
    shift.pushed = shift.target & enemy_;
    const Word next = step(shift.pushed), last = step(next & enemy_);
    shift.beyond = (next | last) & ~enemy_ & (free | own_);
    return shift;
  }

  // --- Captures ---

  // Where a move could capture more than the pool allows, or need not capture, each set of captures
  // is an action of its own. A random set is drawn then, and the step counts only if it is one of
  // these: which happens to each set of a move with k stones in one of 2^k cases. So that all other
  // actions are as likely, they count in as many cases only: one of 2^most, where `most` is the
  // largest k of any move that there is such a choice for. (Mostly there is none, and most is 0.)
  TABULEIRO_LANES Captures capture(const Setup& setup, const Shift& shift, Word free) const {
    const Word pool = own_pool_, optional = every<Word>(setup.optional ? ~std::uint64_t{0} : 0);
    CellCounts<Word> around;
    Word reach{}, caught{};
    const auto look = [&]<int D>() __attribute__((always_inline)) {
      const Word behind = looking<D>(own_);
      around.add(looking<D>(enemy_ & behind));
      reach |= behind;
      caught |= looking<-D>(shift.moved) & enemy_ & behind;
    };
    look.template operator()<1>();
    look.template operator()<-1>();
    look.template operator()<kRow - 1>();
    look.template operator()<1 - kRow>();
    look.template operator()<kRow>();
    look.template operator()<-kRow>();
    look.template operator()<kRow + 1>();
    look.template operator()<-kRow - 1>();
    const Word has_pool = is_any(pool), may_move = is_any(rights_ & (kMove | kExtra));
    const Word targets = reach & free & has_pool & may_move;
    const Word most = around.largest(targets & (optional | around.above(pool)));

    caught &= has_pool;
    const Word drawn = caught & (chance_ >> 35);  // a random bit a cell
    const PartCounts<Word> counts(caught | drawn << kHalf);
    const Word count = counts.of32 & kLowHalf, drawn_count = counts.of32 >> kHalf;
    const Word choice = is_any(caught) & (optional | ~is_at_least(pool, count));
    const Word allowed = is_at_least(pool, drawn_count) & (optional | equal(drawn_count, pool));
    const Word others = most - (count & choice);
    const Word unlucky = (chance_ >> 20) & ((every<Word>(1) << others) - 1);
    return {select(choice, drawn, caught), select(choice, drawn_count, count),
            is_zero(unlucky) & (~choice | allowed)};
  }

  // --- Playing ---

  TABULEIRO_LANES StepResult<Word> play(const Chosen& chosen, const Shift& shift,
                                        const Captures& captures, Word placing, Word played,
                                        Word written) {
    const Word taken = captures.count & played;
    const Word placed = played & placing, acted = played & is_any(shift.from);
    const Word fell = acted & is_any(shift.pushed) & is_zero(shift.beyond);
    const Word sacrificed = played & chosen.sacrifice;
    own_ ^= (chosen.cell | shift.target) & played;
    own_ |= captures.cells & played;
    enemy_ &= ~((captures.cells | shift.target) & played);
    enemy_ |= shift.beyond & played;
    own_pool_ += placed + sacrificed - taken;
    enemy_pool_ += taken - fell;
    actions_ -= played;
    const Word won = acted & is_zero(enemy_ & (enemy_ - 1));
    const Word first = first_;
    pass_turn(chosen, shift, placed, acted, sacrificed, played);
    const Word cut = equal(actions_, every<Word>(games::kMaxPlayoutActions));
    return {played, won | cut, {won & first, won & ~first, Word{}}, written};
  }

  // What the turn still allows, and the next turn where this one is over. A player who cannot act
  // at all passes like one who cannot go on; both cannot be blocked, with 16 stones on 25 cells.
  TABULEIRO_LANES void pass_turn(const Chosen& chosen, const Shift& shift, Word placed, Word acted,
                                 Word sacrificed, Word played) {
    const Word own_right = select(is_any(shift.moved), every<Word>(kMove), every<Word>(kPush));
    const Word used = select(is_any(rights_ & own_right), own_right, every<Word>(kExtra));
    const Word first_turn = ~is_at_least(turn_, every<Word>(3));  // one push or move, no more
    rights_ &= ~(acted & (used | first_turn)) & ~(sacrificed & kSacrifice);
    rights_ |= sacrificed & kExtra;

    // Where rights are left that nothing can be done with, the next step sees it: `stuck`.
    const Word over = placed | (played & chosen.end) | chosen.stuck | (acted & is_zero(rights_));
    const Word still_placing = placed & is_any(own_pool_ | enemy_pool_);
    turn_ += over & ~still_placing & 1;
    const Word later = is_at_least(turn_, every<Word>(3));
    const Word next = (every<Word>(kMove | kPush) | (later & kSacrifice)) & ~still_placing;
    rights_ = select(over, next, rights_);
    exchange(own_, enemy_, over);
    exchange(own_pool_, enemy_pool_, over);
    first_ ^= over;
  }

  TABULEIRO_LANES static void exchange(Word& a, Word& b, Word where) {
    const Word difference = (a ^ b) & where;
    a ^= difference;
    b ^= difference;
  }

  // For Way::action: the cell, from bit 29 the kind, from 32 the captured cells, from 61 the
  // direction.
  TABULEIRO_LANES Word written_down(const Chosen& chosen, const Shift& shift,
                                    const Captures& captures, Word placing) const {
    const auto kind = [](Word where, Kind is) __attribute__((always_inline)) {
      return where & static_cast<std::uint64_t>(is);
    };
    const Word kinds = kind(placing, Kind::kPlace) | kind(is_any(shift.moved), Kind::kMove) |
                       kind(is_any(shift.pushed), Kind::kPush) |
                       kind(chosen.sacrifice, Kind::kSacrifice) |
                       kind(chosen.end & ~placing, Kind::kEnd);
    return chosen.cell | kinds << 29 | captures.cells << kHalf |
           (2 * chosen.pair + (chosen.backwards & 1)) << 61;
  }

  // Of the player to move, and of the other.
  Word own_{}, enemy_{}, own_pool_{}, enemy_pool_{};
  Word rights_{}, turn_{}, first_{};  // as in the rules; a mask: the first player is to move
  Word actions_{};                    // of this game
  Word choice_{}, chance_{};          // 32 random bits, 64 others
};

}  // namespace

void Way<State>::play(const State& start, Instructions instructions, bool recorded, Work& work) {
  wide::play<Player>(instructions, recorded, Setup(start), work);
}

Action Way<State>::action(const State&, std::uint64_t word) {
  const auto kind = static_cast<Kind>(word >> 29 & 7);
  if (kind == Kind::kSacrifice || kind == Kind::kEnd) return State::make_action(kind);
  const int bit = std::countr_zero(word & ((1u << 29) - 1));
  const int cell = games::sixteen_stone::index_of({bit % kRow, bit / kRow});
  if (kind == Kind::kPlace) return State::make_action(kind, cell);
  const int pair = static_cast<int>(word >> 62);
  const int distance = word >> 61 & 1 ? -kSteps[pair] : kSteps[pair];
  int direction = 0;
  while (core::step(direction, kRow) != distance) ++direction;
  unsigned captures = 0;
  for (int d = 0; d < 8; ++d) {
    const int captured = bit + distance + core::step(d, kRow);
    if (captured >= 0 && (word >> kHalf & kLowHalf >> 3) >> captured & 1) captures |= 1u << d;
  }
  return State::make_action(kind, cell, direction, captures);
}

}  // namespace wide
