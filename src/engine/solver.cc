#include "engine/solver.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <list>
#include <mutex>
#include <set>
#include <thread>

#include "core/file.h"
#include "core/scan.h"
#include "engine/solver_files.h"
#include "eval/yavalath_tactics.h"
#include "search/strategy.h"
#include "text/file.h"

namespace engine {

using eval::yavalath::Tactics;
using games::yavalath::State;
using search::Answer;
using search::Limits;
using search::ProofNumbers;
using search::Stopper;
using text::Error;

namespace {

using Search = search::ProofSearch<State, Tactics>;

constexpr std::uint64_t kFirstNodes = 3'000;
constexpr double kGrowth = 2;
constexpr int kMaxGrowths = 40;  // beyond any time there is
// A node leaves some two entries in the table.
constexpr std::size_t kBytesPerNode = 64;
constexpr std::size_t kSmallestTable = std::size_t{1} << 20;
// Some 16 MB: the rest is found again.
constexpr std::size_t kSavedPositions = 1'000'000;
constexpr std::string_view kUnfinished = ".search";
constexpr int kMaxAttempts = 1'000;
// A reply that may refute its opening gets so many attempts more than the others.
constexpr int kLead = 6;
constexpr auto kWatchEvery = std::chrono::milliseconds(250);

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

namespace {

// Is the answer to this question about this reply still of use for its opening?
bool is_needed(const OpeningWork& opening, const ReplyWork& reply, int question) {
  if (opening.value() != GameValue::kOpen || reply.questions[question].answer != Answer::kOpen ||
      reply.value() != GameValue::kOpen) {
    return false;
  }
  const auto settles = [](const ReplyWork& r) {
    return r.not_won() && r.questions[1].answer == Answer::kOpen;
  };
  const bool won = std::none_of(opening.replies.begin(), opening.replies.end(),
                                [](const ReplyWork& r) { return r.not_won(); });
  if (question == 0) return won;
  // Once the opening is known not to win, a reply that does not lose to it is the first to ask.
  if (won) return false;
  return settles(reply) || std::none_of(opening.replies.begin(), opening.replies.end(), settles);
}

class Solver {
 public:
  Solver(Work& work, const SolverSettings& settings) : work_(work), settings_(settings) {
    for_each_question([this](const Job& job) { find_lost_strategy(job); });
    find_unfinished();
  }

  std::optional<Error> run(const SolverWatch& watch) {
    std::vector<std::thread> threads;
    for (int i = 0; i < settings_.threads; ++i) threads.emplace_back([this] { work_on(); });
    std::unique_lock lock(mutex_);
    while (ended_ < settings_.threads) {
      changed_.wait_for(lock, kWatchEvery);
      if (settings_.stop != nullptr && *settings_.stop) stop_all();
      if (settings_.deadline && search::Clock::now() >= *settings_.deadline) stop_all();
      const SolverProgress seen = progress();
      lock.unlock();
      watch(seen);
      lock.lock();
    }
    lock.unlock();
    for (auto& thread : threads) thread.join();
    watch(progress());
    return failure_;
  }

 private:
  struct Job {
    std::size_t opening, reply;
    int question;
    int number = 0;
    bool again = false;  // the answer is known, its strategy is missing
  };
  struct Running {
    Job job;
    Attempt plan;
    std::unique_ptr<Search> search;
    std::unique_ptr<Stopper> stopper;
    bool overtaken = false;  // another attempt has answered
  };

  OpeningWork& opening(const Job& job) { return work_.openings[job.opening]; }
  ReplyWork& reply(const Job& job) { return opening(job).replies[job.reply]; }
  QuestionWork& question(const Job& job) {
    return reply(job).questions[static_cast<std::size_t>(job.question)];
  }
  std::string strategy_file(const Job& job) {
    return strategy_path(settings_.folder, work_, opening(job), reply(job), job.question,
                         question(job).answer);
  }

  // A folder may have been carried elsewhere without its strategies.
  void find_lost_strategy(Job job) {
    const QuestionWork& known = question(job);
    if (settings_.folder.empty() || known.answer == Answer::kOpen) return;
    std::error_code code;
    if (std::filesystem::exists(strategy_file(job), code)) return;
    job.number = known.solving_attempt;
    job.again = true;
    waiting_.push_back(job);
  }

  // FOLDER/OPENING-REPLY.QUESTION.NUMBER.search: an attempt that was stopped.
  std::string unfinished_path(const Job& job) {
    return settings_.folder + '/' + work_.cell(opening(job).opening) + '-' +
           work_.cell(reply(job).reply) + ".p" + std::to_string(job.question + 1) + '.' +
           std::to_string(job.number) + std::string(kUnfinished);
  }

