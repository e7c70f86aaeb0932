#include "solve/solver_jobs.h"

#include <algorithm>
#include <compare>
#include <filesystem>
#include <map>
#include <set>
#include <stop_token>
#include <thread>

#include "core/scan.h"
#include "jobs/names.h"
#include "solve/solver_files.h"
#include "text/file.h"

namespace solve {

using games::yavalath::State;
using search::ProofStatus;
using text::Error;
using text::Message;

namespace {

constexpr std::chrono::milliseconds kPollJobs{100}, kTryJobsAgain{1000}, kSignalLook{20};
// So many attempts are put ahead, and more where there are many workers.
constexpr std::size_t kPutAhead = 16, kPutAheadOfEach = 2;

// --- What jobs say: numbers separated by blanks ---

// An attempt, and all that its result depends on.
struct AttemptJob {
  int size = 5;
  std::uint32_t opening = 0, reply = 0;  // codes of actions
  int question = 0, number = 0, exhausted = 0;
  bool again = false;  // as long as it takes
  bool keeps = false;  // with the strategy
  std::size_t memory = 0;

  friend auto operator<=>(const AttemptJob&, const AttemptJob&) = default;
};

std::string numbers_text(const std::vector<std::uint64_t>& numbers) {
  std::vector<std::string> words;
  for (const auto number : numbers) words.push_back(std::to_string(number));
  return core::join(words, " ");
}

std::optional<std::vector<std::uint64_t>> read_numbers(std::string_view text, std::size_t count) {
  constexpr long long kMost = 1'000'000'000'000'000'000;
  std::vector<std::uint64_t> numbers;
  for (const auto word : core::words(text)) {
    const auto number = core::whole_number(word, kMost);
    if (!number) return std::nullopt;
    numbers.push_back(static_cast<std::uint64_t>(*number));
  }
  if (numbers.size() != count) return std::nullopt;
  return numbers;
}

std::string job_text(const AttemptJob& job) {
  return numbers_text(
      {static_cast<std::uint64_t>(job.size), job.opening, job.reply,
       static_cast<std::uint64_t>(job.question), static_cast<std::uint64_t>(job.number),
       static_cast<std::uint64_t>(job.exhausted), job.again, job.keeps, job.memory});
}

std::optional<AttemptJob> read_job(const std::string& text) {
  const auto n = read_numbers(text, 9);
  constexpr std::uint64_t kMostCodes = 1'000;
  if (!n || (*n)[0] < 3 || (*n)[0] > 6 || (*n)[1] > kMostCodes || (*n)[2] > kMostCodes ||
      (*n)[3] >= kQuestions || (*n)[4] > 10'000 || (*n)[5] > 100 || (*n)[8] == 0) {
    return std::nullopt;
  }
  return AttemptJob{static_cast<int>((*n)[0]),
                    static_cast<std::uint32_t>((*n)[1]),
                    static_cast<std::uint32_t>((*n)[2]),
                    static_cast<int>((*n)[3]),
                    static_cast<int>((*n)[4]),
                    static_cast<int>((*n)[5]),
                    (*n)[6] != 0,
                    (*n)[7] != 0,
                    static_cast<std::size_t>((*n)[8])};
}

struct FoundByWorker {
  AttemptResult result;
  std::optional<Strategy> strategy;
};

// A line of numbers, then the strategy as it is.
std::string found_text(const FoundByWorker& found) {
  const auto& [result, strategy] = found;
  return numbers_text({static_cast<std::uint64_t>(result.answer), result.nodes,
                       result.numbers.proof, result.numbers.disproof, strategy.has_value(),
                       strategy ? strategy->positions : 0,
                       static_cast<std::uint64_t>(strategy ? strategy->turns : 0)}) +
         '\n' + (strategy ? strategy->content : "");
}

std::optional<FoundByWorker> read_found(const std::string& text) {
  const auto end = text.find('\n');
  if (end == std::string::npos) return std::nullopt;
  const auto n = read_numbers(std::string_view(text).substr(0, end), 7);
  if (!n || (*n)[0] > 2 || (*n)[2] > search::ProofNumbers::kNever ||
      (*n)[3] > search::ProofNumbers::kNever || (*n)[6] > games::yavalath::kMaxCells) {
    return std::nullopt;
  }
  FoundByWorker found;
  found.result = {static_cast<ProofStatus>((*n)[0]),
                  (*n)[1],
                  {static_cast<std::uint32_t>((*n)[2]), static_cast<std::uint32_t>((*n)[3])}};
  if ((*n)[4] != 0) {
    found.strategy = Strategy{static_cast<std::size_t>((*n)[5]), static_cast<int>((*n)[6]),
                              text.substr(end + 1)};
  }
  return found;
}

// --- A worker ---

// The position after an opening and a reply, where both can be played.
std::optional<State> position_of(const AttemptJob& job) {
  State state = State::start({static_cast<std::uint8_t>(job.size), 2, false});
  for (const auto code : {job.opening, job.reply}) {
    games::ActionList<State> legal;
    state.legal_actions(legal);
    const games::Action action{code};
    if (std::find(legal.begin(), legal.end(), action) == legal.end()) return std::nullopt;
    state.apply(action);
  }
  return state;
}

jobs::Stored<std::string> make_attempt(const AttemptJob& job, const std::stop_token& stop) {
  const auto state = position_of(job);
  if (!state) return Error(Message::kWorkerPayload);
  const Attempt plan = attempt(job.number, job.exhausted, job.size);
  const auto search = make_search(*state, job.question, plan, job.memory);
  search::Limits limits;
  if (!job.again) limits.nodes = plan.nodes;
  search::Stopper searching(limits), walking{search::Limits{}};
  const std::stop_callback stopping(stop, [&] {
    searching.stop();
    walking.stop();
  });
  const auto answer = search->run(searching);
  FoundByWorker found;
  if (answer != ProofStatus::kOpen && job.keeps) {
    found.strategy = strategy_of(*search, job.question, answer, walking);
    // Whoever stopped it does not want it.
    if (!found.strategy) return Error(Message::kWorkThrew);
  }
  found.result = result_of(*search, answer);
  return found_text(found);
}

// --- Who has the work ---

class SolverElsewhere {
 public:
  SolverElsewhere(jobs::Queue& queue, Work& work, const SolverSettings& settings)
      : queue_(queue), work_(work), settings_(settings) {
    for_each_question(work_, [this](const QuestionId& job) { find_lost(job); });
  }

