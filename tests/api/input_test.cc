// Every route with good and bad input, and the description of them.
#include <thread>

#include "api/contract.h"
#include "service_fixture.h"

namespace tests {
namespace {

TEST(ServerInput, WhateverIsDescribedAnswers) {
  Server server;
  const auto description = server.get("/api/openapi.json");
  ASSERT_EQ(description.status, 200);
  EXPECT_EQ(description.json, nlohmann::json::parse(api::openapi().dump()));
  const auto& paths = description.json["paths"];
  // Whatever is described answers: with an error of its own, never with "no such path".
  for (const auto& [path, methods] : paths.items()) {
    if (path == "/api/socket") continue;  // of the network
    for (const auto& [method, operation] : methods.items()) {
      EXPECT_FALSE(operation["summary"].get<std::string>().empty()) << path;
      auto real = path;
      if (const auto at = real.find("{id}"); at != std::string::npos) {
        real.replace(at, 4, "aaaaaaaaaaaa");
      }
      const auto got = method == "get" ? server.get(real) : server.post(real, {{"unknown", 1}});
      EXPECT_NE(got.code(), "not_found") << path;
      if (method == "post") {
        EXPECT_GE(got.status, 400) << path;
      }
    }
  }
}

TEST(ServerInput, RequestsThatAreNone) {
  Server server;
  EXPECT_EQ(server.get("/api/nothing").status, 404);
  EXPECT_EQ(server.get("/api/tables/../games").status, 404);
  EXPECT_EQ(server.get("/api/view").status, 405);
  EXPECT_EQ(server.get("/api/view").headers["Allow"], "POST");
  EXPECT_EQ(server.post("/api/games", nlohmann::json::object()).status, 405);
  auto form = server.posted("/api/view", {{"game", "yavalath"}});
  form.content_type = "application/x-www-form-urlencoded";
  EXPECT_EQ(server.send(form).status, 415);
  EXPECT_EQ(server.post("/api/view", "{").code(), "bad_json");
  EXPECT_EQ(server.post("/api/view", "[]").code(), "bad_json");
  EXPECT_EQ(server.post("/api/view", "{\"game\":\"\xff\"}").code(), "bad_json");
  EXPECT_EQ(server.post("/api/view", "{\"game\":1}").code(), "bad_field");
  EXPECT_EQ(server.post("/api/view", {{"game", "yavalath"}, {"gmae", 1}}).code(), "bad_field");
  EXPECT_EQ(server.post("/api/view", nlohmann::json::object()).code(), "bad_field");
  EXPECT_EQ(server.post("/api/view", {{"game", "chess"}}).code(), "unknown_game");
  EXPECT_EQ(server.post("/api/view", {{"game", "yavalath"}, {"options", {{"size", "99"}}}}).code(),
            "bad_options");
  EXPECT_EQ(server.post("/api/view", {{"game", "yavalath"}, {"position", "x"}}).code(),
            "bad_position");
  EXPECT_EQ(server.post("/api/view", {{"game", "yavalath"}, {"turns", {"z9"}}}).code(), "bad_turn");
  EXPECT_EQ(server.post("/api/view", {{"game", "yavalath"}, {"turns", {1}}}).code(), "bad_field");
  EXPECT_EQ(server.post("/api/view", {{"game", "yavalath"}, {"draft", {"e5", "e4"}}}).code(),
            "bad_draft");
  EXPECT_EQ(server.post("/api/view", std::string(70'000, ' ')).status, 413);
  EXPECT_EQ(server.get("/api/board", "game=chess").status, 400);
  EXPECT_EQ(server.get("/api/board", "game=yavalath&options=size").status, 400);
  EXPECT_EQ(server.get("/api/tables/ABC").status, 404);
}

std::string repeated(const std::string& item, int times) {
  std::string list;
  for (int i = 0; i < times; ++i) list += (i == 0 ? "" : ",") + item;
  return list;
}

// Whatever it looks like inside, a megabyte is read in time linear to its size: what is not took
// minutes, and stopped everybody who shares the thread. Who makes it so again waits long for this.
TEST(ServerInput, WideAndDeepJsonIsReadOnce) {
  Server server;
  const auto code = [&](const std::string& body) {
    return server.post("/api/record", body).code();
  };
  std::string keys;
  for (int i = 0; i < 70'000; ++i) keys += ",\"k" + std::to_string(i) + "\":1";
  const std::string deep(500'000, '[');
  EXPECT_EQ(code("{\"text\":[" + repeated("{}", 340'000) + "]}"), "bad_json");
  EXPECT_EQ(code("{\"text\":[" + repeated("[]", 340'000) + "]}"), "bad_json");
  EXPECT_EQ(code("{\"text\":[" + repeated("{}", 99'000) + "]}"), "bad_field");
  EXPECT_EQ(code("{\"text\":[" + repeated("{\"a\":{\"b\":1}}", 33'000) + "]}"), "bad_field");
  EXPECT_EQ(code("{\"text\":\"\"" + keys + '}'), "bad_json");
  EXPECT_EQ(code("{\"text\":" + deep), "bad_json");
  EXPECT_EQ(code("{\"text\":" + deep + std::string(500'000, ']') + '}'), "bad_json");
  EXPECT_EQ(code("{\"text\":\"" + std::string(1'000'000, 'x') + "\"}"), "bad_record");
}

TEST(ServerInput, JsonHasBounds) {
  Server server;
  const auto keys = [](int count) {
    nlohmann::json object = nlohmann::json::object();
    for (int i = 0; i < count; ++i) object["k" + std::to_string(i)] = 1;
    return object;
  };
  EXPECT_EQ(server.post("/api/view", {{"game", keys(256)}}).code(), "bad_field");
  EXPECT_EQ(server.post("/api/view", {{"game", keys(257)}}).code(), "bad_json");
  EXPECT_EQ(server.post("/api/view", R"({"game":{"a":1,"a":2}})").code(), "bad_json");
  EXPECT_EQ(server.post("/api/view", R"({"game":[{"a":1},{"a":2}]})").code(), "bad_field");
  const auto nested = [](int depth) {
    return "{\"game\":" + std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']') + '}';
  };
  EXPECT_EQ(server.post("/api/view", nested(109)).code(), "bad_field");
  EXPECT_EQ(server.post("/api/view", nested(110)).code(), "bad_json");
}

// Playing a long record takes a while: not on the thread that everybody shares.
TEST(ServerInput, RecordsAreReadByAThreadOfTheirOwn) {
  Server server;
  const nlohmann::json record = {{"game", "yavalath"}, {"turns", {"e5", "e4"}}};
  for (const auto& request :
       {server.posted("/api/record", {{"text", record.dump()}}),
        server.posted("/api/record/export", {{"record", record}, {"format", "pgn"}})}) {
    std::promise<std::pair<int, std::thread::id>> answer;
    server.service().handle(request, [&](const net::Response& response) {
      answer.set_value({response.status, std::this_thread::get_id()});
    });
    const auto [status, thread] = answer.get_future().get();
    EXPECT_EQ(status, 200) << request.path;
    EXPECT_NE(thread, std::this_thread::get_id()) << request.path;
  }
}

TEST(ServerInput, ErrorsSpeakTheLanguageOfTheReader) {
  Server server;
  auto asked = server.request("GET", "/api/nothing");
  asked.accept_language = "fr, pt-PT;q=0.9, en;q=0.5";
  EXPECT_NE(server.send(asked).body.find("não há nada"), std::string::npos);
  asked.accept_language = "en, pt;q=0.9";
  EXPECT_NE(server.send(asked).body.find("there is nothing"), std::string::npos);
}

TEST(ServerInput, NewTablesThatMakeNoSense) {
  Server server;
  EXPECT_EQ(server.table("yavalath", {"me"}).code(), "bad_seats");
  EXPECT_EQ(server.table("yavalath", {"me", "me", "me"}).code(), "bad_seats");
  EXPECT_EQ(server.table("yavalath", {"me", "god"}).code(), "bad_seat");
  EXPECT_EQ(server.table("yavalath", {"me", "me"}, {{"clock", 5}}).code(), "bad_field");
  EXPECT_EQ(server.table("yavalath", {"me", "me"}, {{"clock", {{"kind", "x"}}}}).code(),
            "bad_field");
  EXPECT_EQ(server.table("yavalath", {"me", "me"}, {{"clock", {{"kind", "turn"}}}}).code(),
            "bad_field");
  EXPECT_EQ(server.table("yavalath", {"me", "me"}, {{"exploration", "yes"}}).code(), "bad_field");
  EXPECT_EQ(server.table("eigenstate", {"me", "me"}, {{"turns", {"c1-c2"}}}).code(), "bad_turn");
  EXPECT_EQ(server.post("/api/tables", {{"game", "yavalath"}}).code(), "bad_field");
  EXPECT_EQ(server.post("/api/tables", {{"game", "yavalath"}, {"seats", {1, 2}}}).code(),
            "bad_field");
  const auto over =
      server.table("yavalath", {"me", "me"},
                   {{"options", {{"swap", "off"}}}, {"turns", {"a1", "b1", "a2", "c1", "a3"}}});
  EXPECT_EQ(over.code(), "game_over");
}

TEST(ServerInput, AnalysisOverHttp) {
  Server server;
  const auto got = server.post("/api/analysis", {{"game", "yavalath"}, {"time", 50}, {"lines", 2}});
  ASSERT_EQ(got.status, 200) << got.body;
  EXPECT_EQ(got.json["lines"].size(), 2u);
  EXPECT_EQ(server.post("/api/analysis", {{"game", "yavalath"}, {"time", 10001}}).code(),
            "bad_field");
  EXPECT_EQ(server.post("/api/analysis", {{"game", "yavalath"}, {"lines", 11}}).code(),
            "bad_field");
}

// The first player leaves a four on e3 that "instead" would have blocked.
TEST(ServerInput, AnalysisSaysWhyAnotherTurnWasBetter) {
  Server server;
  nlohmann::json asked = {{"game", "yavalath"},
                          {"options", {{"swap", "off"}}},
                          {"turns", {"a1", "e1", "a5", "e2", "i1", "e4", "i5"}},
                          {"time", 0},
                          {"lines", 1},
                          {"instead", {"e3"}}};
  const auto got = server.post("/api/analysis", asked);
  ASSERT_EQ(got.status, 200) << got.body;
  const auto& reasons = got.json["reasons"];
  ASSERT_FALSE(reasons.empty()) << got.body;
  EXPECT_EQ(reasons[0]["for"], "played");
  EXPECT_NE(reasons[0]["text"].get<std::string>().find("e3"), std::string::npos) << got.body;
  const auto cells = reasons[0]["cells"].get<std::vector<std::string>>();
  EXPECT_NE(std::find(cells.begin(), cells.end(), "e3"), cells.end());
  // None is asked for, nothing was played, and what cannot be played instead.
  asked.erase("instead");
  EXPECT_FALSE(server.post("/api/analysis", asked).json.contains("reasons"));
  asked["instead"] = {"a1"};
  EXPECT_EQ(server.post("/api/analysis", asked).status, 400);
  asked["instead"] = {"e3"};
  asked["turns"] = nlohmann::json::array();
  EXPECT_EQ(server.post("/api/analysis", asked).code(), "bad_field");
}

TEST(ServerInput, RecordsThatAreNone) {
  Server server;
  EXPECT_EQ(server.post("/api/record", {{"text", "[Game \"chess\"]"}}).code(), "bad_record");
  EXPECT_EQ(server.post("/api/record", nlohmann::json::object()).code(), "bad_field");
  // Of several games the first, or the one that is asked for.
  const std::string two = "[Game \"yavalath\"]\n1. e5 *\n\n[Game \"yavalath\"]\n1. e4 2. d4 *\n";
  auto first = server.post("/api/record", {{"text", two}}).json;
  EXPECT_EQ(first["games"], 2);
  EXPECT_EQ(first["views"], 2);
  EXPECT_EQ(first["turn_words"], nlohmann::json({"places a stone on e5"}));
  EXPECT_EQ(server.post("/api/record", {{"text", two}, {"number", 2}}).json["views"], 3);
  EXPECT_EQ(server.post("/api/record", {{"text", two}, {"number", 3}}).code(), "bad_record");
  EXPECT_EQ(server.post("/api/record/export", {{"record", {{"game", "chess"}}}, {"format", "pgn"}})
                .code(),
            "bad_record");
  EXPECT_EQ(
      server.post("/api/record/export", {{"record", {{"game", "yavalath"}}}, {"format", "sgf"}})
          .code(),
      "bad_format");
}

// What a view shows can be put together again by hand.
TEST(ServerInput, ComposedPositionsLookAsTheyWereComposed) {
  Server server;
  for (const auto& variant : all_variants()) {
    core::Rng rng(7);
    auto position = start(variant.game, variant.options);
    for (int i = 0; i < 60 && !position.outcome().over(); ++i) {
      const auto options = position.options_in_force();
      const auto view = server.post(
          "/api/view",
          {{"game", variant.game}, {"options", options}, {"position", position.to_text()}});
      ASSERT_EQ(view.status, 200) << view.body;
      // Something to compose: in play, with something on the board.
      if (i >= 40 || variant.game != "sixteen-stone") {
        const auto edited = server.post("/api/edit", {{"game", variant.game},
                                                      {"options", options},
                                                      {"pieces", view.json["pieces"]},
                                                      {"counters", view.json["counters"]},
                                                      {"to_move", view.json["to_move"]}});
        if (!view.json["pieces"].empty() || variant.game == "yavalath") {
          ASSERT_EQ(edited.status, 200) << edited.body << ' ' << position.to_text();
          EXPECT_EQ(edited.json["pieces"], view.json["pieces"]);
          EXPECT_EQ(edited.json["counters"], view.json["counters"]);
          EXPECT_EQ(edited.json["to_move"], view.json["to_move"]);
        }
      }
      position.apply(position.random_action(rng));
    }
  }
  const auto code = [&](const nlohmann::json& body) {
    return server.post("/api/edit", body).code();
  };
  EXPECT_EQ(code({{"game", "epaminondas"}, {"pieces", nlohmann::json::array()}}), "bad_position");
  EXPECT_EQ(code({{"game", "epaminondas"}, {"pieces", {{{"cell", 168}, {"player", 1}}}}}),
            "bad_field");
  EXPECT_EQ(code({{"game", "epaminondas"}, {"pieces", {{{"player", 1}}}}}), "bad_field");
  EXPECT_EQ(code({{"game", "epaminondas"}, {"pieces", 5}}), "bad_field");
  EXPECT_EQ(code({{"game", "epaminondas"},
                  {"pieces", {{{"cell", 1}, {"player", 1}}, {{"cell", 1}, {"player", 2}}}}}),
            "bad_position");
  EXPECT_EQ(
      code({{"game", "eigenstate"}, {"pieces", {{{"cell", 1}, {"player", 1}, {"pegs", {25}}}}}}),
      "bad_field");
  EXPECT_EQ(code({{"game", "eigenstate"}, {"to_move", 3}}), "bad_field");
  EXPECT_EQ(code({{"game", "sixteen-stone"}, {"counters", {{{"player", 9}}}}}), "bad_field");
}

TEST(ServerInput, TheLineThatDecidedAndTheDutyToBlockAreTold) {
  Server server;
  const auto four =
      server.post("/api/view", {{"game", "yavalath"},
                                {"options", {{"swap", "off"}}},
                                {"turns", {"a1", "c1", "a2", "c3", "a4", "e1", "a3"}}});
  ASSERT_EQ(four.status, 200) << four.body;
  EXPECT_EQ(four.json["outcome"]["result"], "p1win");
  EXPECT_EQ(four.json["outcome"]["line"], nlohmann::json({0, 1, 2, 3}));
  const auto block =
      server.post("/api/view", {{"game", "yavalath"},
                                {"options", {{"players", "3"}}},
                                {"turns", {"c1", "a1", "c5", "e3", "a2", "e7", "g1", "a4", "g5"}}});
  ASSERT_EQ(block.status, 200) << block.body;
  EXPECT_EQ(block.json["must_block"], nlohmann::json({2}));
  EXPECT_EQ(block.json["legal"].size(), 1u);
  EXPECT_NE(block.json["prompt"].get<std::string>().find("block player 2"), std::string::npos);
  const auto aids = server.post("/api/view", {{"game", "yavalath"},
                                              {"options", {{"swap", "off"}}},
                                              {"turns", {"a1", "c1", "a2", "c3"}},
                                              {"aids", true}});
  EXPECT_EQ(aids.json["aids"]["loses"], nlohmann::json({2}));
}

}  // namespace
}  // namespace tests