  void find_unfinished() {
    std::error_code code;
    std::set<std::string> files;
    if (!settings_.folder.empty()) {
      for (const auto& entry : std::filesystem::directory_iterator(settings_.folder, code)) {
        if (entry.path().extension() == kUnfinished) files.insert(entry.path().filename());
      }
    }
    if (files.empty()) return;
    for_each_question([&](Job job) {
      for (job.number = 0; job.number <= kMaxAttempts; ++job.number) {
        const auto name = std::filesystem::path(unfinished_path(job)).filename();
        if (files.contains(name)) waiting_.push_back(job);
      }
    });
  }

  // The next attempt: strategies to be made again, attempts that were stopped, then the reply with
  // the fewest attempts.
  std::optional<Job> next_job() {
    while (!waiting_.empty()) {
      const Job job = waiting_.front();
      waiting_.erase(waiting_.begin());
      if (job.again || is_needed(opening(job), reply(job), job.question)) return job;
      drop_unfinished(job);
    }
    std::optional<Job> best;
    int best_rank = 0;
    for_each_question([&](Job job) {
      if (!is_needed(opening(job), reply(job), job.question)) return;
      job.number = next_number(job);
      const int rank = job.number - (may_refute(job) ? kLead : 0);
      if (best && rank >= best_rank) return;
      best = job;
      best_rank = rank;
    });
    return best;
  }

  // Of the replies to an opening, is this the one that looks most like a refutation? One is enough.
  bool may_refute(const Job& job) {
    const ProofNumbers& own = question(job).numbers;
    if (job.question != 0 || own.disproof >= own.proof) return false;
    const auto& replies = opening(job).replies;
    return std::none_of(replies.begin(), replies.end(), [&](const ReplyWork& other) {
      const QuestionWork& asked = other.questions[0];
      return asked.answer == Answer::kOpen && asked.numbers.disproof < asked.numbers.proof &&
             asked.numbers.disproof < own.disproof;
    });
  }

  template <class Visit>
  void for_each_question(Visit visit) {
    for (std::size_t o = 0; o < work_.openings.size(); ++o) {
      for (std::size_t r = 0; r < work_.openings[o].replies.size(); ++r) {
        for (int q = 0; q < kQuestions; ++q) visit(Job{o, r, q});
      }
    }
  }

  // Attempts that are finished, under way or waiting are not begun again.
  int next_number(const Job& job) {
    int number = question(job).attempts;
    const auto after = [&](const Job& other) {
      if (same_question(other, job)) number = std::max(number, other.number + 1);
    };
    for (const Running& running : running_) after(running.job);
    for (const Job& waiting : waiting_) after(waiting);
    return number;
  }
  static bool same_question(const Job& a, const Job& b) {
    return a.opening == b.opening && a.reply == b.reply && a.question == b.question;
  }

  // --- Threads ---

  void work_on() {
    std::unique_lock lock(mutex_);
    while (!stopping_ && !failure_) {
      const auto job = next_job();
      if (!job) {
        // An answer that comes in may make new questions.
        if (running_.empty()) break;
        changed_.wait_for(lock, kWatchEvery);
        continue;
      }
      start(*job);
      const auto running = std::prev(running_.end());
      lock.unlock();
      attempt_it(*running);
      lock.lock();
      running_.erase(running);
      changed_.notify_all();
    }
    ++ended_;
    changed_.notify_all();
  }

  void start(const Job& job) {
    const Attempt plan = attempt(job.number, question(job).exhausted, work_.size);
    const std::size_t share = settings_.memory / static_cast<std::size_t>(settings_.threads);
    const std::size_t bytes =
        std::min(share, std::max<std::size_t>(plan.nodes * kBytesPerNode, kSmallestTable));
    auto search =
        std::make_unique<Search>(reply(job).state, job.question, plan.settings, bytes, Tactics());
    if (!settings_.folder.empty() && !job.again) {
      // A damaged one is begun anew.
      if (const auto saved = core::read_file(unfinished_path(job))) search->restore(*saved);
    }
    Limits limits;
    // What was proven once is proven again; only a smaller table could make it longer.
    if (!job.again) limits.nodes = plan.nodes - std::min(plan.nodes, search->nodes());
    limits.deadline = settings_.deadline;
    running_.push_back({job, plan, std::move(search), std::make_unique<Stopper>(limits)});
  }

  void attempt_it(Running& running) {
    const Answer answer = running.search->run(*running.stopper);
    std::optional<Strategy> strategy;
    const bool keeps = !settings_.folder.empty();
    if (answer != Answer::kOpen && keeps) strategy = write_strategy(running, answer);
    const bool finished = answer == Answer::kOpen ? ran_out(running) : strategy || !keeps;
    // A stopped attempt does not count; it goes on another time.
    const std::string saved =
        finished || !keeps || running.job.again ? "" : running.search->saved(kSavedPositions);
    const std::lock_guard lock(mutex_);
    nodes_done_ += running.search->nodes();
    if (running.overtaken) return;
    if (finished) {
      finish(running, answer, strategy);
    } else if (!saved.empty() && !failure_) {
      failure_ = text::write_file(unfinished_path(running.job), saved);
    }
  }

