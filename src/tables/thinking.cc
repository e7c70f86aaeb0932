#include "tables/thinking.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "engine/player.h"
#include "solve/proofs.h"

namespace tables {

namespace {

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
  const auto who = engine::parse_player_spec(table.seat(player).who);
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

std::vector<games::Action> computer_turn(const Table& table, std::int64_t limit_ms,
                                         const std::stop_token& stop, core::TimeSource& time,
                                         std::size_t megabytes) {
  const auto who = engine::parse_player_spec(table.seat(table.to_move()).who);
  engine::Player player(who ? *who : engine::PlayerSpec{},
                        table.setup().seed + static_cast<std::uint64_t>(table.last_event()),
                        megabytes, &solve::shared_proof_book());
  player.engine().set_time_source(time);
  engine::Budget budget;
  if (limit_ms > 0) budget.movetime = engine::Milliseconds(limit_ms);
  const std::stop_callback on_stop(stop, [&] { player.engine().stop(); });
  return player.think(table.history(), budget);
}

engine::Analysis analyse(engine::Engine& engine, const games::History& history,
                         std::int64_t time_ms, int lines, const std::stop_token& stop,
                         const engine::OnAnalysis& on_update) {
  const std::stop_callback on_stop(stop, [&] { engine.stop(); });
  auto next = engine.time_source().now();
  const auto update = [&](const engine::Analysis& so_far) {
    const auto now = engine.time_source().now();
    if (!on_update || now < next) return;
    next = now + kBetweenUpdates;
    on_update(so_far);
  };
  return engine::analyse(engine, history, engine::Milliseconds(time_ms), lines, update);
}

engine::Milliseconds time_of_position(std::size_t turns, Effort effort) {
  const auto positions = static_cast<int>(turns) + 1;
  return std::min(effort_time(effort), kWholeReview / positions);
}

study::Review review(const games::History& history, std::size_t turns, Effort effort,
                     const std::stop_token& stop, const study::OnReview& on_progress,
                     core::TimeSource& time, std::size_t megabytes) {
  engine::Engine engine(megabytes, &solve::shared_proof_book());
  engine.set_time_source(time);
  engine::Budget budget;
  budget.movetime = time_of_position(turns, effort);
  return study::review(history, study::engine_judge(engine, budget, stop), on_progress);
}

}  // namespace tables
