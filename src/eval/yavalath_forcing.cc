#include "eval/yavalath_forcing.h"

#include <algorithm>

#include "eval/yavalath.h"

namespace eval::yavalath {

using games::Action;
using games::yavalath::four_makers;
using games::yavalath::kMaxCells;

namespace {

constexpr int kForEver = 255;
// What a pass does to a hash of two players.
const std::uint64_t kPassKey =
    games::yavalath::detail::kMoverKeys[0] ^ games::yavalath::detail::kMoverKeys[1];
// A threat, any reply, the four.
constexpr int kLastThreat = 3;

}  // namespace

std::optional<Forcing::Win> Forcing::find(const State& state, int max_turns, std::uint64_t nodes) {
  return find_for(state.to_move(), state, max_turns, nodes);
}

std::optional<Forcing::Win> Forcing::find_after_pass(const State& state, int max_turns,
                                                     std::uint64_t nodes) {
  return find_for(1 - state.to_move(), state, max_turns, nodes);
}

std::optional<Forcing::Win> Forcing::find_for(int player, const State& state, int max_turns,
                                              std::uint64_t nodes) {
  nodes_ = 0;
  if (state.player_count() != 2) return std::nullopt;
  max_nodes_ = nodes;
  player_ = player;
  line_.clear();
  // Boards of all sizes and both attackers share the table.
  const std::uint64_t mover_changed = player == state.to_move() ? 0 : kPassKey;
  const Sides sides{state.stones(player_), state.stones(1 - player_), state.empty(),
                    state.hash() ^ core::mix(state.options().size) ^ mover_changed};
  const Board fours = four_makers(sides.attacker) & sides.empty;
  if (fours.any() && max_turns >= 1) {
    push(fours.first());
    return Win{1, line_};
  }
  for (int turns = kLastThreat; turns <= std::min(max_turns, kMaxCells); turns += 2) {
    const Result result = attack(sides, turns);
    if (result == Result::kWin) return Win{turns, line_};
    if (result != Result::kLater) break;
  }
  return std::nullopt;
}

// Can the attacker win within `turns`? On success the chain stands at the end of line_.
Forcing::Result Forcing::attack(const Sides& sides, int turns) {
  if (const auto known = recall(sides.key, turns)) return *known;
  if (nodes_ >= max_nodes_) return Result::kStopped;
  ++nodes_;
  const Threats found = threats(sides.attacker, sides.empty, three_makers(sides.defender));
  Board cells = found.all & ~three_makers(sides.attacker);
  // The attacker has no four himself, so he must take the cell of the opponent's; two are too many.
  const Board must_block = four_makers(sides.defender) & sides.empty;
  if (must_block.any()) cells = must_block.count() == 1 ? cells & must_block : Board{};

  const Board decisive = cells & found.decisive;
  if (decisive.any()) {
    close_line(sides, decisive.first());
    return Result::kWin;
  }
  const Result result = follow(sides, cells, turns);
  if (result != Result::kWin && result != Result::kStopped) remember(sides.key, turns, result);
  return result;
}

// Plays the threats, which all have one answer, and goes on from there.
Forcing::Result Forcing::follow(const Sides& sides, Board cells, int turns) {
  if (cells.none()) return Result::kNever;
  if (turns - 2 < kLastThreat) return Result::kLater;
  Result result = Result::kNever;
  const int length = line_.size();
  for (; cells.any(); cells.clear(cells.first())) {
    const int threat = cells.first();
    // The block is no four of the defender's: he had none, or the threat has just taken its cell.
    const int block = fours_after(sides, threat).first();
    push(threat);
    push(block);
    const Result next = attack(after(sides, threat, block), turns - 2);
    if (next == Result::kWin || next == Result::kStopped) return next;
    if (next == Result::kLater) result = next;
    line_.truncate(length);
  }
  return result;
}

Forcing::Board Forcing::fours_after(const Sides& sides, int threat) {
  return four_makers(sides.attacker | Board::single(threat)) & sides.empty;
}

Forcing::Sides Forcing::after(const Sides& sides, int threat, int block) const {
  const Board own = Board::single(threat), other = Board::single(block);
  return {sides.attacker | own, sides.defender | other, sides.empty & ~(own | other),
          sides.key ^ games::yavalath::detail::stone_key(player_, threat) ^
              games::yavalath::detail::stone_key(1 - player_, block)};
}

// The last threat, a reply that lives as long as any, and the four.
void Forcing::close_line(const Sides& sides, int threat) {
  push(threat);
  const Board fours = fours_after(sides, threat);
  const Board empty = sides.empty & ~Board::single(threat);
  const Board safe = empty & ~three_makers(sides.defender);
  const Board block = safe & fours;
  const int reply = (block.any() ? block : safe.any() ? safe : empty).first();
  push(reply);
  if (safe.any()) push((fours & ~Board::single(reply)).first());
}

void Forcing::push(int cell) { line_.push_back(Action{static_cast<std::uint32_t>(cell)}); }

std::optional<Forcing::Result> Forcing::recall(std::uint64_t key, int turns) const {
  const std::uint64_t entry = hopeless_[key >> (64 - kTableBits)];
  if (((entry ^ key) >> 8) != 0) return std::nullopt;
  const int searched = static_cast<int>(entry & 0xff);
  if (searched == kForEver) return Result::kNever;
  if (searched >= turns) return Result::kLater;
  return std::nullopt;
}

void Forcing::remember(std::uint64_t key, int turns, Result result) {
  const auto searched = static_cast<std::uint64_t>(result == Result::kNever ? kForEver : turns);
  hopeless_[key >> (64 - kTableBits)] = (key & ~std::uint64_t{0xff}) | searched;
}

}  // namespace eval::yavalath
