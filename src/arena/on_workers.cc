#include "arena/on_workers.h"

#include "jobs/in_order.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

// What one run puts and takes.
class GamesElsewhere {
 public:
  GamesElsewhere(const Tournament& tournament, const std::set<int>& done, const OnWorkers& work)
      : tournament_(tournament), done_(done), work_(work) {}

  std::optional<jobs::Job> next() {
    while (done_.contains(next_)) ++next_;
    if (next_ >= tournament_.schedule.size()) return std::nullopt;
    const auto game = tournament_.schedule.game(next_++);
    return jobs::Job{game.number, opening_text(tournament_.openings->of_round(game.round)),
                     work_.needs(game)};
  }

  bool take(const jobs::Outcome& outcome) {
    if (!outcome.result) {
      work_.on_set_aside(outcome);
      return true;
    }
    auto record = games::parse_pgn(*outcome.result);
    const auto result = record ? read_result(*record, tournament_.schedule, tournament_.names())
                               : games::Parsed<GameResult>(record.error());
    if (result && result->game.number == outcome.number) return work_.on_game(*result, *record);
    const Error unreadable(Message::kWorkerResult, {outcome.worker});
    failure_ = unreadable.in(Message::kInGame, {std::to_string(outcome.number + 1)});
    return false;
  }

  const std::optional<Error>& failure() const { return failure_; }

 private:
  const Tournament& tournament_;
  const std::set<int>& done_;
  const OnWorkers& work_;
  int next_ = 0;
  std::optional<Error> failure_;
};

}  // namespace

std::optional<Error> play_on_workers(jobs::Queue& queue, const Tournament& tournament,
                                     const std::set<int>& done, const OnWorkers& work,
                                     const std::atomic<bool>& stop) {
  GamesElsewhere games(tournament, done, work);
  jobs::have_done(
      queue,
      {work.batch, [&] { return games.next(); },
       [&](const auto& outcome) { return games.take(outcome); }, work.on_progress, work.on_trouble},
      stop);
  return games.failure();
}

}  // namespace arena
