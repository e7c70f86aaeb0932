// What engines do for the server, each a piece of work that can be stopped.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "engine/analysis.h"
#include "engine/review.h"
#include "server/json.h"
#include "server/table.h"

namespace server {

// How long a computer may think about its turn; 0 where its level alone decides.
std::int64_t thinking_limit(const Table& table, int player, std::int64_t now);

// The turn of the computer to move.
std::string computer_turn(const Table& table, std::int64_t limit_ms, const std::stop_token& stop);

// One analysis; updates come a few times a second. What the engine found before helps it.
Json analysis(engine::Engine& engine, const games::History& history, std::int64_t time_ms,
              int lines, text::Language language, const std::stop_token& stop,
              const std::function<void(Json)>& on_update = {});

enum class Effort { kQuick, kNormal, kDeep };
// More turns would take too long at whatever effort.
inline constexpr std::size_t kMaxReviewedTurns = 3000;
// `{"review":RECORD,"judged":…}` in each language. Incomplete where it was stopped.
struct KeptReview {
  bool complete = false;
  Json in_language[text::kLanguages];
};
KeptReview review(const games::Record& record, const games::History& history, Effort effort,
                  const std::stop_token& stop, const engine::OnReview& on_progress);

}  // namespace server
