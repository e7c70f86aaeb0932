// `tabuleiro serve` as people run it: stopped, on a full disk, on files and databases in trouble.
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/file.h"
#include "core/scan.h"
#include "process.h"
#include "sanitised.h"
#include "served.h"
#include "stores.h"
#include "tls_client.h"

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
void expect_end_in_order(const std::string& database) {
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
    EXPECT_EQ(served.stop(), 0);
    const auto notice = watcher.frame();
    EXPECT_NE(notice.payload.find("the server is stopping"), std::string::npos) << notice.payload;
    EXPECT_EQ(watcher.frame().opcode, 8);
  }
  const Served again(database);
  EXPECT_EQ(again.turns(table), 1);
  EXPECT_EQ(again.turns(timed), 1);
  EXPECT_EQ(again.turn(timed, "d4", 1).status, 200);
}

TEST_F(Serve, EndsInOrderAndKeepsTheGames) { expect_end_in_order(path_); }

TEST_F(Serve, EndsInOrderAndKeepsTheGamesOnPostgres) {
  expect_end_in_order(Postgres::instance().new_database_url());
}

// A game in the log of a server: requests and turns with their ids, and nothing that is a secret.
TEST_F(Serve, WritesALogWithoutSecrets) {
  const auto log = folder_.path() + "/log";
  nlohmann::json table;
  {
    Served served(path_, {"--log-level", "debug", "--log-format", "json", "--log-file", log});
    table = served.table("yavalath", {"me", "open"}).json;
    ASSERT_EQ(served.turn(table, "e5", 0).status, 409);  // the other seat is free
    SocketClient client(served.port());
    const auto asked = client.get("/api/tables/" + table["id"].get<std::string>());
    EXPECT_FALSE(asked.headers.at("x-request-id").empty());
    EXPECT_EQ(served.stop(), 0);
  }
  std::map<std::string, int> events;
  std::map<std::string, nlohmann::json> last;
  const auto text = *core::read_file(log);
  for (const auto line : core::split(text, '\n')) {
    if (line.empty()) continue;
    const auto json = nlohmann::json::parse(line);
    ++events[json["event"]];
    last[json["event"]] = json;
    EXPECT_EQ(line.find("\"request\":"), line.rfind("\"request\":")) << line;
  }
  EXPECT_EQ(events["start"], 1);
  ASSERT_EQ(events["created"], 1);
  EXPECT_EQ(last["created"]["table"], table["id"]);
  EXPECT_EQ(last["created"]["game"], "yavalath");
  EXPECT_FALSE(last["created"]["request"].get<std::string>().empty());
  EXPECT_GE(events["request"], 3);
  EXPECT_EQ(events["stop"], 1);
  EXPECT_NE(text.find("\"table\":\"" + table["id"].get<std::string>() + '"'), std::string::npos);
  EXPECT_EQ(text.find(table["token"].get<std::string>()), std::string::npos);
  EXPECT_EQ(text.find(table["invites"][0]["token"].get<std::string>()), std::string::npos);
  EXPECT_EQ(text.find("127.0.0.1"), std::string::npos);
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
  EXPECT_EQ(served.stop(), 0);
  EXPECT_EQ(Served(path_).turns(table), 2);
}

TEST_F(Serve, RefusesTurnsWhileTheFileIsGone) {
  Served served(path_);
  const auto table = served.table("yavalath", {"me", "me"}).json;
  ASSERT_EQ(served.turn(table, "e5", 0).status, 200);
  const std::string away = path_ + ".away";
  std::filesystem::rename(path_, away);
  EXPECT_EQ(served.turn(table, "d4", 1).status, 503);
  EXPECT_EQ(served.table("yavalath", {"me", "me"}).status, 503);
  EXPECT_EQ(served.turns(table), 1);
  expect_alive(served);
  std::filesystem::rename(away, path_);
  EXPECT_EQ(served.turn(table, "d4", 1).status, 200);
  EXPECT_EQ(served.stop(), 0);
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
  EXPECT_EQ(served.stop(), 0);
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
    EXPECT_EQ(served.stop(), 0);
  }
  const auto whole = *core::read_file(path_);
  auto damaged = whole;
  for (std::size_t at = 4096; at < damaged.size(); ++at) damaged[at] = static_cast<char>(at * 7);
  ASSERT_EQ(core::write_file(path_, damaged), 0);
  expect_error("the file is damaged; a backup can replace it");
  ASSERT_EQ(core::write_file(path_, std::string(5000, 'x')), 0);
  expect_error("the file is not an SQLite database");
  ASSERT_EQ(core::write_file(path_, whole), 0);
  EXPECT_EQ(Served(path_).stop(), 0);
}

