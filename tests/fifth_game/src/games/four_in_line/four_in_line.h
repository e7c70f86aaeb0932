// Four in Line: a small game for the tests. Rules: docs/rules/four-in-line.md.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/square.h"
#include "games/game.h"

namespace games::four_in_line {

// A bit a cell; one unused column separates the rows, so that no line runs round the edge.
using Board = std::uint64_t;
inline constexpr int kStride = 7;

struct Options {
  int size = 5;
  friend bool operator==(const Options&, const Options&) = default;
};

constexpr core::Cell cell_of(int index) { return {index % kStride, index / kStride}; }
constexpr int index_of(core::Cell cell) { return cell.row * kStride + cell.column; }

// All cells of a board.
Board cells(int size);
bool has_four(Board stones);

// Calls visit(index) for each cell of a set.
template <class Visit>
void for_each(Board set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

class State {
 public:
  using Options = four_in_line::Options;

  static constexpr std::string_view kName = "four-in-line";
  static constexpr int kMaxActions = 36;
  static constexpr HistoryRules kHistoryRules{};

  static const std::vector<OptionSpec>& option_specs();
  static Parsed<Options> read_options(const OptionMap& asked);
  static OptionMap option_map(const Options& options);
  static State start(const Options& options);
  static Parsed<State> parse(std::string_view text, const Options& options);

  // An action is the index of its cell.
  static constexpr Board bit(Action action) { return Board{1} << action.code; }

  Options options() const { return options_; }
  int player_count() const { return 2; }
  int to_move() const { return to_move_; }
  Outcome outcome() const { return outcome_; }
  void legal_actions(ActionList<State>& list) const;
  int count_actions() const;
  Action random_action(core::Rng& rng) const;
  void apply(Action action);

  std::uint64_t hash() const { return hash_; }
  std::uint64_t recomputed_hash() const;
  bool at_turn_start() const { return true; }
  int turns_completed_since(const State&) const { return 1; }
  bool resets_quiet_turns(Action) const { return true; }

  std::string to_text() const;
  std::string action_text(Action action) const;
  Parsed<Action> parse_action(std::string_view text) const;

  int symmetry_count() const { return core::kSquareSymmetries; }
  State transformed(int symmetry) const;
  Action transformed_action(Action action, int symmetry) const;

  Scene scene() const;
  std::vector<Trace> traces(Action action) const;
  std::string composed(const Composition& composition) const;

  Board stones(int player) const { return stones_[static_cast<std::size_t>(player)]; }
  Board empty() const { return cells(options_.size) & ~(stones_[0] | stones_[1]); }
  // Would a stone of this player there make four?
  bool wins_at(int player, Action action) const { return has_four(stones(player) | bit(action)); }

  friend bool operator==(const State&, const State&) = default;

 private:
  explicit State(const Options& options) : options_(options) {}
  int image(int index, int symmetry) const;
  Outcome judged() const;

  std::array<Board, 2> stones_{};
  std::uint64_t hash_ = 0;
  Outcome outcome_ = Outcome::running();
  Options options_;
  std::uint8_t to_move_ = 0;
};

}  // namespace games::four_in_line
