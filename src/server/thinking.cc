#include "server/thinking.h"

#include <algorithm>
#include <chrono>

#include "engine/player.h"

namespace server {

namespace {

// Small, because many may think at a time.
constexpr std::size_t kTurnHash = 8, kReviewHash = 16;
constexpr std::chrono::milliseconds kBetweenUpdates{200};
constexpr std::int64_t kLeastTime = 20;
// Others wait for the end of a review: of a long game each turn gets less.
constexpr engine::Milliseconds kWholeReview{150'000};

engine::Milliseconds effort_time(Effort effort) {
  switch (effort) {
    case Effort::kQuick: return engine::Milliseconds(60);
    case Effort::kNormal: return engine::Milliseconds(300);
    case Effort::kDeep: break;
  }
  return engine::Milliseconds(1200);
}

}  // namespace

std::int64_t thinking_limit(const Table& table, int player, std::int64_t now) {
  const auto who = engine::parse_who(table.seat(player).who);
  const std::int64_t own = who && engine::limits_itself(*who) ? 0 : table.setup().level_time;
  if (!table.has_clock()) return own;
  const auto& clock = table.setup().clock;
  const auto left = table.left(player, now);
  const auto by_clock =
      clock.kind == ClockSetup::Kind::kTurn
          ? left / 2
          : engine::turn_time(engine::Milliseconds(left), engine::Milliseconds(clock.increment))
                .count();
  const auto limit = std::max(kLeastTime, static_cast<std::int64_t>(by_clock));
  return own == 0 ? limit : std::min(own, limit);
}

std::string computer_turn(const Table& table, std::int64_t limit_ms, const std::stop_token& stop) {
  const auto& history = table.history();
  const auto who = engine::parse_who(table.seat(table.to_move()).who);
  engine::Player player(who ? *who : engine::Who{},
                        table.setup().seed + static_cast<std::uint64_t>(table.last_event()),
                        kTurnHash);
  engine::Budget budget;
  if (limit_ms > 0) budget.movetime = engine::Milliseconds(limit_ms);
  const std::stop_callback on_stop(stop, [&] { player.engine().stop(); });
  return games::turn_text(history.position(), player.think(history, budget));
}

Json analysis(engine::Engine& engine, const games::History& history, std::int64_t time_ms,
              int lines, text::Language language, const std::stop_token& stop,
              const std::function<void(Json)>& on_update) {
  const std::stop_callback on_stop(stop, [&] { engine.stop(); });
  auto next = std::chrono::steady_clock::now();
  const auto update = [&](const engine::Analysis& so_far) {
    const auto now = std::chrono::steady_clock::now();
    if (!on_update || now < next) return;
    next = now + kBetweenUpdates;
    on_update(engine::to_json(so_far, language));
  };
  const auto found = engine::analyse(engine, history, engine::Milliseconds(time_ms), lines, update);
  return engine::to_json(found, language);
}

KeptReview review(const games::Record& record, const games::History& history, Effort effort,
                  const std::stop_token& stop, const engine::OnReview& on_progress) {
  engine::Engine engine(kReviewHash);
  engine::Budget budget;
  const auto positions = static_cast<int>(record.turns.size()) + 1;
  budget.movetime = std::min(effort_time(effort), kWholeReview / positions);
  const auto found =
      engine::review(history, engine::engine_judge(engine, budget, stop), on_progress);
  KeptReview kept;
  kept.complete = found.complete;
  for (int i = 0; i < text::kLanguages; ++i) {
    const auto language = static_cast<text::Language>(i);
    const auto annotated = games::checked(engine::annotated(record, found, language));
    kept.in_language[i] = {{"review", Json::parse(games::to_json(annotated ? *annotated : record))},
                           {"judged", engine::to_json(found, language)}};
  }
  return kept;
}

}  // namespace server
