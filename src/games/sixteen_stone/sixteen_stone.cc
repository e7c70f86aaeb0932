#include "games/sixteen_stone/sixteen_stone.h"

#include <algorithm>
#include <bit>

namespace games::sixteen_stone {

using text::Message;

namespace {

constexpr auto kStoneKeys = core::make_keys<2 * Board::kBits>(0x73697874);
constexpr auto kPoolKeys = core::make_keys<2 * 64>(0x706f6f6c);
constexpr auto kTurnKeys = core::make_keys<2 * 16>(0x7475726e);

std::uint64_t stone_key(int player, int cell) { return kStoneKeys[player * Board::kBits + cell]; }
std::uint64_t pool_key(int player, int stones) { return kPoolKeys[player * 64 + stones]; }
std::uint64_t turn_key(int player, Rights rights) { return kTurnKeys[player * 16 + rights]; }

constexpr Board make_cells(int size) {
  Board cells;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) cells.set(index_of({column, row}));
  }
  return cells;
}

constexpr Board kSmallBoard = make_cells(5), kLargeBoard = make_cells(10);

// The cells whose neighbour one step ahead is in the set.
template <int D>
Board looking(const Board& set) {
  return set.shifted<-core::step(D, kStride)>();
}

// Calls visit(fronts, enemies) for the front stones that may push a line of that many enemies in
// direction D: as many own stones and one more in line, and beyond the enemies a cell without a
// stone or the edge. visit returns false to stop.
template <int D, class Visit>
void visit_pushes(const Board& own, const Board& enemy, Visit visit) {
  Board fronts = own, behind = own, enemy_ahead = enemy, own_ahead = looking<D>(own);
  for (int enemies = 1;; ++enemies) {
    behind = behind.shifted<core::step(D, kStride)>();
    enemy_ahead = looking<D>(enemy_ahead);
    own_ahead = looking<D>(own_ahead);
    fronts &= behind & enemy_ahead;
    if (fronts.none()) return;
    const Board able = fronts & ~looking<D>(enemy_ahead) & ~own_ahead;
    if (able.any() && !visit(able, enemies)) return;
  }
}

}  // namespace

State State::start(const Options& options) {
  State state(options);
  state.pool_.fill(static_cast<std::uint8_t>(stones_each(options.size)));
  state.hash_ = state.recomputed_hash();
  return state;
}

Board State::cells() const { return options_.size == 10 ? kLargeBoard : kSmallBoard; }
Board State::empty() const { return cells() & ~(stones_[0] | stones_[1]); }

// --- What is possible ---

bool State::has_move(int player) const {
  Board reach;
  core::for_each_direction(
      [&]<int D>() { reach |= stones_[player].shifted<core::step(D, kStride)>(); });
  return (reach & empty()).any();
}

bool State::has_push(int player) const {
  bool found = false;
  core::for_each_direction([&]<int D>() {
    if (found) return;
    visit_pushes<D>(stones_[player], stones_[1 - player], [&](const Board&, int) {
      found = true;
      return false;
    });
  });
  return found;
}

bool State::may_sacrifice() const {
  return (rights_ & kSacrificeRight) && pool_[to_move_] > 0 &&
         (has_move(to_move_) || has_push(to_move_));
}

// A push or a move was made: one of the two rights that every turn starts with is gone.
bool State::may_end() const { return (rights_ & kFirstTurnRights) != kFirstTurnRights; }

bool State::can_go_on() const {
  if ((rights_ & (kMoveRight | kExtraRight)) && has_move(to_move_)) return true;
  if ((rights_ & (kPushRight | kExtraRight)) && has_push(to_move_)) return true;
  return may_sacrifice();
}

void State::legal_actions(ActionList<State>& list) const {
  list.clear();
  if (outcome_.over()) return;
  if (placing()) {
    empty().for_each([&](int cell) { list.push_back(make_action(Kind::kPlace, cell)); });
    return;
  }
  if (rights_ & (kMoveRight | kExtraRight)) add_moves(list);
  if (rights_ & (kPushRight | kExtraRight)) add_pushes(list);
  if (may_sacrifice()) list.push_back(make_action(Kind::kSacrifice));
  if (may_end()) list.push_back(make_action(Kind::kEnd));
}

