// One game at one table: what was played, who sits where, how it ended. Both faces of the terminal,
// the full screen and plain lines, play on a Session; it reads nothing and prints nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record.h"
#include "protocol/contestant.h"

namespace terminal {

// Who sits on a seat: `human`, or a WHO that a Contestant is made of.
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
};

class Session {
 public:
  // REQUIRES: the game accepts the options.
  explicit Session(const SessionSetup& setup);

  const SessionSetup& setup() const { return setup_; }
  const games::History& history() const { return history_; }
  const games::Position& position() const { return history_.position(); }
  int players() const { return position().player_count(); }
  int to_move() const { return position().to_move(); }
  const std::string& seat(int player) const;
  bool is_human(int player) const { return seat(player) == kHuman; }
  int humans() const;

  // --- The end ---
  bool over() const { return settled_.has_value() || history_.outcome().over(); }
  // none, p1win, p2win, p3win, draw.
  std::string result() const;
  text::Note reason() const;  // REQUIRES: over()
  // A player gives up. With three players a computer takes over the seat instead, so that the
  // others can play on.
  text::Note resign(int player);
  // Who resigns when somebody says so: the person to move, or else the only person there is.
  std::optional<int> who_resigns() const;
  void agree_draw(text::Note reason);
  // Would a computer on this seat take a draw? A quick look; people are asked by whoever calls.
  bool computer_takes_draw(int player);

  // --- Playing ---
  void apply(games::Action action);  // REQUIRES: not over, legal
  // What was done in the turn under way.
  std::string draft() const;
  bool in_turn() const { return history_.actions().size() > turn_begin(); }
  int turns() const { return static_cast<int>(turn_begins_.size()); }
  // The texts of all turns, the last perhaps a part of one.
  std::vector<std::string> turn_texts() const;

  // Takes back a step of the turn under way, or else turns until a person is to move again.
  // False where there is nothing of that kind.
  bool take_back();
  bool can_take_back() const { return take_back_to().has_value(); }
  // Plays again what was taken back: a step, or the turns that went with it.
  bool redo();

  // --- Seats ---
  std::optional<text::Error> set_seat(int player, std::string_view who);
  // All computers, or where there is none an error.
  std::optional<text::Error> set_level(std::string_view level);
  // The same game from its start, with other chances; and with everyone one seat on.
  Session again() const;
  Session with_seats_swapped() const;

  // Whoever thinks for a seat; started when first asked for. An error says why a foreign program
  // does not run. REQUIRES: the seat is not human.
  games::Parsed<protocol::Contestant*> contestant(int player);
  engine::Budget budget_for(int player) const;

  // --- Records ---
  games::Record record() const;
  // A game from a record: its seats are taken over where the names say who played. The rest of
  // the setup stays. A stranger's file must not start programs: a seat `engine:` counts only in
  // records of our own.
  enum class Trust { kOwn, kStranger };
  static games::Parsed<Session> from_record(const games::Record& record, SessionSetup setup,
                                            Trust trust);

 private:
  struct Settled {
    int winner;  // -1: drawn
    text::Note reason;
  };

  std::size_t turn_begin() const;
  std::optional<std::size_t> take_back_to() const;
  void rewind(std::size_t actions);
  void note_turn_start();

  SessionSetup setup_;
  games::History history_;
  std::vector<std::size_t> turn_begins_;  // of every turn that has begun: its first action
  std::vector<int> movers_;               // and who moved in it
  std::vector<std::vector<games::Action>> undone_;  // the last one is redone first
  std::optional<Settled> settled_;
  std::vector<std::shared_ptr<protocol::Contestant>> contestants_;
};

// A record from a file in either spelling.
games::Parsed<games::Record> read_record(const std::string& path);

}  // namespace terminal
