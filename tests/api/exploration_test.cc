// Games set up without help: the server refuses it to those who have to do with them.
#include "service_fixture.h"

namespace tests {
namespace {

using nlohmann::json;

json question(const json& turns) {
  return {{"game", "yavalath"}, {"turns", turns}, {"time", 0}, {"lines", 1}};
}

// A game of three turns at an address of its own.
class ServerExploration : public ::testing::Test {
 protected:
  json begun(bool exploration) {
    auto made = server_.table("yavalath", {"me", "me"}, {{"exploration", exploration}}).json;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(server_.turn(made["id"], turns_[i], i, made["token"]).status, 200);
    }
    return made;
  }
  std::string answer(const json& turns, const std::string& address = "192.0.2.1",
                     const std::string& token = "") {
    server_.address = address;
    const auto got = server_.post("/api/analysis", question(turns), token);
    server_.address = "192.0.2.1";
    return got.status == 200 ? "200" : std::to_string(got.status) + ' ' + got.code();
  }

  Server server_;
  const std::vector<std::string> turns_ = {"e5", "c3", "g4"};
  const std::string kRefused = "409 no_exploration";
};

TEST_F(ServerExploration, WhoeverPlaysAsksNothingOfTheRunningGame) {
  const auto made = begun(false);
  EXPECT_EQ(answer({"e5", "c3", "g4"}), kRefused);
  EXPECT_EQ(answer({"g4", "c3", "e5"}), kRefused);  // by another way
  EXPECT_EQ(answer({"e5", "c3", "g4", "c5"}), kRefused);
  auto asked = question(json::array());
  asked["position"] = server_.show(made["id"])["view"]["position"];
  EXPECT_EQ(server_.post("/api/analysis", asked).code(), "no_exploration");
  asked["draft"] = {"c5"};
  asked["options"] = {{"swap", "off"}};
  EXPECT_EQ(server_.post("/api/analysis", asked).code(), "no_exploration");
  // As a record it is the same game.
  auto record =
      server_.get("/api/tables/" + made["id"].get<std::string>() + "/record", "format=json");
  EXPECT_EQ(server_.post("/api/review", {{"record", record.json}, {"effort", "quick"}}).code(),
            "no_exploration");
  // With his seat he is known wherever he is, from the first turn on.
  const std::string token = made["token"];
  for (const auto& turns : {json{"e5"}, json{"e5", "c3"}, json{"e5", "c3", "g4"}}) {
    EXPECT_EQ(answer(turns, "192.0.2.1", token), kRefused) << turns;
  }
  // By his address alone he may be somebody else, who looks at the same opening.
  EXPECT_EQ(answer({"e5", "c3"}), "200");
  // What else there is may be asked, and by others everything.
  EXPECT_EQ(answer(json::array()), "200");
  EXPECT_EQ(answer({"a1", "c3", "b5"}), "200");
  EXPECT_EQ(answer({"e5", "c3", "g4"}, "192.0.2.2"), "200");
}

TEST_F(ServerExploration, SpectatorsAskNothingEither) {
  const auto made = begun(false);
  const std::string stranger = "192.0.2.9", id = made["id"];
  EXPECT_EQ(answer({"e5", "c3", "g4"}, stranger), "200");
  server_.address = stranger;
  const auto box = server_.connect();
  server_.say(box, {{"type", "watch"}, {"request", 1}, {"table", id}});
  EXPECT_EQ(box->next()["type"], "ok");
  auto asked = question({"e5", "c3", "g4"});
  asked["type"] = "analyse";
  asked["request"] = 2;
  server_.say(box, asked);
  const auto refused = box->next("error");
  EXPECT_EQ(refused["error"]["code"], "no_exploration");
  EXPECT_EQ(refused["error"]["message"],
            "this is a running game that was set up without help; it can be analysed once it is "
            "over");
  EXPECT_EQ(answer({"e5", "c3", "g4"}, stranger), kRefused);
}

// With whichever seat he watches.
TEST_F(ServerExploration, ASeatOnTheSocketChangesNothing) {
  const auto made = begun(false);
  const auto box = server_.connect();
  server_.say(box,
              {{"type", "watch"}, {"request", 1}, {"table", made["id"]}, {"token", made["token"]}});
  EXPECT_EQ(box->next()["type"], "ok");
  for (const auto* type : {"analyse", "review"}) {
    json asked = {{"type", type}, {"request", 2}};
    if (asked["type"] == "analyse") {
      asked.update(question({"e5"}));
    } else {
      const std::string path = "/api/tables/" + made["id"].get<std::string>() + "/record";
      asked["record"] = server_.get(path, "format=json").json;
    }
    server_.say(box, asked);
    EXPECT_EQ(box->next("error")["error"]["code"], "no_exploration") << type;
  }
}

TEST_F(ServerExploration, OnceItIsOverEverythingMayBeAsked) {
  const auto made = begun(false);
  ASSERT_EQ(server_.act(made["id"], "resign", {}, made["token"]).status, 200);
  EXPECT_EQ(answer({"e5", "c3", "g4"}), "200");
}

TEST_F(ServerExploration, WhereHelpIsAllowedNothingIsRefused) {
  begun(true);
  EXPECT_EQ(answer({"e5", "c3", "g4"}), "200");
}

// The next server does not know from where the game was played, so it answers nobody.
TEST(ServerExplorationRestarted, TheGameThatGoesOnIsNoSecretToAnybody) {
  const auto store = std::make_shared<MemoryStore>();
  const std::vector<std::string> turns = {"e5", "c3", "g4", "a5", "a1", "i1", "i5", "e1"};
  std::string id;
  {
    Server server(store);
    const auto made = server.table("yavalath", {"me", "me"}, {{"exploration", false}}).json;
    id = made["id"];
    for (int i = 0; i < 8; ++i) {
      ASSERT_EQ(server.turn(id, turns[static_cast<std::size_t>(i)], i, made["token"]).status, 200);
    }
  }
  Server server(store);
  server.address = "192.0.2.2";
  server.show(id);
  server.address = "192.0.2.1";
  EXPECT_EQ(server.post("/api/analysis", question(turns)).code(), "no_exploration");
  EXPECT_EQ(server.post("/api/analysis", question({"e5", "c3", "g4"})).status, 200);
}

}  // namespace
}  // namespace tests
