// The kinds of work that a worker knows.
#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>

#include "jobs/queue.h"

namespace jobs {

// What work has besides its job.
struct JobContext {
  // The lease is lost or the worker is to end: whatever is returned then is not wanted.
  std::stop_token stop;
  // Something that the worker offers does not work here: it is not offered any more, and a job that
  // fails for it is given back.
  std::function<void(const std::string& offer)> withdraw;
  // Tells whoever waits how far it is. Takes a while: not more often than a few times a second.
  std::function<void(const std::string& news)> tell;
};

// Does one job and returns its result. An error counts as an attempt of the job. What must not end
// all other work is caught where this is called.
using Work = std::function<Stored<std::string>(const Claim&, const JobContext&)>;

// The name of each kind, and how a thread gets the work of it: what it keeps from one job to the
// next is that thread's own.
using Kinds = std::map<std::string, std::function<Work()>>;

}  // namespace jobs
