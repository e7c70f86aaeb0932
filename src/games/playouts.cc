#include "games/playouts.h"

#include <cstdio>

#include "games/perft.h"

namespace games {

void play_out_many(const Position& position, core::Rng& rng, int count, PlayoutTotals& totals) {
  std::visit(
      [&](const auto& state) {
        for (int i = 0; i < count; ++i) {
          const Playout playout = play_out(state, rng);
          ++totals.playouts;
          totals.actions += static_cast<std::uint64_t>(playout.actions);
          if (playout.winner >= 0) ++totals.wins[static_cast<std::size_t>(playout.winner)];
        }
      },
      position.state());
}

std::string playout_signature(const Position& position) {
  constexpr int kPlayouts = 200;
  std::uint64_t signature = 0;
  core::Rng rng(2026);
  std::visit(
      [&](const auto& start) {
        for (int i = 0; i < kPlayouts; ++i) {
          auto state = start;
          for (int n = 0; !state.outcome().over() && n < kMaxPlayoutActions; ++n) {
            const Action action = state.random_action(rng);
            state.apply(action);
            signature = core::mix(signature ^ action.code ^ state.hash());
          }
        }
      },
      position.state());
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(signature));
  return text;
}

}  // namespace games
