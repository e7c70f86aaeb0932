// Sixteen Stone: push, move, sacrifice. Rules: docs/rules/sixteen-stone.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/square.h"
#include "games/game.h"

namespace games::sixteen_stone {

// One unused column separates the rows; the 5×5 board lies in the lower left corner of the grid.
using Board = core::Bits<2>;
inline constexpr int kStride = 11;

enum class Capture : std::uint8_t { kForced, kOptional };

struct Options {
  std::uint8_t size = 5;
  Capture capture = Capture::kForced;
  friend bool operator==(const Options&, const Options&) = default;
};

constexpr int stones_each(int size) { return size == 10 ? 32 : 8; }
constexpr core::Cell cell_of(int index) { return {index % kStride, index / kStride}; }
constexpr int index_of(core::Cell cell) { return cell.row * kStride + cell.column; }

// What the player to move still has this turn: the letters of STATE.
using Rights = std::uint8_t;
inline constexpr Rights kMoveRight = 1, kPushRight = 2, kSacrificeRight = 4, kExtraRight = 8;
inline constexpr Rights kFirstTurnRights = kMoveRight | kPushRight;
inline constexpr Rights kTurnRights = kMoveRight | kPushRight | kSacrificeRight;

enum class Kind : std::uint8_t { kPlace, kMove, kPush, kSacrifice, kEnd };

// TURN in a text is at most this, so that counting on never overflows.
inline constexpr int kMaxTurn = 1'000'000'000;

class State {
 public:
  using Options = sixteen_stone::Options;

  static constexpr std::string_view kName = "sixteen-stone";
  // Onto each of at most 100 cells k stones may move and capture any of the other 8 - k
  // neighbours: k * 2^(8-k) is at most 128. Pushes (one a stone and direction), sacrifice and end
  // come on top.
  static constexpr int kMaxActions = 100 * 128 + 32 * 8 + 2;
  static constexpr HistoryRules kHistoryRules{
      .repetitions = 3, .quiet_turns = 200, .quiet_reason = text::Message::kReasonNoStoneLeft};

  static const std::vector<OptionSpec>& option_specs();
  static Parsed<Options> read_options(const OptionMap& asked);
  static OptionMap option_map(const Options& options);
  static State start(const Options& options);
  static Parsed<State> parse(std::string_view text, const Options& options);

  // `cell`: placed on, moved or pushed from. `captures`: bit d, the stone in direction d of the
  // target is captured.
  static constexpr Action make_action(Kind kind, int cell = 0, int direction = 0,
                                      unsigned captures = 0) {
    return Action{static_cast<std::uint32_t>(kind) | static_cast<std::uint32_t>(cell) << 3 |
                  static_cast<std::uint32_t>(direction) << 10 | captures << 13};
  }
  static constexpr Kind kind_of(Action a) { return static_cast<Kind>(a.code & 7); }
  static constexpr int from_of(Action a) { return static_cast<int>(a.code >> 3 & 127); }
  static constexpr int direction_of(Action a) { return static_cast<int>(a.code >> 10 & 7); }
  static constexpr unsigned captures_of(Action a) { return a.code >> 13 & 255; }
  static constexpr int target_of(Action a) {
    return from_of(a) + core::step(direction_of(a), kStride);
  }

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
  bool at_turn_start() const {
    return placing() || rights_ == kTurnRights || rights_ == kFirstTurnRights;
  }
  int turns_completed_since(const State& before) const;
  bool resets_quiet_turns(Action action) const;

  std::string to_text() const;
  std::string action_text(Action action) const;
  Parsed<Action> parse_action(std::string_view text) const;

  int symmetry_count() const { return core::kSquareSymmetries; }
  State transformed(int symmetry) const;
  Action transformed_action(Action action, int symmetry) const;

  Scene scene() const;
  std::vector<Trace> traces(Action action) const;
  std::string composed(const Composition& composition) const;

  const Board& stones(int player) const { return stones_[player]; }
  int pool(int player) const { return pool_[player]; }
  Board cells() const;
  Board empty() const;
  int turn() const { return turn_; }
  bool placing() const { return turn_ == 0; }
  Rights rights() const { return rights_; }

  friend bool operator==(const State&, const State&) = default;

 private:
  explicit State(const Options& options) : options_(options) {}

  friend class PositionReader;

  // A push with its rearmost stone and direction: how many stones of each side shift.
  struct Line {
    int own = 0;
    int enemy = 0;
    bool possible = false;
    bool falls = false;  // the foremost enemy stone goes over the edge
  };
  Line push_line(int rear, int direction) const;
  text::Note prompt() const;
  bool has_move(int player) const;
  bool has_push(int player) const;
  bool may_sacrifice() const;
  bool may_end() const;
  bool can_go_on() const;
  void add_moves(ActionList<State>& list) const;
  void add_captures(ActionList<State>& list, int from, int direction, unsigned all) const;
  void add_pushes(ActionList<State>& list) const;
  // The first rule that an illegal action breaks.
  text::Error why_not(Action action) const;
  text::Error wrong_captures(Action action) const;
  text::Error misspelt(std::string_view text) const;

  void toggle(int player, int cell);
  void set_pool(int player, int stones);
  void play_move(Action action);
  void play_push(Action action);
  // After a push or a move: takes the right it uses (its own, or the extra one of a sacrifice) and
  // ends the turn if nothing further can be done in it.
  void spend(Rights own);
  void set_turn(int turn);
  // Starts a turn, or the next one where this one passes (rule 3).
  void begin_turn(int turn);

  std::array<Board, 2> stones_{};
  std::uint64_t hash_ = 0;
  Outcome outcome_ = Outcome::running();
  std::int32_t turn_ = 0;
  Options options_;
  std::array<std::uint8_t, 2> pool_{};
  Rights rights_ = 0;
  std::uint8_t to_move_ = 0;
};

}  // namespace games::sixteen_stone
