#include "arena/game.h"

#include <algorithm>
#include <chrono>

#include "arena/adjudicator.h"
#include "core/index.h"
#include "engine/chances.h"
#include "games/game_in_progress.h"

namespace arena {

using core::at;
using text::Error;
using text::Message;

namespace {

using Duration = std::chrono::duration<double, std::milli>;

// Plays one game: asks the player to move, keeps the clocks, judges faults.
class GameRunner {
 public:
  GameRunner(const games::History& start, const std::vector<protocol::MatchPlayer*>& seats,
             const Conditions& conditions, core::TimeSource& time)
      : game_(start),
        seats_(seats),
        conditions_(conditions),
        time_(time),
        adjudicator_(start.position().game().name),
        two_(game_.players() == 2) {
    const auto players = at(game_.players());
    result_.efforts.resize(players);
    if (conditions.clock) clocks_.assign(players, Duration(conditions.clock->initial));
  }

  std::optional<PlayedGame> play(const std::atomic<bool>& abandoned) {
    while (!game_.over()) {
      take_turn(game_.to_move(), abandoned);
      if (abandoned) return std::nullopt;
    }
    return finished();
  }

  PlayedGame forfeited(int seat, const Error& error) {
    lose(seat, error);
    return finished();
  }

 private:
  void take_turn(int seat, const std::atomic<bool>& abandoned) {
    std::optional<engine::Progress> best;
    int depth = 0;
    const auto begin = time_.now();
    const auto turn = seats_[at(seat)]->think(game_.history(), budget(), [&](const auto& progress) {
      if (progress.rank != 1) return;
      depth = std::max(depth, progress.depth);
      best = progress;
    });
    const Duration took = time_.now() - begin;
    if (abandoned) return;
    ThinkingTotals& effort = result_.efforts[at(seat)];
    ++effort.turns;
    effort.milliseconds += took.count();
    if (depth > 0) {
      ++effort.turns_with_depth;
      effort.depth += depth;
    }
    if (!turn) return lose(seat, turn.error());
    if (const auto over = overstepped(seat, took)) return lose(seat, *over);
    game_.apply(*turn);
    annotate(seat, best);
    if (conditions_.adjudicate && two_ && !game_.over()) adjudicate(seat, best);
  }

  engine::Budget budget() const {
    engine::Budget budget = conditions_.budget;
    for (std::size_t seat = 0; seat < clocks_.size(); ++seat) {
      const auto left = std::chrono::floor<engine::Milliseconds>(clocks_[seat]);
      budget.clock[seat] = std::max(engine::Milliseconds(1), left);
      budget.increment[seat] = conditions_.clock->increment;
    }
    return budget;
  }

  // Takes the time off the clock, and says so where there was not enough.
  std::optional<Error> overstepped(int seat, Duration took) {
    std::optional<Duration> limit;
    if (conditions_.budget.movetime) limit = Duration(*conditions_.budget.movetime);
    if (!clocks_.empty()) {
      Duration& clock = clocks_[at(seat)];
      limit = limit ? std::min(*limit, clock) : clock;
      clock = std::max(Duration(0), clock - took) + conditions_.clock->increment;
    }
    if (!limit || !conditions_.margin || took <= *limit + *conditions_.margin) return std::nullopt;
    const auto whole = [](Duration duration) {
      return std::to_string(std::chrono::round<engine::Milliseconds>(duration).count());
    };
    return Error(Message::kOutOfTime, {whole(took), whole(*limit)});
  }

  void annotate(int seat, const std::optional<engine::Progress>& best) {
    games::TurnNote note;
    if (!clocks_.empty()) {
      note.clock_ms = std::chrono::floor<engine::Milliseconds>(clocks_[at(seat)]).count();
    }
    if (best) note.win = chances_of(*best, seat);
    game_.annotate(std::move(note));
  }

  void adjudicate(int seat, const std::optional<engine::Progress>& best) {
    adjudicator_.note(seat, best ? std::optional(best->value) : std::nullopt);
    auto settlement = games::Settlement::of(adjudicator_.result(), {Message::kAdjudicated, {}});
    if (!settlement) return;
    result_.ending = Ending::kAdjudicated;
    game_.settle(*std::move(settlement));
  }

  // A stranger tells a value and no chances: with two players one follows from the other.
  std::vector<double> chances_of(const engine::Progress& best, int seat) const {
    const auto& position = game_.position();
    const auto chances =
        two_ ? engine::chances_of_two(position.game().name, best.value, seat) : best.chances;
    std::vector<double> shares(chances.begin(), chances.begin() + game_.players());
    for (double& share : shares) share = std::clamp(share, 0.0, 1.0);
    return shares;
  }

  // Of two the other one wins; of three the other two share the game.
  void lose(int seat, const Error& error) {
    result_.ending = Ending::kFault;
    result_.fault = {seat, fault_kind(error), text::render(error, text::Language::kEnglish)};
    game_.settle({two_ ? 1 - seat : -1, {Message::kVerbatim, {result_.fault->words}}});
  }

  // Whoever knows the names of the players writes them into the record.
  PlayedGame finished() {
    games::Record record = game_.record({});
    std::optional<int> at_fault;
    if (result_.fault) at_fault = result_.fault->seat;
    result_.result = game_.result();
    result_.turns = static_cast<int>(record.turns.size());
    result_.points = shares_of(result_.result, game_.position(), at_fault);
    return {std::move(result_), std::move(record)};
  }

  games::GameInProgress game_;
  const std::vector<protocol::MatchPlayer*>& seats_;
  const Conditions& conditions_;
  core::TimeSource& time_;
  Adjudicator adjudicator_;
  bool two_;
  std::vector<Duration> clocks_;  // by seat; empty without clocks
  GameResult result_;
};

}  // namespace

std::optional<PlayedGame> play_game(const games::History& start,
                                    const std::vector<protocol::MatchPlayer*>& seats,
                                    const Conditions& conditions,
                                    const std::atomic<bool>& abandoned, core::TimeSource& time) {
  return GameRunner(start, seats, conditions, time).play(abandoned);
}

PlayedGame forfeited_game(const games::History& start, int seat, const Error& error) {
  return GameRunner(start, {}, {}, core::steady_time()).forfeited(seat, error);
}

}  // namespace arena
