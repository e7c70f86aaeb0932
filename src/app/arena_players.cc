#include "app/arena_players.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "protocol/match_player.h"
#include "solve/proofs.h"

namespace app {

using text::Error;
using text::Message;

namespace {

// What the machine has, or this program may use, in megabytes.
std::uint64_t memory_megabytes() {
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  return std::min<std::uint64_t>(pages * page, limit.rlim_cur) >> 20;
}

}  // namespace

bool is_engine(const std::string& who) {
  return who.starts_with(protocol::kEnginePrefix) && who.size() > protocol::kEnginePrefix.size();
}

std::vector<arena::Entrant> entrants_of(const ArenaSettings& settings,
                                        const EngineCommands* engines) {
  std::vector<arena::Entrant> entrants;
  const auto names = arena::unique_names(settings.players);
  // Another program is not told to stop while it is still in time.
  protocol::EngineDeadlines deadlines;
  deadlines.margin =
      std::max(deadlines.margin, settings.conditions.margin.value_or(deadlines.margin));
  const protocol::MatchPlayerSetup setup = {.game = settings.game,
                                            .options = settings.options,
                                            .seed = settings.seed,
                                            .hash_megabytes = settings.hash_megabytes,
                                            .deadlines = deadlines,
                                            .proofs = &solve::shared_proof_book()};
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto who = settings.players[i];
    if (engines != nullptr && is_engine(who)) {
      const auto known = engines->find(who.substr(protocol::kEnginePrefix.size()));
      who = std::string(protocol::kEnginePrefix) + (known == engines->end() ? "" : known->second);
    }
    entrants.push_back(
        {names[i], [who, setup] { return protocol::make_match_player(who, setup); }});
  }
  return entrants;
}

std::optional<Error> check_players(const ArenaSettings& settings, bool elsewhere) {
  const auto entrants = entrants_of(settings);
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (elsewhere && is_engine(settings.players[i])) continue;
    const auto made = entrants[i].make();
    if (!made) return made.error();
  }
  return std::nullopt;
}

// Each game that runs beside others has players of its own, and each of them a hash table; three
// players are searched without one.
std::optional<Error> check_memory(const ArenaSettings& settings, long long concurrency) {
  if (settings.seats != 2) return std::nullopt;
  const auto searches = [](const std::string& who) { return who != "random" && who != "classic"; };
  const auto tables = static_cast<std::uint64_t>(concurrency) *
                      static_cast<std::uint64_t>(std::count_if(settings.players.begin(),
                                                               settings.players.end(), searches));
  const auto needed = tables * settings.hash_megabytes, there = memory_megabytes();
  if (needed <= there) return std::nullopt;
  return Error(
      Message::kArenaHash,
      {std::to_string(tables), std::to_string(settings.hash_megabytes), std::to_string(there)});
}

}  // namespace app
