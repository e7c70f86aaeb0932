#include "arena/adjudicator.h"

#include <algorithm>
#include <cstdlib>

#include "engine/chances.h"

namespace arena {

void Adjudicator::note(int player, std::optional<search::Value> value) {
  ++turns_;
  if (!value) {
    last_.clear();
    return;
  }
  last_.push_back({player, *value});
  if (last_.size() > 2 * kDrawnTurns) last_.pop_front();
}

bool Adjudicator::wins(int player) const {
  constexpr std::size_t kTurns = 2 * kWonTurns;
  if (last_.size() < kTurns) return false;
  return std::all_of(last_.end() - kTurns, last_.end(), [&](const Seen& seen) {
    const double chance = engine::chance_to_win(game_, seen.value);
    return seen.player == player ? chance >= kSure : chance <= 1 - kSure;
  });
}

std::string Adjudicator::result() const {
  for (const int player : {0, 1}) {
    if (wins(player)) return player == 0 ? "p1win" : "p2win";
  }
  const bool even = turns_ >= kDrawnFrom && last_.size() == 2 * kDrawnTurns &&
                    std::all_of(last_.begin(), last_.end(),
                                [](const Seen& seen) { return std::abs(seen.value) <= kEven; });
  return even ? "draw" : "";
}

}  // namespace arena
