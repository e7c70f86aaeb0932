// tabuleiro selfplay: games of the engine against itself, and examples for training made of them.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <thread>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/workers_line.h"
#include "arena/examples.h"
#include "arena/selfplay_run.h"
#include "core/scan.h"
#include "engine/bounds.h"
#include "jobs/postgres_queue.h"
#include "terminal/progress_line.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr long long kMaxSelfplayGames = 100'000'000, kMaxSelfplayNodes = 1'000'000'000,
                    kMaxSelfplayThreads = 256;
constexpr long long kSelfplayGames = 1000;

long long all_cores() {
  return std::clamp<long long>(std::thread::hardware_concurrency(), 1, kMaxSelfplayThreads);
}

games::Parsed<arena::SelfplaySettings> read_selfplay(const Arguments& arguments) {
  const auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  const auto options = read_options(**game, arguments);
  if (!options) return options.error();
  arena::SelfplaySettings settings{.game = *game, .options = *options};
  const auto position = games::Position::start(**game, *options);
  if (!position) return position.error();
  if (position->player_count() != 2) return Error(Message::kSelfplayTwoPlayers);
  const auto nodes =
      number_or(arguments, "--nodes", static_cast<long long>(settings.nodes), 1, kMaxSelfplayNodes);
  if (!nodes) return nodes.error();
  const auto seed =
      number_or(arguments, "--seed", static_cast<long long>(settings.seed), 0, engine::kMaxSeed);
  if (!seed) return seed.error();
  settings.nodes = static_cast<std::uint64_t>(*nodes);
  settings.seed = static_cast<std::uint64_t>(*seed);
  const std::string net = arguments.value("--net");
  if (!net.empty() && net != "on" && net != "off") {
    return Error(Message::kOptionValue, {"--net", core::quoted(net), "on, off"});
  }
  settings.net = net != "off";
  return settings;
}

void tell_summary(const Note& note, text::Language language) {
  std::fprintf(stderr, "%s\n", text::render(note, language).c_str());
}

// Until the file holds so many games, or a signal ends it.
std::optional<Error> play_games(const Arguments& arguments, const arena::SelfplaySettings& settings,
                                arena::SelfplayFile& file, int games) {
  const auto threads = number_or(arguments, "--threads", all_cores(), 1, kMaxSelfplayThreads);
  if (!threads) return threads.error();
  const auto& stop = catch_signals();
  if (!arguments.has("--workers")) {
    terminal::ProgressLine progress(arguments.language());
    return arena::play_selfplay(settings, games, static_cast<int>(*threads), file, stop,
                                [&](int done) { progress.show(done, games); });
  }
  const auto queue = jobs::open_postgres_queue(arguments.value("--workers"));
  if (!queue) return queue.error();
  WorkersLine line(arguments.language());
  const auto meanwhile = arena::WhileElsewhere{[&](const auto& progress) { line.show(progress); },
                                               [&](const auto& error) { line.away(error); }};
  return arena::play_selfplay_on_workers(**queue, settings, games, file, meanwhile, stop);
}

games::Parsed<int> run_selfplay(const Arguments& arguments) {
  const auto settings = read_selfplay(arguments);
  if (!settings) return settings.error();
  const auto games = number_or(arguments, "--games", kSelfplayGames, 0, kMaxSelfplayGames);
  if (!games) return games.error();
  const std::string path = arguments.value("--out");
  if (path.empty()) return Error(Message::kSelfplayNeedsOut);
  {
    auto file = arena::SelfplayFile::open(path, *settings);
    if (!file) return file.error();
    if (const auto error = play_games(arguments, *settings, *file, static_cast<int>(*games))) {
      return *error;
    }
    tell_summary({Message::kSelfplaySummary, {std::to_string(file->games()), path}},
                 arguments.language());
  }
  if (catch_signals()) return interrupted_status();
  if (!arguments.has("--examples")) return 0;
  const std::string examples = arguments.value("--examples");
  const auto counts = arena::write_examples(path, examples, *settings);
  if (!counts) return counts.error();
  tell_summary({Message::kExamplesSummary,
                {std::to_string(counts->written), examples, std::to_string(counts->doubled),
                 std::to_string(counts->tactical)}},
               arguments.language());
  return 0;
}

}  // namespace

const Command& selfplay_command() {
  const arena::SelfplaySettings usual;
  static const Command command = {
      "selfplay",
      {"GAME"},
      {{"--options", "K=V,K=V", Message::kHelpOptions},
       {"--out", "FILE", Message::kHelpSelfplayOut},
       {"--games", "N", Message::kHelpSelfplayGames, {std::to_string(kSelfplayGames)}},
       {"--nodes", "N", Message::kHelpSelfplayNodes, {std::to_string(usual.nodes)}},
       {"--seed", "N", Message::kHelpSeed, {}, false, std::to_string(usual.seed)},
       {"--threads", "N", Message::kHelpSelfplayThreads, {std::to_string(all_cores())}},
       {"--net", "on|off", Message::kHelpSelfplayNet},
       {"--workers", "URL", Message::kHelpSelfplayWorkers},
       {"--examples", "FILE", Message::kHelpSelfplayExamples}},
      Message::kHelpSelfplay,
      run_selfplay};
  return command;
}

}  // namespace app
