// The evaluator of Eigenstate. The middle game has some 10^5 turns: pegs are tried only where they
// threaten, defend or reach far.
#pragma once

#include "eval/evaluator.h"
#include "eval/net.h"
#include "eval/terms.h"
#include "games/eigenstate/eigenstate.h"

namespace eval {

class EigenstateEvaluator {
 public:
  using State = games::eigenstate::State;

  static constexpr int kTerms = 13;

  static const Terms<kTerms>& terms();
  static CountsOfBoth<kTerms> counts(const State& state);

  // Asks the net where there is one, and its terms elsewhere. The net must outlive it.
  explicit EigenstateEvaluator(const Net* net = nullptr) : net_(net) {}

  // What a net looks at; for which options.
  static constexpr NetInputSizes kNetInputs{
      .active = 1875, .counted = 2 * kTerms, .patterns = 0, .cells = 0, .max_active = 160};
  static bool net_fits(const State::Options& options);
  static void net_inputs(const State& state, NetInputs& inputs);

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State& state, games::Action action) const;
  // Pegs: the most promising ones only.
  void select(const State& state, games::ActionList<State>& list, bool at_root) const;
  static constexpr bool kSelectIsSound = false;

 private:
  const Net* net_;
};

}  // namespace eval
