// What whoever runs the server does with stored games, on both databases; copies of SQLite's.
#include <atomic>
#include <fstream>
#include <limits>
#include <stop_token>
#include <thread>

#include "core/file.h"
#include "store/administration.h"
#include "store/sqlite_backup.h"
#include "stores.h"

namespace tests {
namespace {

constexpr std::int64_t kThen = 1'700'000'000'000;

class StoreAdministration : public ::testing::TestWithParam<const char*> {
 protected:
  StorePlace place_{GetParam()};
  std::unique_ptr<store::Store> store_ = open_store(place_.where());
  store::Administration& admin_ = *store_->administration();

  // `name`: of the first player; the second never has one.
  void add(const std::string& id, std::int64_t created_ms, bool finished, const std::string& name) {
    auto game = new_game(id);
    game.created_ms = created_ms;
    game.finished = finished;
    game.seats[0].name = name;
    game.events[0].at_ms = created_ms + 1'000;
    auto change = creation(game);
    if (finished) change.review = "{}";
    ASSERT_EQ(told(store_->commit({change})), "");
  }
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreAdministration, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(StoreAdministration, ListsAndCounts) {
  EXPECT_EQ(admin_.newest(10)->size(), 0u);
  add("a", kThen, true, "Ana");
  add("b", kThen + 5, false, "");
  add("c", kThen + 3, true, "");
  const auto games = *admin_.newest(2);
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[0].id, "b");
  EXPECT_FALSE(games[0].finished);
  EXPECT_EQ(games[1].id, "c");
  EXPECT_EQ(games[1].setup, R"({"game":"yavalath"})");
  ASSERT_EQ(games[1].seats.size(), 2u);
  EXPECT_EQ(games[1].seats[1].who, "level:3");
  const auto counts = *admin_.counts();
  EXPECT_EQ(counts.games, 3);
  EXPECT_EQ(counts.finished, 2);
  EXPECT_EQ(counts.events, 3);
  EXPECT_EQ(counts.reviews, 2);
}

TEST_P(StoreAdministration, NamelessGamesAreThoseThatEndedLongAgoWithoutAName) {
  add("named", kThen, true, "Ana");
  add("running", kThen, false, "");
  add("old", kThen, true, "");
  add("young", kThen + 1'000'000, true, "");
  EXPECT_EQ(*admin_.nameless(kThen + 2'000), std::vector<std::string>{"old"});
  // By the last event, not by the beginning.
  EXPECT_EQ(*admin_.nameless(kThen + 1'000), std::vector<std::string>{});
}

// Whatever was known before, what counts is what they are when they are deleted.
TEST_P(StoreAdministration, WhatHasChangedSinceIsNotDeleted) {
  const std::vector<std::string> ids = {"named", "played", "reopened", "same"};
  for (const auto& id : ids) add(id, kThen, true, "");
  const auto before = kThen + 2'000;
  ASSERT_EQ(*admin_.nameless(before), ids);
  store::Change named, reopened;
  named.game = "named";
  named.seats = new_game("named").seats;
  named.seats[0].name = "Ana";
  auto later = event(2);
  later.at_ms = before;
  reopened.game = "reopened";
  reopened.finished = false;
  ASSERT_EQ(told(store_->commit({named, addition("played", {later}), reopened})), "");
  EXPECT_EQ(*admin_.remove(ids, {.nameless_before = before}), std::vector<std::string>{"same"});
  EXPECT_EQ(*admin_.remove({"reopened"}, {.finished = true}), std::vector<std::string>{});
  EXPECT_EQ(*admin_.remove({"played"}, {.finished = true}), std::vector<std::string>{"played"});
  EXPECT_EQ(*admin_.remove({"reopened"}), std::vector<std::string>{"reopened"});
  EXPECT_EQ(admin_.counts()->games, 1);
}

// More games than are looked at together: in parts, between which others come to it.
TEST_P(StoreAdministration, ManyGamesAreLookedAtInParts) {
  std::vector<store::Change> changes;
  for (int i = 0; i < 450; ++i) {
    auto game = new_game("game" + std::to_string(i));
    game.finished = i % 2 == 0;
    for (auto& seat : game.seats) seat.name.clear();
    changes.push_back(creation(game));
  }
  ASSERT_EQ(told(store_->commit(changes)), "");
  const auto counts = *admin_.counts();
  EXPECT_EQ(counts.games, 450);
  EXPECT_EQ(counts.finished, 225);
  EXPECT_EQ(counts.events, 450);
  EXPECT_EQ(counts.reviews, 0);
  EXPECT_EQ(admin_.nameless(std::numeric_limits<std::int64_t>::max())->size(), 225u);
}

// The server is about to end.
TEST_P(StoreAdministration, WhatIsStoppedLeavesNothingBehind) {
  add("a", kThen, true, "");
  std::stop_source stop;
  stop.request_stop();
  const auto token = stop.get_token();
  const auto stopping = [](const auto& answer) {
    return !answer && answer.error().notes.back().message == text::Message::kServerStops;
  };
  EXPECT_TRUE(stopping(admin_.counts(token)));
  EXPECT_TRUE(stopping(admin_.nameless(kThen, token)));
  EXPECT_TRUE(stopping(admin_.remove({"a"}, {}, token)));
  EXPECT_EQ(stored_events(*store_, "a"), 1);
  if (std::string(GetParam()) == "postgresql") return;
  const TempFolder folder;
  EXPECT_EQ(told(admin_.backup(folder.path() + "/copy.db", token)), "the server is stopping");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_P(StoreAdministration, DeletedGamesLeaveNothing) {
  std::vector<std::string> ids;
  for (int i = 0; i < 250; ++i) ids.push_back("game" + std::to_string(i));
  for (const auto& id : ids) add(id, kThen, true, "");
  add("stays", kThen, true, "");
  ids.push_back("nothing");
  EXPECT_EQ(admin_.remove(ids)->size(), 250u);
  const auto counts = *admin_.counts();
  EXPECT_EQ(counts.games, 1);
  EXPECT_EQ(counts.events, 1);
  EXPECT_EQ(counts.reviews, 1);
  EXPECT_EQ(stored_events(*store_, "game7"), -1);
  EXPECT_EQ(stored_events(*store_, "stays"), 1);
  // Its place is free again, and a change of what is gone is refused.
  EXPECT_NE(told(store_->commit({addition("game7", {event(2)})})), "");
  EXPECT_EQ(told(store_->commit({creation(new_game("game7"))})), "");
}

TEST_P(StoreAdministration, ABackupIsAStoreOrPostgresIsTold) {
  add("a", kThen, true, "Ana");
  const TempFolder folder;
  const std::string copy = folder.path() + "/copy.db";
  if (std::string(GetParam()) == "postgresql") {
    EXPECT_NE(told(admin_.backup(copy)).find("pg_dump"), std::string::npos);
    return;
  }
  ASSERT_EQ(told(admin_.backup(copy)), "");
  add("b", kThen, true, "Ana");  // the store goes on
  EXPECT_NE(told(admin_.backup(copy)).find("is there already"), std::string::npos);
  EXPECT_NE(told(admin_.backup(folder.path() + "/nowhere/copy.db")), "");
  const auto copied = open_store(copy);
  EXPECT_EQ(**copied->load("a"), **store_->load("a"));
  EXPECT_EQ(stored_events(*copied, "b"), -1);
}

// Whatever was acknowledged before a copy was begun is in it, while others go on writing.
TEST(StoreBackup, CopiesOfAStoreThatIsWrittenToAreWhole) {
  const TempFolder folder;
  const auto store = open_store(folder.path() + "/games.db");
  ASSERT_EQ(told(store->commit({creation(new_game("a")), creation(new_game("b"))})), "");
  std::atomic<int> acknowledged = 1;
  std::atomic<bool> enough = false;
  std::thread writing([&] {
    for (int number = 2; !enough; ++number) {
      const auto next = event(number, std::string(20'000, 'x'));
      EXPECT_EQ(told(store->commit({addition("a", {next}), addition("b", {next})})), "");
      acknowledged = number;
    }
  });
  std::vector<int> least;
  for (int i = 0; i < 5; ++i) {
    const int wanted = acknowledged + 3;
    await([&] { return acknowledged >= wanted; });
    least.push_back(acknowledged);
    EXPECT_EQ(told(store->administration()->backup(folder.path() + "/copy" + std::to_string(i))),
              "");
  }
  enough = true;
  writing.join();
  for (std::size_t i = 0; i < least.size(); ++i) {
    const auto copy = open_store(folder.path() + "/copy" + std::to_string(i));
    EXPECT_GE(stored_events(*copy, "a"), least[i]);
    EXPECT_EQ(stored_events(*copy, "a"), stored_events(*copy, "b"));
  }
}

// --- Bringing a copy back ---

class Restore : public ::testing::Test {
 protected:
  std::string games_in(const std::string& path) {
    return std::to_string(open_store(path)->administration()->counts()->games);
  }
  void fill(const std::string& path, int games) {
    const auto store = open_store(path);
    for (int i = 0; i < games; ++i) {
      ASSERT_EQ(told(store->commit({creation(new_game("game" + std::to_string(i)))})), "");
    }
  }
  std::string restore(const std::string& from, bool force = false) {
    return told(store::restore_sqlite(from, path_, force));
  }

  TempFolder folder_;
  const std::string path_ = folder_.path() + "/games.db", copy_ = folder_.path() + "/copy.db";
};

TEST_F(Restore, PutsTheCopyInItsPlace) {
  fill(path_, 3);
  ASSERT_EQ(told(store::copy_sqlite(path_, copy_)), "");
  fill(folder_.path() + "/other.db", 1);
  EXPECT_NE(restore(copy_).find("is there already; --force"), std::string::npos);
  ASSERT_EQ(restore(folder_.path() + "/other.db", true), "");
  EXPECT_EQ(games_in(path_), "1");
  std::filesystem::remove(path_);
  ASSERT_EQ(restore(copy_), "");
  EXPECT_EQ(games_in(path_), "3");
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    names.insert(entry.path().filename());
  }
  EXPECT_FALSE(names.contains("games.db.restored"));
  EXPECT_FALSE(names.contains("games.db.restored-lock"));
}

TEST_F(Restore, WhatIsNoCopyChangesNothing) {
  fill(path_, 2);
  const std::string text = folder_.path() + "/text";
  ASSERT_EQ(core::write_file(text, std::string(5000, 'x')), 0);
  EXPECT_NE(restore(text, true).find("not an SQLite database"), std::string::npos);
  EXPECT_NE(restore(folder_.path() + "/nowhere", true).find("there is no such file"),
            std::string::npos);
  ASSERT_EQ(told(store::copy_sqlite(path_, copy_)), "");
  auto damaged = *core::read_file(copy_);
  for (std::size_t at = 4096; at < damaged.size(); ++at) damaged[at] = static_cast<char>(at * 7);
  ASSERT_EQ(core::write_file(copy_, damaged), 0);
  EXPECT_NE(restore(copy_, true), "");
  EXPECT_EQ(games_in(path_), "2");
}

TEST_F(Restore, NotUnderARunningProgram) {
  fill(path_, 1);
  ASSERT_EQ(told(store::copy_sqlite(path_, copy_)), "");
  const auto store = open_store(path_);
  EXPECT_NE(restore(copy_, true).find("another tabuleiro is using it"), std::string::npos);
  EXPECT_EQ(stored_events(*store, "game0"), 1);
}

}  // namespace
}  // namespace tests
