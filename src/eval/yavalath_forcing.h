// Forced wins of Yavalath for two players: chains of threats, each of which leaves the opponent one
// reply.
//
// A placement that threatens a four can only be met by a stone on the cell of that four. The
// opponent never has a choice, so a chain is a path and not a tree, and is followed many turns
// beyond what a search of all placements can reach. A found win is a proof; where none is found
// there may still be one, by quieter placements.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "games/yavalath/yavalath.h"

namespace eval::yavalath {

// Remembers what leads nowhere from one call to the next, so each thread needs an object of its
// own.
class Forcing {
 public:
  using State = games::yavalath::State;
  using Board = games::yavalath::Board;

  struct Win {
    // The game ends within this many turns of both players, whatever the opponent does.
    int turns = 0;
    // Threats and replies up to the end. One short of `turns` where the opponent is left with
    // nothing but threes.
    core::StaticVector<games::Action, games::yavalath::kMaxCells> line;
  };

  Forcing() : hopeless_(std::size_t{1} << kTableBits) {}

  // A shortest chain that wins for the player to move within max_turns, or nothing where there is
  // none or `nodes` positions do not suffice to find it. REQUIRES: the game is not over. Finds
  // nothing with three players.
  std::optional<Win> find(const State& state, int max_turns, std::uint64_t nodes);

  // The same for the opponent of the player to move, as if that player could pass.
  std::optional<Win> find_after_pass(const State& state, int max_turns, std::uint64_t nodes);

  // Positions that the last find() looked at.
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr int kTableBits = 15;

  // kLater: none within the turns asked for, but the chains went on. kNever: no chain wins.
  enum class Result { kWin, kLater, kNever, kStopped };

  // A position in which the attacker is to move and has no four.
  struct Sides {
    Board attacker, defender, empty;
    std::uint64_t key;
  };

  std::optional<Win> find_for(int player, const State& state, int max_turns, std::uint64_t nodes);
  Result attack(const Sides& sides, int turns);
  Result follow(const Sides& sides, Board cells, int turns);
  void close_line(const Sides& sides, int threat);
  static Board fours_after(const Sides& sides, int threat);
  Sides after(const Sides& sides, int threat, int block) const;
  void push(int cell);

  std::optional<Result> recall(std::uint64_t key, int turns) const;
  void remember(std::uint64_t key, int turns, Result result);

  // Each entry is a key with the turns searched in its lowest byte. Only failures are kept: a
  // clash of keys may then hide a win, but never invent one.
  std::vector<std::uint64_t> hopeless_;
  core::StaticVector<games::Action, games::yavalath::kMaxCells> line_;
  int player_ = 0;  // the attacker
  std::uint64_t nodes_ = 0;
  std::uint64_t max_nodes_ = 0;
};

}  // namespace eval::yavalath
