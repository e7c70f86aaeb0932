// tabuleiro arena: tournaments between players, and what they say about strength.
#include <memory>
#include <set>

#include "app/arena_players.h"
#include "app/arena_report.h"
#include "app/arena_screen.h"
#include "app/arena_settings.h"
#include "app/arena_work.h"
#include "app/interrupt.h"
#include "app/out_path.h"
#include "arena/on_workers.h"
#include "core/scan.h"
#include "jobs/postgres_queue.h"
#include "solve/proofs.h"

namespace app {

using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr long long kMaxConcurrency = 256;

// --- What was asked for ---

// Settings given beside --resume must be those of the folder.
std::optional<Error> check_same(const arena::SettingsMap& stored, const arena::SettingsMap& asked,
                                const std::string& folder) {
  const auto shown = [](const arena::SettingsMap& map, const std::string& name) {
    const auto at = map.find(name);
    return at == map.end() ? std::string("-") : core::quoted(core::join(at->second, " "));
  };
  for (const auto& [name, values] : asked) {
    const auto at = stored.find(name);
    if (at != stored.end() && at->second == values) continue;
    return Error(Message::kOtherSettings,
                 {core::quoted(folder), name, shown(stored, name), shown(asked, name)});
  }
  return std::nullopt;
}

games::Parsed<ArenaSettings> resumed_settings(const arena::SettingsMap& stored,
                                              arena::SettingsMap given, const std::string& folder) {
  // The default is not written down.
  if (!stored.contains("gauntlet")) given.erase("round-robin");
  arena::SettingsMap merged = stored;
  for (const auto& [name, values] : given) {
    if (!stored.contains(name)) return *check_same(stored, {{name, values}}, folder);
    merged[name] = values;
  }
  auto settings = read_arena_settings(merged);
  if (!settings) return settings.error().in(Message::kInFile, {core::quoted(folder)});
  if (auto error = check_same(stored, settings->written, folder)) return *std::move(error);
  return settings;
}

// --- A run ---

class Run {
 public:
  Run(const ArenaSettings& settings, std::optional<arena::Archive> archive, std::string resume,
      int concurrency, text::Language language)
      : settings_(settings),
        archive_(std::move(archive)),
        language_(language),
        openings_(make_openings()),
        tournament_{entrants_of(settings),
                    arena::Schedule(static_cast<int>(settings.players.size()), settings.seats,
                                    settings.format, settings.games),
                    &*openings_,
                    settings.conditions,
                    concurrency,
                    settings.seed},
        names_(tournament_.names()),
        pairs_(tournament_.schedule),
        screen_(language, tournament_.schedule.size()) {
    report_.planned = tournament_.schedule.size();
    report_.sprt = settings.sprt;
    report_.resume = std::move(resume);
  }

  std::optional<Error> take_games_done() {
    if (!archive_) return std::nullopt;
    auto results = arena::read_games(archive_->games(), tournament_.schedule, names_);
    if (!results) return results.error();
    for (auto& result : *results) {
      done_.insert(result.game.number);
      add(std::move(result));
    }
    return std::nullopt;
  }

  // Where a queue is given, workers play.
  games::Parsed<int> play(bool json, jobs::Queue* queue, const std::string& batch) {
    const auto& stop_asked = catch_signals();
    tell_how_to_resume();
    tell_rounding();
    if (!decided()) {
      if (queue != nullptr) {
        play_elsewhere(*queue, batch, stop_asked);
      } else {
        play_here(stop_asked);
      }
    }
    screen_.finish();
    if (failure_) return *failure_;
    const bool complete = decided() || static_cast<int>(games_.size()) == report_.planned;
    report_.interrupted = stop_asked && !complete;
    const auto report = full_report();
    print(json ? report_json(report) : report_text(report, language_));
    if (!report_.interrupted) return set_aside_ > 0 ? 1 : 0;
    screen_.say(text::render(Message::kArenaInterrupted, language_));
    tell_how_to_resume();
    return interrupted_status();
  }

 private:
  std::unique_ptr<arena::Openings> make_openings() const {
    if (settings_.list) return std::make_unique<arena::Openings>(*settings_.list);
    const auto kind = settings_.openings == "none" ? arena::Openings::Kind::kStart
                                                   : arena::Openings::Kind::kBalanced;
    return std::make_unique<arena::Openings>(*settings_.game, settings_.options, kind,
                                             settings_.seed, &solve::shared_proof_book());
  }

  void play_here(const std::atomic<bool>& stop) {
    const auto time = arena::play(
        tournament_, done_, [&](const auto& game, auto& record) { return take(game, record); },
        &stop);
    report_.overhead = time.overhead();
    if (time.out_of_memory && !failure_) failure_ = Error(Message::kNoMemory);
  }

  void play_elsewhere(jobs::Queue& queue, const std::string& batch, const std::atomic<bool>& stop) {
    arena::OnWorkers work;
    work.batch = arena_batch(settings_, batch);
    work.needs = [&](const auto& game) { return arena_needs(settings_, game); };
    work.on_game = [&](const auto& game, auto& record) { return take(game, record); };
    work.on_set_aside = [&](const auto& outcome) { set_aside(outcome); };
    work.on_progress = [&](const auto& progress) { screen_.workers(progress); };
    work.on_trouble = [&](const auto& error) {
      screen_.say(text::render(error.in(Message::kArenaWorkersAway), language_));
    };
    auto problem = arena::play_on_workers(queue, tournament_, done_, work, stop);
    if (problem && !failure_) failure_ = std::move(problem);
  }

