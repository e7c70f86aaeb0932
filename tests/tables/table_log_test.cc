// What the log says of tables names the request that asked for it, on whichever thread it is said.
#include "core/file.h"
#include "core/scan.h"
#include "logs/logs.h"
#include "registry_fixture.h"

namespace tests {
namespace {

class TableLog : public ::testing::Test {
 protected:
  TableLog() { EXPECT_FALSE(logs::start({logs::Level::kInfo, true, file_})); }
  ~TableLog() override { logs::stop(); }

  // What was written until now; nothing is written any more.
  std::vector<nlohmann::json> lines(const std::string& event) const {
    logs::stop();
    std::vector<nlohmann::json> found;
    const auto text = core::read_file(file_).value_or("");
    for (const auto line : core::split(text, '\n')) {
      if (line.empty()) continue;
      const auto json = nlohmann::json::parse(line);
      if (json["event"] == event) found.push_back(json);
    }
    return found;
  }

  TempFolder folder_;
  const std::string file_ = folder_.path() + "/log";
};

const std::string kFirst = "request-1", kSecond = "request-2";

TEST_F(TableLog, ATurnNamesTheRequestItCameBy) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "me"});
  std::promise<void> both;
  std::atomic<int> answers = 0;
  const auto ask = [&](const std::string& request, const std::string& turn, int after) {
    const logs::RequestScope scope(request);
    live->run(
        [=, &fixture](const tables::Table& table, std::int64_t now) {
          return table.turn(table.actor(fixture.token_hash), turn, after, now);
        },
        [&](const auto&) {
          if (++answers == 2) both.set_value();
        });
  };
  {
    // The second waits for the first and is decided on another thread.
    const std::lock_guard hold(fixture.store->committing);
    ask(kFirst, "e5", 0);
    ask(kSecond, "e4", 1);
  }
  both.get_future().wait();
  const auto turns = lines("turn");
  ASSERT_EQ(turns.size(), 2u);
  EXPECT_EQ(turns[0]["request"], kFirst);
  EXPECT_EQ(turns[1]["request"], kSecond);
}

TEST_F(TableLog, SoDoesWhatCouldNotBeStored) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "me"});
  fixture.store->commits_fail = true;
  {
    const logs::RequestScope scope(kFirst);
    EXPECT_FALSE(fixture.turn(live, "e5", 0));
  }
  const auto failed = lines("not_stored");
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_EQ(failed[0]["request"], kFirst);
}

// A computer's turn follows from a person's, but nobody asked for it.
TEST_F(TableLog, AComputersTurnNamesNone) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "level:1"});
  {
    const logs::RequestScope scope(kFirst);
    EXPECT_TRUE(fixture.turn(live, "e5", 0));
  }
  await([&] { return live->snapshot()->table().turn_count() == 2; });
  const auto turns = lines("turn");
  ASSERT_EQ(turns.size(), 2u);
  EXPECT_TRUE(turns[0].contains("request"));
  EXPECT_FALSE(turns[1].contains("request"));
}

TEST_F(TableLog, AMistakeInEngineWorkNamesWhoWantedIt) {
  tables::WorkQueue work(1);
  std::promise<void> failed;
  auto task = std::make_shared<tables::Task>();
  task->run = [](const std::stop_token&, tables::WorkTime&) {
    throw std::runtime_error("a mistake");
  };
  task->failed = [&] { failed.set_value(); };
  {
    const logs::RequestScope scope(kFirst);
    ASSERT_TRUE(work.submit(tables::Lane::kAnalyses, "a", task));
  }
  failed.get_future().wait();
  const auto caught = lines("exception");
  ASSERT_EQ(caught.size(), 1u);
  EXPECT_EQ(caught[0].value("request", ""), kFirst);
}

}  // namespace
}  // namespace tests
