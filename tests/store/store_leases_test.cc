// Several servers on one database: who decides about a game, by PostgreSQL's clock.
#include <gtest/gtest.h>

#include <barrier>
#include <thread>

#include "postgres.h"
#include "store/leases.h"
#include "store/postgres_store.h"
#include "stores.h"

namespace tests {
namespace {

using store::Change;
using store::Leases;
using store::Store;

class StoreLeases : public ::testing::Test {
 protected:
  std::unique_ptr<Store> open() {
    auto opened = store::open(url_, {.shared = true});
    EXPECT_TRUE(opened) << told(opened.error());
    return opened ? *std::move(opened) : nullptr;
  }
  // Nobody renews these leases, which last three seconds; on a busy machine a test takes longer. So
  // they last for an hour.
  std::unique_ptr<Leases> join() {
    auto leases = store::open_leases(url_);
    EXPECT_TRUE(leases) << told(leases.error());
    if (!leases) return nullptr;
    add(**leases, "until_ms", kHourMs);
    return *std::move(leases);
  }
  // As if a server had not been heard of for so long.
  void age(const Leases& server, int ms) {
    add(server, "until_ms", -kHourMs - ms);
    add(server, "seen_ms", -ms);
  }
  void add(const Leases& server, const std::string& column, int ms) {
    Postgres::run(url_, "UPDATE tabuleiro.nodes SET " + column + " = " + column + " + (" +
                            std::to_string(ms) + ") WHERE id = convert_to('" + server.node() +
                            "', 'UTF8')");
  }
  // A lease waits for PostgreSQL for a second or so only: where the machine stood still for that
  // long it is asked again.
  static store::Claim claim(Leases& leases, const std::string& game) {
    store::Claim found;
    await([&] {
      const auto claimed = leases.claim(game);
      if (!claimed) return false;
      EXPECT_TRUE(*claimed);
      if (*claimed) found = **claimed;
      return true;
    });
    return found;
  }
  static Change by(const store::Tenure& tenure, Change change) {
    change.tenure = tenure;
    return change;
  }

  // As those that servers keep.
  std::unique_ptr<store::Database> connect() {
    auto opened = store::open_postgres_database(*store::parse_postgres_url(url_), {},
                                                store::Holding::kShared);
    EXPECT_TRUE(opened) << told(opened.error());
    return opened ? *std::move(opened) : nullptr;
  }

