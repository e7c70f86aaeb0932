// `tabuleiro admin`, beside a running server and without one.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <future>
#include <stop_token>
#include <thread>

#include "core/descriptor.h"
#include "core/file.h"
#include "process.h"
#include "served.h"
#include "stores.h"

namespace tests {
namespace {

class Admin : public ::testing::Test {
 protected:
  Finished admin(std::vector<std::string> words) {
    words.insert(words.begin(), "admin");
    words.insert(words.end(), {"--db", path_});
    return run_program(words);
  }
  // What it prints; fails the test where it does not succeed.
  std::string out(const std::vector<std::string>& words) {
    const auto ran = admin(words);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  }
  void expect_refused(const std::vector<std::string>& words, const std::string& part) {
    const auto ran = admin(words);
    EXPECT_NE(ran.status, 0) << ran.out;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  }

  TempFolder folder_;
  const std::string path_ = folder_.path() + "/games.db";
};

// The same verbs with the same answers, whoever carries them out.
TEST_F(Admin, GamesAreListedShownExportedAndDeleted) {
  auto served = std::make_unique<Served>(path_);
  const auto first = served->table("yavalath", {"me", "me"}).json;
  const auto second = served->table("epaminondas", {"me", "me"}).json;
  ASSERT_EQ(served->turn(first, "e5", 0).status, 200);
  const std::string id = first["id"], other = second["id"];
  std::set<std::string> lists, shown, exported;
  for (const bool running : {true, false}) {
    if (!running) {
      ASSERT_EQ(served->stop(), 0);
      served.reset();
    }
    lists.insert(out({"games", "list"}));
    shown.insert(out({"games", "show", id}));
    exported.insert(out({"games", "export", id, "--format", "json"}));
    expect_refused({"games", "show", "nothing"}, "there is no game 'nothing'");
    expect_refused({"games", "delete", id}, "is being played; --force deletes it");
    expect_refused({"games", "burn", id}, "expected list|show|export|delete");
    EXPECT_TRUE(out({"stats"}).starts_with("games: 2, finished: 0; turns and other events: 1; "))
        << out({"stats"});
  }
  ASSERT_EQ(lists.size(), 1u);
  EXPECT_NE(lists.begin()->find(id), std::string::npos);
  EXPECT_NE(lists.begin()->find("epaminondas  running  human - human"), std::string::npos);
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_NE(shown.begin()->find("e5"), std::string::npos);
  EXPECT_FALSE(exported.begin()->empty());
  EXPECT_EQ(out({"games", "delete", other, "--force"}), "games deleted: 1\n");
  EXPECT_EQ(out({"games", "list", "--limit", "1"}).find(other), std::string::npos);
}

TEST_F(Admin, ARunningServerForgetsWhatIsDeleted) {
  Served served(path_);
  const auto table = served.table("yavalath", {"me", "me"}).json;
  ASSERT_EQ(served.turn(table, "e5", 0).status, 200);
  EXPECT_EQ(out({"games", "delete", table["id"], "--force"}), "games deleted: 1\n");
  EXPECT_EQ(served.turns(table), -1);
  EXPECT_EQ(served.turn(table, "d4", 1).status, 404);
}

TEST_F(Admin, RetentionCountsFirstAndDeletesOnYes) {
  Served served(path_);
  const auto finished = [&](const std::string& name) {
    nlohmann::json more;
    more["game"] = "yavalath";
    more["seats"] = {{{"who", "me"}, {"name", name}}, {{"who", "me"}}};
    const auto table = served.post("/api/tables", more).json;
    const std::string id = table["id"];
    EXPECT_EQ(served.post("/api/tables/" + id + "/resign", nlohmann::json::object(), table["token"])
                  .status,
              200);
    return table;
  };
  const auto named = finished("Ana"), nameless = finished("");
  const auto running = served.table("yavalath", {"me", "me"}).json;
  EXPECT_EQ(out({"retention", "--days", "1", "--yes"}), "games deleted: 0\n");
  EXPECT_EQ(out({"retention", "--days", "0"}),
            "games that would be deleted: 1; --yes deletes them\n");
  EXPECT_EQ(served.turns(nameless), 0);
  EXPECT_EQ(out({"retention", "--days", "0", "--yes"}), "games deleted: 1\n");
  EXPECT_EQ(served.turns(nameless), -1);
  EXPECT_EQ(served.turns(named), 0);
  EXPECT_EQ(served.turns(running), 0);
  expect_refused({"retention"}, "--days is missing");
  expect_refused({"retention", "--days", "many"}, "--days");
}

TEST_F(Admin, TablesAreClosedAndEverybodyIsTold) {
  Served served(path_);
  const auto table = served.table("yavalath", {"me", "me"}).json;
  const std::string id = table["id"];
  SocketClient watcher(served.port());
  ASSERT_EQ(watcher.upgrade(), 101);
  watcher.send_text(R"({"type":"ping","request":1})");
  ASSERT_NE(watcher.frame().payload.find("ok"), std::string::npos);
  EXPECT_EQ(out({"message", "Back at six"}), "connections that were told: 1\n");
  EXPECT_NE(watcher.frame().payload.find("Back at six"), std::string::npos);
  EXPECT_EQ(out({"close", id}), "table '" + id + "' is closed\n");
  const auto shown = served.get("/api/tables/" + id).json;
  EXPECT_EQ(shown["result"], "draw");
  EXPECT_EQ(shown["reason"], "closed by whoever runs the server");
  EXPECT_EQ(served.turn(table, "e5", 0).status, 409);
  expect_refused({"close", id}, "the game is over");
  expect_refused({"close", "nothing"}, "nothing");
  EXPECT_EQ(served.stop(), 0);
  // What is stored says the same; without a server there is nobody to close or to tell.
  EXPECT_NE(out({"games", "list"}).find("finished"), std::string::npos);
  expect_refused({"message", "Hello"}, "no server is running on");
  expect_refused({"close", id}, "no server is running on");
}

TEST_F(Admin, ABackupOfARunningServerIsBroughtBack) {
  const std::string copy = folder_.path() + "/copy.db";
  nlohmann::json table;
  {
    Served served(path_);
    table = served.table("yavalath", {"me", "me"}).json;
    ASSERT_EQ(served.turn(table, "e5", 0).status, 200);
    EXPECT_EQ(out({"backup", copy}), "games in '" + copy + "': 1\n");
    ASSERT_EQ(served.turn(table, "d4", 1).status, 200);
    expect_refused({"backup", copy}, "is there already");
    expect_refused({"restore", copy, "--force"}, "a server is running on");
    EXPECT_EQ(served.turns(table), 2);
    EXPECT_EQ(served.stop(), 0);
  }
  expect_refused({"restore", copy}, "is there already; --force replaces it");
  EXPECT_EQ(out({"restore", copy, "--force"}), "games in '" + path_ + "': 1\n");
  const Served again(path_);
  EXPECT_EQ(again.turns(table), 1);
  EXPECT_EQ(again.turn(table, "d4", 1).status, 200);
}

// A connection to the server's socket.
core::Descriptor connected_to(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  core::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_EQ(::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
            0);
  return socket;
}

// What a line to the server's socket is answered by.
std::string answer_to(const std::string& path, const nlohmann::json& request) {
  const auto socket = connected_to(path);
  const auto line = request.dump() + '\n';
  EXPECT_EQ(::send(socket.get(), line.data(), line.size(), 0), static_cast<ssize_t>(line.size()));
  std::string answer;
  char part[1000];
  for (ssize_t got = 0; (got = ::recv(socket.get(), part, sizeof part, 0)) > 0;) {
    answer.append(part, static_cast<std::size_t>(got));
  }
  return answer;
}

// By the same name the server may see another folder, a /tmp of its own.
TEST_F(Admin, ABackupThatNobodyWouldFindIsNotMade) {
  const Served served(path_);
  const auto copy = folder_.path() + "/copy.db";
  const auto answer =
      answer_to(path_ + ".admin",
                {{"words", {"backup", copy}}, {"flags", {{"folder", "1:2"}}}, {"language", 0}});
  EXPECT_NE(answer.find("there is no such file or folder"), std::string::npos) << answer;
  EXPECT_FALSE(std::filesystem::exists(copy));
}

// He goes on writing, without ever coming to the end of his line.
TEST_F(Admin, NobodyOnTheSocketHoldsUpTheEnd) {
  Served served(path_);
  const auto socket = connected_to(path_ + ".admin");
  const auto drip = [&] { return ::send(socket.get(), " ", 1, MSG_NOSIGNAL) == 1; };
  std::promise<void> listened_to;
  std::jthread dripping([&](const std::stop_token& stop) {
    int sent = 0;
    for (; !stop.stop_requested() && drip(); ++sent) {
      if (sent == 20) listened_to.set_value();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    // On a machine so slow that the server has given him up already.
    if (sent <= 20) listened_to.set_value();
  });
  listened_to.get_future().wait();
  EXPECT_EQ(served.stop(), 0);
}

TEST_F(Admin, EveryPageIsLookedAtWithAServerAndWithout) {
  const auto sound = "every page of '" + path_ + "' was looked at: it is sound\n";
  {
    Served served(path_);
    ASSERT_EQ(served.table("yavalath", {"me", "me"}).status, 201);
    EXPECT_EQ(out({"check"}), sound);
    EXPECT_EQ(served.stop(), 0);
  }
  EXPECT_EQ(out({"check"}), sound);
}

TEST_F(Admin, TheSocketIsForItsOwnerAloneAndGoesWithTheServer) {
  const std::string socket = path_ + ".admin";
  struct stat file{};
  {
    Served served(path_);
    ASSERT_EQ(stat(socket.c_str(), &file), 0);
    EXPECT_TRUE(S_ISSOCK(file.st_mode));
    EXPECT_EQ(file.st_mode & 0777, 0600u);
    EXPECT_EQ(served.stop(), 0);
  }
  EXPECT_NE(stat(socket.c_str(), &file), 0);
  // One that a killed server left behind is nobody's.
  {
    const Served killed(path_);
  }
  ASSERT_EQ(stat(socket.c_str(), &file), 0);
  EXPECT_TRUE(out({"stats"}).starts_with("games: 0,"));
  const Served again(path_);
  EXPECT_TRUE(out({"stats"}).starts_with("games: 0,"));
}

// What is done through the socket is in the log, without the words of a message.
TEST_F(Admin, TheLogTellsWhatWasDone) {
  const auto log = folder_.path() + "/log";
  std::string id;
  {
    Served served(path_, {"--log-level", "info", "--log-file", log});
    id = served.table("yavalath", {"me", "me"}).json["id"];
    out({"message", "Back at six"});
    out({"games", "show", id});
    out({"close", id});
    expect_refused({"close", id}, "the game is over");
    EXPECT_EQ(served.stop(), 0);
  }
  const auto text = *core::read_file(log);
  for (const auto& line :
       {std::string(" info admin what=message\n"),
        " info admin what=\"games show\" table=" + id + '\n',
        " info admin what=close table=" + id + '\n',
        " warning admin what=close table=" + id + " why=\"the game is over\"\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_EQ(text.find("Back at six"), std::string::npos);
}

TEST_F(Admin, AServerWithoutItsSocketSaysSoInTheLog) {
  const auto log = folder_.path() + "/log";
  ASSERT_EQ(core::write_file(path_ + ".admin", "no socket"), 0);
  {
    Served served(path_, {"--log-file", log});
    EXPECT_EQ(served.stop(), 0);
  }
  EXPECT_NE(core::read_file(log)->find(" error admin_failed why="), std::string::npos);
}

TEST_F(Admin, NothingIsMadeByLooking) {
  expect_refused({"stats"}, "there is no such file");
  EXPECT_FALSE(std::filesystem::exists(path_));
  expect_refused({"dance"}, "expected games|retention|stats|close|message|backup|restore|check");
}

TEST(AdminPostgres, TheSameVerbsOnPostgres) {
  const auto url = Postgres::instance().new_database_url();
  {
    ASSERT_EQ(told(open_store(url)->commit({creation(new_game("aaaaaaaaaaaa"))})), "");
  }
  const auto stats = run_program({"admin", "stats", "--db", url});
  EXPECT_EQ(stats.status, 0) << stats.err;
  EXPECT_TRUE(stats.out.starts_with("games: 1,")) << stats.out;
  for (const auto* verb : {"backup", "restore"}) {
    const auto told_how = run_program({"admin", verb, "/tmp/nowhere.db", "--db", url});
    EXPECT_NE(told_how.status, 0);
    EXPECT_NE(told_how.err.find("pg_dump"), std::string::npos) << told_how.err;
  }
  const auto checked = run_program({"admin", "check", "--db", url});
  EXPECT_NE(checked.status, 0);
  EXPECT_NE(checked.err.find("pg_amcheck"), std::string::npos) << checked.err;
}

}  // namespace
}  // namespace tests
