// Tries other values of the search's constants in matches against those in force.
//
//   tabuleiro_constants GAME NAME=VALUE[,VALUE…]… [--time MS | --nodes N] [--games N]
//                       [--sprt ELO0,ELO1] [--threads N] [--seed N]
//   tabuleiro_constants GAME           the constants and their values
//
// A developer's tool (docs/learning.md). Values are tried one after the other. Each plays the best
// so far until a sequential test is sure that it is better by ELO1 (and it takes its place) or by
// no more than ELO0, or --games are played. It ends with what belongs into src/registry/GAME.cc.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "arena/rating.h"
#include "arena/tournament.h"
#include "core/scan.h"
#include "registry/registry.h"

namespace {

using search::SearchConstants;

struct Trial {
  search::NamedConstant constant;
  int value;
};

struct Settings {
  const games::GameInfo* game = nullptr;
  std::vector<Trial> trials;
  arena::Conditions conditions;
  int games = 2000;  // of one trial at most
  arena::Sprt sprt{.elo0 = 0, .elo1 = 10};
  int threads = 2;
  std::uint64_t seed = 1;
};

arena::Entrant entrant(const games::GameInfo& game, const SearchConstants& constants) {
  const protocol::MatchPlayerSetup setup = {&game, {}, 0, 16};
  const engine::PlayerSpec who{.constants = constants};
  return {"", [who, setup] {
            return games::Parsed<std::unique_ptr<protocol::MatchPlayer>>(
                protocol::make_match_player("", who, setup));
          }};
}

// Is the first better than the second? Sure of it or not, it tells what was played.
bool is_better(const Settings& settings, const SearchConstants& first,
               const SearchConstants& second) {
  using Verdict = arena::Sprt::Verdict;
  arena::Openings openings(*settings.game, {}, arena::Openings::Kind::kBalanced, settings.seed);
  const arena::Tournament match = {
      {entrant(*settings.game, first), entrant(*settings.game, second)},
      arena::Schedule(2, 2, arena::Format::kRoundRobin, settings.games),
      &openings,
      settings.conditions,
      settings.threads,
      settings.seed};
  std::vector<arena::GameResult> played;
  auto verdict = Verdict::kOpen;
  arena::play(match, {}, [&](const arena::GameResult& result, games::Record&) {
    played.push_back(result);
    const auto rounds = arena::group_scores(played, match.schedule, 0);
    verdict = settings.sprt.verdict(arena::pentanomial_of(rounds));
    return verdict == Verdict::kOpen;
  });
  const auto score = arena::score_of(arena::group_scores(played, match.schedule, 0));
  std::printf("%.1f %% (%.1f to %.1f) of %zu games: %s\n", 100 * score.mean, 100 * score.low,
              100 * score.high, played.size(),
              verdict == Verdict::kH1   ? "better"
              : verdict == Verdict::kH0 ? "no better"
                                        : "not clear");
  std::fflush(stdout);
  return verdict == Verdict::kH1;
}

void print(const SearchConstants& constants) {
  for (const auto& constant : search::kNamedConstants) {
    std::printf("  .%s = %d\n", std::string(constant.name).c_str(), constants.*constant.value);
  }
}

void tune(const Settings& settings) {
  SearchConstants best = registry::entry_of(settings.game->name).search_constants;
  for (const Trial& trial : settings.trials) {
    SearchConstants other = best;
    other.*trial.constant.value = trial.value;
    if (other == best) continue;
    std::printf("%s = %d against %d: ", std::string(trial.constant.name).c_str(), trial.value,
                best.*trial.constant.value);
    std::fflush(stdout);
    if (is_better(settings, other, best)) best = other;
  }
  std::printf("search constants of %s:\n", settings.game->name.c_str());
  print(best);
}

// NAME=VALUE,VALUE
bool read_trials(const std::string& word, std::vector<Trial>& trials) {
  const auto at = word.find('=');
  if (at == std::string::npos) return false;
  const auto constant = std::find_if(search::kNamedConstants.begin(), search::kNamedConstants.end(),
                                     [&](const auto& c) { return c.name == word.substr(0, at); });
  if (constant == search::kNamedConstants.end()) return false;
  for (const auto text : core::split(std::string_view(word).substr(at + 1), ',')) {
    const auto value = core::whole_number(text, constant->most);
    if (!value || *value < constant->least) return false;
    trials.push_back({*constant, static_cast<int>(*value)});
  }
  return true;
}

bool read_sprt(const std::string& text, arena::Sprt& sprt) {
  const auto parts = core::split(text, ',');
  if (parts.size() != 2) return false;
  const auto elo0 = core::whole_number(parts[0], 1000), elo1 = core::whole_number(parts[1], 1000);
  if (!elo0 || !elo1 || *elo0 >= *elo1) return false;
  sprt.elo0 = static_cast<double>(*elo0);
  sprt.elo1 = static_cast<double>(*elo1);
  return true;
}

bool read_number(const std::string& name, long long number, Settings& settings) {
  if (name == "--time") {
    settings.conditions.budget.movetime = engine::Milliseconds(number);
  } else if (name == "--nodes") {
    settings.conditions.budget.movetime.reset();
    settings.conditions.budget.nodes = static_cast<std::uint64_t>(number);
  } else if (name == "--games") {
    settings.games = static_cast<int>(number);
  } else if (name == "--threads") {
    settings.threads = static_cast<int>(number);
  } else if (name == "--seed") {
    settings.seed = static_cast<std::uint64_t>(number);
  } else {
    return false;
  }
  return true;
}

int fail(const std::string& what) {
  std::fprintf(stderr,
               "tabuleiro_constants: %s; usage: tabuleiro_constants GAME [NAME=VALUE[,VALUE...]...]"
               " [--time MS | --nodes N] [--games N] [--sprt ELO0,ELO1] [--threads N] [--seed N]\n",
               what.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  Settings settings;
  if (words.empty()) return fail("no game");
  settings.game = games::find_game(words[0]);
  if (settings.game == nullptr) return fail("unknown game");
  settings.conditions.budget.movetime = engine::Milliseconds(100);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with("--")) {
      if (!read_trials(word, settings.trials)) {
        return fail("'" + word + "' is no constant with values within its bounds");
      }
      continue;
    }
    if (++i == words.size()) return fail(word + " needs a value");
    if (word == "--sprt") {
      if (!read_sprt(words[i], settings.sprt)) return fail("--sprt takes two whole numbers, E0,E1");
      continue;
    }
    const auto number = core::whole_number(words[i], 1'000'000'000);
    if (!number || *number < 1) return fail(word + " takes a whole number from 1");
    if (!read_number(word, *number, settings)) return fail("unknown option " + word);
  }
  tune(settings);
  return 0;
}