  std::optional<Error> run(const SolverWatch& watch,
                           const std::function<void(const Error&)>& on_trouble) {
    bool away = false;
    while (!failure_ && !stopped()) {
      const auto next = next_one({});
      if (!next) break;
      if (take(*next)) {
        watch(progress());
        continue;
      }
      const auto problem = look_for(*next);
      if (problem && !away) on_trouble(*problem);
      away = problem.has_value();
      watch(progress());
      if (!found_.contains(job_of(*next))) rest(away ? kTryJobsAgain : kPollJobs);
    }
    // Where this cannot be told, their owner is soon missed.
    for (const auto& [job, batch] : put_) {
      if (queue_.cancel(batch)) break;
    }
    return failure_;
  }

 private:
  QuestionWork& question(const QuestionId& id) {
    return work_.openings[id.opening]
        .replies[id.reply]
        .questions[static_cast<std::size_t>(id.question)];
  }
  std::string strategy_file(const QuestionId& id, ProofStatus answer) {
    const OpeningWork& opening = work_.openings[id.opening];
    return strategy_path(settings_.folder, work_, opening, opening.replies[id.reply], id.question,
                         answer);
  }

  void find_lost(QuestionId id) {
    const QuestionWork& known = question(id);
    if (settings_.folder.empty() || known.answer == ProofStatus::kOpen) return;
    std::error_code code;
    if (std::filesystem::exists(strategy_file(id, known.answer), code)) return;
    id.number = known.solving_attempt;
    id.again = true;
    lost_.push_back(id);
  }

  // What one thread would do next, after these.
  std::optional<QuestionId> next_one(const std::vector<QuestionId>& before) const {
    if (before.size() < lost_.size()) return lost_[before.size()];
    return next_attempt(work_, before);
  }

  AttemptJob job_of(const QuestionId& id) {
    const OpeningWork& opening = work_.openings[id.opening];
    return {work_.size,
            opening.opening.code,
            opening.replies[id.reply].reply.code,
            id.question,
            id.number,
            question(id).exhausted,
            id.again,
            !settings_.folder.empty(),
            settings_.memory};
  }

  // An error says that the queue cannot be reached.
  std::optional<Error> look_for(const QuestionId& first) {
    std::vector<QuestionId> ahead = {first};
    std::set<AttemptJob> wanted = {job_of(first)};
    while (ahead.size() < ahead_) {
      const auto next = next_one(ahead);
      if (!next) break;
      ahead.push_back(*next);
      wanted.insert(job_of(*next));
    }
    for (const auto& id : ahead) {
      if (auto problem = put(job_of(id))) return problem;
    }
    if (auto problem = drop_unwanted(wanted)) return problem;
    return collect_found();
  }

  std::optional<Error> put(const AttemptJob& job) {
    if (put_.contains(job) || found_.contains(job)) return std::nullopt;
    const auto batch = name_ + '-' + std::to_string(++batches_);
    if (auto problem =
            queue_.put({batch, kSolveKind, jobs::Priority::kBatch, jobs::host_name(), ""},
                       {{0, job_text(job), {jobs::version_offer()}}})) {
      return problem;
    }
    put_[job] = batch;
    return std::nullopt;
  }