  void set_aside(const jobs::Outcome& outcome) {
    ++set_aside_;
    screen_.say(text::render(Note{Message::kArenaSetAside,
                                  {std::to_string(outcome.number + 1),
                                   std::to_string(jobs::kMostAttempts), outcome.worker}},
                             language_) +
                (outcome.trouble.empty() ? "" : ": " + outcome.trouble));
  }

  void tell_how_to_resume() {
    screen_.say(report_.resume.empty()
                    ? text::render(Message::kArenaNotKept, language_)
                    : text::render(Note{Message::kArenaResume, {report_.resume}}, language_));
  }

  // An opening is played in every seating: other numbers of games are rounded up, which is said.
  void tell_rounding() {
    const auto pairings = static_cast<int>(tournament_.schedule.pairings().size());
    const int played = tournament_.schedule.size() / pairings;
    if (settings_.sprt || played == settings_.games) return;
    screen_.say(text::render(
        Note{Message::kArenaRounded, {std::to_string(settings_.games), std::to_string(played)}},
        language_));
  }

  bool decided() const {
    return settings_.sprt && settings_.sprt->verdict(pairs_.pairs()) != arena::Sprt::Verdict::kOpen;
  }

  void add(arena::GameResult game) {
    if (settings_.sprt) pairs_.add(game);
    games_.push_back(std::move(game));
  }

  // A game counts once it is on the disk.
  bool take(const arena::GameResult& game, const games::Record& record) {
    if (archive_) failure_ = archive_->append(record);
    if (failure_) return false;
    add(game);
    screen_.game_done(game, names_, static_cast<int>(games_.size()), [&] { return full_report(); });
    return !decided();
  }

  ArenaReport full_report() const {
    ArenaReport report = report_;
    report.standings = arena::standings_of(games_, tournament_.schedule, names_);
    return report;
  }

  const ArenaSettings& settings_;
  std::optional<arena::Archive> archive_;
  text::Language language_;
  std::unique_ptr<arena::Openings> openings_;
  arena::Tournament tournament_;
  std::vector<std::string> names_;
  arena::PairCounter pairs_;
  ArenaScreen screen_;
  ArenaReport report_;  // without standings
  std::vector<arena::GameResult> games_;
  std::set<int> done_;
  int set_aside_ = 0;  // games that no worker could finish
  std::optional<Error> failure_;
};

games::Parsed<int> run_arena(const Arguments& arguments) {
  const std::string folder = arguments.value("--out");
  const bool resumes = arguments.has("--resume");
  if (resumes && folder.empty()) return Error(Message::kMissingArgument, {"--out"});
  const auto concurrency = number_or(arguments, "--concurrency", 1, 1, kMaxConcurrency);
  if (!concurrency) return concurrency.error();
  const bool elsewhere = arguments.has("--workers");
  if (elsewhere && arguments.has("--concurrency")) {
    return Error(Message::kFlagsExclude, {"--workers", "--concurrency"});
  }

  std::optional<arena::Archive> archive;
  if (resumes) {
    auto opened = arena::Archive::open(folder);
    if (!opened) return opened.error();
    archive.emplace(*std::move(opened));
  }
  const auto given = given_settings(arguments);
  const auto settings =
      resumes ? resumed_settings(archive->settings(), given, folder) : read_arena_settings(given);
  if (!settings) return settings.error();
  if (auto error = check_memory(*settings, *concurrency)) return *std::move(error);
  if (auto error = check_players(*settings, elsewhere)) return *std::move(error);
  std::unique_ptr<jobs::Queue> queue;
  if (elsewhere) {
    auto opened = jobs::open_postgres_queue(arguments.value("--workers"));
    if (!opened) return opened.error();
    queue = *std::move(opened);
  }
  if (!resumes && arguments.has("--out")) {
    if (auto error = check_out_path(folder, OutKind::kFolder)) return *std::move(error);
    auto created = arena::Archive::create(folder, settings->written);
    if (!created) return created.error();
    archive.emplace(*std::move(created));
  }
  const std::string resume =
      folder.empty() ? "" : "tabuleiro arena --resume --out " + shell_word(folder);
  Run run(*settings, std::move(archive), resume, static_cast<int>(*concurrency),
          arguments.language());
  if (auto error = run.take_games_done()) return *std::move(error);
  return run.play(arguments.has("--json"), queue.get(), elsewhere ? batch_id(folder) : "");
}

std::vector<Flag> all_flags() {
  auto flags = arena_setting_flags();
  flags.insert(flags.end(), {{"--concurrency", "N", Message::kHelpConcurrency, {"1"}},
                             {"--workers", "URL", Message::kHelpArenaWorkers},
                             {"--out", "DIR", Message::kHelpArenaOut},
                             {"--resume", "", Message::kHelpArenaResume},
                             {"--json", "", Message::kHelpJson}});
  return flags;
}

}  // namespace

const Command& arena_command() {
  static const Command command = {"arena", {}, all_flags(), Message::kHelpArena, run_arena};
  return command;
}

}  // namespace app
