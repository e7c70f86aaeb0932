// Values of positions for two players, from the view of the player to move.
#pragma once

namespace search {

using Value = int;

// Evaluations stay within ±kMaxEvaluation; beyond it values are proven results, and the distance to
// kWin counts the turns of all players until the end.
inline constexpr Value kWin = 32'000;
inline constexpr Value kMaxEvaluation = 30'000;
inline constexpr Value kDraw = 0;
inline constexpr Value kInfinity = kWin + 1;

constexpr Value win_in(int turns) { return kWin - turns; }
constexpr Value loss_in(int turns) { return turns - kWin; }
constexpr bool is_win(Value value) { return value > kMaxEvaluation; }
constexpr bool is_loss(Value value) { return value < -kMaxEvaluation; }
constexpr bool is_proven(Value value) { return is_win(value) || is_loss(value); }

}  // namespace search
