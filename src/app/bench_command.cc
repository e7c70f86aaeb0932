// tabuleiro bench: random playouts and search of every game, measured in CPU time of one core.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/command.h"
#include "core/scan.h"
#include "engine/bench.h"
#include "engine/bounds.h"
#include "games/playouts.h"
#include "terminal/glyph.h"
#include "terminal/progress_line.h"
#include "terminal/text_table.h"
#include "wide/playouts.h"

namespace app {

using text::Message;

namespace {

constexpr long long kBenchSeconds = 1, kMaxBenchSeconds = 3600;
constexpr long long kBenchSeed = 1;
constexpr int kBatch = 16;  // playouts between two looks at the clock
constexpr int kWideBatch = 4096;
// Of wide playouts: to measure others than the best ones.
constexpr const char* kInstructionsVariable = "TABULEIRO_INSTRUCTIONS";

struct Rates {
  double playouts_per_s = 0;
  double actions_per_s = 0;
  double mean_actions = 0;
  double first_player_wins = 0;
};

struct Measured {
  std::string game;
  std::string options;
  Rates playouts;
  std::optional<Rates> wide;  // several at once, where the game has that
  wide::Instructions instructions = wide::Instructions::kPlain;  // by which
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

// Of playouts, which play_batch(totals) adds a few of.
template <class PlayBatch>
Rates rates(double seconds, PlayBatch play_batch) {
  games::PlayoutTotals totals;
  const double begin = cpu_seconds();
  double taken = 0;
  do {
    play_batch(totals);
    taken = cpu_seconds() - begin;
  } while (taken < seconds);
  const auto playouts = static_cast<double>(totals.playouts);
  const auto actions = static_cast<double>(totals.actions);
  return {.playouts_per_s = playouts / taken,
          .actions_per_s = actions / taken,
          .mean_actions = actions / playouts,
          .first_player_wins = static_cast<double>(totals.wins[0]) / playouts};
}

// How it is measured.
struct BenchSettings {
  double seconds = 0;
  std::uint64_t seed = 0;
  wide::Instructions instructions = wide::Instructions::kPlain;
};

Measured measure(const games::Position& start, const BenchSettings& settings) {
  Measured m;
  m.instructions = settings.instructions;
  m.game = start.game().name;
  m.options = games::options_text(start.options());
  m.playout_signature = games::playout_signature(start);
  core::Rng rng(settings.seed);
  m.playouts = rates(settings.seconds, [&](games::PlayoutTotals& totals) {
    games::play_out_many(start, rng, kBatch, totals);
  });
  if (wide::is_wide(start)) {
    m.wide = rates(settings.seconds, [&](games::PlayoutTotals& totals) {
      wide::play_out_many(start, kWideBatch, rng.next(), settings.instructions, totals);
    });
  }
  return m;
}

// Search is measured with the default options of a game.
void measure_search(const games::GameInfo& game, double seconds, Measured& m) {
  const double begin = cpu_seconds();
  std::uint64_t nodes = 0;
  double taken = 0;
  do {
    const auto bench = engine::bench_search(game);
    nodes += bench.nodes;
    m.signature = hex(bench.signature);
    taken = cpu_seconds() - begin;
  } while (taken < seconds);
  m.nodes_per_s = static_cast<double>(nodes) / taken;
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

// Columns under each other within 80: the longest game with the longest of its options, and numbers
// up to a thousand million.
std::string bench_row(const std::array<std::string, 6>& columns) {
  constexpr std::array<std::size_t, 6> kWidths = {27, 10, 10, 7, 10, 9};
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto wide = terminal::width(columns[i]);
    const std::string blanks(wide < kWidths[i] ? kWidths[i] - wide : 0, ' ');
    line += i == 0 ? columns[i] + blanks : ' ' + blanks + columns[i];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string bench_heading(text::Language language) {
  const auto say = [&](Message message) { return text::render(message, language); };
  return bench_row({say(Message::kBenchGame), say(Message::kBenchPlayouts),
                    say(Message::kBenchActions), say(Message::kBenchLength),
                    say(Message::kBenchFirst), say(Message::kBenchNodes)});
}

std::string rates_row(std::string name, const Rates& rates, std::string nodes,
                      text::Language language) {
  return bench_row({std::move(name), fixed(rates.playouts_per_s, 0), fixed(rates.actions_per_s, 0),
                    text::decimal(rates.mean_actions, 2, language),
                    text::decimal(100 * rates.first_player_wins, 2, language) + " %",
                    std::move(nodes)});
}

// Two rows where playouts are played several at once, too.
std::string as_text(const Measured& m, text::Language language) {
  auto rows = rates_row(m.game + (m.options.empty() ? "" : ' ' + m.options), m.playouts,
                        m.signature.empty() ? "" : fixed(m.nodes_per_s, 0), language);
  if (m.wide) {
    const std::string instructions(name(m.instructions));
    rows += rates_row(text::render(text::Note{Message::kBenchWide, {instructions}}, language),
                      *m.wide, "", language);
  }
  return rows;
}

void add_rates(nlohmann::ordered_json& figures, const Rates& rates, const std::string& prefix) {
  figures[prefix + "playouts_per_s"] = rates.playouts_per_s;
  figures[prefix + "actions_per_s"] = rates.actions_per_s;
  figures[prefix + "mean_actions"] = rates.mean_actions;
  figures[prefix + "first_player_wins"] = rates.first_player_wins;
}

// The defaults of a game stand under its name, other options under "variants" there.
void add_json(nlohmann::ordered_json& all, const Measured& m) {
  nlohmann::ordered_json figures;
  add_rates(figures, m.playouts, "");
  figures["playout_signature"] = m.playout_signature;
  if (!m.signature.empty()) {
    figures["nodes_per_s"] = m.nodes_per_s;
    figures["signature"] = m.signature;
  }
  if (m.wide) {
    add_rates(figures, *m.wide, "wide_");
    figures["wide_instructions"] = name(m.instructions);
  }
  if (m.options.empty()) {
    all[m.game] = figures;
  } else {
    all[m.game]["variants"][m.options] = figures;
  }
}

// What bench/signature.txt holds: every combination of options of the games.
std::string signatures(const std::vector<const games::GameInfo*>& chosen, text::Language language) {
  std::string out = "# tabuleiro bench --signature\n";
  terminal::ProgressLine progress(language);
  long long done = 0, all = 0;
  for (const auto* game : chosen) {
    all += static_cast<long long>(games::option_combinations(*game).size()) + 1;
  }
  for (const auto* game : chosen) {
    for (const auto& options : games::option_combinations(*game)) {
      progress.show(done++, all);
      out += "playouts " + game->name + ' ' + games::options_text(options) + ' ' +
             games::playout_signature(*games::Position::start(*game, options)) + '\n';
    }
    progress.show(done++, all);
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

games::Parsed<std::vector<games::Position>> all_starts(
    const std::vector<const games::GameInfo*>& chosen, const Arguments& arguments) {
  std::vector<games::Position> starts;
  for (const auto* game : chosen) {
    const auto wanted = variants(*game, arguments);
    if (!wanted) return wanted.error();
    for (const auto& options : *wanted) starts.push_back(*games::Position::start(*game, options));
  }
  return starts;
}

void measure_all(const std::vector<games::Position>& starts, const BenchSettings& settings,
                 text::Language language, const std::function<void(const Measured&)>& tell) {
  terminal::ProgressLine progress(language);
  long long done = 0;
  for (const auto& start : starts) {
    progress.show(done++, static_cast<long long>(starts.size()));
    Measured m = measure(start, settings);
    if (start.options().empty()) measure_search(start.game(), settings.seconds, m);
    progress.wipe();
    tell(m);
  }
}

// The best there are, unless the environment names others.
games::Parsed<wide::Instructions> chosen_instructions() {
  const char* asked = std::getenv(kInstructionsVariable);
  if (asked == nullptr) return wide::instructions_here().back();
  std::vector<std::string> known;
  for (const auto instructions : wide::instructions_here()) {
    if (wide::code(instructions) == asked) return instructions;
    known.emplace_back(wide::code(instructions));
  }
  return text::Error(
      Message::kExpected,
      {std::string(kInstructionsVariable) + '=' + core::join(known, "|"), core::quoted(asked)});
}

games::Parsed<int> run_bench(const Arguments& arguments) {
  auto chosen = chosen_games(arguments);
  if (!chosen) return chosen.error();
  auto seconds = number_or(arguments, "--seconds", kBenchSeconds, 1, kMaxBenchSeconds);
  if (!seconds) return seconds.error();
  auto seed = number_or(arguments, "--seed", kBenchSeed, 0, engine::kMaxSeed);
  if (!seed) return seed.error();
  const auto instructions = chosen_instructions();
  if (!instructions) return instructions.error();
  if (arguments.has("--signature")) {
    print(signatures(*chosen, arguments.language()));
    return 0;
  }
  // Options belong to one game.
  if (arguments.has("--options") && chosen->size() > 1) {
    return text::Error(Message::kMissingArgument, {"GAME"});
  }
  const auto starts = all_starts(*chosen, arguments);
  if (!starts) return starts.error();
  const bool json = arguments.has("--json");
  if (!json) print(bench_heading(arguments.language()));
  nlohmann::ordered_json all;
  const auto tell = [&](const Measured& m) {
    if (json) return add_json(all, m);
    print(as_text(m, arguments.language()));
    std::fflush(stdout);
  };
  measure_all(*starts,
              {static_cast<double>(*seconds), static_cast<std::uint64_t>(*seed), *instructions},
              arguments.language(), tell);
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
       {"--seed", "N", Message::kHelpSeed, {}, false, std::to_string(kBenchSeed)}},
      Message::kHelpBench,
      run_bench};
  return command;
}

}  // namespace app
