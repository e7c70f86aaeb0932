// tabuleiro bench: random playouts and search of every game, measured in CPU time of one core.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "engine/bench.h"
#include "engine/bounds.h"
#include "games/playouts.h"

namespace app {

using text::Message;

namespace {

constexpr long long kBenchSeconds = 1, kMaxBenchSeconds = 3600;
constexpr long long kBenchSeed = 1;
constexpr int kBatch = 16;  // playouts between two looks at the clock

struct Measured {
  std::string game;
  std::string options;
  double playouts_per_s = 0;
  double actions_per_s = 0;
  double mean_actions = 0;
  double first_player_wins = 0;
  std::string playout_signature;
  double nodes_per_s = 0;  // of search; 0 where it is not measured
  std::string signature;
};

std::string hex(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Measured measure(const games::Position& start, double seconds, std::uint64_t seed) {
  Measured m;
  m.game = start.game().name;
  m.options = games::options_text(start.options());
  m.playout_signature = games::playout_signature(start);
  core::Rng rng(seed);
  games::PlayoutTotals totals;
  const double begin = cpu_seconds();
  double taken = 0;
  do {
    games::play_out_many(start, rng, kBatch, totals);
    taken = cpu_seconds() - begin;
  } while (taken < seconds);
  const auto playouts = static_cast<double>(totals.playouts);
  m.playouts_per_s = playouts / taken;
  m.actions_per_s = static_cast<double>(totals.actions) / taken;
  m.mean_actions = static_cast<double>(totals.actions) / playouts;
  m.first_player_wins = static_cast<double>(totals.wins[0]) / playouts;
  return m;
}

// Search is measured with the default options of a game.
void measure_search(const games::GameInfo& game, Measured& m) {
  const double begin = cpu_seconds();
  const auto bench = engine::bench_search(game);
  m.nodes_per_s = static_cast<double>(bench.nodes) / std::max(cpu_seconds() - begin, 1e-9);
  m.signature = hex(bench.signature);
}

// What is measured of a game: the options asked for, or else the defaults, once for each number of
// players.
games::Parsed<std::vector<games::OptionMap>> variants(const games::GameInfo& game,
                                                      const Arguments& arguments) {
  if (arguments.has("--options")) {
    auto options = read_options(game, arguments);
    if (!options) return options.error();
    return std::vector<games::OptionMap>{*options};
  }
  std::vector<games::OptionMap> list = {{}};
  for (const auto& option : game.options) {
    if (option.key != "players") continue;
    for (const auto& value : option.values) {
      if (value != option.default_value) list.push_back({{option.key, value}});
    }
  }
  return list;
}

std::string as_text(const Measured& m) {
  char line[160];
  std::snprintf(
      line, sizeof line, "%-16s %-12s %12.0f %12.0f %12.2f %10.2f %% %13s\n", m.game.c_str(),
      m.options.c_str(), m.playouts_per_s, m.actions_per_s, m.mean_actions,
      100 * m.first_player_wins,
      m.signature.empty() ? "" : std::to_string(static_cast<long>(m.nodes_per_s)).c_str());
  return line;
}

// The defaults of a game stand under its name, other options under "variants" there.
void add_json(nlohmann::ordered_json& all, const Measured& m) {
  nlohmann::ordered_json figures = {{"playouts_per_s", m.playouts_per_s},
                                    {"actions_per_s", m.actions_per_s},
                                    {"mean_actions", m.mean_actions},
                                    {"first_player_wins", m.first_player_wins},
                                    {"playout_signature", m.playout_signature}};
  if (!m.signature.empty()) {
    figures["nodes_per_s"] = m.nodes_per_s;
    figures["signature"] = m.signature;
  }
  if (m.options.empty()) {
    all[m.game] = figures;
  } else {
    all[m.game]["variants"][m.options] = figures;
  }
}

// What bench/signature.txt holds: every combination of options of the games.
std::string signatures(const std::vector<const games::GameInfo*>& chosen) {
  std::string out = "# tabuleiro bench --signature\n";
  for (const auto* game : chosen) {
    for (const auto& options : games::option_combinations(*game)) {
      out += "playouts " + game->name + ' ' + games::options_text(options) + ' ' +
             games::playout_signature(*games::Position::start(*game, options)) + '\n';
    }
    out += "search " + game->name + ' ' + hex(engine::bench_search(*game).signature) + '\n';
  }
  return out;
}

games::Parsed<std::vector<const games::GameInfo*>> chosen_games(const Arguments& arguments) {
  std::vector<const games::GameInfo*> chosen;
  for (const auto& game : games::all_games()) chosen.push_back(&game);
  if (arguments.positional(0).empty()) return chosen;
  auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  return std::vector<const games::GameInfo*>{*game};
}

games::Parsed<int> run_bench(const Arguments& arguments) {
  auto chosen = chosen_games(arguments);
  if (!chosen) return chosen.error();
  auto seconds = number_or(arguments, "--seconds", kBenchSeconds, 1, kMaxBenchSeconds);
  if (!seconds) return seconds.error();
  auto seed = number_or(arguments, "--seed", kBenchSeed, 0, engine::kMaxSeed);
  if (!seed) return seed.error();
  if (arguments.has("--signature")) {
    print(signatures(*chosen));
    return 0;
  }
  // Options belong to one game.
  if (arguments.has("--options") && chosen->size() > 1) {
    return text::Error(Message::kMissingArgument, {"GAME"});
  }
  const bool json = arguments.has("--json");
  nlohmann::ordered_json all;
  if (!json) print(text::render(Message::kBenchHeading, arguments.language()) + '\n');
  for (const auto* game : *chosen) {
    auto wanted = variants(*game, arguments);
    if (!wanted) return wanted.error();
    for (const auto& options : *wanted) {
      const auto start = *games::Position::start(*game, options);
      Measured m = measure(start, static_cast<double>(*seconds), static_cast<std::uint64_t>(*seed));
      if (options.empty()) measure_search(*game, m);
      if (json) {
        add_json(all, m);
      } else {
        print(as_text(m));
        std::fflush(stdout);
      }
    }
  }
  if (json) print(all.dump(2) + '\n');
  return 0;
}

}  // namespace

const Command& bench_command() {
  static const Command command = {
      "bench",
      {"[GAME]"},
      {{"--options", "K=V,K=V", Message::kHelpOptions},
       {"--json", "", Message::kHelpJson},
       {"--signature", "", Message::kHelpSignature},
       {"--seconds", "N", Message::kHelpSeconds, {std::to_string(kBenchSeconds)}},
       {"--seed", "N", Message::kHelpSeed, {std::to_string(kBenchSeed)}}},
      Message::kHelpBench,
      run_bench};
  return command;
}

}  // namespace app
