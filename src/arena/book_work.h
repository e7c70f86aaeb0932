// Looks at openings that workers take: what who has them and who looks agree on.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "arena/openings.h"
#include "jobs/in_order.h"
#include "jobs/kinds.h"

namespace arena {

inline constexpr const char* kOpeningsKind = "openings";

// What whoever waits hears meanwhile.
struct WhileElsewhere {
  std::function<void(const jobs::Progress&)> on_progress = {};
  std::function<void(const text::Error&)> on_trouble = {};
};

// make_book() on workers. An error where a look could not be finished; fewer openings where it was
// stopped.
games::Parsed<std::vector<BookOpening>> make_book_on_workers(
    jobs::Queue& queue, const games::GameInfo& game, const games::OptionMap& options,
    const BookSettings& settings, const WhileElsewhere& meanwhile, const std::atomic<bool>& stop);

// A close look at each of these. REQUIRES: they can be written (opening_text).
games::Parsed<std::vector<BookOpening>> look_on_workers(jobs::Queue& queue,
                                                        const std::vector<games::History>& openings,
                                                        std::uint64_t nodes,
                                                        const WhileElsewhere& meanwhile,
                                                        const std::atomic<bool>& stop);

// How workers look.
std::function<jobs::Work()> openings_work(const engine::ProofBook* proofs);

}  // namespace arena
