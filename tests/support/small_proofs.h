// Proofs for tests: a plain search of everything that finds strategies on small boards and in late
// positions.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "solve/proof_writer.h"

namespace tests {

class SmallSolver {
 public:
  using State = games::yavalath::State;
  using Action = games::Action;

  // Looks for a win of `player`, or for at least a draw.
  explicit SmallSolver(int player, bool draw = false) : player_(player), draw_(draw) {}

  // Does the player reach it from here?
  bool holds(const State& state) { return turns(state) >= 0; }

  // The strategy from here. REQUIRES: holds(state).
  solve::proof::Writer proof(const State& state) {
    solve::proof::Writer writer(solve::proof::make_claim(state, player_, draw_));
    std::set<Key> done;
    write(state, writer, done);
    return writer;
  }

 private:
  using Image = solve::proof::Image;
  using Key = solve::proof::Key;

  struct Known {
    int turns;  // -1: the player does not reach it
    int cell;   // of the action in the smallest image
  };

  std::vector<Action> actions(const State& state) const {
    games::ActionList<State> list;
    state.legal_actions(list);
    std::vector<Action> result(list.begin(), list.end());
    // Ends of the game first, then blocks: they save most of the search.
    const auto threatened = games::yavalath::four_makers(state.stones(1 - state.to_move()));
    const auto rank = [&](Action action) {
      const bool blocks = threatened.test(static_cast<int>(action.code));
      return std::tuple(!wins(state, action), !blocks, action.code);
    };
    std::sort(result.begin(), result.end(), [&](Action a, Action b) { return rank(a) < rank(b); });
    return result;
  }
  static bool wins(State state, Action action) {
    const int mover = state.to_move();
    state.apply(action);
    return state.outcome().winner() == mover;
  }

  // How long it takes at most with the strategy found, or -1.
  int turns(const State& state) {
    if (state.outcome().over()) {
      const int winner = state.outcome().winner();
      return winner == player_ || (winner < 0 && draw_) ? 0 : -1;
    }
    const Image image = solve::proof::image_of(state);
    // Stones alone do not tell who is to move in composed positions.
    auto& memory = known_[state.to_move()];
    const auto known = memory.find(image.smallest.key);
    if (known != memory.end()) return known->second.turns;
    Known found{-1, 0};
    if (state.to_move() == player_) {
      for (const Action action : actions(state)) {
        const int more = turns(after(state, action));
        if (more < 0) continue;
        found.turns = more + 1;
        while (image.action(found.cell) != action) ++found.cell;
        break;
      }
    } else {
      int longest = 0;
      for (const Action action : actions(state)) {
        const int more = turns(after(state, action));
        longest = more < 0 ? -1 : std::max(longest, more + 1);
        if (longest < 0) break;
      }
      found.turns = longest;
    }
    memory.emplace(image.smallest.key, found);
    return found.turns;
  }

  void write(const State& state, solve::proof::Writer& writer, std::set<Key>& done) {
    if (state.outcome().over()) return;
    if (state.to_move() != player_) {
      for (const Action action : actions(state)) write(after(state, action), writer, done);
      return;
    }
    const Image image = solve::proof::image_of(state);
    if (!done.insert(image.smallest.key).second) return;
    const int here = turns(state);
    const Action action = image.action(known_[player_].at(image.smallest.key).cell);
    writer.add(state, action, here);
    write(after(state, action), writer, done);
  }

  static State after(State state, Action action) {
    state.apply(action);
    return state;
  }

  int player_;
  bool draw_;
  std::array<std::map<Key, Known>, 2> known_;  // by the player to move
};

}  // namespace tests
