// Ends games whose players agree on how they end. For two players.
//
// Won: in each of the last kWonTurns turns of both, one gave itself at least 95 % and the other
// itself at most 5 %. Drawn: from turn kDrawnFrom on, both said "even" in each of their last
// kDrawnTurns turns. A turn without a value from its player starts the count again.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "search/value.h"

namespace arena {

class Adjudicator {
 public:
  static constexpr std::size_t kWonTurns = 4;
  static constexpr double kSure = 0.95;
  static constexpr std::size_t kDrawnTurns = 12;
  static constexpr int kDrawnFrom = 100;
  static constexpr search::Value kEven = 5;

  explicit Adjudicator(std::string game) : game_(std::move(game)) {}

  // A turn of a player (0 or 1) with the value it gave the position, for itself.
  void note(int player, std::optional<search::Value> value);

  // "p1win", "p2win" or "draw" once they agree, else "".
  std::string result() const;

 private:
  struct Seen {
    int player;
    search::Value value;
  };
  bool wins(int player) const;

  std::string game_;
  std::deque<Seen> last_;  // the newest at the back
  int turns_ = 0;
};

}  // namespace arena
