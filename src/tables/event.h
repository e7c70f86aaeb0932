// What happens at a table. Events are numbered, and the state of a table follows from them alone.
// Players count from 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "games/action.h"

namespace tables {

enum class OfferReply { kAsk, kAccept, kDecline, kWithdraw };

// A person took the seat of an invitation.
struct Seated {
  int player = 0;
  std::string name;
  bool show = false;  // he agrees to show the finished game to everybody
};

// A computer took a seat: an open one, or that of a player who left.
struct SeatTaken {
  int player = 0;
  std::string who;
  bool open = false;  // nobody had sat there
};

struct TurnPlayed {
  int player = 0;
  std::vector<games::Action> actions;
  std::string text;                   // their printed spelling
  std::optional<std::int64_t> spent;  // milliseconds, where the table has a clock
};

struct TakebackReply {
  int player = 0;
  OfferReply reply = OfferReply::kAsk;
  // How many turns are left then. An acceptance with it is the last one needed, and takes effect.
  std::optional<std::int64_t> turns;
};

struct DrawReply {
  int player = 0;
  OfferReply reply = OfferReply::kAsk;
  std::vector<int> also;  // the other seats of whoever agrees
};

struct RematchReply {
  int player = 0;
  OfferReply reply = OfferReply::kAsk;
  std::vector<int> also;
  std::string table;  // the id of the new table, where everybody agreed
};

// The game ended otherwise than by its rules.
struct Ended {
  enum class Cause { kResignation, kAgreement, kTime, kClosed };
  std::string result;  // p1win, p2win, p3win, draw
  Cause cause = Cause::kResignation;
  int player = 0;  // who resigned or ran out of time
};

// A person has seen the board with everybody at it; his other seats have so too.
struct Seen {
  int player = 0;
  std::vector<int> also;
};

// A person agrees to show the finished game to everybody, or does not any more.
struct ShowReply {
  int player = 0;
  bool show = false;
  std::vector<int> also;
};

// A person deleted the game: he has left his seats, and they have no name any more.
struct Deleted {
  int player = 0;
  std::vector<int> also;
};

struct Event {
  int number = 0;          // from 1, without gaps
  std::int64_t at_ms = 0;  // since 1970
  std::variant<Seated, SeatTaken, TurnPlayed, TakebackReply, DrawReply, RematchReply, Ended, Seen,
               ShowReply, Deleted>
      what;
};

}  // namespace tables
