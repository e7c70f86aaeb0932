// `tabuleiro serve` as people run it: stopped, on a full disk, on files and databases in trouble.
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <fstream>

#include "core/file.h"
#include "process.h"
#include "served.h"
#include "stores.h"

namespace tests {
namespace {

using namespace std::chrono_literals;

// Looking at the games needs neither a table nor the store.
void expect_alive(const Served& served) { EXPECT_EQ(served.get("/api/games").status, 200); }

class Serve : public ::testing::Test {
 protected:
  TempFolder folder_;
  const std::string path_ = folder_.path() + "/games.db";
};

// Clocks run, a computer thinks, somebody watches and somebody is halfway through a request.
void expect_quick_end(const std::string& database) {
  nlohmann::json table, timed;
  {
    Served served(database);
    const nlohmann::json clock = {{"kind", "turn"}, {"initial", 60'000}};
    table = served.table("yavalath", {"me", "me"}).json;
    timed = served.table("yavalath", {"me", "me"}, {{"clock", clock}}).json;
    ASSERT_EQ(served.turn(table, "e5", 0).status, 200);
    ASSERT_EQ(served.turn(timed, "e5", 0).status, 200);
    served.table("epaminondas", {"level:10", "me"}, {{"level_time", 10'000}});
    SocketClient watcher(served.port()), slow(served.port());
    ASSERT_EQ(watcher.upgrade(), 101);
    // An answer: the service knows of it.
    watcher.send_text(R"({"type":"ping","request":1})");
    ASSERT_NE(watcher.frame().payload.find("ok"), std::string::npos);
    slow.send("POST /api/tables HTTP/1.1\r\nHost: loc");
    const auto end = served.stop();
    EXPECT_EQ(end.status, 0);
    EXPECT_LT(end.seconds, 8);
    const auto notice = watcher.frame();
    EXPECT_NE(notice.payload.find("the server is stopping"), std::string::npos) << notice.payload;
    EXPECT_EQ(watcher.frame().opcode, 8);
  }
  const Served again(database);
  EXPECT_EQ(again.turns(table), 1);
  EXPECT_EQ(again.turns(timed), 1);
  EXPECT_EQ(again.turn(timed, "d4", 1).status, 200);
}

TEST_F(Serve, EndsAtOnceAndKeepsTheGames) { expect_quick_end(path_); }

TEST_F(Serve, EndsAtOnceAndKeepsTheGamesOnPostgres) {
  expect_quick_end(Postgres::instance().new_database_url());
}

TEST_F(Serve, RefusesTurnsWhileTheDiskIsFull) {
  Served served(path_);
  const auto table = served.table("yavalath", {"me", "me"}).json;
  ASSERT_EQ(served.turn(table, "e5", 0).status, 200);
  const auto limit_files = [&](rlim_t bytes) {
    const rlimit limit{bytes, RLIM_INFINITY};
    ASSERT_EQ(prlimit(served.process(), RLIMIT_FSIZE, &limit, nullptr), 0);
  };
  limit_files(100);
  const auto refused = served.turn(table, "d4", 1);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.message(), "the disk is full");
  EXPECT_EQ(served.table("yavalath", {"me", "me"}).message(), "the disk is full");
  EXPECT_EQ(served.turns(table), 1);
  expect_alive(served);
  limit_files(RLIM_INFINITY);
  EXPECT_EQ(served.turn(table, "d4", 1).status, 200);
  EXPECT_EQ(served.stop().status, 0);
  EXPECT_EQ(Served(path_).turns(table), 2);
}

TEST_F(Serve, RefusesTurnsWhileAnotherProgramHoldsTheFile) {
  Served served(path_);
  const auto table = served.table("yavalath", {"me", "me"}).json;
  sqlite3* stranger = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &stranger), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(stranger, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  SocketClient client(served.port());
  const std::string path = "/api/tables/" + table["id"].get<std::string>() + "/turns";
  client.send(Served::posted(path, {{"turn", "e5"}, {"after", 0}}, table["token"]));
  // Meanwhile there are answers for others.
  EXPECT_EQ(served.turns(table), 0);
  expect_alive(served);
  const auto answer = client.answer();
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.body.find("another program holds it locked"), std::string::npos) << answer.body;
  sqlite3_close(stranger);
  EXPECT_EQ(served.turn(table, "e5", 0).status, 200);
  EXPECT_EQ(served.stop().status, 0);
}

TEST_F(Serve, DoesNotStartOnAFileInTrouble) {
  const auto expect_error = [&](const std::string& part) {
    const auto ran = run_program({"serve", "--port", "0", "--db", path_});
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  {
    Served served(path_);
    served.table("yavalath", {"me", "me"});
    expect_error("another tabuleiro is using it");
    EXPECT_EQ(served.stop().status, 0);
  }
  const auto whole = *core::read_file(path_);
  auto damaged = whole;
  for (std::size_t at = 4096; at < damaged.size(); ++at) damaged[at] = static_cast<char>(at * 7);
  ASSERT_EQ(core::write_file(path_, damaged), 0);
  expect_error("the file is damaged; a backup can replace it");
  ASSERT_EQ(core::write_file(path_, std::string(5000, 'x')), 0);
  expect_error("the file is not an SQLite database");
  ASSERT_EQ(core::write_file(path_, whole), 0);
  EXPECT_EQ(Served(path_).stop().status, 0);
}

TEST_F(Serve, AFileDamagedMeanwhileIsAClearError) {
  nlohmann::json table;
  {
    Served served(path_);
    table = served.table("yavalath", {"me", "me"}).json;
    EXPECT_EQ(served.stop().status, 0);
  }
  {
    // More than SQLite keeps in memory, behind the table.
    const auto store = open_store(path_);
    ASSERT_EQ(told(store->commit({creation(new_game("filler"))})), "");
    for (int number = 2; number < 10; ++number) {
      ASSERT_EQ(
          told(store->commit({addition("filler", {event(number, std::string(1 << 20, 'x'))})})),
          "");
    }
  }
  Served served(path_);
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(std::filesystem::file_size(path_) - 4096, '\x5a');
  }
  const auto got = served.get("/api/tables/" + table["id"].get<std::string>());
  EXPECT_EQ(got.status, 503);
  EXPECT_EQ(got.message(), "the file is damaged; a backup can replace it");
  expect_alive(served);
  EXPECT_EQ(served.stop().status, 0);
}

// PostgreSQL goes away while somebody plays and a computer thinks, and comes back.
TEST_F(Serve, GoesOnWhenPostgresIsBack) {
  if (tier() == Tier::kQuick) GTEST_SKIP() << "some ten seconds";
  auto& postgres = Postgres::instance();
  Served served(postgres.new_database_url());
  const auto people = served.table("yavalath", {"me", "me"}).json;
  const auto computer =
      served.table("epaminondas", {"me", "level:10"}, {{"level_time", 2000}}).json;
  ASSERT_EQ(served.turn(people, "e5", 0).status, 200);
  const std::string opening = served.get("/api/tables/" + computer["id"].get<std::string>())
                                  .json["view"]["legal"][0]["action"];
  ASSERT_EQ(served.turn(computer, opening, 0).status, 200);
  postgres.stop();
  SocketClient client(served.port());
  const std::string path = "/api/tables/" + people["id"].get<std::string>() + "/turns";
  client.send(Served::posted(path, {{"turn", "d4"}, {"after", 1}}, people["token"]));
  // Both tables can be looked at while the turn waits for the store.
  EXPECT_EQ(served.turns(people), 1);
  EXPECT_EQ(served.turns(computer), 1);
  expect_alive(served);
  const auto answer = client.answer();
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.body.find("PostgreSQL cannot be reached"), std::string::npos) << answer.body;
  EXPECT_EQ(served.turn(people, "d4", 1).status, 503);
  // By now the computer has thought, and in vain.
  std::this_thread::sleep_for(2s);
  EXPECT_EQ(served.turns(computer), 1);
  postgres.start();
  await([&] { return served.turn(people, "d4", 1).status != 503; });
  EXPECT_EQ(served.turns(people), 2);
  await([&] { return served.turns(computer) == 2; });
  EXPECT_EQ(served.stop().status, 0);
}

TEST_F(Serve, EndsWhilePostgresDoesNotAnswer) {
  auto& postgres = Postgres::instance();
  Served served(postgres.new_database_url());
  const auto table = served.table("yavalath", {"me", "me"}).json;
  postgres.freeze();
  SocketClient client(served.port());
  const std::string path = "/api/tables/" + table["id"].get<std::string>() + "/turns";
  client.send(Served::posted(path, {{"turn", "e5"}, {"after", 0}}, table["token"]));
  EXPECT_EQ(served.turns(table), 0);
  const auto end = served.stop();
  postgres.thaw();
  EXPECT_EQ(end.status, 0);
  EXPECT_LT(end.seconds, 12);
}

}  // namespace
}  // namespace tests
