// The queue of one process.
#pragma once

#include <memory>

#include "core/time_source.h"
#include "jobs/queue.h"

namespace jobs {

// Leases end by `time`.
std::unique_ptr<Queue> make_memory_queue(core::TimeSource& time = core::steady_time());

}  // namespace jobs
