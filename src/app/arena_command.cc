// tabuleiro arena: matches between players, and what they say about strength.
#include <algorithm>
#include <cstdio>

#include "app/command.h"
#include "arena/match.h"
#include "arena/rating.h"
#include "core/scan.h"

namespace app {

using text::Error;
using text::Message;
using text::Note;

namespace {

constexpr long long kDefaultGames = 100, kMaxGames = 1'000'000;
constexpr long long kDefaultTime = 100, kMaxTime = 3'600'000;
constexpr long long kMaxNodes = 1'000'000'000'000;
constexpr long long kMaxConcurrency = 256;
constexpr long long kDefaultSeed = 1, kMaxSeed = 1'000'000'000'000'000;

std::optional<Error> read_players(const Arguments& arguments, arena::Setup& setup) {
  const auto texts = arguments.values("--player");
  const int seats = games::Position::start(*setup.game, setup.options)->player_count();
  if (static_cast<int>(texts.size()) != seats) {
    return Error(Message::kArenaPlayers, {std::to_string(seats), std::to_string(texts.size())});
  }
  for (const auto& text : texts) {
    const auto who = engine::parse_who(text);
    if (!who) return who.error();
    setup.players.push_back(*who);
  }
  return std::nullopt;
}

std::optional<Error> read_numbers(const Arguments& arguments, arena::Setup& setup) {
  const auto games = number_or(arguments, "--games", kDefaultGames, 1, kMaxGames);
  if (!games) return games.error();
  const auto time = number_or(arguments, "--time", kDefaultTime, 1, kMaxTime);
  if (!time) return time.error();
  const auto nodes = number_or(arguments, "--nodes", 0, 1, kMaxNodes);
  if (!nodes) return nodes.error();
  const auto concurrency = number_or(arguments, "--concurrency", 1, 1, kMaxConcurrency);
  if (!concurrency) return concurrency.error();
  const auto seed = number_or(arguments, "--seed", kDefaultSeed, 0, kMaxSeed);
  if (!seed) return seed.error();
  setup.games = static_cast<int>(*games);
  setup.concurrency = static_cast<int>(*concurrency);
  setup.seed = static_cast<std::uint64_t>(*seed);
  if (*nodes > 0) setup.budget.nodes = static_cast<std::uint64_t>(*nodes);
  if (*nodes == 0 || arguments.has("--time")) setup.budget.movetime = engine::Milliseconds(*time);
  return std::nullopt;
}

games::Parsed<arena::Setup> read_setup(const Arguments& arguments) {
  arena::Setup setup;
  if (!arguments.has("--game")) return Error(Message::kMissingArgument, {"--game"});
  const auto game = find_game(arguments.value("--game"));
  if (!game) return game.error();
  setup.game = *game;
  auto options = read_options(**game, arguments);
  if (!options) return options.error();
  setup.options = *std::move(options);
  const std::string openings = arguments.value("--openings");
  if (!openings.empty() && openings != "balanced" && openings != "none") {
    return Error(Message::kArenaOpenings, {core::quoted(openings)});
  }
  setup.openings = openings != "none";
  if (auto error = read_players(arguments, setup)) return *std::move(error);
  if (auto error = read_numbers(arguments, setup)) return *std::move(error);
  return setup;
}

struct Totals {
  int drawn = 0;
  double turns = 0;
  double first = 0;
};

Totals totals_of(const arena::MatchResult& match) {
  Totals totals;
  for (const auto& game : match.games) {
    totals.drawn += game.outcome.is_draw();
    totals.turns += game.turns;
    totals.first += game.points[static_cast<std::size_t>(game.seating[0])];
  }
  const auto n = static_cast<double>(match.games.size());
  totals.turns /= n;
  totals.first /= n;
  return totals;
}

std::string score_line(const arena::MatchResult& match, int player, const std::string& name,
                       text::Language language) {
  const auto rounds = match.round_scores(player);
  const auto score = arena::score_of(rounds);
  const auto n = static_cast<double>(match.games.size());
  const auto won = std::count_if(match.games.begin(), match.games.end(), [&](const auto& game) {
    return game.points[static_cast<std::size_t>(player)] == 1;
  });
  const auto percent = [](double share) { return fixed(100 * share, 1); };
  const auto elo = [](double share) { return fixed(arena::elo_of(share), 0); };
  return text::render(Note{Message::kArenaScore,
                           {name, std::to_string(won), fixed(score.mean * n, 1), fixed(n, 0),
                            percent(score.mean), percent(score.low), percent(score.high),
                            elo(score.mean), elo(score.low), elo(score.high)}},
                      language) +
         '\n';
}

games::Parsed<int> run_arena(const Arguments& arguments) {
  const auto setup = read_setup(arguments);
  if (!setup) return setup.error();
  const auto language = arguments.language();
  const auto names = arguments.values("--player");
  int played = 0;
  const auto match = arena::play_match(*setup, [&](const arena::GameResult& game) {
    std::fprintf(stderr, "%s\n",
                 text::render(Note{Message::kArenaGame,
                                   {std::to_string(++played), std::to_string(setup->games),
                                    games::result_code(game.outcome)}},
                              language)
                     .c_str());
  });
  for (std::size_t i = 0; i < names.size(); ++i) {
    print(score_line(match, static_cast<int>(i), names[i], language));
  }
  const Totals totals = totals_of(match);
  print(text::render(Note{Message::kArenaSummary,
                          {std::to_string(match.games.size()), std::to_string(totals.drawn),
                           fixed(totals.turns, 1), fixed(100 * totals.first, 1)}},
                     language) +
        '\n');
  return 0;
}

}  // namespace

const Command& arena_command() {
  static const Command command = {
      "arena",
      {},
      {{"--game", "GAME", Message::kHelpArenaGame},
       {"--player",
        "WHO",
        Message::kHelpArenaPlayer,
        {core::join(engine::who_texts(), ", ")},
        true},
       {"--games", "N", Message::kHelpArenaGames, {std::to_string(kDefaultGames)}},
       {"--time", "MS", Message::kHelpTurnTime, {std::to_string(kDefaultTime)}},
       {"--nodes", "N", Message::kHelpTurnNodes},
       {"--openings", "balanced|none", Message::kHelpOpenings},
       {"--concurrency", "N", Message::kHelpConcurrency, {"1"}},
       {"--options", "K=V,K=V", Message::kHelpOptions},
       {"--seed", "N", Message::kHelpSeed, {std::to_string(kDefaultSeed)}}},
      Message::kHelpArena,
      run_arena};
  return command;
}

}  // namespace app
