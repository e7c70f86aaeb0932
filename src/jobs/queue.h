// Work for any number of workers: who has some puts it here, workers claim it under a lease and
// report what came of it.
//
// A job is done when its result is stored. A worker that dies, or is cut off, loses its lease, and
// the next one gets the job: work may be done twice, a result counts once. A job that was claimed
// kMostAttempts times without a result is set aside: something in it may be what kills its workers.
//
// In memory for one process (memory_queue.h), in PostgreSQL for many (postgres_queue.h); the same
// tests hold for both. Thread-safe. An error says that the queue cannot be reached just now.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/store.h"

namespace jobs {

using store::Stored;
using Milliseconds = std::chrono::milliseconds;

inline constexpr int kMostAttempts = 3;
// A batch whose owner has neither put nor collected for so long is not worked on; one that was left
// alone much longer is forgotten.
inline constexpr std::chrono::seconds kOwnerLease{60};
inline constexpr std::chrono::hours kForgotten{24};
// Who asked for work within this time is there.
inline constexpr std::chrono::seconds kWorkerSeen{10};

enum class Priority { kInteractive, kBatch };  // somebody waits for it, or not

// Jobs that belong together. Batches of a higher priority go first; within one people take turns,
// and so do the batches of a person. Of what a person waits for, one batch of a kind is worked on
// at a time, in the order they came: the others are held up.
struct Batch {
  std::string id;
  std::string kind;  // of work: see kinds.h
  Priority priority = Priority::kBatch;
  std::string person;   // who wants it
  std::string payload;  // what all its jobs share
};

struct Job {
  int number = 0;  // in its batch, from 0; lower ones go first
  std::string payload;
  std::vector<std::string> needs = {};  // what a worker must offer, besides the kind
};

struct Worker {
  std::string name;
  std::vector<std::string> offers;  // kinds of work, and what jobs may need
  Milliseconds lease{};
};

// A job under a lease. The epoch tells one lease of a job from the next.
struct Claim {
  Batch batch;
  Job job;
  std::int64_t epoch = 0;
};

// What became of a job: a result, or nothing where it was set aside.
struct Outcome {
  int number = 0;
  std::optional<std::string> result;
  std::string worker;   // the last one
  std::string trouble;  // what a worker said that failed; "" where it said nothing
};

// A job as whoever waits for it sees it.
struct Sight {
  std::string batch;
  int number = 0;
  bool held_up = false;  // another one of the same person goes first
  bool claimed = false;
  std::string news;                // what its worker told last
  std::optional<Outcome> outcome;  // once it is done or set aside
};

struct Progress {
  int waiting = 0;
  int claimed = 0;
  int done = 0;
  int set_aside = 0;
  int workers = 0;  // that have a lease
};

class Queue {
 public:
  virtual ~Queue() = default;

  // --- For who has work ---

  // Adds jobs to a batch, which is made where there is none. Numbers that it has already stay as
  // they are, so that putting again after an error or a restart is harmless.
  virtual std::optional<text::Error> put(const Batch& batch, const std::vector<Job>& jobs) = 0;
  // What became of the jobs from this number on, in order, up to the first that is still open; not
  // all at once where there are many. Those before it are forgotten: `from` says what has been
  // taken care of.
  virtual Stored<std::vector<Outcome>> collect(const std::string& batch, int from) = 0;
  virtual Stored<Progress> progress(const std::string& batch) = 0;
  // How the jobs of these batches stand, whatever their order; a batch that is gone has none. For
  // who waits for few jobs, each a batch of its own, and takes them as they come.
  virtual Stored<std::vector<Sight>> look(const std::vector<std::string>& batches) = 0;
  // Forgets the batch. Its workers learn it when they extend their leases.
  virtual std::optional<text::Error> cancel(const std::string& batch) = 0;

  // How many workers asked for work lately that offer all of this.
  virtual Stored<int> workers(const std::vector<std::string>& offers) = 0;

  // --- For workers ---

  // Who asks is there; who asks and offers nothing has left.
  virtual Stored<std::optional<Claim>> claim(const Worker& worker) = 0;
  // The lease from now on anew. False where it is lost: somebody else has the job, or nobody wants
  // it any more.
  virtual Stored<bool> extend(const Claim& claim, Milliseconds lease) = 0;
  // Tells whoever waits how far it is; the last one counts. False where the lease is lost.
  virtual Stored<bool> tell(const Claim& claim, const std::string& news) = 0;
  // Stores the result. False where the lease is lost or there is a result already: this one does
  // not count.
  virtual Stored<bool> report(const Claim& claim, const std::string& result) = 0;
  // Ends the lease without a result: the job failed, which counts as an attempt, ...
  virtual std::optional<text::Error> fail(const Claim& claim, const std::string& trouble) = 0;
  // ... or the worker has other reasons, and it does not.
  virtual std::optional<text::Error> give_back(const Claim& claim) = 0;
};

}  // namespace jobs
