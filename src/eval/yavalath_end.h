// The end of Yavalath for two players, searched exactly: who is forced into a three on a nearly
// full board?
//
// Search by depth does not see that far, and values of stones mean little there: what counts is who
// runs out of cells that are safe for him. Few cells are, so a search to the last cell is short.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "games/yavalath/yavalath.h"

namespace eval::yavalath {

class End {
 public:
  using State = games::yavalath::State;
  using Board = games::yavalath::Board;

  // A tenth of a second solves 199 of 200 ends of 24 cells after careless play, and most of 28.
  static constexpr int kMostEmpty = 28;
  static constexpr std::uint64_t kNodes = 400'000;

  enum class Result : signed char { kLoss = -1, kDraw = 0, kWin = 1 };

  // With two players and few cells left.
  static bool is_near(const State& state);

  End() : table_(std::size_t{1} << kTableBits) {}

  // How the game ends for the player to move if both play best; nothing where the nodes do not
  // suffice or it was stopped. `stopped` is asked now and then. REQUIRES: two players, the game
  // runs.
  std::optional<Result> solve(const State& state, std::uint64_t nodes,
                              const std::function<bool()>& stopped = {});

  // Actions that a better one is proven to beat; where one wins, all others. As far as the nodes
  // suffice. REQUIRES: as solve().
  std::vector<games::Action> worse_actions(const State& state, std::uint64_t nodes,
                                           const std::function<bool()>& stopped = {});

  // Positions that the last call looked at.
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr int kTableBits = 18;

  // A position by the stones of the player to move and of the other.
  struct Sides {
    Board own, other, empty;
    std::uint64_t key;
    int player;  // to move
  };
  // Results are numbers here, so that the other side's is the negative one.
  struct Window {
    int low, high;
  };
  using Cells = core::StaticVector<int, games::yavalath::kMaxCells>;

  static Sides sides_of(const State& state);
  static Sides after(const Sides& sides, int cell);
  // The cells that may be better than losing at once; nothing where the result is known.
  static std::optional<int> result_at_once(const Sides& sides, Board& cells);
  static Cells ordered(const Sides& sides, const Board& cells);

  void begin(std::uint64_t nodes, const std::function<bool()>& stopped);
  bool gives_up();
  // Of the player to move; anything where it gave up.
  int search(const Sides& sides, Window window);
  std::optional<Result> after_action(const State& state, games::Action action);

  // Entries hold a key, and in its lowest bits the lowest and the highest result that is possible.
  // Two positions may share a key's 60 upper bits: once in a lifetime of searches.
  Window recall(std::uint64_t key) const;
  void remember(std::uint64_t key, Window possible);
  std::size_t place_of(std::uint64_t key) const { return (key >> 4) & (table_.size() - 1); }

  std::vector<std::uint64_t> table_;
  const std::function<bool()>* stopped_ = nullptr;
  std::uint64_t nodes_ = 0, max_nodes_ = 0;
  bool gave_up_ = false;
};

}  // namespace eval::yavalath
