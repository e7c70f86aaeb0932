// Analysis: lines that make sense, proofs that hold, terms that add up, JSON that programs read.
#include "engine/analysis.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <thread>

#include "core/scan.h"
#include "driven_time.h"
#include "engine/chances.h"
#include "engine/player.h"
#include "registry/games.h"
#include "support.h"

namespace tests {
namespace {

using engine::Analysis;
using engine::AnalysisLine;
using engine::Milliseconds;

Analysis analysed(const games::Position& position, int time, int lines = 3) {
  engine::Engine engine(4);
  DrivenTime clock(Milliseconds(1));  // as much work on a busy machine as on an idle one
  engine.set_time_source(clock);
  return engine::analyse(engine, games::History(position), Milliseconds(time), lines);
}

// A running position some random actions after the start.
games::Position in_play(const games::Position& start, core::Rng& rng, int actions) {
  games::Position position = start;
  for (int i = 0; i < actions; ++i) {
    games::Position next = position;
    next.apply(position.random_action(rng));
    if (next.outcome().over()) break;
    position = next;
  }
  return position;
}

void expect_legal(games::Position position, const std::vector<games::Action>& actions) {
  for (const auto action : actions) {
    const auto legal = position.legal_actions();
    ASSERT_NE(std::find(legal.begin(), legal.end(), action), legal.end()) << position.to_text();
    position.apply(action);
  }
}

// Legal lines with different first actions, ranked, each with chances that add up.
void expect_sound(const games::Position& position, const std::vector<AnalysisLine>& lines) {
  std::set<games::Action> first;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const AnalysisLine& line = lines[i];
    EXPECT_EQ(line.rank, static_cast<int>(i) + 1);
    ASSERT_FALSE(line.actions.empty());
    EXPECT_TRUE(first.insert(line.actions[0]).second) << line.turns[0];
    expect_legal(position, line.actions);
    EXPECT_EQ(line.turns, games::line_texts(position, line.actions));
    EXPECT_EQ(static_cast<int>(line.chances.size()), position.player_count());
    EXPECT_NEAR(std::accumulate(line.chances.begin(), line.chances.end(), 0.0), 1, 1e-6);
    EXPECT_GE(line.selective_depth, line.depth);
    const bool sorted = i == 0 || line.value <= lines[i - 1].value;
    EXPECT_TRUE(sorted || position.player_count() > 2) << position.to_text();
    games::Position next = position;
    next.apply(line.actions[0]);
    const bool goes_on = !next.at_turn_start() && !next.outcome().over();
    // Only the best line is followed to the end of its turn.
    EXPECT_TRUE(goes_on || line.then.empty());
    expect_sound(next, line.then);
  }
}

class AnalysisOf : public ::testing::TestWithParam<Variant> {
 protected:
  games::Position start_of() const { return start(GetParam().game, GetParam().options); }
};

TEST_P(AnalysisOf, LinesAreSound) {
  core::Rng rng(12);
  for (const int actions : {0, 1, 8, 20, 41}) {
    const auto position = in_play(start_of(), rng, actions);
    const auto analysis = analysed(position, 12);
    EXPECT_FALSE(analysis.outcome.over());
    ASSERT_FALSE(analysis.lines.empty());
    EXPECT_LE(analysis.lines.size(), 3u);
    expect_sound(position, analysis.lines);
  }
}

TEST_P(AnalysisOf, TermsAddUpToTheEvaluation) {
  core::Rng rng(13);
  for (int i = 0; i < by_tier(20, 100, 500); ++i) {
    const auto position = in_play(start_of(), rng, static_cast<int>(rng.below(60)));
    const auto analysis = analysed(position, 0);
    EXPECT_TRUE(analysis.lines.empty()) << "no time, no search";
    ASSERT_EQ(analysis.evaluation.has_value(), position.player_count() == 2);
    if (!analysis.evaluation) continue;
    const auto& evaluation = *analysis.evaluation;
    double sum = 0;
    for (const auto& term : evaluation.terms) sum += term.contribution;
    const int expected = std::visit(
        []<class State>(const State& state) {
          return registry::EvaluatorOf<State>().evaluate(state);
        },
        position.state());
    EXPECT_EQ(static_cast<int>(std::trunc(sum)), expected) << position.to_text();
    EXPECT_EQ(evaluation.value, expected);
    EXPECT_NEAR(evaluation.chances[0] + evaluation.chances[1], 1, 1e-9);
    const auto mover = static_cast<std::size_t>(position.to_move());
    EXPECT_EQ(evaluation.chances[mover],
              engine::chance_to_win(GetParam().game, expected, engine::ValueSource::kTerms));
    EXPECT_EQ(!evaluation.weights.empty(), GetParam().game == "eigenstate");
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, AnalysisOf, ::testing::ValuesIn(all_variants()), variant_name);

struct Decided {
  const char* game;
  const char* options;
  const char* position;
  std::string turn;  // the one that wins, "" for any
  int turns;
};

TEST(Analysis, WinsAtOnceAreProven) {
  const Decided cases[] = {
      {"yavalath", "", "5/6/7/8/ww1w5/8/7/6/bb1b1 w -", "e3", 1},
      {"yavalath", "players=3", "r4/6/7/8/ww1w5/8/7/6/bb1b1 b -", "a3", 1},
      {"sixteen-stone", "", "4r/3b1/3br/1r3/5 r 2 0 21 mps", "", 1},
      {"eigenstate", "", "a1:0020000,b4:0020010 b5:0000080,f6:0000080 1 m", "b4xb5", 1},
      // A crossing wins when the answer has not undone it.
      {"epaminondas", "", "14/5w8/14/14/14/14/b13/14/14/14/14/14 w", "", 2},
      {"epaminondas", "rules=crossings", "8/4w3/8/b7/8/8/8/8 w", "", 2}};
  for (const auto& c : cases) {
    for (const int lines : {1, 3}) {
      const auto position = at(c.game, c.position, c.options);
      // Playouts look at the clock from the start, and end with the proof.
      const int time = position.player_count() > 2 ? 5000 : 60;
      const auto analysis = analysed(position, time, lines);
      ASSERT_FALSE(analysis.lines.empty());
      const auto& best = analysis.lines[0];
      EXPECT_EQ(best.proven, (engine::Proven{true, c.turns})) << c.position;
      EXPECT_EQ(best.chances[static_cast<std::size_t>(analysis.position.to_move())], 1);
      EXPECT_TRUE(c.turn.empty() || best.turns[0] == c.turn) << best.turns[0];
      expect_sound(analysis.position, analysis.lines);
    }
  }
}

// What was spent on a line alone: the lines share what the whole search took, and the best one has
// most of it.
TEST(Analysis, EffortIsThatOfEachLine) {
  for (const auto& [game, options] :
       {std::pair{"sixteen-stone", ""}, {"yavalath", "size=4,players=3"}, {"epaminondas", ""}}) {
    const auto analysis = analysed(start(game, options), 400, 4);
    ASSERT_EQ(analysis.lines.size(), 4u) << game << ' ' << options;
    std::uint64_t sum = 0, nodes = 0;
    std::set<std::uint64_t> different;
    for (const auto& line : analysis.lines) {
      EXPECT_GT(line.action_nodes, 0u) << game << ' ' << options;
      sum += line.action_nodes;
      nodes = std::max(nodes, line.nodes);
      different.insert(line.action_nodes);
    }
    EXPECT_LE(sum, nodes) << game << ' ' << options;
    EXPECT_GT(different.size(), 1u) << game << ' ' << options;
  }
}

TEST(Analysis, LossesAreProvenToo) {
  // White threatens two fours: black blocks one and loses to the other.
  const auto analysis = analysed(at("yavalath", "5/6/7/8/ww1w5/8/7/6/ww1w1 b -"), 5000);
  ASSERT_EQ(analysis.lines.size(), 3u);
  for (const auto& line : analysis.lines) EXPECT_EQ(line.proven, (engine::Proven{false, 2}));
}

TEST(Analysis, FinishedGamesHaveNoLines) {
  const auto over = at("yavalath", "5/6/7/8/wwww5/8/7/6/bb1b1 b -");
  const auto analysis = analysed(over, 50);
  EXPECT_TRUE(analysis.outcome.over());
  EXPECT_TRUE(analysis.lines.empty());
  const auto json = engine::to_json(analysis, text::Language::kPortuguese);
  EXPECT_EQ(json["result"], "p1win");
  EXPECT_EQ(json["reason"], "quatro em fila");
  EXPECT_TRUE(json["evaluation"].is_null());
}

TEST(Analysis, DrawsOfTheHistoryEndItToo) {
  std::vector<std::string_view> turns;
  for (int i = 0; i < 2; ++i) turns.insert(turns.end(), {"a2-a3", "a11-a10", "a3-a2", "a10-a11"});
  const auto history = games::play_turns(games::History(start("epaminondas")), turns);
  ASSERT_TRUE(history);
  engine::Engine engine(1);
  const auto analysis = engine::analyse(engine, *history, Milliseconds(50), 1);
  EXPECT_TRUE(analysis.outcome.is_draw());
  turns.push_back("a2-a3");
  EXPECT_FALSE(games::play_turns(games::History(start("epaminondas")), turns));
}

// The best line of a turn of several actions is followed to the end of the turn.
TEST(Analysis, TheRestOfATurnHasValues) {
  const auto analysis = analysed(start("eigenstate"), 120, 2);
  ASSERT_EQ(analysis.lines.size(), 2u);
  const auto& best = analysis.lines[0];
  ASSERT_FALSE(best.then.empty()) << "the first peg";
  ASSERT_FALSE(best.then[0].then.empty()) << "the second peg";
  EXPECT_TRUE(best.then[0].then[0].then.empty()) << "the turn is over";
  EXPECT_FALSE(analysis.lines[1].then.empty());
}

TEST(Analysis, WeightsAreThoseOfTheRulesPage) {
  const auto analysis = analysed(
      at("eigenstate",
         "a1:0030a20,e2:0820008,b4:0120a01,d4:0460108,d5:0270000 c4:0024cd0,e4:00000a8,f4:00820a2 "
         "1 m"),
      0);
  const auto json = engine::to_json(analysis, text::Language::kEnglish);
  const auto& weights = json["evaluation"]["weights"];
  EXPECT_EQ(weights.size(), 36u);
  EXPECT_EQ(weights["a1"], 0);
  EXPECT_EQ(weights["b4"], 1);
  EXPECT_EQ(weights["c4"], 72);
  EXPECT_EQ(weights["e2"], 2);
  EXPECT_EQ(weights["f6"], 48);
}

TEST(Analysis, UpdatesComeWhileItThinksAndStopEndsIt) {
  engine::Engine engine(4);
  int updates = 0;
  // An hour, unless stop() works.
  const auto analysis = engine::analyse(engine, games::History(start("sixteen-stone")),
                                        Milliseconds(3'600'000), 3, [&](const Analysis& sofar) {
                                          EXPECT_FALSE(sofar.lines.empty());
                                          if (++updates == 3) engine.stop();
                                        });
  EXPECT_GE(updates, 3);
  expect_sound(analysis.position, analysis.lines);
}

// A stop that came first leaves one legal line.
TEST(Analysis, StoppedBeforeItBegan) {
  for (const auto& variant : all_variants()) {
    engine::Engine engine(1);
    engine.stop();
    const auto position = start(variant.game, variant.options);
    const auto analysis =
        engine::analyse(engine, games::History(position), Milliseconds(3'600'000), 3);
    ASSERT_FALSE(analysis.lines.empty());
    expect_sound(position, analysis.lines);
  }
}

void expect_keys(const nlohmann::ordered_json& object, const std::vector<std::string>& keys) {
  std::vector<std::string> found;
  for (const auto& [key, value] : object.items()) found.push_back(key);
  EXPECT_EQ(found, keys);
}

TEST(Analysis, JsonHasEveryKeyInEveryGame) {
  for (const auto& variant : all_variants()) {
    const auto text =
        engine::to_json(analysed(start(variant.game, variant.options), 8), text::Language::kEnglish)
            .dump();
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    ASSERT_TRUE(json.is_object()) << variant.game;
    expect_keys(json, {"game", "options", "position", "to_move", "result", "reason", "evaluation",
                       "lines"});
    EXPECT_EQ(json["to_move"], 1);
    EXPECT_EQ(json["result"], "none");
    for (const auto& line : json["lines"]) {
      expect_keys(line, {"rank", "value", "chance", "chances", "proven", "depth", "seldepth",
                         "nodes", "effort", "time_ms", "line", "then"});
      EXPECT_EQ(line["chance"], line["chances"][0]);
      EXPECT_TRUE(line["line"].is_array() && line["then"].is_array());
    }
    if (json["evaluation"].is_null()) continue;
    expect_keys(json["evaluation"],
                {"value", "chance", "chances", "net_value", "terms", "weights"});
    for (const auto& term : json["evaluation"]["terms"]) {
      expect_keys(term, {"name", "counts", "weight", "contribution"});
    }
  }
}

// Pondering: nothing is answered before the hit, whatever the limits.
TEST(Pondering, WaitsForHitOrStop) {
  for (const bool by_hit : {true, false}) {
    for (const char* who : {"random", "classic", "plain", "level:1", "level:10"}) {
      engine::Player player(*engine::parse_player_spec(who), 1, 1);
      engine::Budget budget;
      budget.ponder = true;
      budget.depth = 2;
      std::atomic<bool> answered{false};
      std::vector<games::Action> turn;
      std::thread thinker([&] {
        turn = player.think(games::History(start("eigenstate")), budget);
        answered = true;
      });
      std::this_thread::sleep_for(Milliseconds(30));
      EXPECT_FALSE(answered) << who;
      by_hit ? player.engine().ponderhit() : player.engine().stop();
      thinker.join();
      expect_legal(start("eigenstate"), turn);
      EXPECT_EQ(turn.size(), 3u) << who;
    }
  }
}

// A hit may come before the thread has started, in the middle, or behind the search.
TEST(Pondering, AHitAtAnyTimeStartsTheClock) {
  core::Rng rng(3);
  for (const auto& variant : all_variants()) {
    engine::Engine engine(1);
    const games::History history(start(variant.game, variant.options));
    for (int i = 0; i < by_tier(4, 20, 100); ++i) {
      engine::Budget budget;
      budget.ponder = true;
      budget.movetime = Milliseconds(8);
      if (i % 3 == 0) budget.nodes = 50;
      engine.clear_stop();
      std::thread thinker([&] { EXPECT_FALSE(engine.think(history, budget).empty()); });
      std::this_thread::sleep_for(std::chrono::microseconds(rng.below(3000)));
      engine.ponderhit();
      thinker.join();  // without the deadline it would go on for ever
    }
  }
}

}  // namespace
}  // namespace tests
