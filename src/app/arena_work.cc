#include "app/arena_work.h"

#include <atomic>
#include <memory>
#include <stop_token>

#include "arena/player_set.h"
#include "core/file.h"
#include "core/scan.h"
#include "jobs/names.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;

namespace {

// Plays one game after the other for one thread. Players stay while games of the same tournament
// come.
class ArenaWork {
 public:
  explicit ArenaWork(const EngineCommands& engines) : engines_(engines) {}

  jobs::Stored<std::string> play(const jobs::Claim& claim, const jobs::JobContext& context) {
    if (auto problem = prepare(claim.batch)) return *std::move(problem);
    if (claim.job.number >= tournament_->schedule.size()) return Error(Message::kWorkerPayload);
    const auto game = tournament_->schedule.game(claim.job.number);
    const auto opening =
        arena::parse_opening(*settings_->game, settings_->options, claim.job.payload);
    if (!opening) return opening.error().in(Message::kWorkerPayload);
    if (const auto absent = players_->call(game)) {
      const auto& who = settings_->players[static_cast<std::size_t>(
          game.seating[static_cast<std::size_t>(absent->seat)])];
      if (is_engine(who)) context.withdraw(who);
      return absent->error;
    }
    return play(game, *opening, context);
  }

 private:
  jobs::Stored<std::string> play(const arena::ScheduledGame& game, const games::History& opening,
                                 const jobs::JobContext& context) {
    std::atomic<bool> abandoned = false;
    std::optional<arena::PlayedGame> played;
    {
      const std::stop_callback stopping(context.stop, [&] {
        abandoned = true;
        players_->stop();
      });
      played = players_->play(game, opening, abandoned);
    }
    if (!played || abandoned) {
      batch_.clear();  // players who were stopped stay so
      return std::string();
    }
    played->record.tags["Worker"] = jobs::process_name();
    const auto tidy = games::checked(played->record);
    if (!tidy) return tidy.error();
    return games::to_pgn(*tidy);
  }

  std::optional<Error> prepare(const jobs::Batch& batch) {
    if (batch.id == batch_) return std::nullopt;
    batch_.clear();
    players_.reset();
    const auto map = arena::parse_settings(batch.payload);
    if (!map) return Error(Message::kWorkerPayload);
    auto read = read_arena_settings(*map);
    if (!read) return read.error().in(Message::kWorkerPayload);
    settings_ = std::make_unique<ArenaSettings>(*std::move(read));
    tournament_.reset(new arena::Tournament{
        entrants_of(*settings_, &engines_),
        arena::Schedule(static_cast<int>(settings_->players.size()), settings_->seats,
                        settings_->format, settings_->games),
        nullptr, settings_->conditions, 1, settings_->seed});
    players_ = std::make_unique<arena::PlayerSet>(*tournament_);
    batch_ = batch.id;
    return std::nullopt;
  }

  const EngineCommands engines_;
  std::string batch_;  // what follows is of this one
  std::unique_ptr<ArenaSettings> settings_;
  std::unique_ptr<arena::Tournament> tournament_;
  std::unique_ptr<arena::PlayerSet> players_;
};

}  // namespace

jobs::Batch arena_batch(const ArenaSettings& settings, const std::string& id) {
  // Openings come with each job: a file is only here, and their search takes time.
  auto written = settings.written;
  written["openings"] = {"none"};
  written.erase("openings-check");
  return {id, kArenaKind, jobs::Priority::kBatch, jobs::host_name(), arena::settings_json(written)};
}

std::vector<std::string> arena_needs(const ArenaSettings& settings,
                                     const arena::ScheduledGame& game) {
  std::vector<std::string> needs = {jobs::version_offer()};
  for (const int player : game.seating) {
    const auto& who = settings.players[static_cast<std::size_t>(player)];
    if (is_engine(who)) needs.push_back(who);
  }
  return needs;
}

std::string batch_id(const std::string& folder) {
  if (folder.empty()) return jobs::new_batch_id();
  const auto path = folder + "/batch";
  const auto content = core::read_file(path);
  if (content && !core::trim(*content).empty()) return std::string(core::trim(*content));
  const auto id = jobs::new_batch_id();
  // Where it cannot be kept, work that nobody collected is done again.
  static_cast<void>(text::write_file(path, id + '\n'));
  return id;
}

std::function<jobs::Work()> arena_work(const EngineCommands& engines) {
  return [engines]() -> jobs::Work {
    const auto work = std::make_shared<ArenaWork>(engines);
    return [work](const jobs::Claim& claim, const jobs::JobContext& context) {
      return work->play(claim, context);
    };
  };
}

}  // namespace app
