// The lab: figures of games that are known, intervals, plans, and the same report however the games
// were played.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "jobs/memory_queue.h"
#include "jobs/names.h"
#include "jobs/worker_pool.h"
#include "lab/plot.h"
#include "lab/report.h"
#include "support.h"
#include "temp_folder.h"

namespace tests {
namespace {

using lab::Facts;
using lab::Figure;

constexpr lab::BoardSize kBoard{.cells = 4, .holes = 0};

const lab::Estimate& of(const lab::Figures& figures, Figure figure) {
  return figures[static_cast<std::size_t>(figure)];
}

// A game that the first player wins, from behind.
Facts comeback() {
  Facts facts;
  facts.turns = 6;
  facts.winner = 0;
  facts.points = 1;
  facts.chances = {0.5, 0.4, 0.3, 0.6, 0.9, 0.95};
  facts.material = {{{1, 1, 0}, 3}};
  return facts;
}

// The same game with the players exchanged.
Facts mirrored(Facts facts) {
  for (double& chance : facts.chances) chance = 1 - chance;
  facts.winner = 1 - facts.winner;
  facts.points = 1 - facts.points;
  return facts;
}

Facts drawn() {
  Facts facts;
  facts.turns = 4;
  facts.chances = {0.6, 0.48, 0.52, 0.6};
  facts.material = {{{2, 1, 0}, 1}};
  return facts;
}

// --- Intervals ---

TEST(LabEstimate, SharesHaveTheIntervalsOfWilson) {
  const auto eight = lab::share(8, 10);  // as in textbooks
  EXPECT_NEAR(eight.value, 0.8, 1e-12);
  EXPECT_NEAR(eight.low, 0.4902, 1e-4);
  EXPECT_NEAR(eight.high, 0.9433, 1e-4);
  EXPECT_EQ(eight.games, 10);
  const auto none = lab::share(0, 10);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.2775, 1e-4);
  EXPECT_EQ(lab::share(10, 10).high, 1);
  EXPECT_EQ(lab::share(0, 0).games, 0);
}

TEST(LabEstimate, BootstrapsComeNearWhatTheSpreadSays) {
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(i % 20);
  const auto mean = lab::mean(values);
  EXPECT_NEAR(mean.value, 9.5, 1e-9);
  const double half = 1.96 * std::sqrt(33.25 / 400);  // the variance of 0 … 19
  EXPECT_NEAR(mean.low, 9.5 - half, 0.08);
  EXPECT_NEAR(mean.high, 9.5 + half, 0.08);
  EXPECT_EQ(lab::mean(values), mean) << "the same again";
  const std::vector<double> alike(5, 3.0);
  EXPECT_EQ(lab::mean(alike).low, 3);
  EXPECT_EQ(lab::mean(alike).high, 3);
  EXPECT_EQ(lab::mean({}).games, 0);
}

TEST(LabEstimate, QuantilesLieBetweenTheirNeighbours) {
  EXPECT_EQ(lab::quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_EQ(lab::quantile({4, 1, 3, 2}, 0), 1);
  EXPECT_EQ(lab::quantile({4, 1, 3, 2}, 1), 4);
}

// --- Definitions ---

TEST(LabMeasures, AGameWonFromBehind) {
  for (const Facts& facts : {comeback(), mirrored(comeback())}) {
    EXPECT_NEAR(*lab::drama(facts), (std::sqrt(0.2) + std::sqrt(0.4)) / 2, 1e-9);
    EXPECT_NEAR(*lab::behind(facts), 2.0 / 6, 1e-9);
    EXPECT_NEAR(*lab::lowest(facts), 0.3, 1e-9);
    EXPECT_NEAR(*lab::decisiveness(facts), 2.0 / 6, 1e-9) << "beyond the loser's 70 %";
    EXPECT_NEAR(*lab::settled(facts), 2.0 / 6, 1e-9);
    EXPECT_EQ(*lab::lead_changes(facts), 1) << "even chances are nobody's lead";
    EXPECT_NEAR(*lab::uncertainty(facts), (1 + 0.8 + 0.6 + 0.8 + 0.2 + 0.1) / 6, 1e-9);
  }
}

TEST(LabMeasures, ADrawnGameHasNoWinnersFigures) {
  const Facts facts = drawn();
  EXPECT_FALSE(lab::drama(facts));
  EXPECT_FALSE(lab::behind(facts));
  EXPECT_FALSE(lab::lowest(facts));
  EXPECT_FALSE(lab::decisiveness(facts));
  EXPECT_FALSE(lab::settled(facts));
  EXPECT_EQ(*lab::lead_changes(facts), 0) << "what a search is unsure of is no change";
}

TEST(LabMeasures, AGameThatIsWonFromTheStartHasNoDrama) {
  Facts facts = comeback();
  facts.chances = {0.6, 0.95, 0.97};
  EXPECT_EQ(*lab::drama(facts), 0);
  EXPECT_EQ(*lab::decisiveness(facts), 1) << "the loser never had more than 40 %";
  EXPECT_NEAR(*lab::settled(facts), 2.0 / 3, 1e-9);
  facts.chances = {0.4, 0.3};
  EXPECT_EQ(*lab::decisiveness(facts), 0) << "never beyond what the loser had";
  EXPECT_EQ(*lab::settled(facts), 0);
}

TEST(LabMeasures, GamesByChanceHaveNoChances) {
  Facts facts = comeback();
  facts.chances.clear();
  EXPECT_FALSE(lab::drama(facts));
  EXPECT_FALSE(lab::uncertainty(facts));
  const auto figures = lab::figures_of({facts}, kBoard);
  EXPECT_EQ(of(figures, Figure::kDrama).games, 0);
  EXPECT_EQ(of(figures, Figure::kTurns).games, 1);
}

TEST(LabMeasures, FourGamesTogether) {
  Facts cut = drawn();
  cut.ended = false;
  cut.turns = 10;
  cut.swapped = true;
  const auto figures = lab::figures_of({comeback(), comeback(), mirrored(comeback()), cut}, kBoard);
  EXPECT_NEAR(of(figures, Figure::kTurns).value, 7, 1e-9);
  EXPECT_NEAR(of(figures, Figure::kCompletion).value, 0.75, 1e-9);
  EXPECT_NEAR(of(figures, Figure::kFirst).value, 2.5 / 4, 1e-9);
  EXPECT_EQ(of(figures, Figure::kBalance).value, 1) << "half against a quarter of four is chance";
  EXPECT_NEAR(of(figures, Figure::kDraws).value, 0.25, 1e-9);
  EXPECT_NEAR(of(figures, Figure::kSwaps).value, 0.25, 1e-9);
  EXPECT_EQ(of(figures, Figure::kDrama).games, 3) << "the won ones";
  EXPECT_EQ(of(figures, Figure::kComebacks).value, 0) << "30 % is no comeback";
  // One stone of each, or two against one, on four cells: twelve ways either way.
  EXPECT_NEAR(of(figures, Figure::kStates).value, std::log10(12), 1e-9);
  for (std::size_t i = 0; i < lab::kFigures; ++i) {
    const auto& estimate = figures[i];
    EXPECT_LE(estimate.low, estimate.value) << lab::spec_of(i).key;
    EXPECT_GE(estimate.high, estimate.value) << lab::spec_of(i).key;
  }
}

// Games won by the first player, by the second and by nobody with these chances, of which some
// last longer than others.
std::vector<Facts> chance_games(core::Rng& rng, int games, double first, double second) {
  const auto chance = [&] { return rng.below(1'000'000) / 1e6; };
  std::vector<Facts> list(static_cast<std::size_t>(games));
  for (Facts& facts : list) {
    const double drawn = chance();
    facts.winner = drawn < first ? 0 : drawn < first + second ? 1 : arena::SelfplayGame::kDraw;
    const int most = 1 + static_cast<int>(rng.below(4));
    for (int stones = 1; stones <= most; ++stones) facts.material[{stones, 0, 0}] = 1;
  }
  return list;
}

// Of many reports on games whose figures are known: how often the interval holds the true value,
// and what the figures are on average.
struct Repeated {
  double held = 0;
  double mean = 0;
};
Repeated repeated(Figure figure, double truth, int games, double first, double second) {
  constexpr int kReports = 100;
  core::Rng rng(9);
  Repeated found;
  for (int report = 0; report < kReports; ++report) {
    const auto figures = lab::figures_of(chance_games(rng, games, first, second), kBoard);
    const auto& estimate = of(figures, figure);
    found.held += (estimate.low <= truth && truth <= estimate.high) / double(kReports);
    found.mean += estimate.value / kReports;
  }
  return found;
}

TEST(LabMeasures, BalanceIsNotLessBecauseOfChance) {
  // A hundred even games differ by eight in a hundred on average.
  const auto even = repeated(Figure::kBalance, 1, 100, 0.5, 0.5);
  EXPECT_GT(even.held, 0.92);
  EXPECT_GT(even.mean, 0.935);
  const auto uneven = repeated(Figure::kBalance, 0.7, 100, 0.6, 0.3);
  EXPECT_GT(uneven.held, 0.92);
  EXPECT_NEAR(uneven.mean, 0.7, 0.02);
}

TEST(LabMeasures, ArrangementsOfAGameHaveAnIntervalAndDoNotGrowWithTheGames) {
  // On four cells: 4, 4 + 6, 4 + 6 + 4 or all 15 ways, each as likely.
  const double truth = (std::log10(4) + std::log10(10) + std::log10(14) + std::log10(15)) / 4;
  for (const int games : {25, 100}) {
    const auto found = repeated(Figure::kStates, truth, games, 0.5, 0.5);
    EXPECT_GT(found.held, 0.90) << games;
    EXPECT_NEAR(found.mean, truth, 0.02) << games;
  }
  core::Rng rng(4);
  const auto figures = lab::figures_of(chance_games(rng, 100, 0.5, 0.5), kBoard);
  const auto& estimate = of(figures, Figure::kStates);
  EXPECT_LT(estimate.low, estimate.value);
  EXPECT_GT(estimate.high, estimate.value);
}

TEST(LabMeasures, ArrangementsAreCounted) {
  EXPECT_NEAR(lab::arrangements({1, 1, 0}, kBoard), std::log10(12), 1e-9);
  EXPECT_NEAR(lab::arrangements({1, 0, 1}, {.cells = 4, .holes = 2}), std::log10(8), 1e-9);
  EXPECT_NEAR(lab::arrangements({0, 0, 0}, kBoard), 0, 1e-9);
  EXPECT_NEAR(lab::state_bound(start("yavalath", "size=3")), 19 * std::log10(3) + std::log10(2),
              1e-9);
  EXPECT_NEAR(lab::state_bound(start("sixteen-stone")),
              25 * std::log10(3) + std::log10(2) + 2 * std::log10(9), 1e-9)
      << "with both pools";
}

TEST(LabMeasures, LevelsAreClimbedAtThreePointsOfFour) {
  std::vector<double> points(400, 1);
  std::fill(points.begin(), points.begin() + 100, 0);
  const auto two = lab::climbed({points, points});
  EXPECT_NEAR(two.value, 2, 0.02);
  EXPECT_LT(two.low, 2);
  EXPECT_GT(two.high, 2);
  const auto all = lab::climbed({std::vector<double>(10, 1)});
  EXPECT_TRUE(std::isfinite(all.value)) << "even where every game was won";
  EXPECT_NEAR(lab::climbed({{1, 0, 1, 0}}).value, 0, 1e-9);
}

// --- Facts ---

arena::SelfplaySettings settings_for(const std::string& game, const std::string& options) {
  const auto position = start(game, options);
  return {.game = &position.game(), .options = position.options_in_force()};
}

TEST(LabFacts, AGameIsReadMoveByMove) {
  const auto settings = settings_for("yavalath", "swap=off");
  auto position = start("yavalath", "swap=off");
  arena::SelfplayGame game;
  game.number = 3;
  game.winner = 1;
  for (const char* turn : {"e1", "a1", "e2", "b1", "e3"}) {  // three in a line loses
    game.actions.push_back({.action = *position.parse_action(turn), .searched = true});
    position.apply(game.actions.back().action);
  }
  const auto facts = lab::facts_of(settings, game);
  EXPECT_EQ(facts.number, 3);
  EXPECT_EQ(facts.turns, 5);
  EXPECT_EQ(facts.actions, 5);
  EXPECT_TRUE(facts.ended);
  EXPECT_EQ(facts.points, 0);
  EXPECT_NEAR(facts.branching, 59, 1e-9);
  EXPECT_NEAR(facts.tree, std::log10(61.0 * 60 * 59 * 58 * 57), 1e-9);
  EXPECT_EQ(facts.decisions, 1);
  EXPECT_NEAR(facts.coverage, 5.0 / 61, 1e-9);
  EXPECT_FALSE(facts.swapped);
  ASSERT_EQ(facts.chances.size(), 5u);
  for (const double chance : facts.chances) EXPECT_NEAR(chance, 0.5, 0.01) << "a value of 0";
  EXPECT_EQ(facts.opening.size(), 1u);
  EXPECT_EQ(facts.material.size(), 6u);
  EXPECT_EQ(facts.material.at({3, 2, 0}), 1);
  int stones = 0;
  for (const int positions : facts.occupied) stones += positions;
  EXPECT_EQ(stones, 1 + 2 + 3 + 4 + 5);
  EXPECT_FALSE(facts.terms[1].empty());
}

TEST(LabFacts, ASwapIsSeenAndPegsAreCounted) {
  auto position = start("yavalath", "size=4");
  arena::SelfplayGame game;
  for (const auto& turn : {std::string("d4"), std::string("swap")}) {
    game.actions.push_back({.action = *position.parse_action(turn)});
    position.apply(game.actions.back().action);
  }
  const auto facts = lab::facts_of(settings_for("yavalath", "size=4"), game);
  EXPECT_TRUE(facts.swapped);
  EXPECT_FALSE(facts.ended);
  EXPECT_TRUE(facts.chances.empty());
  const auto pegs = lab::facts_of(settings_for("eigenstate", ""), {});
  EXPECT_EQ(pegs.material.begin()->first, (lab::Material{6, 6, 12}));
}

// --- Plans ---

lab::Plan small_plan() {
  lab::Plan plan{.game = games::find_game("yavalath")};
  plan.options = *games::parse_options("size=3", plan.game->options);
  plan.compared = {*games::parse_options("size=3,swap=off", plan.game->options)};
  plan.games = 8;
  plan.nodes = 64;
  plan.strengths = 3;
  return plan;
}

TEST(LabPlan, SeriesAreOfFallingStrength) {
  const auto plan = small_plan();
  EXPECT_EQ(lab::strengths_of(plan), (std::vector<std::uint64_t>{4, 16, 64}));
  const auto series = lab::series_of(plan);
  ASSERT_EQ(series.size(), 3u + 1u + 2u);
  EXPECT_EQ(series[0].settings.nodes, 64u);
  EXPECT_TRUE(series[3].by_chance());
  EXPECT_TRUE(series[4].is_step());
  EXPECT_EQ(*series[4].settings.against, 4u);
  std::set<std::string> names;
  for (const auto& one : series) names.insert(one.file);
  for (const auto& one : lab::compared_series(plan)) names.insert(one.file);
  EXPECT_EQ(names.size(), series.size() + 1) << "a file each";
  auto one = plan;
  one.nodes = 1;
  EXPECT_EQ(lab::strengths_of(one).size(), 1u);
}

std::string json_of(const lab::Plan& plan, const std::string& folder) {
  const auto report = lab::make_report(plan, folder, "2026-01-02");
  EXPECT_TRUE(report) << (report ? "" : text::render(report.error(), text::Language::kEnglish));
  return report ? lab::report_json(*report).dump(1) + lab::figures_csv(*report) +
                      lab::games_csv(*report)
                : "";
}

void play_all(const lab::Plan& plan, const std::string& folder, int threads) {
  const std::atomic<bool> stop = false;
  EXPECT_FALSE(lab::play(plan, folder, {.threads = threads}, stop));
}

TEST(LabPlan, ThreadsAndStopsChangeNothing) {
  const auto plan = small_plan();
  const TempFolder one, three, stopped;
  play_all(plan, one.path(), 1);
  const auto expected = json_of(plan, one.path());
  play_all(plan, three.path(), 3);
  EXPECT_EQ(json_of(plan, three.path()), expected);
  for (const int games : {3, 20, 41}) {
    std::atomic<bool> stop = false;
    lab::Surroundings around{.threads = 2};
    around.on_progress = [&](int done, int) {
      if (done >= games) stop = true;
    };
    EXPECT_FALSE(lab::play(plan, stopped.path(), around, stop));
    EXPECT_FALSE(lab::make_report(plan, stopped.path(), "")) << "not all games are there";
  }
  play_all(plan, stopped.path(), 1);
  EXPECT_EQ(json_of(plan, stopped.path()), expected);
}

TEST(LabPlan, WorkersChangeNothing) {
  const auto plan = small_plan();
  const TempFolder here, elsewhere;
  play_all(plan, here.path(), 2);
  const auto queue = jobs::make_memory_queue();
  jobs::WorkerPoolSettings settings;
  settings.name = "w";
  settings.offers = {jobs::version_offer()};
  settings.threads = 2;
  settings.pause = std::chrono::milliseconds(5);
  const jobs::WorkerPool workers(*queue, {{arena::kSelfplayKind, arena::selfplay_work()}},
                                 settings);
  const std::atomic<bool> stop = false;
  EXPECT_FALSE(lab::play(plan, elsewhere.path(), {.workers = queue.get()}, stop));
  EXPECT_EQ(json_of(plan, elsewhere.path()), json_of(plan, here.path()));
}

TEST(LabPlan, MoreGamesThanAskedForChangeNothing) {
  auto plan = small_plan();
  plan.compared.clear();
  plan.strengths = 2;
  const TempFolder fewer, more;
  play_all(plan, fewer.path(), 1);
  const auto expected = json_of(plan, fewer.path());
  plan.games += 3;
  play_all(plan, more.path(), 2);
  plan.games -= 3;
  EXPECT_EQ(json_of(plan, more.path()), expected);
}

TEST(LabReport, HasWhatItSays) {
  const auto plan = small_plan();
  const TempFolder folder;
  play_all(plan, folder.path(), 2);
  const auto report = lab::make_report(plan, folder.path(), "2026-01-02");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->games.size(), 8u);
  double opened = 0;
  for (const double share : report->opening_heat) opened += share;
  EXPECT_NEAR(opened, 1, 1e-9) << "every first turn places one stone";
  // Images of a cell under the symmetries of the empty board are equally frequent.
  const auto at = [&](const std::string& name) {
    for (std::size_t i = 0; i < report->scene.cells.size(); ++i) {
      if (report->scene.cells[i].name == name) return report->opening_heat[i];
    }
    return -1.0;
  };
  EXPECT_NEAR(at("a1"), at("e3"), 1e-9);
  int games = 0;
  for (const auto& bar : report->lengths) games += bar.games;
  EXPECT_EQ(games, 8);
  for (const double use : report->use) EXPECT_LE(use, 1);
  int opening_games = 0;
  for (const auto& opening : report->openings) opening_games += opening.first.games;
  EXPECT_EQ(opening_games, 8);
  EXPECT_EQ(report->suspense.size(), lab::kSuspenseParts);
  EXPECT_EQ(report->compared.size(), 1u);
  const auto json = lab::report_json(*report);
  EXPECT_EQ(json["date"], "2026-01-02");
  EXPECT_EQ(json["strengths"].size(), 4u);
  EXPECT_EQ(json["strengths"][3]["nodes"], 0);
  EXPECT_TRUE(json["strengths"][3]["figures"]["drama"].is_null());
  EXPECT_EQ(json["strengths"][0]["figures"]["turns"]["games"], 8);
  EXPECT_EQ(json["steps"].size(), 2u);
}

// Every game and every pair of options can be measured.
TEST(LabReport, EveryGameHasOne) {
  for (const auto& game : games::all_games()) {
    lab::Plan plan{.game = &game};
    plan.games = 2;
    plan.nodes = 8;
    plan.strengths = 2;
    for (const auto& options : games::option_combinations(game)) {
      const auto position = games::Position::start(game, options);
      if (position && position->player_count() == 2) plan.compared.push_back(options);
    }
    const TempFolder folder;
    play_all(plan, folder.path(), 2);
    EXPECT_FALSE(json_of(plan, folder.path()).empty()) << game.name;
  }
}

// What a report promises: another seed gives other games and figures that agree.
TEST(LabReport, AnotherSeedStaysWithinTheIntervals) {
  if (by_tier(true, true, false)) GTEST_SKIP() << "long tier";
  int figures = 0, apart = 0;
  for (const auto& game : games::all_games()) {
    lab::Plan plan{.game = &game};
    plan.games = 200;
    plan.nodes = 64;
    plan.strengths = 2;
    std::vector<lab::Report> reports;
    for (const std::uint64_t seed : {1, 2}) {
      plan.seed = seed;
      const TempFolder folder;
      play_all(plan, folder.path(), 2);
      reports.push_back(*lab::make_report(plan, folder.path(), ""));
    }
    for (std::size_t strength = 0; strength < reports[0].strengths.size(); ++strength) {
      for (std::size_t i = 0; i < lab::kFigures; ++i) {
        const auto& one = reports[0].strengths[strength].figures[i];
        const auto& two = reports[1].strengths[strength].figures[i];
        if (one.games == 0 || two.games == 0) continue;
        ++figures;
        const bool meet = one.low <= two.high && two.low <= one.high;
        apart += !meet;
        if (!meet) std::printf("%s %s apart\n", game.name.c_str(), lab::spec_of(i).key.data());
      }
    }
  }
  // Two intervals of 95 % miss each other once in some 180 times.
  EXPECT_LE(apart, figures / 40) << "of " << figures;
}

// --- Plots ---

TEST(LabPlots, WordsAreEscaped) {
  const std::string evil = "<b>&\"";
  const auto bars = lab::bar_plot({{3, evil, evil}, {0, "", ""}}, evil);
  const auto rows = lab::interval_plot({{evil, lab::share(1, 2), evil}}, evil);
  const auto band = lab::band_plot({lab::share(1, 2), lab::share(2, 2)}, evil);
  for (const auto& plot : {bars, rows, band}) {
    EXPECT_EQ(plot.find("<b>"), std::string::npos);
    EXPECT_TRUE(plot.starts_with("<svg"));
    EXPECT_TRUE(plot.ends_with("</svg>"));
  }
  EXPECT_NE(bars.find("height=\"200.0\""), std::string::npos) << "the highest bar fills the plot";
  EXPECT_NE(lab::bar_plot({}, "").find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace tests
