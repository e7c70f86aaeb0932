// Four in Line, rule by rule.
#include <set>

#include "eval/four_in_line.h"
#include "support.h"

namespace tests {
namespace {

constexpr const char* kGame = "four-in-line";

std::set<std::string> classic_choices(const std::string& position) {
  const auto here = at(kGame, position);
  const auto& state = std::get<games::four_in_line::State>(here.state());
  core::Rng rng(1);
  std::set<std::string> found;
  for (int i = 0; i < 100; ++i) {
    found.insert(here.action_text(eval::four_in_line::classic(state, rng)));
  }
  return found;
}

TEST(FourInLine, StonesArePlacedByTurns) {
  COVERS(FIL-1, FIL-2, FIL-3, FIL-4, FIL-9);
  const auto begin = start(kGame);
  EXPECT_EQ(begin.legal_actions().size(), 25u);
  EXPECT_EQ(begin.to_move(), 0);
  const auto next = after(begin, {"a1", "c3"});
  EXPECT_EQ(next.to_text(), "5/5/2b2/5/y4 y");
  EXPECT_FALSE(is_legal(next, "c3"));
  EXPECT_TRUE(has(action_error(next, "c3"), "c3 is not empty"));
  EXPECT_TRUE(has(action_error(next, "pass"), "expected an action such as c3"));
  EXPECT_EQ(begin.perft(3), 13800u);
}

TEST(FourInLine, FourInALineWin) {
  COVERS(FIL-5a, FIL-5b, FIL-5c, FIL-5d, FIL-7);
  for (const auto& [position, cell] :
       std::vector<std::pair<std::string, std::string>>{{"5/5/5/bbb2/yyy2 y", "d1"},
                                                        {"5/y4/y4/y4/1bb1b y", "a1"},
                                                        {"5/3y1/2y2/1y3/1bb1b y", "a1"},
                                                        {"y4/1y3/2y2/5/1bb1b y", "d2"},
                                                        {"5/5/5/bb1bb/yy1yy y", "c1"}}) {
    const auto won = after(at(kGame, position), {cell});
    EXPECT_EQ(result(won), "p1win") << position;
    EXPECT_EQ(reason(won), "four in a line");
    EXPECT_TRUE(won.legal_actions().empty());
    EXPECT_TRUE(has(action_error(won, "e5"), "the game is over"));
  }
  EXPECT_EQ(result(at(kGame, "5/5/1yyy1/y3b/bbb2 y")), "none");
}

TEST(FourInLine, AFullBoardIsADraw) {
  COVERS(FIL-6);
  const auto drawn = after(at(kGame, "yybby/bbyyb/yybby/bbyyb/yybb1 y"), {"e1"});
  EXPECT_EQ(result(drawn), "draw");
  EXPECT_EQ(reason(drawn), "the board is full");
}

TEST(FourInLine, BoardsOfTwoSizes) {
  COVERS(FIL-8);
  EXPECT_EQ(start(kGame, "size=5").to_text(), start(kGame).to_text());
  EXPECT_EQ(start(kGame, "size=6").legal_actions().size(), 36u);
  EXPECT_EQ(result(after(at(kGame, "6/6/6/6/2bbb1/2yyy1 y", "size=6"), {"f1"})), "p1win");
}

TEST(FourInLine, Positions) {
  COVERS(FIL-10, FIL-11, FIL-12, FIL-13);
  EXPECT_EQ(at(kGame, "5/5/5/5/yyy2 b").to_move(), 1);
  EXPECT_EQ(result(at(kGame, "5/5/5/5/yyyy1 b")), "p1win");
  EXPECT_TRUE(has(position_error(kGame, "5/5/5/5/yyyy1 y"), "y has four in a line"));
  EXPECT_TRUE(has(position_error(kGame, "5/5/5/5/5 w"), "y, b"));
  EXPECT_TRUE(has(position_error(kGame, "5/5/5/5/5"), "ROWS PLAYER"));
  EXPECT_FALSE(position_error(kGame, "5/5/5/5/4q y").empty());
}

TEST(FourInLine, ClassicPlayer) {
  COVERS(FIL-14a, FIL-14b, FIL-14c, FIL-14d);
  EXPECT_EQ(classic_choices("5/5/5/bbb2/yyy2 y"), std::set<std::string>{"d1"});
  EXPECT_EQ(classic_choices("5/5/y4/y4/bbb2 y"), std::set<std::string>{"d1"});
  EXPECT_EQ(classic_choices("5/5/5/5/5 y"), std::set<std::string>{"c3"});
  EXPECT_GT(classic_choices("5/5/2b2/5/5 y").size(), 1u);
}

}  // namespace
}  // namespace tests
