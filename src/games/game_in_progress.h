// A game in progress: a history cut into turns, with how it ended where people or an arbiter ended
// it. The terminal, the server and the arena play on it; who sits where, clocks, offers and redo
// are theirs.
//
// A value: copying it copies the game. Playing an action costs as much as in a History and one
// text; going back plays the game again from its start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record.h"

namespace games {

// The end of a game that the rules did not end: resignation, agreement, time, adjudication, fault.
struct Settlement {
  int winner = -1;  // -1: drawn
  text::Note reason;

  // By the code of a record: nothing for "none" and for what is no result.
  static std::optional<Settlement> of(std::string_view result, text::Note reason);
};

// The unfinished turn of a record stands in this tag, so that nothing is lost.
inline constexpr const char* kDraftTag = "Draft";

// What the record tells about a turn besides its actions; the words are those of RecordTurn.
struct TurnNote {
  std::optional<std::int64_t> clock_ms;
  std::vector<double> win;
  std::string comment = {};
  std::vector<int> glyphs = {};
  std::vector<std::vector<RecordTurn>> variations = {};
};

class GameInProgress {
 public:
  // Goes on from `start`: what was played there is the setup, which is never taken back.
  explicit GameInProgress(const History& start);
  // The game of a record with what it tells of its turns, its unfinished turn and its end. All of
  // it can be taken back.
  static Parsed<GameInProgress> from_record(const Record& record);

  const History& history() const { return history_; }
  const Position& position() const { return history_.position(); }
  int players() const { return position().player_count(); }
  int to_move() const { return position().to_move(); }

  // --- Turns, from 0; the last one perhaps unfinished, the first one perhaps begun before ---
  int turn_count() const { return static_cast<int>(turns_.size()); }
  int setup_turns() const { return setup_turns_; }
  int mover(int turn) const { return turns_[index(turn)].mover; }
  std::size_t first_action(int turn) const { return turns_[index(turn)].first_action; }
  // The actions of each turn joined by commas, in their printed spelling.
  const std::vector<std::string>& turn_texts() const { return texts_; }
  // Was something done in a turn that is not complete? And what.
  bool in_turn() const;
  // The game as it was after so many turns. REQUIRES: turns <= turn_count().
  History history_at(int turns) const;
  std::string unfinished_turn() const { return in_turn() ? texts_.back() : ""; }

  // --- Playing ---
  void apply(Action action);                       // REQUIRES: not over, legal
  void apply(const std::vector<Action>& actions);  // REQUIRES: the same of each of them
  // Annotates a turn, or the last one. REQUIRES: it is there.
  void annotate(int turn, TurnNote note) {
    turns_[index(turn)].note = std::make_shared<const TurnNote>(std::move(note));
  }
  void annotate(TurnNote note) { annotate(turn_count() - 1, std::move(note)); }
  const TurnNote& note(int turn) const;

  // --- Going back: a game that was over goes on ---
  // REQUIRES: setup_turns() <= turns <= turn_count().
  void rewind_to_turn(int turns);
  // REQUIRES: no fewer actions than the setup has and no more than were played.
  void rewind_to_action(std::size_t actions);

  // --- The end ---
  bool over() const { return settlement_.has_value() || history_.outcome().over(); }
  std::string result() const;  // none, p1win, p2win, p3win, draw
  text::Note reason() const;   // REQUIRES: over()
  const std::optional<Settlement>& settlement() const { return settlement_; }
  void settle(Settlement settlement);  // REQUIRES: not over
  // Takes the settlement back; the turns stay.
  void reopen() { settlement_.reset(); }

  // The game so far, with the names of the players. An unfinished turn stands in a tag of its own.
  // Whatever the names are, the record can be read again.
  Record record(std::vector<std::string> names) const;

 private:
  struct Turn {
    std::size_t first_action;
    int mover;
    // None where nothing is told. Copies of a game share it: most turns of most games have none,
    // and a server copies a game with every turn.
    std::shared_ptr<const TurnNote> note;
  };
  static std::size_t index(int turn) { return static_cast<std::size_t>(turn); }

  History history_;
  std::vector<Turn> turns_;
  std::vector<std::string> texts_;  // of the turns
  int setup_turns_ = 0;
  std::size_t setup_actions_ = 0;
  std::optional<Settlement> settlement_;
};

// The seats of the next game: everyone one seat on, the last one first.
template <class Seat>
std::vector<Seat> one_seat_on(std::vector<Seat> seats) {
  if (!seats.empty()) std::rotate(seats.begin(), seats.end() - 1, seats.end());
  return seats;
}

}  // namespace games
