// Attempts at replies: which one comes next, how it searches, and what is noted of it. Each is a
// proof-number search of its own that depends on nothing else: whoever makes it finds the same.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eval/yavalath_tactics.h"
#include "solve/proof_writer.h"
#include "solve/solver_work.h"

namespace solve {

// How attempt number n (from 0) searches, and how many nodes it may visit. First the attacker may
// leave the defender one free choice: most wins need no more, and the tree is small. Where that is
// exhausted he may leave one more. On size 3 the attacker seldom wins, and all are free choices.
struct Attempt {
  search::ProofSettings settings;
  std::uint64_t nodes;
};
Attempt attempt(int number, int exhausted, int size);

// An attempt at a question of some work.
struct QuestionId {
  std::size_t opening, reply;
  int question;
  int number = 0;
  bool again = false;  // the answer is known, its strategy is missing

  bool same_question(const QuestionId& other) const {
    return opening == other.opening && reply == other.reply && question == other.question;
  }
};

template <class Visit>
void for_each_question(const Work& work, Visit visit) {
  for (std::size_t o = 0; o < work.openings.size(); ++o) {
    for (std::size_t r = 0; r < work.openings[o].replies.size(); ++r) {
      for (int q = 0; q < kQuestions; ++q) visit(QuestionId{o, r, q});
    }
  }
}

// Is the answer to this question about this reply still of use for its opening?
bool is_needed(const Work& work, const QuestionId& job);
// The reply with the fewest attempts, one that may refute its opening being ahead; those that have
// begun are not begun again. Nothing where nothing is left to ask.
std::optional<QuestionId> next_attempt(const Work& work, const std::vector<QuestionId>& begun);

using ReplySearch = search::ProofSearch<games::yavalath::State, eval::yavalath::Tactics>;
// With a table of at most so many bytes.
std::unique_ptr<ReplySearch> make_search(const games::yavalath::State& state, int question,
                                         const Attempt& plan, std::size_t memory);

// What the winner plays, as a proof.
struct Strategy {
  std::size_t positions = 0;
  int turns = 0;
  std::string content;
};
// Nothing where it was stopped. REQUIRES: the search has found this answer.
std::optional<Strategy> strategy_of(ReplySearch& search, int question, search::ProofStatus answer,
                                    search::Stopper& stopper);

struct AttemptResult {
  search::ProofStatus answer = search::ProofStatus::kOpen;
  std::uint64_t nodes = 0;
  search::ProofNumbers numbers;

  // Is there nothing left that it could do?
  bool exhausted() const { return numbers.disproof == 0; }
};
AttemptResult result_of(const ReplySearch& search, search::ProofStatus answer);

// Notes an attempt that has run to its end.
void note_attempt(QuestionWork& known, const QuestionId& job, const Attempt& plan,
                  const AttemptResult& result, const std::optional<Strategy>& strategy);

}  // namespace solve
