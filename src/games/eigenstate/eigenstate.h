// Eigenstate: pieces that gain moves as pegs are set. Rules: docs/rules/eigenstate.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/square.h"
#include "games/game.h"

namespace games::eigenstate {

inline constexpr int kSide = 6;
inline constexpr int kCells = kSide * kSide;
inline constexpr int kHoleSide = 5;
inline constexpr int kHoles = kHoleSide * kHoleSide;
inline constexpr int kCentreHole = 12;
inline constexpr int kPiecesEach = 6;

// Bit i is hole i = 5 * row + column, as in the MASK of the position text.
using Pegs = std::uint32_t;
inline constexpr Pegs kAllPegs = ((Pegs{1} << kHoles) - 1) & ~(Pegs{1} << kCentreHole);

namespace detail {
struct Tables {
  std::array<std::array<std::int8_t, kHoles>, kCells> target{};
  std::array<Pegs, kCells> on_board{};
};
constexpr Tables make_tables() {
  Tables t;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    for (std::size_t hole = 0; hole < kHoles; ++hole) {
      const int column = static_cast<int>(cell % kSide + hole % kHoleSide) - kHoleSide / 2;
      const int row = static_cast<int>(cell / kSide + hole / kHoleSide) - kHoleSide / 2;
      const bool on = column >= 0 && column < kSide && row >= 0 && row < kSide;
      t.target[cell][hole] = static_cast<std::int8_t>(on ? row * kSide + column : -1);
      if (on && hole != kCentreHole) t.on_board[cell] |= Pegs{1} << hole;
    }
  }
  return t;
}
inline constexpr Tables kTables = make_tables();
}  // namespace detail

// A peg in `hole` of a piece on `cell` leads here, or to -1 off the board.
inline int target_of(int cell, int hole) {
  return detail::kTables.target[static_cast<std::size_t>(cell)][static_cast<std::size_t>(hole)];
}
// The holes of a piece on `cell` that lead onto the board.
inline Pegs holes_on_board(int cell) {
  return detail::kTables.on_board[static_cast<std::size_t>(cell)];
}
// The cells that the pegs of a piece on `cell` lead to.
inline std::uint64_t targets_of(int cell, Pegs pegs) {
  // The holes of a row lie on a row of the board, which is one cell longer: each row of holes moves
  // one place further, and all of them to where the piece stands.
  constexpr std::uint64_t kHoleRow = (1 << kHoleSide) - 1;
  constexpr int kLonger = kSide - kHoleSide, kMiddle = kHoleSide / 2 * (kSide + 1);
  const std::uint64_t holes = pegs & holes_on_board(cell);
  std::uint64_t cells = 0;
  for (int row = 0; row < kHoleSide; ++row) {
    cells |= (holes & (kHoleRow << (row * kHoleSide))) << (row * kLonger);
  }
  return cell >= kMiddle ? cells << (cell - kMiddle) : cells >> (kMiddle - cell);
}

enum class Fill : std::uint8_t { kBoth, kAny };

// What the player to move does next. The values count the steps left in the turn.
enum class Phase : std::uint8_t { kLastPeg = 1, kFirstPeg = 2, kMove = 3 };

struct Options {
  Fill fill = Fill::kBoth;
  friend bool operator==(const Options&, const Options&) = default;
};

class State {
 public:
  using Options = eigenstate::Options;

  static constexpr std::string_view kName = "eigenstate";
  static constexpr int kMaxActions = kPiecesEach * (kHoles - 1);
  static constexpr HistoryRules kHistoryRules{.repetitions = 3};

  static const std::vector<OptionSpec>& option_specs();
  static Parsed<Options> read_options(const OptionMap& asked);
  static OptionMap option_map(const Options& options);
  static State start(const Options& options);
  static Parsed<State> parse(std::string_view text, const Options& options);

  // An action is a piece's cell and one of its holes: the peg to follow, or the peg to set.
  static constexpr Action make_action(bool is_peg, int cell, int hole) {
    return Action{static_cast<std::uint32_t>((is_peg ? 1 << 11 : 0) | cell << 5 | hole)};
  }
  static constexpr bool is_peg(Action a) { return (a.code >> 11) & 1; }
  static constexpr int cell_of(Action a) { return static_cast<int>((a.code >> 5) & 63); }
  static constexpr int hole_of(Action a) { return static_cast<int>(a.code & 31); }

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
  bool at_turn_start() const { return at_turn_start_; }
  int turns_completed_since(const State&) const { return at_turn_start_ ? 1 : 0; }
  bool resets_quiet_turns(Action) const { return true; }

  std::string to_text() const;
  std::string action_text(Action action) const;
  Parsed<Action> parse_action(std::string_view text) const;

  int symmetry_count() const { return 2; }
  State transformed(int symmetry) const;
  Action transformed_action(Action action, int symmetry) const;

  Scene scene() const;
  std::vector<Trace> traces(Action action) const;
  std::string composed(const Composition& composition) const;

  Phase phase() const { return phase_; }
  // The cells of a player's pieces, bit 6 * row + column.
  std::uint64_t pieces(int player) const { return pieces_[player]; }
  // The pegs of the piece on `cell`; 0 where there is none.
  Pegs pegs(int cell) const { return pegs_[cell]; }
  int owner(int cell) const {
    return (pieces_[0] >> cell) & 1 ? 0 : (pieces_[1] >> cell) & 1 ? 1 : -1;
  }

  // at_turn_start() is left aside: a position text does not tell it.
  friend bool operator==(const State& a, const State& b) {
    return a.pegs_ == b.pegs_ && a.pieces_ == b.pieces_ && a.phase_ == b.phase_ &&
           a.to_move_ == b.to_move_ && a.options_ == b.options_ && a.outcome_ == b.outcome_;
  }

 private:
  explicit State(const Options& options) : options_(options) {}

  friend class PositionReader;

  void put(int player, int cell, Pegs pegs);
  void take(int cell);
  // The holes that an action of this phase may name on the piece at `cell`.
  Pegs choices(int cell, Phase phase) const;
  bool can_play(int player, Phase phase) const;
  // Makes (player, phase) the next to act, or the next after it that can be played (rule 4).
  void settle_phase(int player, Phase phase);
  Outcome judged() const;
  bool owns_full_piece(int player) const;

  std::array<Pegs, kCells> pegs_{};
  std::array<std::uint64_t, 2> pieces_{};
  std::uint64_t hash_ = 0;
  Outcome outcome_ = Outcome::running();
  Options options_;
  Phase phase_ = Phase::kMove;
  std::uint8_t to_move_ = 0;
  bool at_turn_start_ = true;
};

}  // namespace games::eigenstate