TEST_F(Serve, PacksAnswersButNoTokens) {
  const Served served(path_);
  const nlohmann::json wish = {{"game", "yavalath"}, {"seats", {{{"who", "me"}}, {{"who", "me"}}}}};
  auto request = Served::posted("/api/tables", wish, "");
  request.insert(request.find("\r\n") + 2, "Accept-Encoding: gzip\r\n");
  SocketClient client(served.port());
  client.send(request);
  const auto made = client.answer();
  ASSERT_EQ(made.status, 201);
  EXPECT_GT(made.body.size(), 1024u);
  EXPECT_FALSE(made.headers.contains("content-encoding"));
  const std::string id = nlohmann::json::parse(made.body)["id"];
  const auto table = client.get("/api/tables/" + id, "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(table.headers.at("content-encoding"), "gzip");
  EXPECT_EQ(table.headers.at("vary"), "Accept-Encoding");
}

TEST_F(Serve, SpeaksTlsAndReadsANewCertificate) {
  const auto made = new_certificate(folder_.path());
  const auto log = folder_.path() + "/log";
  Served served(path_, {"--tls-cert", made.certificate, "--tls-key", made.key, "--log-level",
                        "info", "--log-file", log});
  EXPECT_EQ(TlsClient(served.port()).get("/api/games").status, 200);
  const auto renewed = new_certificate(folder_.path(), "renewed");
  std::filesystem::rename(renewed.certificate, made.certificate);
  std::filesystem::rename(renewed.key, made.key);
  ASSERT_EQ(kill(served.process(), SIGHUP), 0);
  await([&] { return TlsClient(served.port()).server_name() == "renewed"; });
  // One that cannot be read is told too, and changes nothing.
  std::filesystem::remove(made.key);
  ASSERT_EQ(kill(served.process(), SIGHUP), 0);
  await([&] { return core::read_file(log)->find(" error certificate ") != std::string::npos; });
  EXPECT_EQ(TlsClient(served.port()).server_name(), "renewed");
  EXPECT_EQ(served.stop(), 0);
  EXPECT_NE(core::read_file(log)->find(" info certificate told=\"the certificate was read again\""),
            std::string::npos);
}

TEST_F(Serve, RefusesWrongWordsOnProxiesAndTls) {
  expect_refused({"serve", "--trusted-proxy", "10.0.0.0/33"}, "'10.0.0.0/33' is no network");
  expect_refused({"serve", "--tls-cert", "x"}, "--tls-cert and --tls-key go together");
  expect_refused({"serve", "--tls-key", "x"}, "--tls-cert and --tls-key go together");
  const auto ran = run_program(
      {"serve", "--port", "0", "--db", path_, "--tls-cert", path_ + "x", "--tls-key", path_ + "x"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.err.find("no such file"), std::string::npos) << ran.err;
  const auto checked = run_program(
      {"serve", "--check", "--db", path_, "--tls-cert", path_ + "x", "--tls-key", path_ + "x"});
  EXPECT_EQ(checked.status, 1);
  EXPECT_NE(checked.err.find("no such file"), std::string::npos) << checked.err;
}

// As few as a shell can allow: an error, not the end by a signal.
TEST_F(Serve, SaysThatItMayOpenTooFewFiles) {
  for (const rlim_t files : {10, 20, 40}) {
    const auto ran = run_program({"serve", "--port", "0", "--db", path_}, "", {}, files);
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find("only " + std::to_string(files) + " files may be open"),
              std::string::npos)
        << ran.err;
  }
}

// Seconds that a process has computed.
double computed(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string word;
  double ticks = 0;
  for (int i = 1; i <= 15 && file >> word; ++i) {
    if (i >= 14) ticks += std::stod(word);  // in the program, and in the kernel for it
  }
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

// No file is left while it runs: whoever comes waits, nobody spins, and it goes on.
TEST_F(Serve, WaitsForFilesToBeClosed) {
  if (kSanitised) GTEST_SKIP() << "a sanitiser looks at memory through files";
  Served served(path_);
  expect_alive(served);
  rlimit before{};
  ASSERT_EQ(prlimit(served.process(), RLIMIT_NOFILE, nullptr, &before), 0);
  const rlimit none{3, before.rlim_max};
  ASSERT_EQ(prlimit(served.process(), RLIMIT_NOFILE, &none, nullptr), 0);
  // One may be accepted already: the server asked for it when there were files.
  SocketClient first(served.port()), second(served.port());
  second.send("GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const double begun = computed(served.process());
  EXPECT_FALSE(second.closes(1s));
  EXPECT_LT(computed(served.process()) - begun, 0.5);
  ASSERT_EQ(prlimit(served.process(), RLIMIT_NOFILE, &before, nullptr), 0);
  EXPECT_EQ(second.answer().status, 200);
  EXPECT_EQ(served.stop(), 0);
}

TEST_F(Serve, AFileDamagedMeanwhileIsAClearError) {
  nlohmann::json table;
  {
    Served served(path_);
    table = served.table("yavalath", {"me", "me"}).json;
    EXPECT_EQ(served.stop(), 0);
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
  EXPECT_EQ(served.stop(), 0);
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
  EXPECT_GE(served.turns(computer), 1);
  expect_alive(served);
  const auto answer = client.answer();
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.body.find("cannot be reached at the moment"), std::string::npos) << answer.body;
  EXPECT_EQ(answer.body.find("PostgreSQL"), std::string::npos) << answer.body;
  EXPECT_EQ(served.turn(people, "d4", 1).status, 503);
  // On a slow machine the computer may have answered before PostgreSQL went away. Else it has
  // thought by now, probably, and in vain.
  const auto stored = served.turns(computer);
  std::this_thread::sleep_for(2s);
  EXPECT_EQ(served.turns(computer), stored);
  postgres.start();
  await([&] { return served.turn(people, "d4", 1).status != 503; });
  EXPECT_EQ(served.turns(people), 2);
  await([&] { return served.turns(computer) == 2; });
  EXPECT_EQ(served.stop(), 0);
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
  const int status = served.stop();
  postgres.thaw();
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace tests