  // Is there nothing left that this attempt could do?
  static bool ran_out(const Running& running) {
    return running.search->nodes() >= running.plan.nodes || is_exhausted(running);
  }
  static bool is_exhausted(const Running& running) {
    return running.search->progress().disproof == 0;
  }

  struct Strategy {
    std::size_t positions = 0;
    int turns = 0;
  };

  std::optional<Strategy> write_strategy(Running& running, Answer answer) {
    namespace proof = games::yavalath::proof;
    const Job& job = running.job;
    const State& root = running.search->root();
    const int player = answer == Answer::kYes ? job.question : 1 - job.question;
    proof::Writer writer(proof::make_claim(root, player, answer == Answer::kNo));
    Limits limits;
    limits.deadline = settings_.deadline;
    {
      const std::lock_guard lock(mutex_);
      if (stopping_ || running.overtaken) return std::nullopt;
      running.stopper = std::make_unique<Stopper>(limits);
    }
    search::StrategyWalk<State, Tactics> walk(
        *running.search, answer,
        [&](const State& state, games::Action action, int turns) {
          writer.add(state, action, turns);
        },
        *running.stopper);
    const auto turns = walk.walk(root);
    if (!turns) return std::nullopt;
    const std::string path =
        strategy_path(settings_.folder, work_, opening(job), reply(job), job.question, answer);
    const std::string content = writer.content();
    const std::lock_guard lock(mutex_);
    if (running.overtaken) return std::nullopt;
    if (auto error = text::write_file(path, content)) {
      failure_ = std::move(error);
      stop_all();
      return std::nullopt;
    }
    return Strategy{writer.records(), *turns};
  }

  // REQUIRES: the mutex is held.
  void finish(Running& running, Answer answer, const std::optional<Strategy>& strategy) {
    const Job& job = running.job;
    QuestionWork& known = question(job);
    drop_unfinished(job);
    if (!job.again) {
      known.nodes += running.search->nodes();
      known.attempts = std::max(known.attempts, job.number + 1);
      // With few free choices they say little about the game.
      if (running.plan.settings.free_choices == search::ProofSettings::kAnyNumber) {
        known.numbers = {running.search->progress().proof, running.search->progress().disproof};
      }
    }
    if (answer == Answer::kOpen && is_exhausted(running)) {
      known.exhausted = std::max(known.exhausted, running.plan.settings.free_choices);
    }
    if (answer != Answer::kOpen) {
      known.answer = answer;
      if (!job.again) known.solving_attempt = job.number;
      if (strategy) {
        known.positions = strategy->positions;
        known.turns = strategy->turns;
      }
      overtake_others(running);
    }
    keep();
  }

  void drop_unfinished(const Job& job) {
    std::error_code code;
    if (!settings_.folder.empty()) std::filesystem::remove(unfinished_path(job), code);
  }

  // Attempts whose answers nobody needs any more.
  void overtake_others(const Running& done) {
    for (Running& other : running_) {
      if (&other == &done || other.job.again) continue;
      if (is_needed(opening(other.job), reply(other.job), other.job.question)) continue;
      other.overtaken = true;
      other.stopper->stop();
    }
  }

  void keep() {
    if (settings_.folder.empty() || failure_) return;
    failure_ = text::write_file(pairs_path(settings_.folder), work_text(work_));
    if (failure_) stop_all();
  }

  void stop_all() {
    stopping_ = true;
    for (Running& running : running_) running.stopper->stop();
  }

  SolverProgress progress() const {
    SolverProgress seen;
    seen.nodes = nodes_done_;
    for (const auto& opening : work_.openings) {
      seen.replies += static_cast<int>(opening.replies.size());
      seen.solved += static_cast<int>(opening.replies.size()) - opening.count(GameValue::kOpen);
    }
    for (const Running& running : running_) {
      const auto& search = running.search->progress();
      const OpeningWork& opening = work_.openings[running.job.opening];
      seen.nodes += search.nodes;
      seen.running.push_back(
          {opening.opening, opening.replies[running.job.reply].reply, running.job.question,
           running.job.number, search.nodes, ProofNumbers{search.proof, search.disproof},
           static_cast<double>(search.table_used) / static_cast<double>(search.table_capacity)});
    }
    return seen;
  }

  Work& work_;
  const SolverSettings& settings_;
  std::mutex mutex_;  // guards all below, and work_
  std::condition_variable changed_;
  std::list<Running> running_;
  std::vector<Job> waiting_;  // left over from an earlier run
  std::optional<Error> failure_;
  std::uint64_t nodes_done_ = 0;
  int ended_ = 0;  // threads
  bool stopping_ = false;
};

}  // namespace

std::optional<Error> solve(Work& work, const SolverSettings& settings, const SolverWatch& watch) {
  if (!settings.folder.empty()) {
    std::error_code code;
    std::filesystem::create_directories(settings.folder, code);
    if (code) return text::file_unwritable(settings.folder, code.value());
    if (auto error = text::write_file(pairs_path(settings.folder), work_text(work))) return error;
  }
  return Solver(work, settings).run(watch);
}

}  // namespace engine