void State::add_moves(ActionList<State>& list) const {
  const Board &own = stones_[to_move_], &enemy = stones_[1 - to_move_];
  const Board free = empty();
  // surrounding[d]: cells from which the enemy stone in direction d has an own stone behind it.
  // What a move surrounds depends on its target alone, never on where the stone came from.
  std::array<Board, 8> surrounding{};
  Board capturing;
  if (pool_[to_move_] > 0) {
    core::for_each_direction([&]<int D>() {
      surrounding[D] = looking<D>(enemy & looking<D>(own));
      capturing |= surrounding[D];
    });
  }
  core::for_each_direction([&]<int D>() {
    constexpr int kStep = core::step(D, kStride);
    const Board targets = own.shifted<kStep>() & free;
    (targets & ~capturing).for_each([&](int target) {
      list.push_back(make_action(Kind::kMove, target - kStep, D));
    });
    (targets & capturing).for_each([&](int target) {
      unsigned all = 0;
      for (int d = 0; d < 8; ++d) all |= static_cast<unsigned>(surrounding[d].test(target)) << d;
      add_captures(list, target - kStep, D, all);
    });
  });
}

// A move with every set of captures that the option allows.
void State::add_captures(ActionList<State>& list, int from, int direction, unsigned all) const {
  const int pool = pool_[to_move_];
  const bool forced = options_.capture == Capture::kForced;
  const int fewest = forced ? std::min(pool, std::popcount(all)) : 0;
  for (unsigned some = all;; some = (some - 1) & all) {
    const int captured = std::popcount(some);
    if (captured >= fewest && captured <= pool) {
      list.push_back(make_action(Kind::kMove, from, direction, some));
    }
    if (some == 0) return;
  }
}

void State::add_pushes(ActionList<State>& list) const {
  const Board& own = stones_[to_move_];
  core::for_each_direction([&]<int D>() {
    visit_pushes<D>(own, stones_[1 - to_move_], [&](const Board& fronts, int enemies) {
      constexpr int kStep = core::step(D, kStride);
      // Every stone behind the front that keeps the line longer than the enemy's may be rearmost.
      fronts.for_each([&](int front) {
        for (int rear = front - enemies * kStep; rear >= 0 && rear < Board::kBits && own.test(rear);
             rear -= kStep) {
          list.push_back(make_action(Kind::kPush, rear, D));
        }
      });
      return true;
    });
  });
}

int State::count_actions() const {
  ActionList<State> list;
  legal_actions(list);
  return list.size();
}

Action State::random_action(core::Rng& rng) const {
  ActionList<State> list;
  legal_actions(list);
  return list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.size())))];
}

State::Line State::push_line(int rear, int direction) const {
  const int step = core::step(direction, kStride);
  const Board &own = stones_[to_move_], &enemy = stones_[1 - to_move_], all = cells();
  const auto on = [&](const Board& set, int cell) {
    return cell >= 0 && cell < Board::kBits && set.test(cell);
  };
  Line line;
  int cell = rear;
  for (; on(own, cell); cell += step) ++line.own;
  for (; on(enemy, cell); cell += step) ++line.enemy;
  line.possible = line.enemy >= 1 && line.enemy < line.own && !on(own, cell);
  line.falls = line.possible && !on(all, cell);
  return line;
}

bool State::resets_quiet_turns(Action action) const {
  if (kind_of(action) == Kind::kMove) return captures_of(action) != 0;
  return kind_of(action) == Kind::kPush && push_line(from_of(action), direction_of(action)).falls;
}

int State::turns_completed_since(const State& before) const {
  // Placing is not play: the first turn that counts is turn 1.
  return placing() ? 0 : turn_ - std::max(before.turn_, 1);
}

// --- Playing ---

void State::toggle(int player, int cell) {
  stones_[player].flip(cell);
  hash_ ^= stone_key(player, cell);
}

void State::set_pool(int player, int stones) {
  hash_ ^= pool_key(player, pool_[player]) ^ pool_key(player, stones);
  pool_[player] = static_cast<std::uint8_t>(stones);
}

