// Boards and positions through the service.
#include "service_fixture.h"

namespace tests {
namespace {

TEST(ServerView, EveryVariantHasABoardAndAStart) {
  Server server;
  const auto games = server.get("/api/games");
  ASSERT_EQ(games.status, 200);
  EXPECT_EQ(games.json["games"].size(), games::all_games().size());
  for (const auto& game : games.json["games"]) {
    EXPECT_FALSE(game["tag"].get<std::string>().empty()) << game["name"];
    EXPECT_GE(game["rules"].size(), 2u) << game["name"];
    const auto played =
        server.post("/api/view", {{"game", game["name"]}, {"turns", game["sample"]["turns"]}});
    EXPECT_EQ(played.status, 200) << game["name"] << ' ' << played.body;
  }
  for (const auto& variant : all_variants()) {
    const auto board =
        server.get("/api/board", "game=" + variant.game + "&options=" + variant.options);
    ASSERT_EQ(board.status, 200) << variant.options << ' ' << board.body;
    const auto view =
        server.post("/api/view", {{"game", variant.game}, {"options", board.json["options"]}});
    ASSERT_EQ(view.status, 200) << view.body;
    const auto position = start(variant.game, variant.options);
    EXPECT_EQ(view.json["position"], position.to_text());
    EXPECT_EQ(view.json["legal"].size(), position.legal_actions().size());
    EXPECT_FALSE(view.json["prompt"].get<std::string>().empty());
    EXPECT_EQ(board.json["cells"].size(), position.scene().cells.size());
  }
}

}  // namespace
}  // namespace tests
