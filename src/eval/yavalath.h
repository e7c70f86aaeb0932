// The evaluator of Yavalath for two players.
#pragma once

#include "eval/evaluator.h"
#include "eval/net.h"
#include "eval/terms.h"
#include "eval/yavalath_end.h"
#include "eval/yavalath_forcing.h"
#include "games/yavalath/yavalath.h"

namespace eval {

class YavalathEvaluator {
 public:
  using State = games::yavalath::State;
  using ForcedWins = yavalath::Forcing;
  using Ends = yavalath::End;
  static constexpr ForcedWinNodes kForcedWinNodes{.root = 20'000, .node = 200, .leaf = 20};
  static constexpr int kTerms = 8;

  static const Terms<kTerms>& terms();
  static CountsOfBoth<kTerms> counts(const State& state);

  // Asks the net where there is one, and its terms elsewhere. The net must outlive it.
  explicit YavalathEvaluator(const Net* net = nullptr) : net_(net) {}

  // What a net looks at; for which options.
  static constexpr NetInputSizes kNetInputs{
      .active = 184, .counted = 0, .patterns = 2465, .cells = 61, .max_active = 62};
  static bool net_fits(const State::Options& options);
  static void net_inputs(const State& state, NetInputs& inputs);

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State&, games::Action) const { return false; }
  // A winning cell alone where there is one; else only cells that block the opponent's four; and
  // never a three where anything else is left.
  void select(const State& state, games::ActionList<State>& list, bool at_root = false) const;
  static constexpr bool kSelectIsSound = true;

 private:
  const Net* net_;
};

namespace yavalath {

using games::yavalath::Board;

// Cells that would complete a line of exactly three or more (a four included).
Board three_makers(const Board& stones);

// Empty cells on which a stone would threaten four: three of four cells in a line with a gap
// inside, so that it is no three.
Board threat_makers(const Board& stones, const Board& empty);

// Those of them that make no three elsewhere.
Board safe_threats(const Board& stones, const Board& empty);

// Empty cells on which a stone would make a three and no four.
Board lost_cells(const Board& stones, const Board& empty);

// The same cells, and which of them have no answer: they threaten a four on two cells at once, or
// on one of the `fatal` ones, where the opponent cannot block.
struct Threats {
  Board all, decisive;
};
Threats threats(const Board& stones, const Board& empty, const Board& fatal);

}  // namespace yavalath
}  // namespace eval
