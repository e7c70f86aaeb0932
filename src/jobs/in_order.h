// Has a list of jobs done by workers and takes what became of them in its order.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "jobs/queue.h"

namespace jobs {

struct Orders {
  Batch batch;
  // The next job, its number above those before it; nothing where there are no more. Asked a little
  // ahead of what is done: making a job may take time, and what comes back may end it all.
  std::function<std::optional<Job>()> next;
  // What became of a job, in the order of the list whatever came first. False ends it all.
  std::function<bool(const Outcome&)> take;
  std::function<void(const Progress&)> on_progress = {};  // now and then
  // The queue cannot be reached and is tried again; once for each time it went away.
  std::function<void(const text::Error&)> on_trouble = {};
};

// Until the list is at its end or `stop` is true, which may become so at any time; forgets the
// batch in the end. Jobs that the batch has already, of an earlier run, are not done again.
void have_done(Queue& queue, const Orders& orders, const std::atomic<bool>& stop);

}  // namespace jobs