  static constexpr int kHourMs = 3'600'000;
  const std::string url_ = Postgres::instance().new_database_url();
};

TEST_F(StoreLeases, OneServerHasAGame) {
  const auto store = open();
  const auto first = join(), second = join();
  ASSERT_EQ(told(store->commit({by({first->node(), 1}, creation(new_game("a")))})), "");
  const auto own = claim(*first, "a");
  EXPECT_EQ(own.tenure, (store::Tenure{first->node(), 1}));
  EXPECT_FALSE(own.deserted_ms);
  EXPECT_EQ(claim(*second, "a").tenure, own.tenure);
  const auto none = second->claim("b");
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
}

TEST_F(StoreLeases, WhoseLeaseIsOverLosesTheGame) {
  const auto store = open();
  const auto first = join(), second = join();
  const store::Tenure before{first->node(), 1};
  ASSERT_EQ(told(store->commit({by(before, creation(new_game("a")))})), "");
  age(*first, 10'000);
  const auto taken = claim(*second, "a");
  EXPECT_EQ(taken.tenure, (store::Tenure{second->node(), 2}));
  ASSERT_TRUE(taken.deserted_ms);
  EXPECT_GE(*taken.deserted_ms, 10'000);
  // It comes back: the game is gone, whatever it believes.
  ASSERT_EQ(told(first->renew()), "");
  EXPECT_EQ(claim(*first, "a").tenure, taken.tenure);
  const auto late = store->commit({by(before, addition("a", {event(2)}))});
  ASSERT_TRUE(late);
  EXPECT_TRUE(store::refused(*late));
  EXPECT_EQ(late->notes[0].message, text::Message::kStoreOtherServer);
  EXPECT_EQ(told(store->commit({by(taken.tenure, addition("a", {event(2)}))})), "");
}

// Several want the game of a dead server at the same moment: one gets it, and the others learn so.
TEST_F(StoreLeases, OneOfManyTakesOver) {
  constexpr int kServers = 4, kGames = 60;
  const auto store = open();
  std::vector<std::unique_ptr<Leases>> servers;
  for (int i = 0; i < kServers; ++i) servers.push_back(join());
  for (int i = 0; i < kGames; ++i) {
    ASSERT_EQ(told(store->commit({by({"gone", 1}, creation(new_game(std::to_string(i))))})), "");
  }
  std::vector<std::vector<store::Tenure>> tenures(kServers);
  std::barrier together(kServers);
  std::vector<std::thread> threads;
  for (int i = 0; i < kServers; ++i) {
    threads.emplace_back([&, i] {
      const auto at = static_cast<std::size_t>(i);
      for (int game = 0; game < kGames; ++game) {
        together.arrive_and_wait();
        tenures[at].push_back(claim(*servers[at], std::to_string(game)).tenure);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& of_one : tenures) EXPECT_EQ(of_one, tenures[0]);
  for (const auto& tenure : tenures[0]) EXPECT_EQ(tenure.epoch, 2);
}

TEST_F(StoreLeases, AServerThatLeavesFreesItsGames) {
  const auto store = open();
  const auto first = join(), second = join();
  ASSERT_EQ(told(store->commit({by({first->node(), 1}, creation(new_game("a")))})), "");
  ASSERT_EQ(told(first->leave()), "");
  EXPECT_EQ(claim(*second, "a").tenure.node, second->node());
}

TEST_F(StoreLeases, GamesFromBeforeAreFree) {
  const auto store = open();
  ASSERT_EQ(told(store->commit({creation(new_game("a"))})), "");
  const auto server = join();
  EXPECT_EQ(claim(*server, "a").tenure, (store::Tenure{server->node(), 1}));
}

TEST_F(StoreLeases, ALookTellsHowGamesStand) {
  const auto store = open();
  const auto first = join(), second = join();
  ASSERT_EQ(told(store->commit({by({first->node(), 1}, creation(new_game("a")))})), "");
  ASSERT_EQ(told(store->commit({by({second->node(), 1}, creation(new_game("b")))})), "");
  ASSERT_EQ(told(store->commit({by({first->node(), 1}, addition("a", {event(2)}))})), "");
  ASSERT_EQ(told(second->leave()), "");
  const auto found = first->look({"a", "none", "b"});
  ASSERT_TRUE(found) << told(found.error());
  ASSERT_EQ(found->size(), 2u);
  for (const auto& one : *found) {
    EXPECT_EQ(one.events, one.game == "a" ? 2 : 1);
    EXPECT_EQ(one.alive, one.game == "a");
    EXPECT_EQ(one.tenure.epoch, 1);
  }
  const auto nothing = first->look({});
  ASSERT_TRUE(nothing);
  EXPECT_TRUE(nothing->empty());
}

// It holds the row of a game and says nothing any more: another server gets the game meanwhile.
TEST_F(StoreLeases, WhoStopsInsideATransactionGivesItsLocksBack) {
  const auto store = open();
  const auto first = join(), second = join();
  ASSERT_EQ(told(store->commit({by({first->node(), 1}, creation(new_game("a")))})), "");
  age(*first, 10'000);
  const auto stopped = connect();
  constexpr int kMostTries = 60;  // each waits for a second and a half
  int times = 0;
  const auto problem = stopped->transaction([&]() -> std::optional<text::Error> {
    if (++times > 1) return std::nullopt;  // on a new connection, as the old one is gone
    const auto locked =
        stopped->query({"SELECT events FROM games WHERE id = ?1 FOR UPDATE", {"a"}});
    EXPECT_TRUE(locked && locked->size() == 1);
    bool taken = false;
    for (int tries = 0; tries < kMostTries && !taken; ++tries) {
      const auto claimed = second->claim("a");
      taken = claimed && *claimed && (*claimed)->tenure.node == second->node();
    }
    EXPECT_TRUE(taken);
    const auto late = stopped->query({"SELECT events FROM games", {}});
    EXPECT_FALSE(late);
    return late ? std::nullopt : std::optional(late.error());
  });
  EXPECT_EQ(told(problem), "");
  EXPECT_EQ(times, 2);
}

// By PostgreSQL's own account: whatever a server that is gone held is free before its lease is
// over.
TEST_F(StoreLeases, NothingIsHeldLongerThanALease) {
  const auto connection = connect();
  const auto setting = [&](const std::string& name) -> std::int64_t {
    const auto rows = connection->query_once(
        {"SELECT setting::bigint FROM pg_settings WHERE name = convert_from(?1, 'UTF8')", {name}});
    EXPECT_TRUE(rows && rows->size() == 1) << name;
    const auto value = rows && rows->size() == 1 ? std::get<std::int64_t>(rows->at(0).at(0)) : 0;
    EXPECT_GT(value, 0) << name;
    return value;
  };
  const auto lease = store::kLeaseTime.count();
  EXPECT_LE(setting("idle_in_transaction_session_timeout"), lease);
  EXPECT_LE(setting("tcp_user_timeout"), lease);
  EXPECT_LE(1000 * (setting("tcp_keepalives_idle") +
                    setting("tcp_keepalives_interval") * setting("tcp_keepalives_count")),
            lease);
}

TEST_F(StoreLeases, WhoSharesAndWhoDoesNotExcludeEachOther) {
  const auto store = open();
  const auto alone = store::open(url_);
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().notes.back().message, text::Message::kStoreInUse);
  EXPECT_NE(open(), nullptr);
}

}  // namespace
}  // namespace tests