  // What an answer made useless.
  std::optional<Error> drop_unwanted(const std::set<AttemptJob>& wanted) {
    for (auto at = put_.begin(); at != put_.end();) {
      if (wanted.contains(at->first)) {
        ++at;
        continue;
      }
      if (auto problem = queue_.cancel(at->second)) return problem;
      at = put_.erase(at);
    }
    std::erase_if(found_, [&](const auto& one) { return !wanted.contains(one.first); });
    return std::nullopt;
  }

  std::optional<Error> collect_found() {
    std::vector<std::string> batches;
    for (const auto& [job, batch] : put_) batches.push_back(batch);
    const auto sights = queue_.look(batches);
    if (!sights) return sights.error();
    std::map<std::string, const jobs::Sight*> by_batch;
    for (const auto& sight : *sights) by_batch[sight.batch] = &sight;
    std::size_t claimed = 0;
    for (auto at = put_.begin(); at != put_.end();) {
      const auto sight = by_batch.find(at->second);
      const bool gone = sight == by_batch.end();  // somebody emptied the queue: once more
      if (!gone) claimed += sight->second->claimed;
      if (!gone && !sight->second->outcome) {
        ++at;
        continue;
      }
      if (!gone) {
        keep_found(at->first, *sight->second->outcome);
        if (auto problem = queue_.cancel(at->second)) return problem;
      }
      at = put_.erase(at);
    }
    ahead_ = kPutAhead + kPutAheadOfEach * claimed;
    return std::nullopt;
  }

  void keep_found(const AttemptJob& job, const jobs::Outcome& outcome) {
    auto found = outcome.result ? read_found(*outcome.result) : std::nullopt;
    if (found) {
      found_[job] = *std::move(found);
    } else if (outcome.result) {
      failure_ = Error(Message::kWorkerResult, {outcome.worker});
    } else {
      failure_ =
          Error(Message::kWorkersGaveUp, {std::to_string(jobs::kMostAttempts), outcome.worker});
    }
  }

  // False where it is not found yet.
  bool take(const QuestionId& id) {
    const auto at = found_.find(job_of(id));
    if (at == found_.end()) return false;
    const auto found = std::move(at->second);
    found_.erase(at);
    const auto plan = attempt(id.number, question(id).exhausted, work_.size);
    nodes_ += found.result.nodes;
    if (found.strategy) {
      failure_ = text::write_file(strategy_file(id, found.result.answer), found.strategy->content);
      if (failure_) return true;
    }
    note_attempt(question(id), id, plan, found.result, found.strategy);
    if (id.again) lost_.erase(lost_.begin());
    if (!settings_.folder.empty()) {
      failure_ = text::write_file(pairs_path(settings_.folder), work_text(work_));
    }
    return true;
  }

  bool stopped() const {
    return (settings_.stop != nullptr && *settings_.stop) ||
           (settings_.deadline && search::Clock::now() >= *settings_.deadline);
  }
  // A signal handler may only set a flag: somebody has to look at it.
  void rest(std::chrono::milliseconds time) const {
    for (const auto end = search::Clock::now() + time; search::Clock::now() < end && !stopped();) {
      std::this_thread::sleep_for(kSignalLook);
    }
  }

  SolverProgress progress() const {
    SolverProgress seen;
    seen.nodes = nodes_;
    for (const auto& opening : work_.openings) {
      seen.replies += static_cast<int>(opening.replies.size());
      seen.solved += static_cast<int>(opening.replies.size()) - opening.count(GameValue::kOpen);
    }
    return seen;
  }

  jobs::Queue& queue_;
  Work& work_;
  const SolverSettings& settings_;
  const std::string name_ = jobs::new_batch_id();
  int batches_ = 0;
  std::vector<QuestionId> lost_;           // strategies that are missing
  std::map<AttemptJob, std::string> put_;  // and the names of their batches
  std::map<AttemptJob, FoundByWorker> found_;
  std::size_t ahead_ = kPutAhead;
  std::uint64_t nodes_ = 0;
  std::optional<Error> failure_;
};

}  // namespace

std::optional<Error> solve_on_workers(jobs::Queue& queue, Work& work,
                                      const SolverSettings& settings, const SolverWatch& watch,
                                      const std::function<void(const Error&)>& on_trouble) {
  if (auto error = begin_folder(settings.folder, work)) return error;
  return SolverElsewhere(queue, work, settings).run(watch, on_trouble);
}

std::function<jobs::Work()> solve_work() {
  return []() -> jobs::Work {
    return
        [](const jobs::Claim& claim, const jobs::JobContext& around) -> jobs::Stored<std::string> {
          const auto job = read_job(claim.job.payload);
          if (!job) return Error(Message::kWorkerPayload);
          return make_attempt(*job, around.stop);
        };
  };
}

}  // namespace solve
