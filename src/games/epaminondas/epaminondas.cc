#include "games/epaminondas/epaminondas.h"

#include <bit>
#include <cassert>

namespace games::epaminondas {

using text::Message;

namespace {

constexpr auto kStoneKeys = core::make_keys<2 * Board::kBits>(0x6570616d);
constexpr std::uint64_t kBlackToMove = core::mix(0x626c6b74);

std::uint64_t stone_key(int player, int cell) { return kStoneKeys[player * Board::kBits + cell]; }

constexpr Board make_cells(int columns, int first_row, int rows) {
  Board cells;
  for (int row = first_row; row < first_row + rows; ++row) {
    for (int column = 0; column < columns; ++column) cells.set(index_of({column, row}));
  }
  return cells;
}

// The fixed sets of cells of a board.
struct Layout {
  Board cells;
  std::array<Board, 2> home;     // where each player's stones start
  std::array<Board, 2> far_row;  // where each player wants to go
};

constexpr Layout make_layout(Rules rules) {
  const int c = columns(rules), r = rows(rules);
  return {make_cells(c, 0, r),
          {make_cells(c, 0, 2), make_cells(c, r - 2, 2)},
          {make_cells(c, r - 1, 1), make_cells(c, 0, 1)}};
}

constexpr Layout kLarge = make_layout(Rules::kStandard);
constexpr Layout kSmall = make_layout(Rules::kCrossings);

const Layout& layout(Rules rules) { return rules == Rules::kCrossings ? kSmall : kLarge; }

// The cells whose neighbour one step ahead is in the set.
template <int Step>
Board looking(const Board& set) {
  return set.shifted<-Step>();
}

// All moves in one direction, as sets of front stones: visit(fronts, moving, distance) means that
// every stone in `fronts` may lead `moving` stones `distance` cells on.
template <int Step, class Visit>
void visit_direction(const Board& movable, const Board& empty, const Board& enemy,
                     const Board& targets, Visit visit) {
  const Board before_empty = looking<Step>(empty);
  // fronts: stones with at least `moving` movable stones in line, themselves included.
  Board fronts = movable & (before_empty | looking<Step>(enemy));
  Board behind = movable;     // cells with a movable stone `moving` - 1 cells behind
  Board enemy_run = enemy;    // cells that start a run of at least `moving` enemies
  Board enemy_ahead = enemy;  // cells with an enemy `moving` - 1 cells ahead
  for (int moving = 1; fronts.any(); ++moving) {
    if (moving > 1) enemy_run &= (enemy_ahead = looking<Step>(enemy_ahead));
    // Rule 4: the enemy line must be strictly smaller than the number of moving stones.
    Board capture_ahead = moving > 1 ? targets & ~enemy_run : Board{};
    const bool captures = capture_ahead.any();
    Board empty_ahead = before_empty;
    Board free = fronts;  // fronts with `distance` - 1 empty cells ahead
    for (int distance = 1; distance <= moving; ++distance) {
      if (captures) {
        capture_ahead = looking<Step>(capture_ahead);
        const Board capturing = free & capture_ahead;
        if (capturing.any()) visit(capturing, moving, distance);
      }
      free &= empty_ahead;
      if (free.none()) break;
      visit(free, moving, distance);
      empty_ahead = looking<Step>(empty_ahead);
    }
    behind = behind.template shifted<Step>();
    fronts &= behind;
  }
}

}  // namespace

const Board& cells(Rules rules) { return layout(rules).cells; }

State State::start(const Options& options) {
  State state(options);
  state.stones_ = layout(options.rules).home;
  state.hash_ = state.recomputed_hash();
  return state;
}

// In Crossings a stone on its far row is locked: it neither moves nor counts among moving stones.
Board State::movable(int player) const {
  if (options_.rules != Rules::kCrossings) return stones_[player];
  return stones_[player] & ~kSmall.far_row[player];
}

// The enemy stones on which a capture by `player` may end: in Crossings not the locked ones.
Board State::targets(int player) const { return movable(1 - player); }

template <class Visit>
void State::visit_actions(Visit visit) const {
  const Board own = movable(to_move_), aims = targets(to_move_);
  const Board empty = layout(options_.rules).cells & ~(stones_[0] | stones_[1]);
  core::for_each_direction([&]<int D>() {
    constexpr int kStep = core::step(D, kStride);
    visit_direction<kStep>(own, empty, stones_[1 - to_move_], aims,
                           [&](const Board& fronts, int moving, int distance) {
                             visit(kStep, fronts, moving, distance);
                           });
  });
}

void State::legal_actions(ActionList<State>& list) const {
  list.clear();
  if (outcome_.over()) return;
  visit_actions([&](int step, const Board& fronts, int moving, int distance) {
    fronts.for_each([&](int front) {
      list.push_back(make_action(front - (moving - 1) * step, front + distance * step));
    });
  });
  if (options_.rules == Rules::kAbbott) {
    list.filter([&](Action action) { return !is_forbidden_copy(action); });
  }
}

int State::count_actions() const {
  if (outcome_.over()) return 0;
  if (options_.rules == Rules::kAbbott) {
    ActionList<State> list;
    legal_actions(list);
    return list.size();
  }
  int count = 0;
  visit_actions([&](int, const Board& fronts, int, int) { count += fronts.count(); });
  return count;
}

Action State::random_action(core::Rng& rng) const {
  if (options_.rules == Rules::kAbbott) {
    ActionList<State> list;
    legal_actions(list);
    return list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.size())))];
  }
  // Counting twice over sets of fronts is cheaper than listing every action once.
  int choice = static_cast<int>(rng.below(static_cast<std::uint32_t>(count_actions())));
  Action chosen;
  visit_actions([&](int step, const Board& fronts, int moving, int distance) {
    const int here = fronts.count();
    if (choice >= 0 && choice < here) {
      const int front = fronts.nth(choice);
      chosen = make_action(front - (moving - 1) * step, front + distance * step);
    }
    choice -= here;
  });
  return chosen;
}

