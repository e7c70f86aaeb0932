// What people may call themselves.
#include "service_fixture.h"

namespace tests {
namespace {

Got table_of(Server& server, const std::string& name) {
  return server.post(
      "/api/tables",
      {{"game", "yavalath"}, {"seats", {{{"who", "me"}, {"name", name}}, {{"who", "open"}}}}});
}

std::string kept(Server& server, const std::string& name) {
  const auto made = table_of(server, name);
  EXPECT_EQ(made.status, 201) << made.body;
  return made.status == 201 ? made.json["table"]["seats"][0]["name"].get<std::string>() : "?";
}

void expect_refused(Server& server, const std::string& name, const std::string& message) {
  const auto made = table_of(server, name);
  EXPECT_EQ(made.status, 400) << name;
  EXPECT_EQ(made.code(), "bad_field") << name;
  EXPECT_NE(made.body.find(message), std::string::npos) << made.body;
  const auto other = server.table("yavalath", {"me", "open"}).json;
  const auto join = server.act(other["id"], "join", {{"name", name}}, other["invites"][0]["token"]);
  EXPECT_EQ(join.status, 400) << name;
  EXPECT_NE(join.body.find(message), std::string::npos) << join.body;
}

TEST(ServerNames, OrdinaryOnesStay) {
  Server server;
  for (const std::string name : {"Ana", "João", "Joa\u0303o", "Nguyễn Văn", "e\u0302\u0301", "李雷",
                                 "Ольга", "أحمد", "नरेन्द्र", "กรุงเทพฯ", "שָׁלוֹם", "👩 ❤\ufe0f",
                                 "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "-", "."}) {
    EXPECT_EQ(kept(server, name), name);
  }
}

TEST(ServerNames, AreOneLineOfLettersWithAShape) {
  Server server;
  EXPECT_EQ(kept(server, ""), "");
  EXPECT_EQ(kept(server, "   "), "");
  EXPECT_EQ(kept(server, " A\n\tB\u202eC\u200b "), "ABC");
  EXPECT_EQ(kept(server, "👩\u200dA\u200d👧 ❤\u200d"), "👩A👧 ❤");
  EXPECT_EQ(kept(server, "\u3164A\u2800\u00a0\u3000B\u2003"), "A  B");
  EXPECT_EQ(kept(server, std::string(60, 'x')), std::string(40, 'x'));
}

TEST(ServerNames, BlankLookingOnesAreRefused) {
  Server server;
  for (const std::string name : {"\u200b",       "\u200b\u200d \ufeff",
                                 "\u202e\u202c", "\u2066\u2069",
                                 "\u3164",       "\u115f\u1160",
                                 "\uffa0",       "\u2800\u2800",
                                 "\u00a0",       "\u3000 \u2003",
                                 "\u00ad",       "\u180e",
                                 "\u061c",       "\u034f",
                                 "\U000e0041",   "\u0301",
                                 "\u0301\u0302", "\u20dd",
                                 "\ufe0f",       "\n"}) {
    expect_refused(server, name, "a name needs a letter that can be seen");
  }
}

TEST(ServerNames, PilesOfAccentsAreRefused) {
  Server server;
  std::string piled = "Z";
  for (int i = 0; i < 10; ++i) piled += "\u0336\u0353";
  for (const std::string& name :
       {std::string("a\u0301\u0302\u0303"), piled, "Ana" + piled, std::string("\u0301Ana"),
        std::string("Ana \u0301"), std::string("\u0e01\u0e34\u0e34\u0e34\u0e34\u0e34")}) {
    expect_refused(server, name, "at most 2 accents stand on a letter");
  }
}

// Those that were stored before it was looked at so closely are still loaded.
TEST(ServerNames, StoredOnesStay) {
  const auto store = std::make_shared<MemoryStore>();
  const auto made = Server(store).table("yavalath", {"me", "open"}).json;
  const std::string id = made["id"];
  store::Change change;
  change.game = id;
  change.seats = (*store->load(id))->seats;
  change.seats[0].name = "\u3164";
  ASSERT_FALSE(store->commit({change}));
  EXPECT_EQ(Server(store).show(id)["seats"][0]["name"], "\u3164");
}

}  // namespace
}  // namespace tests
