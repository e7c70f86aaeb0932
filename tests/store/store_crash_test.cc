// What was acknowledged survives a crash of the machine: all that SQLite had written but not
// flushed may be lost, or be there in part.
#include "core/file.h"
#include "crash_vfs.h"
#include "stores.h"

namespace tests {
namespace {

using Unflushed = CrashVfs::Unflushed;

// A store that two games are written to, both in each commit, and what had happened below it when
// each commit was acknowledged.
struct Written {
  TempFolder folder;
  CrashVfs disk{std::filesystem::canonical(folder.path())};
  std::vector<std::size_t> acknowledged;  // of the commit that brought event 1, 2 …

  explicit Written(int commits, std::size_t bytes) {
    const auto store = open_store(folder.path() + "/games.db");
    EXPECT_EQ(told(store->commit({creation(new_game("a")), creation(new_game("b"))})), "");
    acknowledged.push_back(disk.now());
    for (int number = 2; number <= commits; ++number) {
      const auto next = event(number, std::string(bytes, 'x'));
      EXPECT_EQ(told(store->commit({addition("a", {next}), addition("b", {next})})), "");
      acknowledged.push_back(disk.now());
    }
    // The crash comes before the file is closed, and so before it is tidied up.
    end = disk.now();
  }
  std::size_t end = 0;

  int acknowledged_by(std::size_t moment) const {
    return static_cast<int>(std::upper_bound(acknowledged.begin(), acknowledged.end(), moment) -
                            acknowledged.begin());
  }
};

// The events of both games after the crash; -1 where there is no store yet.
int events_after(const Written& written, std::size_t moment, Unflushed unflushed, core::Rng& rng) {
  const TempFolder folder;
  const std::string path = folder.path() + "/games.db";
  for (const auto& [name, content] : written.disk.after_crash(moment, unflushed, rng)) {
    EXPECT_EQ(core::write_file(folder.path() + '/' + name, content), 0);
  }
  const auto store = open_store(path);
  const int events = stored_events(*store, "a");
  EXPECT_EQ(stored_events(*store, "b"), events) << "half a commit";
  return events;
}

TEST(StoreCrash, WhatWasAcknowledgedIsThereAfterwards) {
  // Enough for several checkpoints, in which the journal goes into the file.
  const Written written(by_tier(60, 120, 300), 60'000);
  ASSERT_GT(written.end, written.acknowledged.front());
  core::Rng rng(14);
  for (std::size_t commit = 0; commit < written.acknowledged.size(); ++commit) {
    const auto moment = written.acknowledged[commit];
    for (const auto unflushed : {Unflushed::kLost, Unflushed::kByChance}) {
      ASSERT_GE(events_after(written, moment, unflushed, rng), static_cast<int>(commit) + 1)
          << "an acknowledged change is lost";
    }
  }
}

// Also in the middle of a commit or of a checkpoint.
TEST(StoreCrash, AtAnyMomentTheStoreIsWhole) {
  const Written written(40, 60'000);
  core::Rng rng(15);
  const auto first = written.acknowledged.front();
  for (int round = 0; round < by_tier(60, 200, 2000); ++round) {
    const auto moment = first + rng.below(static_cast<std::uint32_t>(written.end - first + 1));
    const auto unflushed = std::array{Unflushed::kLost, Unflushed::kKept,
                                      Unflushed::kByChance}[static_cast<std::size_t>(round % 3)];
    const int events = events_after(written, moment, unflushed, rng);
    ASSERT_GE(events, written.acknowledged_by(moment)) << moment;
    ASSERT_LE(events, written.acknowledged_by(moment) + 1) << moment;
  }
}

}  // namespace
}  // namespace tests
