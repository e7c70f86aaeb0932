// Versions of the tables: older ones are brought up to date, newer ones refused.
#include <sqlite3.h>

#include "core/file.h"
#include "core/utf8.h"
#include "store/archive.h"
#include "store/postgres_store.h"
#include "store/spelling.h"
#include "store/sqlite_store.h"
#include "stores.h"

namespace tests {
namespace {

using store::UpgradeSteps;

class StoreSchema : public ::testing::TestWithParam<const char*> {
 protected:
  store::Stored<std::unique_ptr<store::Store>> open(const UpgradeSteps& steps) {
    if (std::string(GetParam()) == "sqlite") return store::open_sqlite(place_.where(), steps);
    return store::open_postgres(*store::parse_postgres_url(place_.where()), steps);
  }
  std::string error(const UpgradeSteps& steps) {
    const auto opened = open(steps);
    return opened ? "" : told(opened.error());
  }
  // The known steps and some to come.
  static UpgradeSteps then(const UpgradeSteps& more) {
    UpgradeSteps steps = store::schema_steps();
    steps.insert(steps.end(), more.begin(), more.end());
    return steps;
  }

  // A database as tests/data/store records it.
  void make_recorded(const std::string& where, const std::string& name,
                     const std::string& more = "") const {
    auto text = core::read_file(source_path("tests/data/store/" + name + ".sql"));
    ASSERT_TRUE(text) << name;
    *text += more;
    if (std::string(GetParam()) == "sqlite") {
      const auto statements =
          store::spelt(*text, {{"BYTES", "TEXT"}, {"CLUSTERED", "WITHOUT ROWID"}});
      sqlite3* connection = nullptr;
      ASSERT_EQ(sqlite3_open(where.c_str(), &connection), SQLITE_OK);
      EXPECT_EQ(sqlite3_exec(connection, statements.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
          << sqlite3_errmsg(connection);
      sqlite3_close(connection);
    } else {
      Postgres::run(where, "CREATE SCHEMA tabuleiro; SET search_path = tabuleiro;" +
                               store::spelt(*text, {{"BYTES", "BYTEA"}, {"CLUSTERED", ""}}));
    }
  }

  StorePlace place_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreSchema, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(StoreSchema, OlderTablesAreBroughtUpToDate) {
  // As if version 1 had held games without reviews.
  const UpgradeSteps older = {
      "CREATE TABLE games(id BYTES NOT NULL PRIMARY KEY, created_ms BIGINT NOT NULL, "
      "setup BYTES NOT NULL, finished BIGINT NOT NULL, events BIGINT NOT NULL, "
      "changed BIGINT NOT NULL, owner BYTES NOT NULL, epoch BIGINT NOT NULL);"
      "CREATE TABLE seats(game BYTES NOT NULL, player BIGINT NOT NULL, who BYTES NOT NULL, "
      "name BYTES NOT NULL, token_hash BYTES NOT NULL, invite_hash BYTES NOT NULL, "
      "shown BIGINT NOT NULL, PRIMARY KEY(game, player));"
      "CREATE TABLE events(game BYTES NOT NULL, number BIGINT NOT NULL, at_ms BIGINT NOT NULL, "
      "kind BYTES NOT NULL, body BYTES NOT NULL, PRIMARY KEY(game, number));"};
  UpgradeSteps newer = older;
  newer.push_back("CREATE TABLE reviews(game BYTES NOT NULL PRIMARY KEY, body BYTES NOT NULL)");
  newer.push_back("ALTER TABLE games ADD COLUMN place BIGINT NOT NULL DEFAULT 7");

  auto change = creation(new_game("a"));
  {
    const auto before = open(older);
    ASSERT_TRUE(before);
    ASSERT_EQ(told((*before)->commit({change})), "");
    change = addition("a", {event(2)});
    change.review = "{}";
    EXPECT_NE(told((*before)->commit({change})), "");
  }
  for (int round = 0; round < 2; ++round) {
    const auto after = open(newer);
    ASSERT_TRUE(after) << told(after.error());
    EXPECT_EQ(**(*after)->load("a"), new_game("a"));
  }
  const auto after = open(newer);
  ASSERT_TRUE(after);
  EXPECT_EQ(told((*after)->commit({change})), "");
  EXPECT_EQ(*(*after)->review("a"), "{}");
}

// Every version that was ever written is recorded, and comes through without a loss.
TEST_P(StoreSchema, EveryVersionSinceTheFirstIsBroughtUpToDate) {
  const std::vector<store::Game> games = {
      {"aaaaaaaaaaaa",
       1'700'000'000'000,
       R"({"clock":null,"exploration":true,"game":"yavalath","options":{"size":"5"},"position":"","turns":[]})",
       true,
       {{0, "human", "Ana", "00ff", ""}, {1, "level:3", "", "", ""}},
       {{1, 1'700'000'002'000, "turn", R"({"player":1,"turn":"e5"})"},
        {2, 1'700'000'003'000, "turn", R"({"player":2,"turn":"d4"})"},
        {3, 1'700'000'004'000, "end", R"({"cause":"resignation","player":1,"result":"p2win"})"}}},
      {"bbbbbbbbbbbb",
       1'700'000'001'000,
       R"({"clock":{"initial":60000,"kind":"turn"},"game":"epaminondas","options":{},"position":"","turns":[]})",
       false,
       {{0, "human", "Rui", "11ee", ""}, {1, "human", "", "", "22dd"}},
       {}}};
  for (std::size_t version = 1; version <= store::schema_steps().size(); ++version) {
    SCOPED_TRACE(version);
    const StorePlace place(GetParam());
    make_recorded(place.where(), "version" + std::to_string(version));
    for (int round = 0; round < 2; ++round) {
      const auto store = open_store(place.where());
      for (const auto& game : games) EXPECT_EQ(**store->load(game.id), game);
      EXPECT_EQ(*store->review(games[0].id), R"({"effort":1})");
      EXPECT_EQ(*store->review(games[1].id), std::nullopt);
      // And it goes on.
      EXPECT_EQ(told(store->commit({creation(new_game("new" + std::to_string(round)))})), "");
    }
    const auto store = open_store(place.where());
    EXPECT_EQ(told(store->commit({addition(games[1].id, {event(1)})})), "");
    EXPECT_EQ(stored_events(*store, games[1].id), 1);
  }
}

// Version 3 kept the names of archived games with their accents, in small letters.
TEST_P(StoreSchema, ArchivedGamesAreFoundWithoutAccentsWhoeverKeptThem) {
  const auto row = [](const std::string& name) {
    return "INSERT INTO found VALUES('" + name +
           "', 1700000004000, 'aaaaaaaaaaaa', 'yavalath', 'players=2,size=5,swap=on', 'p2win', "
           "'resigned');";
  };
  const std::vector<std::string> kept = {"joão", "joao", "çãÿðþ×÷", "łódź"};
  std::string more;
  for (const auto& name : kept) more += row(name);
  make_recorded(place_.where(), "version3", more);
  const auto store = open_store(place_.where());
  const auto found = [&](const std::string& name) {
    const auto entries = store->archive()->find({.player = name, .limit = 10});
    return entries ? static_cast<int>(entries->size()) : -1;
  };
  for (const auto& name : kept) EXPECT_EQ(found(core::folded(name)), 1) << name;
  EXPECT_EQ(found("joão"), 0);
  for (const auto* name : {"ana", ""}) EXPECT_EQ(found(name), 1) << name;
}

TEST_P(StoreSchema, NewerTablesAreRefused) {
  ASSERT_TRUE(open(then({"CREATE TABLE later(x BIGINT)"})));
  const auto message = open_error(place_.where());
  const auto known = store::schema_steps().size();
  EXPECT_NE(message.find("its tables are of version " + std::to_string(known + 1) +
                         "; this program knows versions up to " + std::to_string(known)),
            std::string::npos)
      << message;
  ASSERT_TRUE(open(then({"CREATE TABLE later(x BIGINT)"})));
}

TEST_P(StoreSchema, AStepThatFailsChangesNothing) {
  {
    const auto before = open(store::schema_steps());
    ASSERT_EQ(told((*before)->commit({creation(new_game("a"))})), "");
  }
  const auto message = error(then({"CREATE TABLE later(x BIGINT); INSERT INTO nowhere VALUES(1)"}));
  const auto next = std::to_string(store::schema_steps().size() + 1);
  EXPECT_TRUE(message.starts_with("upgrading to version " + next + ": ")) << message;
  // The table of the failed step is not there: it can be made now.
  const auto after = open(then({"CREATE TABLE later(x BIGINT)"}));
  ASSERT_TRUE(after) << told(after.error());
  EXPECT_EQ(stored_events(**after, "a"), 1);
}

}  // namespace
}  // namespace tests
