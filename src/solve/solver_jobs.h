// Solving with workers: each attempt at a reply is a job.
//
// What comes next depends on what was found, so the attempts that a single thread would make next
// are put ahead, as if those before them find nothing; results are taken in the order of that
// thread, and what was put in vain is thrown away. So the answers, and the files, are those of a
// run with one thread.
#pragma once

#include <functional>
#include <optional>

#include "jobs/kinds.h"
#include "solve/solver.h"

namespace solve {

inline constexpr const char* kSolveKind = "solve";

// As solve(); the number of threads means nothing here, the memory is what each attempt may have.
// Attempts that are stopped begin anew another time. The queue is tried again where it cannot be
// reached; `on_trouble` hears so once for each time it went away.
std::optional<text::Error> solve_on_workers(
    jobs::Queue& queue, Work& work, const SolverSettings& settings, const SolverWatch& watch,
    const std::function<void(const text::Error&)>& on_trouble);

// How workers make attempts.
std::function<jobs::Work()> solve_work();

}  // namespace solve