State::Motion State::motion(Action action) const {
  const int rear = rear_of(action), target = target_of(action);
  Motion m{};
  m.direction = core::direction_between(cell_of(rear), cell_of(target));
  const int step = core::step(m.direction, kStride);
  const Board own = movable(to_move_);
  m.front = rear;
  m.moving = 1;
  while (m.front != target && own.test(m.front + step)) {
    m.front += step;
    ++m.moving;
  }
  m.distance = (target - m.front) / step;
  const Board& enemy = stones_[1 - to_move_];
  const int limit = options_.rules == Rules::kCrossings ? 1 : kStride;
  for (int cell = target; cell >= 0 && cell < Board::kBits && enemy.test(cell); cell += step) {
    if (m.captured == limit) break;
    ++m.captured;
  }
  return m;
}

void State::toggle(int player, int cell) {
  stones_[player].flip(cell);
  hash_ ^= stone_key(player, cell);
}

void State::shift(Action action) {
  const Motion m = motion(action);
  const int step = core::step(m.direction, kStride);
  for (int i = 0; i < m.captured; ++i) toggle(1 - to_move_, target_of(action) + i * step);
  for (int i = 0; i < m.distance; ++i) {
    // The stones between stay where they look to be: only the ends of the line change.
    toggle(to_move_, rear_of(action) + i * step);
    toggle(to_move_, m.front + (i + 1) * step);
  }
}

void State::apply(Action action) {
  shift(action);
  to_move_ = 1 - to_move_;
  hash_ ^= kBlackToMove;
  outcome_ = judged();
}

int State::crossed(int player) const {
  return (stones_[player] & layout(options_.rules).far_row[player]).count();
}

// Rule 5, at the start of a turn.
Outcome State::judged() const {
  if (crossed(to_move_) > crossed(1 - to_move_)) {
    return Outcome::won_by(to_move_, Message::kReasonCrossed);
  }
  if (!has_action()) return Outcome::won_by(1 - to_move_, Message::kReasonNoMove);
  return Outcome::running();
}

bool State::has_action() const {
  const Layout& board = layout(options_.rules);
  const Board own = movable(to_move_);
  const Board empty = board.cells & ~(stones_[0] | stones_[1]);
  // A single stone beside an empty cell may always step there; a crossing step might be forbidden.
  const Board safe = empty & ~board.far_row[to_move_];
  Board reach;
  core::for_each_direction([&]<int D>() { reach |= own.shifted<core::step(D, kStride)>(); });
  if ((reach & safe).any()) return true;
  ActionList<State> list;
  legal_actions(list);
  return !list.empty();
}

bool State::is_mirror_image() const { return transformed(1).stones_ == stones_; }

bool State::is_forbidden_copy(Action action) const {
  const Board& far = layout(options_.rules).far_row[to_move_];
  // Only a move from another row brings one more stone onto the far row.
  if (!far.test(target_of(action)) || far.test(rear_of(action))) return false;
  State after = *this;
  after.shift(action);
  return after.is_mirror_image();
}

std::uint64_t State::recomputed_hash() const {
  std::uint64_t hash = to_move_ == 1 ? kBlackToMove : 0;
  for (int player = 0; player < 2; ++player) {
    stones_[player].for_each([&](int cell) { hash ^= stone_key(player, cell); });
  }
  return hash;
}

State State::transformed(int symmetry) const {
  if (symmetry == 0) return *this;
  State image = *this;
  for (int player = 0; player < 2; ++player) {
    image.stones_[player] = {};
    stones_[player].for_each([&](int cell) {
      image.stones_[player].set(index_of(
          core::transform(cell_of(cell), symmetry, columns(options_.rules), rows(options_.rules))));
    });
  }
  image.hash_ = image.recomputed_hash();
  return image;
}

Action State::transformed_action(Action action, int symmetry) const {
  const auto image = [&](int cell) {
    return index_of(
        core::transform(cell_of(cell), symmetry, columns(options_.rules), rows(options_.rules)));
  };
  return make_action(image(rear_of(action)), image(target_of(action)));
}

}  // namespace games::epaminondas
