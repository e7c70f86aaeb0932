// One game in the terminal: a game in progress with who sits where, what was taken back, and the
// computers that play. Both faces of the terminal, the full screen and plain lines, play on a
// Session; it reads nothing and prints nothing.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/time_source.h"
#include "engine/clock_setting.h"
#include "games/game_in_progress.h"
#include "terminal/seat_player.h"

namespace terminal {

// Who sits on a seat: `human`, or a WHO that a MatchPlayer is made of.
inline constexpr std::string_view kHuman = "human";

// Is this a WHO, `human` included? Nothing is started.
std::optional<text::Error> check_who(std::string_view who);

struct SessionSetup {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  std::vector<std::string> seats;  // missing ones are human
  std::uint64_t seed = 0;
  // What a player without an own measure of effort thinks: level 10 and other programs.
  engine::Milliseconds time{1000};
  std::optional<engine::ClockSetting> clock = {};        // of each seat
  core::TimeSource* time_source = &core::steady_time();  // what the clocks go by
  protocol::EngineDeadlines deadlines = {};              // of other programs
  // Those that were started before the game, by seat; may be shorter.
  std::vector<std::shared_ptr<SeatPlayer>> started = {};
};

class Session {
 public:
  // REQUIRES: the game accepts the options.
  explicit Session(const SessionSetup& setup);
  // From a position instead, which need not be the game's start.
  static Session from_position(const games::Position& position, SessionSetup setup);
  // From a game that was played so far, which is not taken back.
  static Session from_history(const games::History& history, SessionSetup setup);

  const SessionSetup& setup() const { return setup_; }
  const games::History& history() const { return game_.history(); }
  const games::Position& position() const { return game_.position(); }
  int players() const { return game_.players(); }
  int to_move() const { return game_.to_move(); }
  const std::string& seat(int player) const;
  bool is_human(int player) const { return seat(player) == kHuman; }
  int humans() const;
  // The name that a record gave to whoever played a seat; "" where the seat says it.
  const std::string& name(int player) const { return names_[static_cast<std::size_t>(player)]; }

  // --- The end ---
  bool over() const { return game_.over(); }
  // none, p1win, p2win, p3win, draw.
  std::string result() const { return game_.result(); }
  text::Note reason() const { return game_.reason(); }  // REQUIRES: over()
  // A player gives up. With three players a computer takes over the seat instead, so that the
  // others can play on. REQUIRES: not over.
  text::Note resign(int player);
  // Who resigns when somebody says so: the person to move, or else the only person there is.
  std::optional<int> who_resigns() const;
  void agree_draw(text::Note reason);  // REQUIRES: not over
  // Would a computer on this seat take a draw? A quick look; people are asked by whoever calls.
  bool computer_takes_draw(int player);

  // --- Playing ---
  void apply(games::Action action);  // REQUIRES: not over, legal
  // What was done in the turn under way.
  std::string draft() const { return game_.unfinished_turn(); }
  bool in_turn() const { return game_.in_turn(); }
  int turns() const { return game_.turn_count(); }
  // The texts of all turns, the last perhaps a part of one.
  const std::vector<std::string>& turn_texts() const { return game_.turn_texts(); }

  // Takes back a step of the turn under way, or else turns until a person is to move again.
  // False where there is nothing of that kind.
  bool take_back();
  bool can_take_back() const { return take_back_to().has_value(); }
  // Plays again what was taken back: a step, or the turns that went with it.
  bool redo();

  // As it was after so many turns; redo() plays the others again, one by one.
  // REQUIRES: turns <= turns().
  void go_to_turn(int turns);
  // The game as it was after so many turns. REQUIRES: turns <= turns().
  games::History history_at(int turns) const { return game_.history_at(turns); }

  // --- Clocks ---
  // What a player has left now; nothing without clocks.
  std::optional<engine::Milliseconds> clock_of(int player) const;
  // Whose time is up. The player to move loses by it, as by resigning.
  std::optional<int> out_of_time() const;
  text::Note lose_on_time(int player);  // REQUIRES: not over
  // The clocks stand while nobody plays.
  void stop_clock();
  void go_on_clock();

  // --- Seats ---
  std::optional<text::Error> set_seat(int player, std::string_view who);
  // All computers, or where there is none an error.
  std::optional<text::Error> set_level(std::string_view level);
  // The same game from its start, with other chances; and with everyone one seat on.
  Session again() const;
  Session with_seats_swapped() const;

  // Whoever thinks for a seat. REQUIRES: the seat is not human.
  std::shared_ptr<SeatPlayer> seat_player(int player);
  engine::Budget budget_for(int player) const;
  // Starts every foreign program that has a seat, so that one that does not run is told before the
  // game begins. Blocks until each has answered or failed.
  std::optional<text::Error> start_engines();
  const std::vector<std::shared_ptr<SeatPlayer>>& seat_players() const { return seat_players_; }

  // --- Records ---
  // The game so far, with everything that the record it came from told: tags, names, comments,
  // variations. A seat whose name is a person's stands in a tag.
  games::Record record() const;
  // A game from a record: its seats are taken over where it says who played. The rest of
  // the setup stays. A stranger's file must not start programs: a seat `engine:` counts only in
  // records of our own.
  enum class Trust { kOwn, kStranger };
  static games::Parsed<Session> from_record(const games::Record& record, SessionSetup setup,
                                            Trust trust);

 private:
  Session(const SessionSetup& setup, games::GameInProgress game);
  std::optional<std::size_t> take_back_to() const;
  void keep_words_of(const games::Record& record);
  void rewind_to_action(std::size_t to);
  text::Note give_seat_up(int player, text::Message lost, text::Message handed_on);
  // The clock of the turn under way starts from nothing.
  void begin_turn_clock();
  engine::Milliseconds spent() const;
  // What the player had when the turn under way began.
  engine::Milliseconds clock_before(int player) const;

  // What was taken back, with what was noted of its turns.
  struct Undone {
    std::vector<games::Action> actions;
    std::vector<games::TurnNote> notes;
  };

  SessionSetup setup_;
  games::GameInProgress game_;
  std::vector<Undone> undone_;  // the last one is redone first
  std::vector<std::shared_ptr<SeatPlayer>> seat_players_;
  // Of the record that the game came from.
  std::map<std::string, std::string> tags_;
  std::string comment_;
  std::vector<std::string> names_;  // by seat; "" where the seat says who plays
  // Of the turn under way: when its clock was last started, and what had been spent before.
  core::TimeSource::TimePoint clock_began_{};
  engine::Milliseconds spent_before_{};
  bool clock_stands_ = false;
  std::vector<bool> untimed_;  // by seat: whose time was up, and a computer plays on
};

// A record from a file in either spelling.
games::Parsed<games::Record> read_record(const std::string& path);

}  // namespace terminal
