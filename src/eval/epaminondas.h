// The evaluator of Epaminondas and Crossings.
#pragma once

#include "eval/evaluator.h"
#include "eval/net.h"
#include "eval/terms.h"
#include "games/epaminondas/epaminondas.h"

namespace eval {

class EpaminondasEvaluator {
 public:
  using State = games::epaminondas::State;

  static constexpr int kTerms = 15;

  static const Terms<kTerms>& terms();
  static CountsOfBoth<kTerms> counts(const State& state);

  // Asks the net where there is one, and its terms elsewhere. The net must outlive it.
  explicit EpaminondasEvaluator(const Net* net = nullptr) : net_(net) {}

  // What a net looks at; for which options.
  static constexpr NetInputSizes kNetInputs{
      .active = 336, .counted = 2 * kTerms, .patterns = 0, .cells = 0, .max_active = 56};
  static bool net_fits(const State::Options& options);
  static void net_inputs(const State& state, NetInputs& inputs);

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State& state, games::Action action) const { return state.is_capture(action); }
  void select(const State&, games::ActionList<State>&, bool) const {}
  static constexpr bool kSelectIsSound = true;

 private:
  const Net* net_;
};

namespace epaminondas {

using games::epaminondas::Board;
using games::epaminondas::State;

// Pairs of neighbours in line: what phalanxes are made of. Sideways ones do not attack.
int links(const Board& stones);

// How many rows a player's stones have gone from that player's nearest row, all together.
int advance(const State& state, int player);

// Does this action bring one more stone of the player to move onto the far row?
bool crosses(const State& state, games::Action action);

}  // namespace epaminondas

}  // namespace eval
