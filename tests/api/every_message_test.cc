// Every request and every message of a table at least once; the fixture compares each with the
// contract.
#include <set>

#include "api/contract.h"
#include "games/list.h"
#include "service_fixture.h"

namespace tests {
namespace {

// A person with a socket at a table.
class Person {
 public:
  Person(Server& server, const std::string& table, const std::string& token)
      : server_(server), table_(table), box_(server.connect()) {
    ask("watch", {{"token", token}});
  }

  // The answer; what comes before it is only noted.
  nlohmann::json ask(const std::string& type, nlohmann::json message = nlohmann::json::object()) {
    const bool at_table = type != "view";
    if (at_table) message["table"] = table_;
    message["type"] = type;
    message["request"] = ++number_;
    server_.say(box_, message);
    while (true) {
      const auto answer = next();
      if (answer.is_null()) return answer;
      if (answer.value("request", 0) != number_) continue;
      EXPECT_EQ(answer["type"], "ok") << answer;
      asked.insert(type);
      return answer;
    }
  }
  // Waits for an event of this kind, or news of this type.
  void await(const std::string& kind) {
    while (!heard.contains(kind) && !next().is_null()) continue;
    EXPECT_TRUE(heard.contains(kind)) << kind;
  }

  std::set<std::string> asked, heard;

 private:
  nlohmann::json next() {
    auto message = box_->next();
    if (!message.is_null()) heard.insert(message.value("kind", message["type"].get<std::string>()));
    return message;
  }

  Server& server_;
  const std::string table_;
  const std::shared_ptr<Mailbox> box_;
  int number_ = 0;
};

TEST(EveryMessage, PeopleAtATable) {
  HandTime time;  // whoever thinks does so until it is told to move
  Server server(nullptr, thinking_by(time));
  const auto made = server.table("yavalath", {"me", "open"}).json;
  const std::string id = made["id"];
  Person host(server, id, made["token"]);
  const auto joined = server.act(id, "join", {{"name", "Rui"}}, made["invites"][0]["token"]).json;
  host.await("seated");
  Person guest(server, id, joined["token"]);
  host.await("online");
  host.ask("seen");
  host.ask("view", {{"game", "yavalath"}, {"turns", {"e5"}}, {"aids", true}});
  host.ask("turn", {{"turn", "e5"}, {"after", 0}});
  guest.await("turn");
  host.ask("takeback", {{"answer", "ask"}});
  guest.ask("takeback", {{"answer", "accept"}});
  host.await("takeback");
  host.ask("draw", {{"answer", "ask"}});
  guest.ask("draw", {{"answer", "decline"}});
  host.await("draw");
  host.ask("resign");
  guest.await("end");
  host.ask("phrase", {{"phrase", "good_game"}});
  guest.await("phrase");
  host.ask("show", {{"show", true}});
  guest.await("show");
  host.ask("rematch", {{"answer", "ask"}});
  guest.ask("rematch", {{"answer", "accept"}});
  host.await("rematch");
  guest.ask("unwatch");
  host.ask("delete");
  host.await("deleted");
  host.ask("unwatch");

  const auto thinking = server.table("epaminondas", {"open", "me"}, {{"level_time", 10000}}).json;
  Person alone(server, thinking["id"], thinking["token"]);
  alone.ask("seat", {{"player", 1}, {"who", "level:10"}});
  alone.await("seat");
  alone.await("thinking");
  alone.ask("move-now");
  alone.await("turn");

  // The others have tests of their own.
  std::set<std::string> asked = {"analyse", "ping", "review", "stop"}, all;
  asked.merge(host.asked);
  asked.merge(alone.asked);
  for (const auto& [type, message] : api::contract().socket["client"].items()) all.insert(type);
  EXPECT_EQ(asked, all);
}

TEST(EveryMessage, EveryGame) {
  Server server;
  for (const auto& game : games::all_games()) {
    EXPECT_EQ(server.get("/api/board", "game=" + game.name).status, 200);
    EXPECT_EQ(server.get("/api/lessons", "game=" + game.name).status, 200);
    const nlohmann::json asked = {{"game", game.name}, {"time", 20}, {"lines", 2}};
    EXPECT_EQ(server.post("/api/analysis", asked).status, 200);
  }
  const nlohmann::json three = {
      {"game", "yavalath"}, {"options", {{"players", "3"}}}, {"time", 20}};
  EXPECT_EQ(server.post("/api/analysis", three).status, 200);
  const nlohmann::json over = {
      {"game", "yavalath"}, {"turns", {"a1", "e5", "b1", "e7", "c1"}}, {"time", 20}};
  EXPECT_EQ(server.post("/api/analysis", over).json["result"], "p2win");
}

}  // namespace
}  // namespace tests
