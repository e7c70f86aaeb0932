// Yavalath for two players as proof-number search sees it: fours, forced blocks, chains of threats,
// and zones. docs/solving.md argues why each conclusion is sound.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "eval/tactics.h"
#include "eval/yavalath_forcing.h"
#include "games/yavalath/yavalath.h"

namespace eval::yavalath {

using games::yavalath::Board;

// The cells of a zone: had the player to move passed, the opponent would win by this chain of
// threats, and a placement outside these cells does not stop it. REQUIRES: `win` is a chain of the
// opponent's after a pass, and nobody can complete a four at once.
Board zone(const games::yavalath::State& state, const Forcing::Win& win);

struct TacticsSettings {
  std::uint64_t chain_nodes = 400;  // positions that one search for a chain of threats may look at
  std::uint64_t zone_nodes = 400;   // the same for the opponent's chain after a pass
};

class Tactics {
 public:
  using State = games::yavalath::State;

  Tactics() : Tactics(TacticsSettings{}) {}
  explicit Tactics(TacticsSettings settings)
      : settings_(settings), seen_(std::size_t{1} << kSeenBits) {}

  QuickCheck quick_check(const State& state);
  Verdict expand(const State& state, games::ActionList<State>& list);
  std::optional<games::Action> winning_action(const State& state);

  // The actions of a position that look() leaves open: those a zone leaves, threes left out.
  struct Judgement {
    Verdict verdict = Verdict::kOpen;
    Board cells;
  };
  Judgement judge(const State& state);

  // One hash for each symmetry of the board; the smallest names the position.
  struct Key {
    std::array<std::uint64_t, games::yavalath::kSymmetries> hashes{};
  };
  Key key(const State& state) const;
  Key key_after(const Key& key, const State& before, games::Action action) const;
  static std::uint64_t number(const Key& key);

 private:
  static constexpr int kSeenBits = 14;

  // Search comes back to a position again and again.
  struct Seen {
    std::uint64_t hash = 0;
    Judgement judgement;
  };

  TacticsSettings settings_;
  Forcing forcing_;
  std::vector<Seen> seen_;
};

}  // namespace eval::yavalath
