// What one person knows of a table, and everything he asked for there and was told, written down.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "games/position.h"
#include "history_check.h"

namespace tests {

// What servers say is taken as api.md has it; what cannot be is thrown.
class TableNotebook {
 public:
  // `whole_events`: keeps everything about an event, to see what differs, instead of a number made
  // of it.
  TableNotebook(std::string person, const games::Position& start, bool whole_events);

  const std::string& person() const { return history_.client; }
  int event() const { return event_; }  // the last one he knows
  int turns() const { return turns_; }
  const games::Position& position() const { return position_; }
  bool over() const { return over_; }
  // Was he told of an event of his own that he has not seen yet?
  bool misses_own_turn() const { return acknowledged_ > event_; }

  // A table, as the answer to `watch` with this `after`, 0 where it had none. False where he knew
  // more.
  bool hear_table(const nlohmann::json& table, const std::string& where, int asked_after);
  // Events after this one follow, also those he has.
  void hear_from(int event);
  enum class News { kNew, kGap, kOld };
  News hear_event(const nlohmann::json& event);

  void ask(int player, const std::string& turn);
  // What became of the turn that he asked for last.
  void hear_acknowledged(int event);
  void hear_refused();
  void hear_nothing();
  // May there be a turn of his here that he does not know of?
  bool in_doubt() const { return doubted_ == turns_; }
  // The same where he asked last.
  bool doubted_last() const { return doubted_ == asked_after(); }
  int asked_after() const { return history_.asked.back().after; }

  ClientHistory take_history() { return std::move(history_); }

 private:
  void apply_turn(const std::string& turn);

  games::Position start_, position_;
  bool whole_events_, over_ = false;
  int event_ = 0, turns_ = 0, acknowledged_ = 0;
  int doubted_ = -1;  // the fate of a turn after so many is unknown
  ClientHistory history_;
};

// A message of a server, without what the board looks like, which is most of it and follows from
// the position.
nlohmann::json read_message(const std::string& text);

}  // namespace tests
