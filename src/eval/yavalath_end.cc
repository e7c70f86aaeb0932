#include "eval/yavalath_end.h"

#include <algorithm>

#include "eval/yavalath.h"

namespace eval::yavalath {

using games::Action;
using games::yavalath::four_makers;

namespace {

constexpr int kLoss = -1, kDraw = 0, kWin = 1;
constexpr std::uint64_t kNodesPerLook = 256;  // at whether it was stopped
constexpr std::uint64_t kResultBits = 15;

}  // namespace

bool End::is_near(const State& state) {
  return state.player_count() == 2 && state.empty().count() <= kMostEmpty && !state.may_swap();
}

End::Sides End::sides_of(const State& state) {
  const int mover = state.to_move();
  return {state.stones(mover), state.stones(1 - mover), state.empty(), state.hash(), mover};
}

End::Sides End::after(const Sides& sides, int cell) {
  Sides next{sides.other, sides.own, sides.empty, sides.key, 1 - sides.player};
  next.other.set(cell);
  next.empty.clear(cell);
  next.key ^= games::yavalath::detail::stone_key(sides.player, cell) ^
              games::yavalath::detail::kMoverKeys[0] ^ games::yavalath::detail::kMoverKeys[1];
  return next;
}

std::optional<int> End::result_at_once(const Sides& sides, Board& cells) {
  if (sides.empty.none()) return kDraw;
  if ((four_makers(sides.own) & sides.empty).any()) return kWin;
  cells = sides.empty & ~three_makers(sides.own);
  const Board threats = four_makers(sides.other) & sides.empty;
  if (threats.any()) cells = threats.count() > 1 ? Board{} : cells & threats;
  if (cells.none()) return kLoss;
  return std::nullopt;
}

// Whoever keeps more safe cells than the other lives longer. A cell that is safe for oneself alone
// does not run away.
End::Cells End::ordered(const Sides& sides, const Board& cells) {
  constexpr int kSafeCell = 4, kThreat = 3, kRunsNotAway = 6;
  const Board theirs = three_makers(sides.other);
  core::StaticVector<int, games::yavalath::kMaxCells> scores;
  Cells order;
  const bool choice = cells.count() > 1;
  cells.for_each([&](int cell) {
    int score = 0;
    if (choice) {
      const Sides next = after(sides, cell);
      const int own_safe = (next.empty & ~three_makers(next.other)).count();
      const int other_safe = (next.empty & ~theirs).count();
      score = kSafeCell * (own_safe - other_safe);
      if ((four_makers(next.other) & next.empty).any()) score += kThreat;
      if (theirs.test(cell)) score -= kRunsNotAway;
    }
    order.push_back(cell);
    scores.push_back(score);
    for (int i = order.size() - 1; i > 0 && scores[i - 1] < scores[i]; --i) {
      std::swap(scores[i - 1], scores[i]);
      std::swap(order[i - 1], order[i]);
    }
  });
  return order;
}

void End::begin(std::uint64_t nodes, const std::function<bool()>& stopped) {
  nodes_ = 0;
  max_nodes_ = nodes;
  stopped_ = &stopped;
  gave_up_ = false;
}

bool End::gives_up() {
  ++nodes_;
  if (nodes_ > max_nodes_) gave_up_ = true;
  if (nodes_ % kNodesPerLook == 0 && *stopped_ && (*stopped_)()) gave_up_ = true;
  return gave_up_;
}

int End::search(const Sides& sides, Window window) {
  if (gives_up()) return kDraw;
  Board cells;
  if (const auto known = result_at_once(sides, cells)) return *known;
  Window possible = recall(sides.key);
  const Window asked{std::max(window.low, possible.low), std::min(window.high, possible.high)};
  if (asked.low >= asked.high) return possible.low >= window.high ? possible.low : possible.high;
  int best = kLoss, low = asked.low;
  for (const int cell : ordered(sides, cells)) {
    best = std::max(best, -search(after(sides, cell), {-asked.high, -low}));
    if (gave_up_) return kDraw;
    low = std::max(low, best);
    if (low >= asked.high) break;
  }
  if (best > asked.low) possible.low = std::max(possible.low, best);
  if (best < asked.high) possible.high = std::min(possible.high, best);
  remember(sides.key, possible);
  return best;
}

End::Window End::recall(std::uint64_t key) const {
  const std::uint64_t entry = table_[place_of(key)];
  if (((entry ^ key) & ~kResultBits) != 0 || entry == 0) return {kLoss, kWin};
  return {static_cast<int>(entry & 3) - 1, static_cast<int>((entry >> 2) & 3) - 1};
}

void End::remember(std::uint64_t key, Window possible) {
  table_[place_of(key)] = (key & ~kResultBits) | static_cast<std::uint64_t>(possible.low + 1) |
                          static_cast<std::uint64_t>(possible.high + 1) << 2;
}

std::optional<End::Result> End::solve(const State& state, std::uint64_t nodes,
                                      const std::function<bool()>& stopped) {
  begin(nodes, stopped);
  const int result = search(sides_of(state), {kLoss, kWin});
  if (gave_up_) return std::nullopt;
  return static_cast<Result>(result);
}

std::optional<End::Result> End::after_action(const State& state, Action action) {
  State next = state;
  next.apply(action);
  if (next.outcome().is_draw()) return Result::kDraw;
  if (next.outcome().over()) {
    return next.outcome().winner() == state.to_move() ? Result::kWin : Result::kLoss;
  }
  const int result = -search(sides_of(next), {kLoss, kWin});
  if (gave_up_) return std::nullopt;
  return static_cast<Result>(result);
}

std::vector<Action> End::worse_actions(const State& state, std::uint64_t nodes,
                                       const std::function<bool()>& stopped) {
  begin(nodes, stopped);
  games::ActionList<State> list;
  state.legal_actions(list);
  std::vector<std::pair<Action, Result>> known;
  Result best = Result::kLoss;
  for (const Action action : list) {
    const auto result = after_action(state, action);
    // Of what is not known, nothing is worse than a loss.
    if (!result) break;
    known.emplace_back(action, *result);
    best = std::max(best, *result);
    if (best == Result::kWin) break;
  }
  std::vector<Action> worse;
  if (best == Result::kWin) {
    for (const Action action : list) {
      if (action != known.back().first) worse.push_back(action);
    }
    return worse;
  }
  for (const auto& [action, result] : known) {
    const bool is_worse = gave_up_ ? result == Result::kLoss : result < best;
    if (is_worse) worse.push_back(action);
  }
  return static_cast<int>(worse.size()) < list.size() ? worse : std::vector<Action>{};
}

}  // namespace eval::yavalath
