// Puzzles over HTTP; the fixture compares every answer with the contract.
#include "hand_clock.h"
#include "puzzles/daily.h"
#include "service_fixture.h"
#include "support.h"

namespace tests {
namespace {

constexpr std::int64_t kDay = 86'400'000;

TEST(PuzzleRoutes, EveryGameListsItsPuzzles) {
  Server server;
  for (const auto& game : games::all_games()) {
    const auto list = server.get("/api/puzzles", "game=" + game.name);
    ASSERT_EQ(list.status, 200);
    const auto& entries = list.json["puzzles"];
    ASSERT_EQ(entries.size(), puzzles::built_in_set(game.name)->puzzles.size());
    const std::string id = entries.back()["id"];
    const auto one = server.get("/api/puzzles/" + id);
    ASSERT_EQ(one.status, 200) << id;
    EXPECT_EQ(one.json["id"], id);
    EXPECT_EQ(one.json["game"], game.name);
    EXPECT_EQ(one.json["grade"], entries.back()["grade"]);
    EXPECT_EQ(one.json["line"].size(), one.json["words"].size());
    // The solution is a line of the position, and its first turn begins with the answer.
    const nlohmann::json asked = {{"game", game.name},
                                  {"options", one.json["options"]},
                                  {"position", one.json["position"]},
                                  {"turns", one.json["line"]}};
    EXPECT_EQ(server.post("/api/view", asked).status, 200) << id;
    const std::string turn = one.json["line"][0], answer = one.json["answer"];
    EXPECT_TRUE(turn == answer || turn.starts_with(answer + ",")) << id;
  }
}

TEST(PuzzleRoutes, WordsAreInTheReadersLanguage) {
  Server server;
  const auto english = server.get("/api/puzzles/yavalath-1");
  auto asked = server.request("GET", "/api/puzzles/yavalath-1");
  asked.accept_language = "pt";
  const auto portuguese = server.send(asked);
  EXPECT_NE(english.json["words"], portuguese.json["words"]);
  EXPECT_EQ(english.json["line"], portuguese.json["line"]);
}

TEST(PuzzleRoutes, ThePuzzleOfTheDayChangesAtMidnight) {
  HandClock clock;
  Server server(nullptr, quiet(&clock));
  const auto day = clock.now() / kDay;
  clock.pass(kDay - 1 - clock.now() % kDay);  // the last moment of the day
  const auto today = server.get("/api/puzzles/daily").json;
  EXPECT_EQ(today["date"], puzzles::date_text(day));
  EXPECT_EQ(today["puzzle"]["id"], puzzles::puzzle_of_day(day)->id());
  clock.pass(1);
  const auto tomorrow = server.get("/api/puzzles/daily").json;
  EXPECT_EQ(tomorrow["date"], puzzles::date_text(day + 1));
  EXPECT_NE(tomorrow["puzzle"]["id"], today["puzzle"]["id"]);
}

TEST(PuzzleRoutes, RefuseWhatThereIsNot) {
  Server server;
  EXPECT_EQ(server.get("/api/puzzles", "game=chess").json["error"]["code"], "unknown_game");
  EXPECT_EQ(server.get("/api/puzzles").json["error"]["code"], "unknown_game");
  for (const char* id : {"yavalath-0", "yavalath-99999", "chess-1", "x", "yavalath-1x"}) {
    const auto got = server.get(std::string("/api/puzzles/") + id);
    EXPECT_EQ(got.status, 404) << id;
    EXPECT_EQ(got.json["error"]["code"], "no_such_puzzle") << id;
  }
}

}  // namespace
}  // namespace tests
