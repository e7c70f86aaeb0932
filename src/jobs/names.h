// What batches and workers are called among all that share a queue.
#pragma once

#include <string>

namespace jobs {

// Nobody else has it.
std::string new_batch_id();

std::string host_name();
// Of this process.
std::string process_name();

// What every worker offers besides its kinds. Jobs whose results depend on the version of the
// program, or are read by it, need it.
std::string version_offer();

}  // namespace jobs
