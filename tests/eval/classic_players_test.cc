// The classic players of Yavalath, Sixteen Stone and Epaminondas against docs/players.md.
// (What Eigenstate's does is in classic_test.cc: its rules page defines it.)
#include <algorithm>
#include <set>

#include "eval/epaminondas_classic.h"
#include "eval/sixteen_stone_classic.h"
#include "eval/yavalath_classic.h"
#include "registry/games.h"
#include "support.h"

namespace tests {
namespace {

using games::Action;
using games::Position;
using Texts = std::set<std::string>;

namespace yavalath = eval::yavalath_classic;
namespace sixteen_stone = eval::sixteen_stone_classic;
namespace epaminondas = eval::epaminondas_classic;

// One choice for all games, so that a test can be written once.
Action choose(const Position& position, core::Rng& rng) {
  return std::visit(
      [&]<class State>(const State& state) {
        return registry::Registration<State>::classic(state, rng);
      },
      position.state());
}

Texts texts(const Position& position, const std::vector<Action>& actions) {
  Texts set;
  for (const auto action : actions) set.insert(position.action_text(action));
  return set;
}

bool is_subset(const Texts& some, const Texts& all) {
  return !some.empty() && std::includes(all.begin(), all.end(), some.begin(), some.end());
}

Position after_action(Position position, Action action) {
  position.apply(action);
  return position;
}

// --- Every game ---

class ClassicPlayers : public ::testing::TestWithParam<Variant> {};

INSTANTIATE_TEST_SUITE_P(All, ClassicPlayers, ::testing::ValuesIn(all_variants()), variant_name);

bool wins_at_once(const Position& position, Action action) {
  return after_action(position, action).outcome().winner() == position.to_move();
}

bool loses_at_once(const Position& position, Action action) {
  const Position result = after_action(position, action);
  const auto* of_three = std::get_if<yavalath::State>(&result.state());
  if (of_three != nullptr && of_three->is_out(position.to_move())) return true;
  return result.outcome().winner() >= 0 && !wins_at_once(position, action);
}

TEST_P(ClassicPlayers, AnswerALegalActionAnywhere) {
  core::Rng rng(11);
  // Eigenstate's original weighs captures alone and may overlook what ends the game.
  const bool sees_the_end = GetParam().game != "eigenstate";
  for (int game = 0; game < by_tier(3, 20, 100); ++game) {
    games::History history(start(GetParam().game, GetParam().options));
    while (!history.outcome().over()) {
      const Position& position = history.position();
      if (rng.below(4) == 0) {
        const auto legal = position.legal_actions();
        const Action chosen = choose(position, rng);
        const auto where = position.to_text() + ": " + position.action_text(chosen);
        const auto any = [&](bool (*test)(const Position&, Action)) {
          return std::any_of(legal.begin(), legal.end(),
                             [&](Action action) { return test(position, action); });
        };
        const auto all_lose = [&] {
          return std::all_of(legal.begin(), legal.end(),
                             [&](Action action) { return loses_at_once(position, action); });
        };
        ASSERT_NE(std::find(legal.begin(), legal.end(), chosen), legal.end()) << where;
        if (sees_the_end) {
          ASSERT_TRUE(wins_at_once(position, chosen) || !any(wins_at_once)) << where;
          ASSERT_TRUE(!loses_at_once(position, chosen) || all_lose()) << where;
        }
      }
      history.apply(position.random_action(rng));
    }
  }
}

struct Tally {
  int wins = 0;
  int draws = 0;
};

// One classic player, in each seat in turn, against random ones.
Tally against_random(const Variant& variant, int games_played) {
  core::Rng rng(7);
  Tally tally;
  for (int game = 0; game < games_played; ++game) {
    games::History history(start(variant.game, variant.options));
    const int seat = game % history.position().player_count();
    while (!history.outcome().over()) {
      const auto& position = history.position();
      history.apply(position.to_move() == seat ? choose(position, rng)
                                               : position.random_action(rng));
    }
    tally.wins += history.outcome().winner() == seat;
    tally.draws += history.outcome().is_draw();
  }
  return tally;
}

TEST_P(ClassicPlayers, BeatRandomOnes) {
  if (start(GetParam().game, GetParam().options).player_count() == 2) {
    EXPECT_GE(against_random(GetParam(), 40).wins, 36);
    return;
  }
  // Of those that anybody won: on the smallest board three players often fill all 19 cells.
  const Tally tally = against_random(GetParam(), 45);
  EXPECT_GT(2 * tally.wins, 45 - tally.draws);
}

TEST_P(ClassicPlayers, FinishGamesAmongThemselves) {
  core::Rng rng(3);
  games::History history(start(GetParam().game, GetParam().options));
  while (!history.outcome().over()) {
    ASSERT_LT(history.actions().size(), 20'000u);
    history.apply(choose(history.position(), rng));
  }
}

// --- Yavalath ---

Texts yavalath_best(const Position& position) {
  return texts(position, yavalath::best_actions(std::get<yavalath::State>(position.state())));
}

Texts yavalath_best(const std::string& text, const std::string& options = "") {
  return yavalath_best(at("yavalath", text, options));
}

TEST(ClassicYavalath, TakesAFour) {
  EXPECT_EQ(yavalath_best("5/6/7/3b4/2ww1w3/4b3/7/6/5 w -"), Texts{"e5"});
  // Rather than block black's on c4.
  EXPECT_EQ(yavalath_best("5/6/7/8/2ww1w3/8/1bb1b2/6/5 w -"), Texts{"e5"});
}

TEST(ClassicYavalath, BlocksAFour) {
  EXPECT_EQ(yavalath_best("5/6/7/8/2ww1w3/8/b6/6/b3b b -"), Texts{"e5"});
  EXPECT_TRUE(is_subset(yavalath_best("5/6/7/8/2ww1w3/8/1ww1w2/6/b3b b -"), {"c4", "e5"}));
}

TEST(ClassicYavalath, DoesNotBlockWithAThree) {
  EXPECT_FALSE(yavalath_best("5/6/7/3b4/2ww1w3/4b3/7/6/5 b -").contains("e5"));
}

TEST(ClassicYavalath, BlocksThePlayerAfterNextOnlyWhereTheNextCannot) {
  const std::string options = "players=3";
  EXPECT_TRUE(is_subset(yavalath_best("5/6/7/8/2rr1r3/8/1rr1r2/6/w3w w -", options), {"c4", "e5"}));
  EXPECT_FALSE(yavalath_best("5/6/7/8/2rr1r3/8/7/6/w3w w -", options).contains("e5"));
}

TEST(ClassicYavalath, ForcesAThree) {
  // After e6 black must take e5, which makes the three d5–e5–f4.
  EXPECT_EQ(yavalath_best("5/6/7/3b4/2ww5/4b3/7/6/5 w -"), Texts{"e6"});
}

TEST(ClassicYavalath, MakesADoubleThreat) {
  // e6 threatens a four on e5 and on f6.
  EXPECT_EQ(yavalath_best("5/5w/5w1/8/2ww5/8/7/6/b3b w -"), Texts{"e6"});
}

TEST(ClassicYavalath, ForcesNothingForNothing) {
  const Texts best = yavalath_best("5/6/7/8/2ww5/8/7/6/b3b w -");
  EXPECT_FALSE(best.contains("e1"));
  EXPECT_FALSE(best.contains("e6"));
}

TEST(ClassicYavalath, CountsTriangles) {
  const auto triangles = [](const std::string& text) {
    const Position position = at("yavalath", text);
    const auto& state = std::get<yavalath::State>(position.state());
    return yavalath::triangles(state.stones(0), state.empty());
  };
  EXPECT_EQ(triangles("5/1w4/7/8/1w2w4/8/7/6/5 w -"), 1);   // e2, e5, h2: three steps apart
  EXPECT_EQ(triangles("5/6/1w5/8/1w1w5/8/7/6/5 w -"), 1);   // e2, e4, g2: two
  EXPECT_EQ(triangles("5/6/7/8/1w1w5/8/1w5/6/5 w -"), 1);   // the same downwards
  EXPECT_EQ(triangles("5/6/7/1w6/1ww6/8/7/6/5 w -"), 0);    // corners that touch
  EXPECT_EQ(triangles("5/1w4/7/8/1wb1w4/8/7/6/5 w -"), 0);  // a side is taken
}

TEST(ClassicYavalath, SwapsACentralStone) {
  const auto answer = [](const std::string& options, const std::string& opening) {
    return yavalath_best(after(start("yavalath", options), {opening}));
  };
  EXPECT_EQ(answer("size=5", "e5"), Texts{"swap"});
  EXPECT_EQ(answer("size=5", "e6"), Texts{"swap"});
  EXPECT_FALSE(answer("size=5", "e7").contains("swap"));
  EXPECT_FALSE(answer("size=3", "c3").contains("swap"));
  EXPECT_EQ(answer("size=4", "d4"), Texts{"swap"});
  EXPECT_FALSE(answer("size=5,swap=off", "e5").contains("swap"));
}

TEST(ClassicYavalath, OpensWhereItWouldNotSwap) {
  EXPECT_EQ(yavalath_best(start("yavalath", "size=3")), Texts{"c3"});
  EXPECT_EQ(yavalath_best(start("yavalath", "size=4")),
            (Texts{"c3", "c4", "d3", "d5", "e3", "e4"}));
  EXPECT_EQ(yavalath_best(start("yavalath", "size=5")).size(), 12u);
  EXPECT_EQ(yavalath_best(start("yavalath", "size=5,swap=off")), Texts{"e5"});
}

// --- Sixteen Stone ---

Texts sixteen_stone_best(const Position& position) {
  return texts(position,
               sixteen_stone::best_actions(std::get<sixteen_stone::State>(position.state())));
}

Texts sixteen_stone_best(const std::string& text) {
  return sixteen_stone_best(at("sixteen-stone", text));
}

TEST(ClassicSixteenStone, PlacesAwayFromTheEdges) {
  EXPECT_EQ(sixteen_stone_best(start("sixteen-stone")),
            (Texts{"b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"}));
}

TEST(ClassicSixteenStone, CapturesAllItCan) {
  EXPECT_EQ(sixteen_stone_best("bb2r/b2b1/3br/1r3/5 r 2 3 9 mps"), Texts{"b2-c3xd3xd4"});
}

TEST(ClassicSixteenStone, PushesOffTheBoard) {
  EXPECT_EQ(sixteen_stone_best("b4/4b/rrrbb/5/5 r 0 4 13 mps"), Texts{"a3>e"});
}

TEST(ClassicSixteenStone, TakesTheLastButOne) {
  EXPECT_EQ(sixteen_stone_best("b4/5/2rrb/5/5 r 0 6 15 mps"), Texts{"c3>e"});
}

TEST(ClassicSixteenStone, SacrificesForACaptureOnly) {
  const Position position = at("sixteen-stone", "bb2r/b2b1/3br/1r3/5 r 3 3 9 s");
  EXPECT_EQ(sixteen_stone_best(position), Texts{"sacrifice"});
  EXPECT_EQ(sixteen_stone_best(after(position, {"sacrifice"})), Texts{"b2-c3xd3xd4"});
  EXPECT_EQ(sixteen_stone_best("rr3/5/5/5/3bb r 2 6 11 s"), Texts{"end"});
}

TEST(ClassicSixteenStone, SeesStonesInDanger) {
  const auto names = [](const auto& set) {
    Texts cells;
    set.for_each(
        [&](int cell) { cells.insert(core::cell_name(games::sixteen_stone::cell_of(cell))); });
    return cells;
  };
  // c3 stands beside b3, and e4 can go to d3. e1 stands before c1 and d1, on the edge.
  const Position position = at("sixteen-stone", "5/4b/1br2/5/2bbr r 6 4 3 mps");
  const auto& state = std::get<sixteen_stone::State>(position.state());
  EXPECT_EQ(names(sixteen_stone::surroundable(state, 0)), Texts{"c3"});
  EXPECT_EQ(names(sixteen_stone::pushable_off(state, 0)), Texts{"e1"});
  EXPECT_EQ(names(sixteen_stone::pushable_off(state, 1)), Texts{});
}

// --- Epaminondas ---

Texts epaminondas_best(const std::string& text, const std::string& options = "") {
  const Position position = at("epaminondas", text, options);
  return texts(position, epaminondas::best_actions(std::get<epaminondas::State>(position.state())));
}

TEST(ClassicEpaminondas, AnswersACrossing) {
  EXPECT_EQ(epaminondas_best("5w1bb5/14/14/14/14/14/14/14/14/14/3ww9/14 b"), Texts{"i12xf12"});
  // Nothing can take f12: black crosses back.
  EXPECT_EQ(epaminondas_best("5w8/14/14/14/14/14/14/14/14/14/b12w/14 b"),
            (Texts{"a2-a1", "a2-b1"}));
}

TEST(ClassicEpaminondas, CrossesWhereNothingAnswers) {
  EXPECT_EQ(epaminondas_best("14/5w8/14/14/14/14/6bb6/14/14/14/14/3ww9 w"),
            (Texts{"f11-e12", "f11-f12", "f11-g12"}));
  EXPECT_EQ(epaminondas_best("8/5w2/8/8/2b5/8/8/8 w", "rules=crossings"),
            (Texts{"f7-e8", "f7-f8", "f7-g8"}));
}

TEST(ClassicEpaminondas, CapturesTheMost) {
  // c3xc7 takes two stones; the phalanx k3–k4 could take one.
  EXPECT_EQ(epaminondas_best("bbb11/14/14/14/2b11/2b11/14/2w11/2w7b3/2w7w3/10w3/14 w"),
            Texts{"c3xc7"});
}

TEST(ClassicEpaminondas, LeavesNothingEnPrise) {
  const Position position = at("epaminondas", "bb12/14/14/14/2b11/2b11/14/2w11/14/14/14/w13 w");
  for (const auto action :
       epaminondas::best_actions(std::get<epaminondas::State>(position.state()))) {
    const Position result = after_action(position, action);
    for (const auto& reply : result.legal_texts()) {
      EXPECT_EQ(reply.find('x'), std::string::npos) << position.action_text(action) << ' ' << reply;
    }
  }
}

}  // namespace
}  // namespace tests
