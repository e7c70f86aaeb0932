// What somebody wants at a table, on its way to whoever decides about it: here, or on another
// server. Seats are named by the hashes of their tokens, never by tokens.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "tables/event.h"

namespace tables {

// A person takes the seat of an invitation, or without one an open seat of a public table.
struct Join {
  std::string invite_hash;
  std::string token_hash;  // of whoever joins
  std::string name;
  bool show = false;  // he agrees to show the finished game
};

struct PlayTurn {
  std::string token_hash;
  std::string text;
  int after = 0;  // so many turns
};

struct Resign {
  std::string token_hash;
};

// A word on a draw, on taking back, on another game: an offer or an answer to one.
struct OfferDraw {
  std::string token_hash;
  OfferReply reply = OfferReply::kAsk;
};
struct OfferTakeback {
  std::string token_hash;
  OfferReply reply = OfferReply::kAsk;
};
struct OfferRematch {
  std::string token_hash;
  OfferReply reply = OfferReply::kAsk;
};

// A computer takes a seat that nobody has taken.
struct SeatComputer {
  std::string token_hash;
  int player = 0;
  std::string who;
};

// A player looks at the board: the first clock need not wait for him any more.
struct SeeBoard {
  std::string token_hash;
};

// A player agrees to show the finished game to everybody, or does not any more.
struct AgreeToShow {
  std::string token_hash;
  bool show = false;
};

// A player deletes the finished game.
struct DeleteGame {
  std::string token_hash;
};

// A player says one of kPhrases to everybody at the table.
struct SayPhrase {
  std::string token_hash;
  std::string phrase;
};

// The computer that thinks answers with what it has.
struct MoveNow {};

// Whoever runs the server ends the game.
struct CloseGame {};

// A review of the finished game is stored.
struct ReviewStored {};

using Act =
    std::variant<Join, PlayTurn, Resign, OfferDraw, OfferTakeback, OfferRematch, SeatComputer,
                 MoveNow, CloseGame, ReviewStored, SeeBoard, AgreeToShow, DeleteGame, SayPhrase>;

// All that can be said at a table. Clients have the words.
inline constexpr std::array<std::string_view, 10> kPhrases = {
    "hello", "good_luck",  "nice_turn", "oops",       "thanks",
    "sorry", "one_moment", "good_game", "play_again", "goodbye"};

}  // namespace tables
