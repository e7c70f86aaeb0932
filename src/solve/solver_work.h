// What is known of openings of two-player Yavalath without the swap rule, reply by reply, and how
// it is kept in a folder while a solver works.
//
// The folder holds `pairs`, a text with one line for each reply, and for each answer a proof file
// with the strategy (solve/proof.h). A strategy that is missing can be made again: the
// line says which attempt found it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "games/yavalath/yavalath.h"
#include "search/proof_number.h"

namespace solve {

// For the first player.
enum class GameValue { kOpen, kWin, kLoss, kDraw };
// "open", "win", "loss" or "draw".
const char* value_code(GameValue value);

// The two questions that settle a position: does player 0 win, does player 1 win?
inline constexpr int kQuestions = 2;

// One question about the position after an opening and a reply.
struct QuestionWork {
  search::ProofStatus answer = search::ProofStatus::kOpen;
  int attempts = 0;              // finished ones
  int solving_attempt = 0;       // the one that gave the answer
  int exhausted = 0;             // with so many free choices nothing is found
  std::uint64_t nodes = 0;       // of all attempts
  search::ProofNumbers numbers;  // where the last attempt with any number of them ended
  std::size_t positions = 0;     // of the strategy, where one is kept
  int turns = 0;                 // that it takes at most

  friend bool operator==(const QuestionWork&, const QuestionWork&) = default;
};

// One reply to an opening; those that are symmetric to it are left out.
struct ReplyWork {
  games::yavalath::State state;  // after opening and reply
  games::Action reply;
  std::array<QuestionWork, kQuestions> questions;

  GameValue value() const;
  bool not_won() const { return questions[0].answer == search::ProofStatus::kDisproven; }
  friend bool operator==(const ReplyWork&, const ReplyWork&) = default;
};

struct OpeningWork {
  games::yavalath::State state;  // after the opening
  games::Action opening;
  std::vector<ReplyWork> replies;

  GameValue value() const;
  // Replies after which this is the value.
  int count(GameValue value) const;
  friend bool operator==(const OpeningWork&, const OpeningWork&) = default;
};

struct Work {
  int size = 5;
  bool all = false;   // every opening, up to symmetry
  bool swap = false;  // the game that was asked for has the swap rule; what is known here has not
  std::vector<OpeningWork> openings;

  // Of all openings; kOpen where `all` is false and it is not a win.
  GameValue value() const;
  std::string cell(games::Action action) const;
  friend bool operator==(const Work&, const Work&) = default;
};

// Nothing done yet: one opening, or all of them.
Work new_work(int size, std::optional<games::Action> opening, bool swap = false);

std::string work_text(const Work& work);
games::Parsed<Work> parse_work(std::string_view text);

}  // namespace solve
