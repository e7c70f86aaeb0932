// What engines do for tables and visitors, each a piece of work that can be stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/analysis.h"
#include "study/review.h"
#include "tables/table.h"

namespace tables {

// How long a computer may think about its turn; 0 where its level alone decides.
std::int64_t thinking_limit(const Table& table, int player, std::int64_t now);

// What a turn and a review wish for their hash tables, in megabytes.
inline constexpr std::size_t kTurnMegabytes = 8, kReviewMegabytes = 16;

// The turn of the computer to move, who thinks by `time` with a table of so many megabytes.
std::vector<games::Action> computer_turn(const Table& table, std::int64_t limit_ms,
                                         const std::stop_token& stop,
                                         core::TimeSource& time = core::steady_time(),
                                         std::size_t megabytes = kTurnMegabytes);

// One analysis; updates come a few times a second. What the engine found before helps it.
engine::Analysis analyse(engine::Engine& engine, const games::History& history,
                         std::int64_t time_ms, int lines, const std::stop_token& stop,
                         const engine::OnAnalysis& on_update = {});

enum class Effort { kQuick, kNormal, kDeep };
// More turns would take too long at whatever effort.
inline constexpr std::size_t kMaxReviewedTurns = 3000;
// How long it thinks about each position of a game of so many turns.
engine::Milliseconds time_of_position(std::size_t turns, Effort effort);
// A review of a game of so many turns, by `time` with a table of so many megabytes. Incomplete
// where it was stopped.
study::Review review(const games::History& history, std::size_t turns, Effort effort,
                     const std::stop_token& stop, const study::OnReview& on_progress,
                     core::TimeSource& time = core::steady_time(),
                     std::size_t megabytes = kReviewMegabytes);

}  // namespace tables
