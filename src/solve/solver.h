// Solves openings of two-player Yavalath, reply by reply, on several threads.
//
// Each attempt is a proof-number search of its own with a fresh table: which settings prove a reply
// quickly cannot be foreseen, and attempts need not share anything. Replies are taken in turns,
// cheap attempts first; every next attempt at a reply has other settings and a larger budget. Where
// fewer replies are left than there are threads, several attempts at one of them run side by side.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "solve/solver_attempt.h"
#include "solve/solver_work.h"

namespace solve {

struct SolverSettings {
  int threads = 1;
  std::size_t memory = std::size_t{1} << 30;  // bytes of all tables together
  std::optional<search::Clock::time_point> deadline;
  const std::atomic<bool>* stop = nullptr;  // may be set at any time, by a signal too
  // Where answers and strategies are kept; "" for nowhere.
  std::string folder;
};

// One attempt under way.
struct RunningAttempt {
  games::Action opening, reply;
  int question = 0;
  int number = 0;
  std::uint64_t nodes = 0;
  search::ProofNumbers numbers;
  double table_fill = 0;
};

struct SolverProgress {
  std::uint64_t nodes = 0;  // visited since the start
  int solved = 0, replies = 0;
  std::vector<RunningAttempt> running;
};

// Called on the thread that called solve(), now and then and whenever a reply is solved.
using SolverWatch = std::function<void(const SolverProgress& progress)>;

// Works until every opening is decided, or until it is told to stop. `work` grows as answers are
// found; it is kept in the folder whenever it does. An error where something cannot be written.
std::optional<text::Error> solve(Work& work, const SolverSettings& settings,
                                 const SolverWatch& watch);

}  // namespace solve
