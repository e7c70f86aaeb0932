#include "arena/player_set.h"

#include "core/index.h"

namespace arena {

using core::at;

namespace {

void complete(const Tournament& tournament, const ScheduledGame& game, PlayedGame& played) {
  played.result.game = game;
  write_result(played.record, played.result, tournament.names());
}

}  // namespace

std::optional<PlayerSet::Absent> PlayerSet::call(const ScheduledGame& game) {
  for (int seat = 0; const int player : game.seating) {
    if (auto error = bring(player)) return Absent{seat, *std::move(error)};
    ++seat;
  }
  return std::nullopt;
}

std::optional<text::Error> PlayerSet::bring(int player) {
  if (players_.contains(player)) return std::nullopt;
  auto made = tournament_.entrants[at(player)].make();
  if (!made) return made.error();
  const std::lock_guard lock(mutex_);
  auto& present = players_[player];
  present = *std::move(made);
  if (stopped_) present->stop();
  return std::nullopt;
}

std::optional<PlayedGame> PlayerSet::play(const ScheduledGame& game, const games::History& opening,
                                          const std::atomic<bool>& abandoned) {
  std::vector<protocol::MatchPlayer*> seats;
  for (std::size_t seat = 0; seat < game.seating.size(); ++seat) {
    auto* player = players_.at(game.seating[seat]).get();
    // Another seed for each game and seat: players of the same kind do not repeat each other.
    player->set_seed(core::mix(tournament_.seed) + 3 * static_cast<std::uint64_t>(game.number) +
                     seat);
    player->new_game();
    seats.push_back(player);
  }
  auto played = play_game(opening, seats, tournament_.conditions, abandoned);
  if (!played) return std::nullopt;
  complete(tournament_, game, *played);
  if (played->result.fault) send_away(game.seating[at(played->result.fault->seat)]);
  return played;
}

void PlayerSet::send_away(int player) {
  const std::lock_guard lock(mutex_);
  players_.erase(player);
}

void PlayerSet::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for (auto& [number, player] : players_) player->stop();
}

PlayedGame forfeited(const Tournament& tournament, const ScheduledGame& game,
                     const games::History& opening, const PlayerSet::Absent& absent) {
  auto played = forfeited_game(opening, absent.seat, absent.error);
  complete(tournament, game, played);
  return played;
}

}  // namespace arena
