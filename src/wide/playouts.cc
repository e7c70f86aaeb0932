#include "wide/playouts.h"

#include "games/perft.h"
#include "wide/sixteen_stone.h"
#include "wide/yavalath.h"

namespace wide {

using games::PlayoutTotals;

namespace {

void add(const PlayoutTotals& more, PlayoutTotals& totals) {
  totals.playouts += more.playouts;
  totals.actions += more.actions;
  for (std::size_t p = 0; p < totals.wins.size(); ++p) totals.wins[p] += more.wins[p];
}

template <games::Game State>
bool can_play(const State& start) {
  return !start.outcome().over() && Way<State>::fits(start);
}

// One game after the other, by the rules.
template <games::Game State>
RecordedPlayout record_one(State state, core::Rng& rng) {
  RecordedPlayout playout;
  while (!state.outcome().over() && playout.actions.size() < games::kMaxPlayoutActions) {
    playout.actions.push_back(state.random_action(rng));
    state.apply(playout.actions.back());
  }
  playout.winner = state.outcome().winner();
  return playout;
}

}  // namespace

bool is_wide(const games::Position& position) {
  return std::visit(
      [](const auto& start) { return Way<std::remove_cvref_t<decltype(start)>>::fits(start); },
      position.state());
}

void play_out_many(const games::Position& position, std::uint64_t count, std::uint64_t seed,
                   PlayoutTotals& totals) {
  play_out_many(position, count, seed, instructions_here().back(), totals);
}

void play_out_many(const games::Position& position, std::uint64_t count, std::uint64_t seed,
                   Instructions instructions, PlayoutTotals& totals) {
  std::visit(
      [&]<class State>(const State& start) {
        if (!can_play(start)) {
          core::Rng rng(seed);
          for (std::uint64_t i = 0; i < count; ++i) games::play_out_many(position, rng, 1, totals);
          return;
        }
        Work work{.seed = seed, .games = count, .totals = {}, .records = {}};
        Way<State>::play(start, instructions, false, work);
        add(work.totals, totals);
      },
      position.state());
}

std::vector<RecordedPlayout> record_playouts(const games::Position& position, std::uint64_t count,
                                             std::uint64_t seed, Instructions instructions) {
  std::vector<RecordedPlayout> playouts;
  std::visit(
      [&]<class State>(const State& start) {
        if (!can_play(start)) {
          core::Rng rng(seed);
          while (playouts.size() < count) playouts.push_back(record_one(start, rng));
          return;
        }
        Work work{.seed = seed, .games = count, .totals = {}, .records = {}};
        Way<State>::play(start, instructions, true, work);
        for (const auto& stream : work.records) {
          for (const auto& words : stream) {
            RecordedPlayout& playout = playouts.emplace_back();
            playout.winner = words.winner;
            for (const std::uint64_t word : words.actions) {
              playout.actions.push_back(Way<State>::action(start, word));
            }
          }
        }
      },
      position.state());
  return playouts;
}

}  // namespace wide
