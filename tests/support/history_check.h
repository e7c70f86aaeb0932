// Is what people were told about a table true? Everybody who plays or watches writes down what he
// asked for, what became of it and what he was told; at the end all of it is compared with what is
// stored. Knows nothing of sockets and servers.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace tests {

// An event as somebody was told it, or as it is stored.
struct HistoryEvent {
  int number = 0;
  std::string kind;  // "turn", "seated" and so on
  int player = 0;
  std::string text;  // of a turn; else what the event says
  // What else was told, which must be the same for everybody; "" where it is not known.
  std::string rest = "";

  bool operator==(const HistoryEvent&) const = default;
};

// A turn that somebody asked for.
struct AskedTurn {
  enum class Fate {
    kUnknown,       // no answer, or one that leaves it open
    kRefused,       // it was not played, and will not be
    kAcknowledged,  // it is the event of this number
  };
  int player = 0;
  std::string turn;
  int after = 0;  // so many turns were played before it
  int known = 0;  // the last event that whoever asked knew of
  Fate fate = Fate::kUnknown;
  int event = 0;  // where it was acknowledged
};

// A table as it was loaded: how it stood after its last event.
struct LoadedTable {
  int event = 0;
  std::vector<std::string> turns;
  std::string where = "";  // who answered
  int asked_after = 0;     // the last event that whoever asked said he knew; 0: he said nothing

  bool operator==(const LoadedTable&) const = default;
};

// The answer to somebody who asked for everything after this event: it follows, from there on.
struct ToldAfter {
  int event = 0;
};

struct ClientHistory {
  std::string client;
  std::vector<AskedTurn> asked;  // one after the other
  std::vector<std::variant<ToldAfter, HistoryEvent, LoadedTable>> told;
};

struct TableHistory {
  std::string table;
  std::vector<ClientHistory> clients;
  std::vector<HistoryEvent> stored;
  std::vector<LoadedTable> loaded;  // at the end, from each server
};

// What is wrong, a line each; nothing where
//   - the stored events are numbered from 1 without gaps, and every server tells the same of them;
//   - every acknowledged turn is stored under its number, and none twice;
//   - what is stored was asked for, once, by whose turn it was;
//   - everybody was told the same under a number, and nothing that is not stored;
//   - what somebody asks for comes after what he asked for and knew of before;
//   - nobody who says what he knows is told less.
std::vector<std::string> history_problems(const TableHistory& history);

}  // namespace tests
