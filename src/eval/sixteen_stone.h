// The evaluator of Sixteen Stone.
#pragma once

#include "eval/evaluator.h"
#include "eval/net.h"
#include "eval/terms.h"
#include "games/sixteen_stone/sixteen_stone.h"

namespace eval {

class SixteenStoneEvaluator {
 public:
  using State = games::sixteen_stone::State;

  static constexpr int kTerms = 14;

  static const Terms<kTerms>& terms();
  static CountsOfBoth<kTerms> counts(const State& state);

  // Asks the net where there is one, and its terms elsewhere. The net must outlive it.
  explicit SixteenStoneEvaluator(const Net* net = nullptr) : net_(net) {}

  // What a net looks at; for which options.
  static constexpr NetInputSizes kNetInputs{
      .active = 85, .counted = 2 * kTerms, .patterns = 0, .cells = 0, .max_active = 20};
  static bool net_fits(const State::Options& options);
  static void net_inputs(const State& state, NetInputs& inputs);

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State& state, games::Action action) const {
    return state.resets_quiet_turns(action);
  }
  void select(const State&, games::ActionList<State>&, bool) const {}
  static constexpr bool kSelectIsSound = true;

 private:
  const Net* net_;
};

namespace sixteen_stone {

using games::sixteen_stone::Board;

// How many edges the stones stand on; a corner is on two.
int edges(const Board& stones, int size);

// Pairs of neighbours, in all eight directions.
int links(const Board& stones);

}  // namespace sixteen_stone

}  // namespace eval
