#include "engine/levels.h"

#include <array>
#include <cassert>

#include "registry/registry.h"

namespace engine {

std::uint64_t threat_nodes_of(int level) {
  constexpr std::array<std::uint64_t, kFirstClearLevel - 1> kThreatNodes = {1, 1, 2, 3, 5, 8, 16};
  return level >= kFirstClearLevel ? ~std::uint64_t{0}
                                   : kThreatNodes[static_cast<std::size_t>(level - 1)];
}

Level level_of(std::string_view game, int players, int level) {
  assert(level >= 1 && level < kTopLevel);
  const auto& ladder = registry::entry_of(game).ladder(players);
  const auto rung = ladder[static_cast<std::size_t>(level - 1)];
  return {rung.nodes, rung.noise, threat_nodes_of(level)};
}

}  // namespace engine
