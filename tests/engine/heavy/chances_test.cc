// What values mean as chances: for every game the more the better, and much the same whoever moves.
#include "engine/chances.h"

#include "registry/calibration.h"
#include "support.h"

namespace tests {
namespace {

TEST(Chances, OptimismIsTakenOffBeforeTheKnots) {
  const registry::Calibration calibration{10, {{0, 0.5}, {100, 0.9}}};
  EXPECT_NEAR(calibration.chance_to_win(10), 0.5, 1e-9);
  EXPECT_NEAR(calibration.chance_to_win(60), 0.7, 1e-9);
  EXPECT_NEAR(calibration.chance_to_win(-40), 0.3, 1e-9);
  EXPECT_NEAR(calibration.chance_to_win(110), 0.9, 1e-9);
  EXPECT_NEAR(calibration.chance_to_win(-1000), 0.1, 1e-9) << "no more than the last knot";
  EXPECT_EQ(calibration.chance_to_win(search::win_in(3)), 1);
  EXPECT_EQ(calibration.chance_to_win(search::loss_in(2)), 0);
}

TEST(Chances, MoreIsBetterInEveryGame) {
  for (const auto& game : games::all_games()) {
    EXPECT_EQ(engine::chance_to_win(game.name, search::win_in(1)), 1);
    EXPECT_EQ(engine::chance_to_win(game.name, search::loss_in(2)), 0);
    double before = engine::chance_to_win(game.name, -2001);
    EXPECT_GE(before, 0) << game.name;
    EXPECT_LT(before, 0.2) << game.name;
    for (int value = -2000; value <= 2000; ++value) {
      const double chance = engine::chance_to_win(game.name, value);
      EXPECT_GE(chance, before) << game.name << ' ' << value;
      EXPECT_LT(chance, before + 0.02) << game.name << ' ' << value << " jumps";
      before = chance;
    }
    EXPECT_GT(before, 0.8) << game.name;
    EXPECT_LE(before, 1) << game.name;
  }
}

TEST(Chances, BothViewsOfAPositionTellAboutTheSame) {
  for (const auto& game : games::all_games()) {
    for (int value = -600; value <= 600; value += 5) {
      const auto mine = engine::chances_of_two(game.name, value, 0);
      const auto yours = engine::chances_of_two(game.name, -value, 1);
      EXPECT_NEAR(mine[0] + mine[1], 1, 1e-9);
      EXPECT_NEAR(mine[0], yours[0], 0.15) << game.name << ' ' << value;
    }
  }
}

}  // namespace
}  // namespace tests
