// Analyses and reviews for whoever asks, over HTTP or the socket.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/acting.h"
#include "server/engines.h"
#include "server/limits.h"
#include "server/routes.h"
#include "server/tables.h"
#include "server/thinking.h"

namespace server {

class Study {
 public:
  // `asked` limits requests an address; nothing: no limit.
  Study(Tables& tables, store::Writer& writer, Work& work, store::Store& store, Buckets* asked,
        std::function<std::int64_t()> now)
      : tables_(tables),
        writer_(writer),
        work_(work),
        store_(store),
        asked_(asked),
        now_(std::move(now)) {}

  struct Asking {
    std::string visitor;
    text::Language language;
    JsonDone done;
    std::stop_token gone = {};  // stops the work: nobody waits for it any more
    std::function<void(const Json&)> on_update = {};            // of an analysis
    std::function<void(int done, int total)> on_progress = {};  // of a review
  };

  // The job can be stopped; nothing where the request was refused (and `done` told so).
  std::shared_ptr<Job> analyse(Fields& fields, const Asking& asking);
  // The same. A review of a table may need the store: its job runs, or is never needed.
  std::shared_ptr<Job> review(Fields& fields, const Asking& asking);
  std::size_t waiting(Lane lane, const std::string& visitor) const {
    return work_.waiting(lane, visitor);
  }

  void add_routes(Router& router);

 private:
  bool may_ask(const Asking& asking) const;
  // False where it was refused, and `done` told so.
  bool start(Lane lane, const std::shared_ptr<Job>& job, const Asking& asking);
  // `kept`: the text of an earlier one, or "".
  void review_table(const std::shared_ptr<Room>& room, const std::string& kept, Effort effort,
                    const std::shared_ptr<Job>& job, const Asking& asking);
  void keep(const std::shared_ptr<Room>& room, const std::string& game, Effort effort,
            const KeptReview& review);

  Tables& tables_;
  store::Writer& writer_;
  Work& work_;
  store::Store& store_;
  Buckets* asked_;
  std::function<std::int64_t()> now_;
  Engines engines_;
};

}  // namespace server
