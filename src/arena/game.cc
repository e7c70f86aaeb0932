#include "arena/game.h"

#include <algorithm>
#include <chrono>

#include "arena/adjudicator.h"
#include "core/index.h"
#include "engine/chances.h"

namespace arena {

using core::at;
using text::Error;
using text::Message;

namespace {

using Duration = std::chrono::duration<double, std::milli>;

// What a turn was annotated with: into the record once the game is over.
struct TurnNote {
  std::optional<std::int64_t> clock_ms;
  std::vector<double> win;
};

class Bout {
 public:
  Bout(games::History history, const std::vector<protocol::Contestant*>& seats,
       const Conditions& conditions)
      : history_(std::move(history)),
        seats_(seats),
        conditions_(conditions),
        adjudicator_(history_.position().game().name),
        two_(history_.position().player_count() == 2) {
    const auto players = at(history_.position().player_count());
    result_.efforts.resize(players);
    if (conditions.clock) clocks_.assign(players, Duration(conditions.clock->initial));
  }

  std::optional<PlayedGame> play(const std::atomic<bool>& abandoned) {
    while (result_.result.empty() && !history_.outcome().over()) {
      take_turn(history_.position().to_move(), abandoned);
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
    const auto begin = std::chrono::steady_clock::now();
    const auto turn = seats_[at(seat)]->think(history_, budget(), [&](const auto& progress) {
      if (progress.rank != 1) return;
      depth = std::max(depth, progress.depth);
      best = progress;
    });
    const Duration took = std::chrono::steady_clock::now() - begin;
    if (abandoned) return;
    Effort& effort = result_.efforts[at(seat)];
    ++effort.turns;
    effort.milliseconds += took.count();
    if (depth > 0) {
      ++effort.turns_with_depth;
      effort.depth += depth;
    }
    if (!turn) return lose(seat, turn.error());
    if (const auto over = overstepped(seat, took)) return lose(seat, *over);
    for (const auto action : *turn) {
      if (!history_.outcome().over()) history_.apply(action);
    }
    note_turn(seat, best);
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

  void note_turn(int seat, const std::optional<engine::Progress>& best) {
    TurnNote note;
    if (!clocks_.empty()) {
      note.clock_ms = std::chrono::floor<engine::Milliseconds>(clocks_[at(seat)]).count();
    }
    if (best) note.win = chances_of(*best, seat);
    notes_.push_back(std::move(note));
    if (!conditions_.adjudicate || !two_ || history_.outcome().over()) return;
    adjudicator_.note(seat, best ? std::optional(best->value) : std::nullopt);
    result_.result = adjudicator_.result();
    if (!result_.result.empty()) result_.ending = Ending::kAdjudicated;
  }

  // A stranger tells a value and no chances: with two players one follows from the other.
  std::vector<double> chances_of(const engine::Progress& best, int seat) const {
    const auto& position = history_.position();
    const auto chances =
        two_ ? engine::chances_of_two(position.game().name, best.value, seat) : best.chances;
    std::vector<double> shares(chances.begin(), chances.begin() + position.player_count());
    for (double& share : shares) share = std::clamp(share, 0.0, 1.0);
    return shares;
  }

  // Of two the other one wins; of three the other two share the game.
  void lose(int seat, const Error& error) {
    result_.ending = Ending::kFault;
    result_.fault = {seat, fault_kind(error), text::render(error, text::Language::kEnglish)};
    result_.result = !two_ ? "draw" : seat == 0 ? "p2win" : "p1win";
  }

  PlayedGame finished() {
    games::Record record = games::make_record(history_);
    // Turns of the opening have no notes.
    const std::size_t opening = record.turns.size() - notes_.size();
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      record.turns[opening + i].clock_ms = notes_[i].clock_ms;
      record.turns[opening + i].win = std::move(notes_[i].win);
    }
    if (result_.result.empty()) result_.result = record.result;
    if (result_.ending == Ending::kAdjudicated) {
      record.reason = text::render(Message::kAdjudicated, text::Language::kEnglish);
    }
    std::optional<int> at_fault;
    if (result_.fault) {
      record.reason = result_.fault->words;
      at_fault = result_.fault->seat;
    }
    result_.turns = static_cast<int>(record.turns.size());
    result_.points = shares_of(result_.result, history_.position(), at_fault);
    return {std::move(result_), std::move(record)};
  }

  games::History history_;
  const std::vector<protocol::Contestant*>& seats_;
  const Conditions& conditions_;
  Adjudicator adjudicator_;
  bool two_;
  std::vector<Duration> clocks_;  // by seat; empty without clocks
  std::vector<TurnNote> notes_;   // of the turns that were thought about
  GameResult result_;
};

}  // namespace

std::optional<PlayedGame> play_game(games::History history,
                                    const std::vector<protocol::Contestant*>& seats,
                                    const Conditions& conditions,
                                    const std::atomic<bool>& abandoned) {
  return Bout(std::move(history), seats, conditions).play(abandoned);
}

PlayedGame forfeited_game(const games::History& history, int seat, const Error& error) {
  return Bout(history, {}, {}).forfeited(seat, error);
}

}  // namespace arena
