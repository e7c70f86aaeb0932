#include "solve/solver_attempt.h"

#include <algorithm>

#include "search/strategy.h"

namespace solve {

using eval::yavalath::Tactics;
using games::yavalath::State;
using search::ProofNumbers;
using search::ProofStatus;

namespace {

constexpr std::uint64_t kFirstNodes = 3'000;
constexpr double kGrowth = 2;
constexpr int kMaxGrowths = 40;  // beyond any time there is
// A node leaves some two entries in the table.
constexpr std::size_t kBytesPerNode = 64;
constexpr std::size_t kSmallestTable = std::size_t{1} << 20;
// A reply that may refute its opening gets so many attempts more than the others.
constexpr int kLead = 6;

const QuestionWork& question_in(const Work& work, const QuestionId& job) {
  return work.openings[job.opening]
      .replies[job.reply]
      .questions[static_cast<std::size_t>(job.question)];
}

// Of the replies to an opening, is this the one that looks most like a refutation? One is enough.
bool may_refute(const Work& work, const QuestionId& job) {
  const ProofNumbers& own = question_in(work, job).numbers;
  if (job.question != 0 || own.disproof >= own.proof) return false;
  const auto& replies = work.openings[job.opening].replies;
  return std::none_of(replies.begin(), replies.end(), [&](const ReplyWork& other) {
    const QuestionWork& asked = other.questions[0];
    return asked.answer == ProofStatus::kOpen && asked.numbers.disproof < asked.numbers.proof &&
           asked.numbers.disproof < own.disproof;
  });
}

int next_number(const Work& work, const QuestionId& job, const std::vector<QuestionId>& begun) {
  int number = question_in(work, job).attempts;
  for (const QuestionId& other : begun) {
    if (other.same_question(job)) number = std::max(number, other.number + 1);
  }
  return number;
}

}  // namespace

Attempt attempt(int number, int exhausted, int size) {
  // No setting is best: each of these proves replies quickly on which others spend a hundred times
  // as long. Only those with any number of free choices find that a player does not win.
  constexpr int kAny = search::ProofSettings::kAnyNumber;
  static const std::vector<search::ProofSettings> kPortfolio = {
      {.sums = false, .margin = 0.25, .actions_per_number = 3, .free_choices = 1},
      {.sums = false, .margin = 0.1, .actions_per_number = 2, .free_choices = 1},
      {.sums = true, .margin = 0.1, .actions_per_number = 0, .free_choices = 1},
      {.sums = false, .margin = 0.25, .actions_per_number = 3, .free_choices = kAny},
      {.sums = true, .margin = 0.1, .actions_per_number = 1, .free_choices = 1}};
  const auto count = static_cast<int>(kPortfolio.size());
  Attempt result{kPortfolio[static_cast<std::size_t>(number % count)], kFirstNodes};
  int& free_choices = result.settings.free_choices;
  if (free_choices != kAny) free_choices = size == 3 ? kAny : free_choices + exhausted;
  // After each round through the list the order among equals is another.
  result.settings.seed = static_cast<std::uint64_t>(number / count);
  double nodes = static_cast<double>(kFirstNodes);
  for (int i = 0; i < std::min(number, kMaxGrowths); ++i) nodes *= kGrowth;
  result.nodes = static_cast<std::uint64_t>(nodes);
  return result;
}

// Is the answer to this question about this reply still of use for its opening?
bool is_needed(const Work& work, const QuestionId& job) {
  const OpeningWork& opening = work.openings[job.opening];
  const ReplyWork& reply = opening.replies[job.reply];
  const int question = job.question;
  if (opening.value() != GameValue::kOpen ||
      reply.questions[question].answer != ProofStatus::kOpen || reply.value() != GameValue::kOpen) {
    return false;
  }
  const auto settles = [](const ReplyWork& r) {
    return r.not_won() && r.questions[1].answer == ProofStatus::kOpen;
  };
  const bool won = std::none_of(opening.replies.begin(), opening.replies.end(),
                                [](const ReplyWork& r) { return r.not_won(); });
  if (question == 0) return won;
  // Once the opening is known not to win, a reply that does not lose to it is the first to ask.
  if (won) return false;
  return settles(reply) || std::none_of(opening.replies.begin(), opening.replies.end(), settles);
}

std::optional<QuestionId> next_attempt(const Work& work, const std::vector<QuestionId>& begun) {
  std::optional<QuestionId> best;
  int best_rank = 0;
  for_each_question(work, [&](QuestionId job) {
    if (!is_needed(work, job)) return;
    job.number = next_number(work, job, begun);
    const int rank = job.number - (may_refute(work, job) ? kLead : 0);
    if (best && rank >= best_rank) return;
    best = job;
    best_rank = rank;
  });
  return best;
}

std::unique_ptr<ReplySearch> make_search(const State& state, int question, const Attempt& plan,
                                         std::size_t memory) {
  const std::size_t bytes =
      std::min(memory, std::max<std::size_t>(plan.nodes * kBytesPerNode, kSmallestTable));
  return std::make_unique<ReplySearch>(state, question, plan.settings, bytes, Tactics());
}

std::optional<Strategy> strategy_of(ReplySearch& search, int question, ProofStatus answer,
                                    search::Stopper& stopper) {
  const int player = answer == ProofStatus::kProven ? question : 1 - question;
  proof::Writer writer(proof::make_claim(search.root(), player, answer == ProofStatus::kDisproven));
  search::StrategyWalk<State, Tactics> walk(
      search, answer,
      [&](const State& state, games::Action action, int turns) {
        writer.add(state, action, turns);
      },
      stopper);
  const auto turns = walk.walk(search.root());
  if (!turns) return std::nullopt;
  auto content = writer.content();
  return Strategy{writer.records(), *turns, std::move(content)};
}

AttemptResult result_of(const ReplySearch& search, ProofStatus answer) {
  const auto& progress = search.progress();
  return {answer, search.nodes(), {progress.proof, progress.disproof}};
}

void note_attempt(QuestionWork& known, const QuestionId& job, const Attempt& plan,
                  const AttemptResult& result, const std::optional<Strategy>& strategy) {
  if (!job.again) {
    known.nodes += result.nodes;
    known.attempts = std::max(known.attempts, job.number + 1);
    // With few free choices they say little about the game.
    if (plan.settings.free_choices == search::ProofSettings::kAnyNumber) {
      known.numbers = result.numbers;
    }
  }
  if (result.answer == ProofStatus::kOpen) {
    if (result.exhausted()) {
      known.exhausted = std::max(known.exhausted, plan.settings.free_choices);
    }
    return;
  }
  known.answer = result.answer;
  if (!job.again) known.solving_attempt = job.number;
  if (!strategy) return;
  known.positions = strategy->positions;
  known.turns = strategy->turns;
}

}  // namespace solve
