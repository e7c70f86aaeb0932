// Versions of the tables: older ones are brought up to date, newer ones refused.
#include "store/postgres_store.h"
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

  StorePlace place_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreSchema, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(StoreSchema, OlderTablesAreBroughtUpToDate) {
  // As if version 1 had held games without reviews.
  const UpgradeSteps older = {
      "CREATE TABLE games(id BYTES NOT NULL PRIMARY KEY, created_ms BIGINT NOT NULL, "
      "setup BYTES NOT NULL, finished BIGINT NOT NULL, events BIGINT NOT NULL, "
      "changed BIGINT NOT NULL);"
      "CREATE TABLE seats(game BYTES NOT NULL, player BIGINT NOT NULL, who BYTES NOT NULL, "
      "name BYTES NOT NULL, token_hash BYTES NOT NULL, invite_hash BYTES NOT NULL, "
      "PRIMARY KEY(game, player));"
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

TEST_P(StoreSchema, NewerTablesAreRefused) {
  ASSERT_TRUE(open(then({"CREATE TABLE later(x BIGINT)"})));
  const auto message = open_error(place_.where());
  EXPECT_NE(message.find("its tables are of version 2; this program knows versions up to 1"),
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
  EXPECT_TRUE(message.starts_with("upgrading to version 2: ")) << message;
  // The table of the failed step is not there: it can be made now.
  const auto after = open(then({"CREATE TABLE later(x BIGINT)"}));
  ASSERT_TRUE(after) << told(after.error());
  EXPECT_EQ(stored_events(**after, "a"), 1);
}

}  // namespace
}  // namespace tests
