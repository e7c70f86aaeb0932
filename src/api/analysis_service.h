// Analyses and reviews for whoever asks, over HTTP or the socket.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/engine_jobs.h"
#include "api/persons.h"
#include "api/remote_jobs.h"
#include "api/routes.h"
#include "core/time_source.h"
#include "jobs/queue.h"
#include "tables/table_registry.h"
#include "tables/thinking.h"

namespace api {

struct AnalysisRequest {
  std::string visitor;  // whose share of the engines' time it takes
  text::Language language;
  JsonDone done;
  std::stop_token gone = {};                        // stops the work: nobody waits for it any more
  std::function<void(const Json&)> on_update = {};  // of an analysis
  // Of a review; `left_s`: about how many seconds until it is done.
  std::function<void(int done, int total, int left_s)> on_progress = {};
  tables::Explorer explorer = {};  // by what it is known whose games he must not ask about
};

class AnalysisService {
 public:
  // May this visitor ask for one more? An error where not.
  using Admit = tables::TableRegistry::Admit;

  // Where a queue is given and there are workers, they do the work; they are late by `queue_time`.
  AnalysisService(tables::TableRegistry& registry, store::Writer& writer, tables::WorkQueue& work,
                  store::Store& store, Admit admit, std::shared_ptr<jobs::Queue> queue = nullptr,
                  core::TimeSource& queue_time = core::steady_time())
      : registry_(registry),
        writer_(writer),
        work_(work),
        store_(store),
        admit_(std::move(admit)),
        remote_jobs_(queue == nullptr ? nullptr
                                      : std::make_unique<RemoteJobs>(
                                            std::move(queue),
                                            RemoteJobSettings{.kinds = {kAnalysisKind, kReviewKind},
                                                              .time = &queue_time})) {}

  // The task can be stopped; nothing where the request was refused (and `done` told so).
  std::shared_ptr<tables::Task> analyse(Fields& fields, const AnalysisRequest& request);
  // The same. A review of a table may need the store: its task runs, or is never needed.
  std::shared_ptr<tables::Task> review(Fields& fields, const AnalysisRequest& request);
  std::size_t waiting(tables::Lane lane, const std::string& visitor) const {
    return work_.waiting(lane, visitor) + (remote_jobs_ ? remote_jobs_->waiting(lane, visitor) : 0);
  }
  // About how many seconds until it is done.
  int left_s(const tables::Task& task) const {
    const int elsewhere = remote_jobs_ ? remote_jobs_->left_s(task) : 0;
    return elsewhere > 0 ? elsewhere : work_.left_s(task);
  }
  // Nothing comes back from workers any more.
  void stop() {
    if (remote_jobs_) remote_jobs_->stop();
  }

  // `persons`: who shares the engines' time.
  void add_routes(Router& router, Persons& persons);

 private:
  using SnapshotPtr = std::shared_ptr<const tables::Snapshot>;
  struct ReadGame {
    games::Record record;
    games::History history;
  };
  struct GameToReview {
    std::string record;  // as text
    std::size_t turns;
    tables::Effort effort;
    std::function<void(const Expected<ReviewTexts>&)> take;
  };

  // Are there workers for it?
  bool elsewhere(const char* kind) const;
  // To a worker; `here`: does it here instead. False where it was refused, and `done` told so.
  bool send(tables::Lane lane, RemoteJob job, const AnalysisRequest& request,
            const std::function<bool()>& here);
  bool send_analysis(std::string payload, const std::shared_ptr<tables::Task>& task,
                     const AnalysisRequest& request, const std::function<bool()>& here);
  bool send_review(const GameToReview& game, const std::shared_ptr<tables::Task>& task,
                   const AnalysisRequest& request);
  // An error where it is no game, or none that may be reviewed.
  Expected<ReadGame> read_game(const std::string& text, const AnalysisRequest& request) const;
  bool may_ask(const AnalysisRequest& request) const;
  // False where it was refused, and `done` told so.
  bool start(tables::Lane lane, const std::shared_ptr<tables::Task>& task,
             const AnalysisRequest& request);
  std::shared_ptr<tables::Task> review_record(std::string text, std::size_t turns,
                                              tables::Effort effort,
                                              const AnalysisRequest& request);
  bool start_review(std::size_t turns, tables::Effort effort,
                    const std::shared_ptr<tables::Task>& task, const AnalysisRequest& request);
  void find_kept_review(const tables::LiveTablePtr& live, tables::Effort effort,
                        const std::shared_ptr<tables::Task>& task, const AnalysisRequest& request);
  // `kept`: the text of an earlier one, or "".
  void review_table(const tables::LiveTablePtr& live, const std::string& kept,
                    tables::Effort effort, const std::shared_ptr<tables::Task>& task,
                    const AnalysisRequest& request);
  Expected<ReviewTexts> reviewed(const games::Record& record, const games::History& history,
                                 tables::Effort effort, const AnalysisRequest& request,
                                 const std::stop_token& stop, tables::WorkTime& time);
  // `reviewed`: the table as it stood then.
  void keep(const tables::LiveTablePtr& live, const SnapshotPtr& reviewed, const std::string& game,
            tables::Effort effort, const ReviewTexts& review);

  tables::TableRegistry& registry_;
  store::Writer& writer_;
  tables::WorkQueue& work_;
  store::Store& store_;
  const Admit admit_;
  const std::unique_ptr<RemoteJobs> remote_jobs_;  // last: its thread uses the others
};

}  // namespace api
