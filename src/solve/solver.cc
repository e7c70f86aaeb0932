#include "solve/solver.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <list>
#include <mutex>
#include <set>
#include <thread>

#include "core/file.h"
#include "core/scan.h"
#include "solve/solver_files.h"
#include "text/file.h"

namespace solve {

using search::Limits;
using search::ProofNumbers;
using search::ProofStatus;
using search::Stopper;
using text::Error;

namespace {

// Some 16 MB: the rest is found again.
constexpr std::size_t kSavedPositions = 1'000'000;
constexpr std::string_view kUnfinished = ".search";
constexpr int kMaxAttempts = 1'000;
constexpr auto kWatchEvery = std::chrono::milliseconds(250);

class Solver {
 public:
  Solver(Work& work, const SolverSettings& settings) : work_(work), settings_(settings) {
    for_each_question(work_, [this](const QuestionId& job) { find_lost_strategy(job); });
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
  struct Running {
    QuestionId job;
    Attempt plan;
    std::unique_ptr<ReplySearch> search;
    std::unique_ptr<Stopper> stopper;
    bool overtaken = false;  // another attempt has answered
  };

  OpeningWork& opening(const QuestionId& job) { return work_.openings[job.opening]; }
  ReplyWork& reply(const QuestionId& job) { return opening(job).replies[job.reply]; }
  QuestionWork& question(const QuestionId& job) {
    return reply(job).questions[static_cast<std::size_t>(job.question)];
  }
  std::string strategy_file(const QuestionId& job) {
    return strategy_path(settings_.folder, work_, opening(job), reply(job), job.question,
                         question(job).answer);
  }

  // A folder may have been carried elsewhere without its strategies.
  void find_lost_strategy(QuestionId job) {
    const QuestionWork& known = question(job);
    if (settings_.folder.empty() || known.answer == ProofStatus::kOpen) return;
    std::error_code code;
    if (std::filesystem::exists(strategy_file(job), code)) return;
    job.number = known.solving_attempt;
    job.again = true;
    waiting_.push_back(job);
  }

  // FOLDER/OPENING-REPLY.QUESTION.NUMBER.search: an attempt that was stopped.
  std::string unfinished_path(const QuestionId& job) {
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
    for_each_question(work_, [&](QuestionId job) {
      for (job.number = 0; job.number <= kMaxAttempts; ++job.number) {
        const auto name = std::filesystem::path(unfinished_path(job)).filename();
        if (files.contains(name)) waiting_.push_back(job);
      }
    });
  }

  // The next attempt: strategies to be made again, attempts that were stopped, then the reply with
  // the fewest attempts.
  std::optional<QuestionId> next_job() {
    while (!waiting_.empty()) {
      const QuestionId job = waiting_.front();
      waiting_.erase(waiting_.begin());
      if (job.again || is_needed(work_, job)) return job;
      drop_unfinished(job);
    }
    std::vector<QuestionId> begun = waiting_;
    for (const Running& running : running_) begun.push_back(running.job);
    return next_attempt(work_, begun);
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

  void start(const QuestionId& job) {
    const Attempt plan = attempt(job.number, question(job).exhausted, work_.size);
    auto search = make_search(reply(job).state, job.question, plan,
                              settings_.memory / static_cast<std::size_t>(settings_.threads));
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
    const ProofStatus answer = running.search->run(*running.stopper);
    std::optional<Strategy> strategy;
    const bool keeps = !settings_.folder.empty();
    if (answer != ProofStatus::kOpen && keeps) strategy = write_strategy(running, answer);
    const bool finished = answer == ProofStatus::kOpen ? ran_out(running) : strategy || !keeps;
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
    return running.search->nodes() >= running.plan.nodes ||
           result_of(*running.search, ProofStatus::kOpen).exhausted();
  }

  std::optional<Strategy> write_strategy(Running& running, ProofStatus answer) {
    const QuestionId& job = running.job;
    Limits limits;
    limits.deadline = settings_.deadline;
    {
      const std::lock_guard lock(mutex_);
      if (stopping_ || running.overtaken) return std::nullopt;
      running.stopper = std::make_unique<Stopper>(limits);
    }
    auto strategy = strategy_of(*running.search, job.question, answer, *running.stopper);
    if (!strategy) return std::nullopt;
    const std::string path =
        strategy_path(settings_.folder, work_, opening(job), reply(job), job.question, answer);
    const std::lock_guard lock(mutex_);
    if (running.overtaken) return std::nullopt;
    if (auto error = text::write_file(path, strategy->content)) {
      failure_ = std::move(error);
      stop_all();
      return std::nullopt;
    }
    return strategy;
  }

  // REQUIRES: the mutex is held.
  void finish(Running& running, ProofStatus answer, const std::optional<Strategy>& strategy) {
    drop_unfinished(running.job);
    note_attempt(question(running.job), running.job, running.plan,
                 result_of(*running.search, answer), strategy);
    if (answer != ProofStatus::kOpen) overtake_others(running);
    keep();
  }

  void drop_unfinished(const QuestionId& job) {
    std::error_code code;
    if (!settings_.folder.empty()) std::filesystem::remove(unfinished_path(job), code);
  }

  // Attempts whose answers nobody needs any more.
  void overtake_others(const Running& done) {
    for (Running& other : running_) {
      if (&other == &done || other.job.again) continue;
      if (is_needed(work_, other.job)) continue;
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
  std::vector<QuestionId> waiting_;  // left over from an earlier run
  std::optional<Error> failure_;
  std::uint64_t nodes_done_ = 0;
  int ended_ = 0;  // threads
  bool stopping_ = false;
};

}  // namespace

std::optional<Error> solve(Work& work, const SolverSettings& settings, const SolverWatch& watch) {
  if (auto error = begin_folder(settings.folder, work)) return error;
  return Solver(work, settings).run(watch);
}

}  // namespace solve
