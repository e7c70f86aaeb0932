// Yavalath: four in a row wins, three loses; two or three players. Rules: docs/rules/yavalath.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.h"
#include "games/yavalath/board.h"

namespace games::yavalath {

struct Options {
  std::uint8_t size = 5;
  std::uint8_t players = 2;
  bool swap = true;
  friend bool operator==(const Options&, const Options&) = default;
};

namespace detail {
inline constexpr auto kStoneKeys = core::make_keys<3 * Board::kBits>(0x79617661);
inline constexpr auto kMoverKeys = core::make_keys<3>(0x6d6f7665);
inline constexpr auto kOutKeys = core::make_keys<3>(0x6f757421);

inline std::uint64_t stone_key(int player, int cell) {
  return kStoneKeys[player * Board::kBits + cell];
}

}  // namespace detail

class State {
 public:
  using Options = yavalath::Options;

  static constexpr std::string_view kName = "yavalath";
  static constexpr int kMaxActions = kMaxCells + 1;
  static constexpr HistoryRules kHistoryRules{};  // stones never leave, so nothing repeats
  // An action is the bit index of its cell, or this.
  static constexpr Action kSwap{127};

  static const std::vector<OptionSpec>& option_specs();
  static Parsed<Options> read_options(const OptionMap& asked);
  static OptionMap option_map(const Options& options);
  static State start(const Options& options);
  static Parsed<State> parse(std::string_view text, const Options& options);

  Options options() const { return options_; }
  int player_count() const { return options_.players; }
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

  int symmetry_count() const { return kSymmetries; }
  State transformed(int symmetry) const;
  Action transformed_action(Action action, int symmetry) const;

  Scene scene() const;
  std::vector<Trace> traces(Action action) const;
  std::string composed(const Composition& composition) const;

  const Board& stones(int player) const { return stones_[player]; }
  Board empty() const { return cells(options_.size) & ~(stones_[0] | stones_[1] | stones_[2]); }
  bool is_out(int player) const { return (out_ >> player) & 1; }
  bool may_swap() const;
  // The cells on which a stone may be placed now (rule 6's duty to block included).
  Board allowed_cells() const;
  // Three players: the cells on which the next player would make four (rule 6).
  Board must_block() const;

  friend bool operator==(const State&, const State&) = default;

 private:
  explicit State(const Options& options) : options_(options) {}

  friend class PositionReader;

  void place(int cell);
  void eliminate(int player);
  void pass_turn();
  int next_player(int player) const;
  // The line that decided the game, for the eye; empty where none did.
  Board decisive_line() const;
  text::Note prompt() const;

  std::array<Board, 3> stones_{};
  std::uint64_t hash_ = 0;
  Outcome outcome_ = Outcome::running();
  Options options_;
  std::uint8_t to_move_ = 0;
  std::uint8_t out_ = 0;  // bit p: player p is out
};

// --- The hot path, in the header so that playouts and search inline it ---

inline bool State::may_swap() const {
  return options_.swap && to_move_ == 1 && stones_[1].none() && stones_[0].count() == 1 &&
         !outcome_.over();
}

inline Board State::must_block() const {
  if (options_.players == 2 || out_ != 0 || outcome_.over()) return {};
  return empty() & four_makers(stones_[next_player(to_move_)]);
}

inline Board State::allowed_cells() const {
  if (outcome_.over()) return {};
  const Board free = empty(), forced = must_block();
  if (forced.none()) return free;
  return forced | (free & four_makers(stones_[to_move_]));
}

inline Action State::random_action(core::Rng& rng) const {
  const Board allowed = allowed_cells();
  const int places = allowed.count();
  const int choice = static_cast<int>(rng.below(places + (may_swap() ? 1 : 0)));
  if (choice == places) return kSwap;
  return Action{static_cast<std::uint32_t>(allowed.nth(choice))};
}

inline int State::next_player(int player) const {
  do {
    player = player + 1 == options_.players ? 0 : player + 1;
  } while (is_out(player));
  return player;
}

inline void State::apply(Action action) {
  if (action == kSwap) {
    const int cell = stones_[0].first();
    std::swap(stones_[0], stones_[1]);
    hash_ ^= detail::stone_key(0, cell) ^ detail::stone_key(1, cell);
    pass_turn();
    return;
  }
  place(static_cast<int>(action.code));
}

inline void State::place(int cell) {
  const int mover = to_move_;
  stones_[mover].set(cell);
  hash_ ^= detail::stone_key(mover, cell);
  switch (longest_line(stones_[mover])) {
    case Line::kFourOrMore: outcome_ = Outcome::won_by(mover, text::Message::kReasonFour); break;
    case Line::kThree: eliminate(mover); break;
    case Line::kShort: break;
  }
  if (!outcome_.over() && empty().none())
    outcome_ = Outcome::drawn(text::Message::kReasonFullBoard);
  pass_turn();
}

inline void State::pass_turn() {
  hash_ ^= detail::kMoverKeys[to_move_];
  to_move_ = static_cast<std::uint8_t>(next_player(to_move_));
  hash_ ^= detail::kMoverKeys[to_move_];
}

}  // namespace games::yavalath
