// tabuleiro lab: how good is a game? Games of the engine against itself, and a report on them.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/lab_html.h"
#include "app/out_path.h"
#include "app/workers_line.h"
#include "core/scan.h"
#include "engine/bounds.h"
#include "jobs/postgres_queue.h"
#include "lab/report.h"
#include "terminal/progress_line.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Language;
using text::Message;

namespace {

constexpr long long kMaxLabGames = 100'000, kMaxLabNodes = 1'000'000'000, kMaxLabNoise = 1000,
                    kMaxLabThreads = 256;

// Not the folder's own top: what is told of the games lies there.
constexpr const char* kGamesFolder = "games";

long long lab_cores() {
  return std::clamp<long long>(std::thread::hardware_concurrency(), 1, kMaxLabThreads);
}

// Options that two can play by.
games::Parsed<games::OptionMap> measurable(const games::GameInfo& game, games::OptionMap options) {
  const auto start = games::Position::start(game, options);
  if (!start) return start.error();
  if (start->player_count() != 2) {
    return Error(Message::kLabTwoPlayers, {games::options_text(start->options_in_force())});
  }
  return options;
}

std::optional<Error> read_options_of(const Arguments& arguments, lab::Plan& plan) {
  const auto asked = read_options(*plan.game, arguments);
  if (!asked) return asked.error();
  const auto options = measurable(*plan.game, *asked);
  if (!options) return options.error();
  plan.options = *options;
  for (const auto& text : arguments.values("--compare")) {
    const auto others = games::parse_options(text, plan.game->options);
    if (!others) return arguments.blamed("--compare", others.error());
    // What is not named is as in the options that are compared with.
    auto whole = *others;
    whole.insert(plan.options.begin(), plan.options.end());
    const auto compared = measurable(*plan.game, whole);
    if (!compared) return arguments.blamed("--compare", compared.error());
    plan.compared.push_back(*compared);
  }
  return std::nullopt;
}

games::Parsed<lab::Plan> read_plan(const Arguments& arguments) {
  const auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  lab::Plan plan{.game = *game};
  if (const auto error = read_options_of(arguments, plan)) return *error;
  const auto games = number_or(arguments, "--games", plan.games, 2, kMaxLabGames);
  if (!games) return games.error();
  const auto nodes = number_or(arguments, "--nodes", static_cast<long long>(plan.nodes),
                               lab::kNodesRatio, kMaxLabNodes);
  if (!nodes) return nodes.error();
  const auto strengths =
      number_or(arguments, "--strengths", plan.strengths, 2, lab::kMostStrengths);
  if (!strengths) return strengths.error();
  const auto noise = number_or(arguments, "--noise", plan.noise, 0, kMaxLabNoise);
  if (!noise) return noise.error();
  const auto seed =
      number_or(arguments, "--seed", static_cast<long long>(plan.seed), 0, engine::kMaxSeed);
  if (!seed) return seed.error();
  plan.games = static_cast<int>(*games);
  plan.nodes = static_cast<std::uint64_t>(*nodes);
  plan.strengths = static_cast<int>(*strengths);
  plan.noise = static_cast<int>(*noise);
  plan.seed = static_cast<std::uint64_t>(*seed);
  return plan;
}

// As it was asked for, or today's.
games::Parsed<std::string> read_date(const Arguments& arguments) {
  const std::string asked = arguments.value("--date");
  std::tm date{};
  if (asked.empty() && !arguments.has("--date")) {
    const std::time_t now = std::time(nullptr);
    gmtime_r(&now, &date);
  } else {
    const char* end = strptime(asked.c_str(), "%Y-%m-%d", &date);
    if (asked.size() != 10 || end == nullptr || *end != '\0') {
      return arguments.blamed("--date", Error(Message::kLabDate, {core::quoted(asked)}));
    }
    return asked;
  }
  char text[16];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d", &date));
}

std::optional<Error> make_folder(const std::string& path) {
  if (const auto error = check_out_path(path, OutKind::kFolder)) return error;
  std::error_code problem;
  std::filesystem::create_directories(path + "/" + kGamesFolder, problem);
  if (problem) return text::file_unwritable(path, problem.value());
  return std::nullopt;
}

std::optional<Error> play_lab(const Arguments& arguments, const lab::Plan& plan,
                              const std::string& folder) {
  const auto threads = number_or(arguments, "--threads", lab_cores(), 1, kMaxLabThreads);
  if (!threads) return threads.error();
  const auto& stop = catch_signals();
  lab::Surroundings around{.threads = static_cast<int>(*threads)};
  if (!arguments.has("--workers")) {
    terminal::ProgressLine progress(arguments.language());
    around.on_progress = [&](int done, int total) { progress.show(done, total); };
    return lab::play(plan, folder, around, stop);
  }
  const auto queue = jobs::open_postgres_queue(arguments.value("--workers"));
  if (!queue) return queue.error();
  WorkersLine line(arguments.language());
  around.workers = queue->get();
  around.meanwhile = {[&](const auto& progress) { line.show(progress); },
                      [&](const auto& error) { line.away(error); }};
  return lab::play(plan, folder, around, stop);
}

// Everything that is told of the games, each file whole or as it was before.
std::optional<Error> write_report(const lab::Report& report, const std::string& folder) {
  const auto& game = report.plan.game->name;
  const std::vector<std::pair<std::string, std::string>> files = {
      {"report.json", lab::report_json(report).dump(1) + '\n'},
      {"figures.csv", lab::figures_csv(report)},
      {"games.csv", lab::games_csv(report)},
      {lab_page_name(game, Language::kEnglish), lab_html(report, Language::kEnglish)},
      {lab_page_name(game, Language::kPortuguese), lab_html(report, Language::kPortuguese)}};
  for (const auto& [name, content] : files) {
    if (auto error = text::write_file(folder + "/" + name, content)) return error;
  }
  return std::nullopt;
}

games::Parsed<int> run_lab(const Arguments& arguments) {
  const auto plan = read_plan(arguments);
  if (!plan) return plan.error();
  const auto date = read_date(arguments);
  if (!date) return date.error();
  const std::string folder = arguments.value("--out");
  if (folder.empty()) return Error(Message::kLabNeedsOut);
  if (const auto error = make_folder(folder)) return *error;
  const std::string games = folder + "/" + kGamesFolder;
  if (const auto error = play_lab(arguments, *plan, games)) return *error;
  if (catch_signals()) return interrupted_status();
  const auto report = lab::make_report(*plan, games, *date);
  if (!report) return report.error();
  if (const auto error = write_report(*report, folder)) return *error;
  const auto played = (lab::series_of(*plan).size() + plan->compared.size()) *
                      static_cast<std::size_t>(plan->games);
  const text::Note note{Message::kLabSummary, {std::to_string(played), folder}};
  std::fprintf(stderr, "%s\n", text::render(note, arguments.language()).c_str());
  return 0;
}

}  // namespace

const Command& lab_command() {
  const lab::Plan usual;
  static const Command command = {
      "lab",
      {"GAME"},
      {{"--out", "DIR", Message::kHelpLabOut},
       {"--options", "K=V,K=V", Message::kHelpOptions},
       {"--compare", "K=V,K=V", Message::kHelpLabCompare, {}, true},
       {"--games", "N", Message::kHelpLabGames, {std::to_string(usual.games)}},
       {"--nodes", "N", Message::kHelpLabNodes, {std::to_string(usual.nodes)}},
       {"--strengths", "N", Message::kHelpLabStrengths, {std::to_string(usual.strengths)}},
       {"--noise", "N", Message::kHelpLabNoise, {std::to_string(usual.noise)}},
       {"--seed", "N", Message::kHelpSeed, {}, false, std::to_string(usual.seed)},
       {"--threads", "N", Message::kHelpSelfplayThreads, {std::to_string(lab_cores())}},
       {"--workers", "URL", Message::kHelpSelfplayWorkers},
       {"--date", "YYYY-MM-DD", Message::kHelpLabDate}},
      Message::kHelpLab,
      run_lab};
  return command;
}

}  // namespace app
