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
  // in no promised order. Those in which a quick check sees the win (by the next action) are left
  // out.
  using Emit = std::function<void(const State& state, games::Action action, int turns)>;

  // Where the answer is yes the attacker wins; where it is no the other player at least draws.
  // REQUIRES: two players.
  StrategyWalk(ProofSearch<State, Tactics>& search, ProofStatus answer, Emit emit, Stopper& stopper)
      : search_(search),
        answer_(answer),
        player_(answer == ProofStatus::kProven ? search.attacker() : 1 - search.attacker()),
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
    return outcome.winner() == player_ || (answer_ == ProofStatus::kDisproven && outcome.is_draw());
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
    list_.clear();
    state.legal_actions(list_);
    int longest = 0;
    for (const games::Action action : listed()) {
      const auto turns = walk_on(state, action);
      if (!turns) return std::nullopt;
      longest = std::max(longest, *turns);
    }
    return longest;
  }

  std::optional<int> own_turn(const State& state) {
    const eval::QuickCheck quick_check = tactics().quick_check(state);
    if (quick_check.verdict == eval::Verdict::kWins) return 1;
    const std::uint64_t name = Tactics::number(tactics().key(state));
    if (const auto at = turns_.find(name); at != turns_.end()) return at->second;
    if (quick_check.only) return play(state, name, *quick_check.only);
    const bool wins = tactics().expand(state, list_) == eval::Verdict::kWins;
    const auto list = listed();
    if (wins) {
      if (const auto action = tactics().winning_action(state)) return play(state, name, *action);
    }
    if (const auto turns = play_known(state, name, list)) return turns;
    if (const auto action = tactics().winning_action(state)) return play(state, name, *action);
    if (search_.prove_again(state, stopper_) != answer_ || !search_.choice()) return std::nullopt;
    return play(state, name, *search_.choice());
  }

  // The position is remembered as under way, for games in which it may come up again: what leads
  // back to it leads nowhere.
  std::optional<int> play(const State& state, std::uint64_t name, games::Action action) {
    turns_.emplace(name, std::nullopt);
    const auto turns = walk_on(state, action);
    turns_.erase(name);
    if (!turns) return std::nullopt;
    emit_(state, action, *turns);
    turns_.emplace(name, turns);
    return turns;
  }

  // The first action that keeps the result by what the table knows.
  std::optional<int> play_known(const State& state, std::uint64_t name,
                                const std::vector<games::Action>& list) {
    for (const games::Action action : list) {
      State next = state;
      next.apply(action);
      const ProofNumbers numbers = search_.known(next);
      if ((answer_ == ProofStatus::kProven ? numbers.proof : numbers.disproof) != 0) continue;
      if (const auto turns = play(state, name, action)) return turns;
    }
    return std::nullopt;
  }

  // Lists of the longest kind on the stack of a deep walk would be too much.
  std::vector<games::Action> listed() const { return {list_.begin(), list_.end()}; }

  Tactics& tactics() { return search_.tactics(); }

  ProofSearch<State, Tactics>& search_;
  ProofStatus answer_;
  int player_;
  Emit emit_;
  Stopper& stopper_;
  games::ActionList<State> list_;
  // Of positions done with; nothing for those under way.
  std::unordered_map<std::uint64_t, std::optional<int>> turns_;
};

}  // namespace search
