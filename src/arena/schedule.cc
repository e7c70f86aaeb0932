#include "arena/schedule.h"

#include <algorithm>
#include <numeric>

namespace arena {

namespace {

// Every set of `size` players, in the order of the players.
void add_pairings(int players, std::size_t size, std::vector<int> begun,
                  std::vector<std::vector<int>>& all) {
  if (begun.size() == size) {
    all.push_back(std::move(begun));
    return;
  }
  for (int next = begun.empty() ? 0 : begun.back() + 1; next < players; ++next) {
    auto longer = begun;
    longer.push_back(next);
    add_pairings(players, size, std::move(longer), all);
  }
}

}  // namespace

std::vector<std::vector<int>> seatings(int n) {
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> all;
  do {
    all.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

Schedule::Schedule(int players, int seats, Format format, int games_of_pairing)
    : orders_(seatings(seats)) {
  add_pairings(players, static_cast<std::size_t>(seats), {}, pairings_);
  if (format == Format::kGauntlet) {
    std::erase_if(pairings_, [](const auto& pairing) { return pairing[0] != 0; });
  }
  rounds_ = (games_of_pairing + group_size() - 1) / group_size();
}

ScheduledGame Schedule::game(int number) const {
  ScheduledGame game;
  game.number = number;
  game.round = number / per_round();
  game.pairing = number % per_round() / group_size();
  const auto& players = pairings_[static_cast<std::size_t>(game.pairing)];
  for (const int i : orders_[static_cast<std::size_t>(number % group_size())]) {
    game.seating.push_back(players[static_cast<std::size_t>(i)]);
  }
  return game;
}

}  // namespace arena
