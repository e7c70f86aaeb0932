// Epaminondas: phalanxes on 14×12, and its ancestor Crossings. Rules: docs/rules/epaminondas.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/square.h"
#include "games/game.h"

namespace games::epaminondas {

// One unused column separates the rows; Crossings lies in the lower left corner of the same grid.
using Board = core::Bits<3>;
inline constexpr int kStride = 15;

enum class Rules : std::uint8_t { kStandard, kAbbott, kCrossings };

struct Options {
  Rules rules = Rules::kStandard;
  friend bool operator==(const Options&, const Options&) = default;
};

constexpr int columns(Rules rules) { return rules == Rules::kCrossings ? 8 : 14; }
constexpr int rows(Rules rules) { return rules == Rules::kCrossings ? 8 : 12; }
constexpr core::Cell cell_of(int index) { return {index % kStride, index / kStride}; }
constexpr int index_of(core::Cell cell) { return cell.row * kStride + cell.column; }

// All cells of a board.
const Board& cells(Rules rules);

class State {
 public:
  using Options = epaminondas::Options;

  static constexpr std::string_view kName = "epaminondas";
  // A stone reaches at most 13 cells along its row, 11 along its column and 11 on each diagonal;
  // a composed position may have a stone on any cell.
  static constexpr int kMaxActions = 14 * 12 * (13 + 3 * 11);
  static constexpr HistoryRules kHistoryRules{
      .repetitions = 3, .quiet_turns = 200, .quiet_reason = text::Message::kReasonNoCapture};

  static const std::vector<OptionSpec>& option_specs();
  static Parsed<Options> read_options(const OptionMap& asked);
  static OptionMap option_map(const Options& options);
  static State start(const Options& options);
  static Parsed<State> parse(std::string_view text, const Options& options);

  // An action is the rearmost stone that moves and the cell where the front stone ends.
  static constexpr Action make_action(int rear, int target) {
    return Action{static_cast<std::uint32_t>(rear << 8 | target)};
  }
  static constexpr int rear_of(Action a) { return static_cast<int>(a.code >> 8); }
  static constexpr int target_of(Action a) { return static_cast<int>(a.code & 255); }

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
  bool resets_quiet_turns(Action a) const { return is_capture(a); }

  std::string to_text() const;
  std::string action_text(Action action) const;
  Parsed<Action> parse_action(std::string_view text) const;

  int symmetry_count() const { return 2; }
  State transformed(int symmetry) const;
  Action transformed_action(Action action, int symmetry) const;

  Scene scene() const;
  std::vector<Trace> traces(Action action) const;
  std::string composed(const Composition& composition) const;

  const Board& stones(int player) const { return stones_[player]; }
  bool is_capture(Action a) const { return stones_[1 - to_move_].test(target_of(a)); }
  // How many of a player's stones stand on that player's far row.
  int crossed(int player) const;

  friend bool operator==(const State&, const State&) = default;

 private:
  explicit State(const Options& options) : options_(options) {}

  friend class PositionReader;

  // What an action does: `moving` stones shift `distance` cells, `captured` stones leave.
  struct Motion {
    int direction;
    int front;
    int moving;
    int distance;
    int captured;
  };

  // Calls visit(step, fronts, moving, distance): every stone in `fronts` may lead `moving` stones
  // `distance` cells on, one step being `step` bits. Forbidden copies are not left out.
  template <class Visit>
  void visit_actions(Visit visit) const;
  Board movable(int player) const;
  Board targets(int player) const;
  Motion motion(Action action) const;
  void toggle(int player, int cell);
  // Moves and captures on the board, without passing the turn on.
  void shift(Action action);
  bool has_action() const;
  // rules=abbott: would this action make a crossing that leaves a mirror image of itself?
  bool is_forbidden_copy(Action action) const;
  bool is_mirror_image() const;
  Outcome judged() const;
  // The first rule that an illegal action breaks.
  // REQUIRES: its stone is movable and its two cells are on a line.
  text::Error why_not(Action action) const;

  std::array<Board, 2> stones_{};
  std::uint64_t hash_ = 0;
  Outcome outcome_ = Outcome::running();
  Options options_;
  std::uint8_t to_move_ = 0;
};

}  // namespace games::epaminondas
