// What a finished game of a tournament left behind, and how it is written down.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/schedule.h"
#include "games/record.h"

namespace arena {

// What a player put into a game.
struct ThinkingTotals {
  int turns = 0;
  double milliseconds = 0;
  int turns_with_depth = 0;  // turns for which it told how deep it looked
  double depth = 0;          // the sum over those
};

// A player broke the game off by doing something wrong.
struct Fault {
  int seat = 0;
  std::string kind;   // a short name to count by: "out-of-time"
  std::string words;  // what happened, in English as everything in a record
};

enum class Ending { kRules, kFault, kAdjudicated };

struct GameResult {
  ScheduledGame game;
  std::string result;                   // p1win, p2win, p3win, draw
  std::vector<double> points;           // of each seat: 1 for a win, a share of a draw
  int turns = 0;                        // of all players, the opening's too
  std::vector<ThinkingTotals> efforts;  // of each seat
  Ending ending = Ending::kRules;
  std::optional<Fault> fault;

  double points_of(int player) const;  // 0 for one who did not play
  bool has(int player) const;
};

// A kind of fault from what went wrong: the outermost message's name, "kEngineStalled" as
// "engine-stalled".
std::string fault_kind(const text::Error& error);

// Each seat's share of the point: the winner's, or split among those still in; who is at fault has
// none.
std::vector<double> shares_of(const std::string& result, const games::Position& position,
                              std::optional<int> at_fault);

// Adds to the record of the turns everything that reading it back needs.
void write_result(games::Record& record, const GameResult& result,
                  const std::vector<std::string>& names);

// Reads it back; an error says what does not fit this tournament.
games::Parsed<GameResult> read_result(const games::Record& record, const Schedule& schedule,
                                      const std::vector<std::string>& names);
// Those of a whole archive, in its order; an error names the game. No game may be there twice.
games::Parsed<std::vector<GameResult>> read_games(const std::vector<games::Record>& records,
                                                  const Schedule& schedule,
                                                  const std::vector<std::string>& names);

}  // namespace arena