void State::apply(Action action) {
  hash_ ^= turn_key(to_move_, rights_);
  switch (kind_of(action)) {
    case Kind::kPlace:
      toggle(to_move_, from_of(action));
      set_pool(to_move_, pool_[to_move_] - 1);
      to_move_ = 1 - to_move_;
      if (pool_[0] == 0 && pool_[1] == 0) begin_turn(1);
      break;
    case Kind::kMove:
      play_move(action);
      spend(kMoveRight);
      break;
    case Kind::kPush:
      play_push(action);
      spend(kPushRight);
      break;
    case Kind::kSacrifice:
      set_pool(to_move_, pool_[to_move_] - 1);
      rights_ = static_cast<Rights>((rights_ & ~kSacrificeRight) | kExtraRight);
      break;
    case Kind::kEnd: begin_turn(turn_ + 1); break;
  }
  hash_ ^= turn_key(to_move_, rights_);
}

void State::play_move(Action action) {
  const int target = target_of(action), enemy = 1 - to_move_;
  toggle(to_move_, from_of(action));
  toggle(to_move_, target);
  for (unsigned left = captures_of(action); left != 0; left &= left - 1) {
    const int cell = target + core::step(std::countr_zero(left), kStride);
    toggle(enemy, cell);
    toggle(to_move_, cell);
  }
  const int captured = std::popcount(captures_of(action));
  set_pool(enemy, pool_[enemy] + captured);
  set_pool(to_move_, pool_[to_move_] - captured);
}

// The stones between the ends of the line stay where they look to be.
void State::play_push(Action action) {
  const int rear = from_of(action), step = core::step(direction_of(action), kStride);
  const int enemy = 1 - to_move_;
  const Line line = push_line(rear, direction_of(action));
  const int first_enemy = rear + line.own * step;
  toggle(to_move_, rear);
  toggle(to_move_, first_enemy);
  toggle(enemy, first_enemy);
  if (line.falls) {
    set_pool(enemy, pool_[enemy] + 1);
  } else {
    toggle(enemy, first_enemy + line.enemy * step);
  }
}

void State::spend(Rights own) {
  if (stones_[1 - to_move_].count() <= 1) {
    outcome_ = Outcome::won_by(to_move_, Message::kReasonOneStoneLeft);
  }
  rights_ = static_cast<Rights>(rights_ & ~(rights_ & own ? own : kExtraRight));
  if (turn_ <= 2) rights_ = 0;  // rule 3: exactly one push or move in each player's first turn
  if (!can_go_on()) begin_turn(turn_ + 1);
}

void State::set_turn(int turn) {
  turn_ = turn;
  to_move_ = turn % 2 == 1 ? 0 : 1;
  rights_ = turn <= 2 ? kFirstTurnRights : kTurnRights;
}

void State::begin_turn(int turn) {
  set_turn(turn);
  if (has_move(to_move_) || has_push(to_move_)) return;
  if (has_move(1 - to_move_) || has_push(1 - to_move_)) {
    set_turn(turn + 1);
  } else if (!outcome_.over()) {
    outcome_ = Outcome::drawn(Message::kReasonNobodyCanAct);
  }
}

std::uint64_t State::recomputed_hash() const {
  std::uint64_t hash = turn_key(to_move_, rights_);
  for (int player = 0; player < 2; ++player) {
    stones_[player].for_each([&](int cell) { hash ^= stone_key(player, cell); });
    hash ^= pool_key(player, pool_[player]);
  }
  return hash;
}

// --- Symmetry and drawing ---

State State::transformed(int symmetry) const {
  State image = *this;
  for (int player = 0; player < 2; ++player) {
    image.stones_[player] = {};
    stones_[player].for_each([&](int cell) {
      image.stones_[player].set(
          index_of(core::transform(cell_of(cell), symmetry, options_.size, options_.size)));
    });
  }
  image.hash_ = image.recomputed_hash();
  return image;
}

Action State::transformed_action(Action action, int symmetry) const {
  const Kind kind = kind_of(action);
  if (kind == Kind::kSacrifice || kind == Kind::kEnd) return action;
  const int from =
      index_of(core::transform(cell_of(from_of(action)), symmetry, options_.size, options_.size));
  if (kind == Kind::kPlace) return make_action(kind, from);
  unsigned captures = 0;
  for (unsigned left = captures_of(action); left != 0; left &= left - 1) {
    captures |= 1u << core::transform_direction(std::countr_zero(left), symmetry);
  }
  return make_action(kind, from, core::transform_direction(direction_of(action), symmetry),
                     captures);
}

}  // namespace games::sixteen_stone
