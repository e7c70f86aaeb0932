// PostgreSQL's own troubles: URLs, lost connections, commits without an answer.
#include <future>

#include "cutting_proxy.h"
#include "store/postgres_store.h"
#include "stores.h"

namespace tests {
namespace {

class PostgresStore : public ::testing::Test {
 protected:
  // Waits long wherever the database will come or answer, and short only where it does not.
  std::unique_ptr<store::Store> open(const std::string& url, int away_ms = 600'000,
                                     int answer_ms = 600'000) {
    auto opened = store::open_postgres(
        *store::parse_postgres_url(url), store::schema_steps(),
        {std::chrono::milliseconds(away_ms), std::chrono::milliseconds(answer_ms)});
    if (opened) return *std::move(opened);
    throw std::runtime_error(told(opened.error()));
  }
  // With so little patience that a busy machine may need several tries.
  std::unique_ptr<store::Store> open_impatient(const std::string& url, int away_ms, int answer_ms) {
    std::unique_ptr<store::Store> store;
    await([&] {
      try {
        store = open(url, away_ms, answer_ms);
      } catch (const std::runtime_error&) {
      }
      return store != nullptr;
    });
    return store;
  }
  // Whatever the store says until then: in the end the game has its second event.
  static void await_second_event(store::Store& store) {
    await([&] {
      store.commit({addition("a", {event(2)})});
      const auto game = store.load("a");
      return game && *game && (*game)->events.size() == 2;
    });
  }
  // The same database, as seen through the proxy.
  std::string through(const CuttingProxy& proxy) const {
    return "postgresql://tabuleiro@127.0.0.1:" + std::to_string(proxy.port()) +
           url_.substr(url_.rfind('/'));
  }
  void break_connections() {
    Postgres::run(url_,
                  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                  "WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }

  Postgres& server_ = Postgres::instance();
  const std::string url_ = server_.new_database_url();
};

TEST_F(PostgresStore, MessagesNeverHoldThePassword) {
  for (const std::string url :
       {"postgresql://ana:tr0ub4dor@127.0.0.1:1/games",
        "postgres://ana:tr0ub4dor@127.0.0.1:1/games",
        "postgresql://127.0.0.1:1/games?user=ana&password=tr0ub4dor",
        "postgresql://ana:tr0ub4dor%ZZ@127.0.0.1:1/games",
        "postgresql://ana:@tr0ub4dor@127.0.0.1/x",
        "postgresql://ana:tr0ub4dor@127.0.0.1:port/games", "postgresql://ana:tr0ub4dor/games",
        "postgresql://ana:tr0ub4dor@127.0.0.1:1/games?nonsense=1",
        "postgresql://ana:x@127.0.0.1:1/games?sslpassword=tr0ub4dor", "postgresql://[tr0ub4dor"}) {
    const auto message = open_error(url);
    EXPECT_EQ(message.find("tr0ub4dor"), std::string::npos) << message;
    EXPECT_FALSE(message.empty());
  }
  const auto message = open_error("postgresql://ana:tr0ub4dor@127.0.0.1:1/games");
  EXPECT_TRUE(message.starts_with(
      "database postgresql://ana@127.0.0.1:1/games: PostgreSQL cannot be reached: "))
      << message;
  EXPECT_TRUE(open_error("postgresql://ana:a@b@127.0.0.1/x").starts_with("expected a URL"));
  const auto nowhere = open_error(url_ + "nowhere");
  EXPECT_NE(nowhere.find("does not exist"), std::string::npos) << nowhere;
}

TEST_F(PostgresStore, ALostConnectionIsMadeAnew) {
  const auto store = open(url_);
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  break_connections();
  EXPECT_EQ(told(store->commit({addition("a", {event(2)})})), "");
  break_connections();
  EXPECT_EQ(stored_events(*store, "a"), 2);
}

TEST_F(PostgresStore, AServerThatComesBackIsWaitedFor) {
  CuttingProxy proxy(server_.port());
  const auto store = open(through(proxy));
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  server_.stop();
  const int before = proxy.connections();
  std::thread committing([&] { EXPECT_EQ(told(store->commit({addition("a", {event(2)})})), ""); });
  await([&] { return proxy.connections() > before; });  // it has tried
  server_.start();
  committing.join();
  EXPECT_EQ(stored_events(*store, "a"), 2);
}

// Whatever the database's own settings are: what was acknowledged is in its journal.
TEST_F(PostgresStore, WhatWasAcknowledgedSurvivesACrashOfTheServer) {
  Postgres::run(
      url_, "ALTER DATABASE " + url_.substr(url_.rfind('/') + 1) + " SET synchronous_commit = off");
  auto store = open(url_);
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  for (int number = 2; number < 6; ++number) {
    ASSERT_EQ(told(store->commit({addition("a", {event(number)})})), "");
    server_.crash();
    server_.start();
    EXPECT_EQ(stored_events(*store, "a"), number);
  }
}

TEST_F(PostgresStore, AServerThatStaysAwayIsAnErrorUntilItIsBack) {
  const auto store = open(url_, 300);
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  server_.stop();
  const auto problem = store->commit({addition("a", {event(2)})});
  EXPECT_TRUE(told(problem).starts_with("PostgreSQL cannot be reached: ")) << told(problem);
  EXPECT_FALSE(problem && store::refused(*problem));
  EXPECT_FALSE(store->load("a"));
  server_.start();
  await_second_event(*store);
}

TEST_F(PostgresStore, AServerThatDoesNotAnswerIsAnErrorUntilItDoes) {
  ASSERT_EQ(told(open(url_)->commit({creation(new_game("a"))})), "");
  CuttingProxy proxy(server_.port());
  const auto store = open_impatient(through(proxy) + "?connect_timeout=2", 100, 1500);
  server_.freeze();
  const auto problem = store->commit({addition("a", {event(2)})});
  bool loaded = bool(store->load("a"));
  // Those who come soon after one who tried are told without another try.
  await([&] {
    const int tried = proxy.connections();
    loaded |= bool(store->load("a"));
    return proxy.connections() == tried;
  });
  server_.thaw();
  EXPECT_TRUE(told(problem).starts_with("PostgreSQL cannot be reached: ")) << told(problem);
  EXPECT_FALSE(loaded);
  // The old connection holds its lock until PostgreSQL has noticed.
  await_second_event(*store);
}

TEST_F(PostgresStore, WhoeverIsInAHurryDoesNotWaitForAnAnswer) {
  const auto store = open(url_);
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  server_.freeze();
  auto committing =
      std::async(std::launch::async, [&] { return store->commit({addition("a", {event(2)})}); });
  store->begin_shutdown();
  const auto waited = committing.wait_for(std::chrono::seconds(60));
  server_.thaw();
  EXPECT_EQ(waited, std::future_status::ready);
  EXPECT_NE(told(committing.get()), "");
}

TEST_F(PostgresStore, WhoeverIsInAHurryDoesNotWaitForAConnection) {
  ASSERT_EQ(told(open(url_)->commit({creation(new_game("a"))})), "");
  CuttingProxy proxy(server_.port());
  const auto store = open_impatient(through(proxy) + "?connect_timeout=600", 600'000, 2'000);
  server_.freeze();
  const int before = proxy.connections();
  auto committing =
      std::async(std::launch::async, [&] { return store->commit({addition("a", {event(2)})}); });
  // The old connection is given up, and a new one is being made.
  await([&] { return proxy.connections() > before; });
  store->begin_shutdown();
  const auto waited = committing.wait_for(std::chrono::seconds(60));
  server_.thaw();
  EXPECT_EQ(waited, std::future_status::ready);
  EXPECT_NE(told(committing.get()), "");
}

TEST_F(PostgresStore, ATransactionWithoutANumberIsGivenUp) {
  const auto role = "plain" + url_.substr(url_.rfind("test"));
  Postgres::run(url_, "CREATE ROLE " + role + " LOGIN");
  Postgres::run(url_, "CREATE SCHEMA tabuleiro AUTHORIZATION " + role);
  const auto store = open("postgresql://" + role + url_.substr(url_.find('@')));
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  Postgres::run(url_, "REVOKE EXECUTE ON FUNCTION txid_current_if_assigned() FROM PUBLIC");
  const auto problem = told(store->commit({addition("a", {event(2)})}));
  EXPECT_NE(problem.find("permission denied"), std::string::npos) << problem;
  Postgres::run(url_, "GRANT EXECUTE ON FUNCTION txid_current_if_assigned() TO PUBLIC");
  EXPECT_EQ(told(store->commit({addition("a", {event(2)})})), "");
}

// The connection breaks just before or just after PostgreSQL commits: both times the change is
// stored exactly once, and the answer says so.
TEST_F(PostgresStore, ACommitWithoutAnAnswerIsLookedUp) {
  CuttingProxy proxy(server_.port());
  const auto store = open(through(proxy));
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  int number = 1;
  for (const auto cut : {CuttingProxy::kBeforeCommit, CuttingProxy::kAfterCommit,
                         CuttingProxy::kBeforeCommit, CuttingProxy::kAfterCommit}) {
    proxy.cut_once(cut);
    ++number;
    EXPECT_EQ(told(store->commit({addition("a", {event(number)})})), "");
    EXPECT_TRUE(proxy.has_cut());
    EXPECT_EQ(stored_events(*store, "a"), number);
  }
}

TEST_F(PostgresStore, ACommitNobodyKnowsOfIsCalledUncertain) {
  CuttingProxy proxy(server_.port());
  const auto store = open(through(proxy), 300);
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  proxy.refuse_after_cut();
  proxy.cut_once(CuttingProxy::kAfterCommit);
  const auto problem = store->commit({addition("a", {event(2)})});
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->notes.back().message, text::Message::kStoreUncertain) << told(problem);
  proxy.accept_again();
  await([&] { return bool(store->load("a")); });
  EXPECT_EQ(stored_events(*store, "a"), 2);
}

TEST_F(PostgresStore, AFullDiskIsCalledSo) {
  const auto store = open(url_);
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  // What PostgreSQL answers when its disk is full.
  Postgres::run(url_,
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$");
  Postgres::run(url_,
                "CREATE TRIGGER no_room BEFORE INSERT ON tabuleiro.events "
                "FOR EACH ROW EXECUTE FUNCTION no_room()");
  EXPECT_EQ(told(store->commit({addition("a", {event(2)})})), "the disk is full");
  // The same at the last moment, in the commit itself.
  Postgres::run(url_, "DROP TRIGGER no_room ON tabuleiro.events");
  Postgres::run(url_,
                "CREATE CONSTRAINT TRIGGER no_room AFTER INSERT ON tabuleiro.events "
                "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION no_room()");
  EXPECT_EQ(told(store->commit({addition("a", {event(2)})})), "the disk is full");
  Postgres::run(url_, "DROP TRIGGER no_room ON tabuleiro.events");
  EXPECT_EQ(told(store->commit({addition("a", {event(2)})})), "");
  EXPECT_EQ(stored_events(*store, "a"), 2);
}

// Somebody changed the tables by hand: what cannot be read is an error, and the rest goes on.
TEST_F(PostgresStore, ColumnsOfAnotherTypeAreAnError) {
  const auto store = open(url_);
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  const auto alter = [&](const std::string& column, const std::string& type) {
    Postgres::run(url_, "ALTER TABLE tabuleiro.events ALTER COLUMN " + column + " TYPE " + type);
  };
  const auto expect_damaged = [&] {
    const auto damaged = store->load("a");
    ASSERT_FALSE(damaged);
    EXPECT_EQ(told(damaged.error()), "the stored table 'a' cannot be read");
    EXPECT_EQ(told(store->commit({creation(new_game("b"))})), "");
    Postgres::run(url_, "DELETE FROM tabuleiro.seats WHERE game = 'b'");
    Postgres::run(url_, "DELETE FROM tabuleiro.events WHERE game = 'b'");
    Postgres::run(url_, "DELETE FROM tabuleiro.games WHERE id = 'b'");
  };
  alter("at_ms", "numeric");
  expect_damaged();
  alter("at_ms", "bigint");
  EXPECT_EQ(stored_events(*store, "a"), 1);
  alter("number", "numeric");
  expect_damaged();
  alter("number", "bigint");
  EXPECT_EQ(stored_events(*store, "a"), 1);
}

TEST_F(PostgresStore, NeedsNoRightToMakeSchemas) {
  const auto role = "guest" + url_.substr(url_.rfind("test"));
  Postgres::run(url_, "CREATE ROLE " + role + " LOGIN");
  const auto url = "postgresql://" + role + url_.substr(url_.find('@'));
  EXPECT_NE(open_error(url).find("permission denied"), std::string::npos);
  Postgres::run(url_, "CREATE SCHEMA tabuleiro AUTHORIZATION " + role);
  const auto store = open(url);
  EXPECT_EQ(told(store->commit({creation(new_game("a"))})), "");
}

}  // namespace
}  // namespace tests
