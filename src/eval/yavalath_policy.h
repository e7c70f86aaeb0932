// Policy of Yavalath for two and three players.
#pragma once

#include "eval/policy.h"
#include "games/yavalath/yavalath.h"

namespace eval {

class YavalathPolicy {
 public:
  using State = games::yavalath::State;

  // A winning cell alone where there is one; else only what stops a four that nobody else would
  // stop; and no three where anything else is left. Whoever has lost anyway is thus taken to stay
  // in as long as he can.
  void select(const State& state, games::ActionList<State>& list) const;
  // Threats first, own ones before those of others, and the centre before the edge.
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  // What select leaves, by chance; threats are likelier.
  games::Action playout_action(const State& state, core::Rng& rng) const;
  bool shares_draw(const State& state, int player) const { return !state.is_out(player); }
};

}  // namespace eval
