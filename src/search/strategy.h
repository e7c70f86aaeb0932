// After a proof: what the player it speaks of has to do, against every legal reply.
//
// The walk starts where a ProofSearch has an answer and asks its table for an action that keeps the
// result; where the table has forgotten, it searches again. Replies that the search left out (they
// lose) are answered too, so that the strategy needs no argument but the rules.
#pragma once

#include <functional>
#include <unordered_map>

#include "search/proof_number.h"

namespace search {

template <games::Game State, eval::Tactics<State> Tactics>
class StrategyWalk {
 public:
  // In the state the player of the claim is to move and plays the action; the game is over after
  // at most `turns` turns of all players, this one included. Positions up to symmetry, each once,
  // in no promised order. Those in which a glance sees the win (by the next action) are left out.
  using Emit = std::function<void(const State& state, games::Action action, int turns)>;

  // Where the answer is yes the attacker wins; where it is no the other player at least draws.
  // REQUIRES: two players.
  StrategyWalk(ProofSearch<State, Tactics>& search, Answer answer, Emit emit, Stopper& stopper)
      : search_(search),
        answer_(answer),
        player_(answer == Answer::kYes ? search.attacker() : 1 - search.attacker()),
        emit_(std::move(emit)),
        stopper_(stopper) {}

  // Turns until the end. Nothing where it was stopped, or where the claim does not hold.
  std::optional<int> walk(const State& state) {
    if (state.outcome().over()) return kept(state.outcome()) ? std::optional(0) : std::nullopt;
    return state.to_move() == player_ ? own_turn(state) : replies(state);
  }

  std::size_t positions() const { return turns_.size(); }

 private:
  bool kept(games::Outcome outcome) const {
    return outcome.winner() == player_ || (answer_ == Answer::kNo && outcome.is_draw());
  }

  // Turns from a state, those of the action that leads on included.
  std::optional<int> walk_on(const State& state, games::Action action) {
    State next = state;
    next.apply(action);
    const bool turn_over = next.outcome().over() || next.to_move() != state.to_move();
    const auto rest = walk(next);
    if (!rest) return std::nullopt;
    return *rest + (turn_over ? 1 : 0);
  }

  std::optional<int> replies(const State& state) {
    games::ActionList<State> list;
    state.legal_actions(list);
    int longest = 0;
    for (const games::Action action : list) {
      const auto turns = walk_on(state, action);
      if (!turns) return std::nullopt;
      longest = std::max(longest, *turns);
    }
    return longest;
  }

  std::optional<int> own_turn(const State& state) {
    const eval::Glance glance = tactics().glance(state);
    if (glance.verdict == eval::Verdict::kWins) return 1;
    const std::uint64_t name = Tactics::number(tactics().key(state));
    if (const auto at = turns_.find(name); at != turns_.end()) return at->second;
    const auto action = glance.only ? glance.only : choose(state);
    if (!action) return std::nullopt;
    const auto turns = walk_on(state, *action);
    if (!turns) return std::nullopt;
    emit_(state, *action, *turns);
    turns_.emplace(name, *turns);
    return turns;
  }

  std::optional<games::Action> choose(const State& state) {
    games::ActionList<State> list;
    if (tactics().look(state, list) == eval::Verdict::kWins) {
      if (const auto action = tactics().winning_action(state)) return action;
    }
    if (const auto action = known_action(state, list)) return action;
    if (const auto action = tactics().winning_action(state)) return action;
    if (search_.prove(state, stopper_) != answer_) return std::nullopt;
    return known_action(state, list);
  }

  std::optional<games::Action> known_action(const State& state,
                                            const games::ActionList<State>& list) {
    for (const games::Action action : list) {
      State next = state;
      next.apply(action);
      const ProofNumbers numbers = search_.known(next);
      if (answer_ == Answer::kYes ? numbers.proof == 0 : numbers.disproof == 0) return action;
    }
    return std::nullopt;
  }

  Tactics& tactics() { return search_.tactics(); }

  ProofSearch<State, Tactics>& search_;
  Answer answer_;
  int player_;
  Emit emit_;
  Stopper& stopper_;
  std::unordered_map<std::uint64_t, int> turns_;
};

}  // namespace search
