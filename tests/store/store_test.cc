// The store: the same in SQLite and PostgreSQL.
#include "store/store.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/random.h"
#include "stores.h"

namespace tests {
namespace {

using store::Change;
using store::Game;

class BothStores : public ::testing::TestWithParam<const char*> {
 protected:
  void reopen() {
    store_.reset();
    store_ = open_store(place_.where());
  }
  store::Store& store() {
    if (!store_) reopen();
    return *store_;
  }
  std::string commit(const std::vector<Change>& changes) { return told(store().commit(changes)); }
  Game loaded(const std::string& id) {
    const auto game = store().load(id);
    if (!game || !*game) throw std::runtime_error("no game " + id);
    return **game;
  }

  StorePlace place_{GetParam()};
  std::unique_ptr<store::Store> store_;
};

INSTANTIATE_TEST_SUITE_P(Stores, BothStores, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(BothStores, WhatIsStoredComesBack) {
  Game game = new_game("first");
  ASSERT_EQ(commit({creation(game), creation(new_game("second"))}), "");
  EXPECT_EQ(loaded("first"), game);

  Change change = addition("first", {event(2), event(3, "")});
  change.seats = {{1, "human", "Rui", "another hash", ""}};
  change.finished = true;
  change.review = "{}";
  ASSERT_EQ(commit({change}), "");
  game.events.push_back(event(2));
  game.events.push_back(event(3, ""));
  game.seats[1] = change.seats[0];
  game.finished = true;
  EXPECT_EQ(loaded("first"), game);
  EXPECT_EQ(loaded("second"), new_game("second"));
  EXPECT_EQ(*store().review("first"), "{}");
  EXPECT_EQ(*store().review("second"), std::nullopt);

  reopen();
  EXPECT_EQ(loaded("first"), game);
  EXPECT_EQ(*store().review("first"), "{}");
  EXPECT_EQ(*store().load("third"), std::nullopt);
}

TEST_P(BothStores, AReviewReplacesTheEarlierOne) {
  Change change = creation(new_game("a"));
  change.review = "first";
  ASSERT_EQ(commit({change}), "");
  Change again;
  again.game = "a";
  again.review = "second";
  ASSERT_EQ(commit({again}), "");
  EXPECT_EQ(*store().review("a"), "second");
}

TEST_P(BothStores, AChangeMayCreateAndGoOnAtOnce) {
  Change change = creation(new_game("a"));
  change.events = {event(2)};
  ASSERT_EQ(commit({change, addition("a", {event(3)})}), "");
  EXPECT_EQ(stored_events(store(), "a"), 3);
  ASSERT_EQ(commit({}), "");
}

TEST_P(BothStores, AllOrNothing) {
  ASSERT_EQ(commit({creation(new_game("a"))}), "");
  EXPECT_NE(commit({addition("a", {event(2)}), creation(new_game("b")), addition("a", {event(9)})}),
            "");
  EXPECT_EQ(loaded("a"), new_game("a"));
  EXPECT_EQ(stored_events(store(), "b"), -1);
  ASSERT_EQ(commit({addition("a", {event(2)})}), "");
  EXPECT_EQ(stored_events(store(), "a"), 2);
}

TEST_P(BothStores, EventsAreNumberedWithoutGaps) {
  ASSERT_EQ(commit({creation(new_game("a"))}), "");
  EXPECT_EQ(commit({addition("a", {event(3)})}), "expected event 2, found 3, in game a");
  EXPECT_EQ(commit({addition("a", {event(1)})}), "expected event 2, found 1, in game a");
  EXPECT_EQ(commit({addition("a", {event(2), event(4)})}), "expected event 3, found 4, in game a");
  EXPECT_EQ(commit({addition("a", {event(2), event(2)})}), "expected event 3, found 2, in game a");
  EXPECT_EQ(commit({addition("a", {event(0)})}), "expected event 1, found 0, in game a");
  EXPECT_EQ(commit({addition("a", {event(-1)})}), "expected event 1, found -1, in game a");
  Game game = new_game("b");
  game.events = {event(2)};
  EXPECT_EQ(commit({creation(game)}), "expected event 1, found 2, in game b");
  EXPECT_EQ(loaded("a"), new_game("a"));
}

TEST_P(BothStores, ChangesThatMakeNoSenseAreRefused) {
  ASSERT_EQ(commit({creation(new_game("a"))}), "");
  Change other = creation(new_game("b"));
  other.game = "c";
  Change review;
  review.game = "b";
  review.review = "";
  for (const auto& [change, error] : std::vector<std::pair<Change, std::string>>{
           {creation(new_game("a")), "there is already a game a"},
           {addition("b", {event(1)}), "there is no game b"},
           {addition("b", {}), "there is no game b"},
           {review, "there is no game b"},
           {other, "a change of game c cannot create game b"}}) {
    const auto problem = store().commit({change});
    EXPECT_EQ(told(problem), error);
    EXPECT_TRUE(problem && store::refused(*problem)) << error;
  }
}

TEST_P(BothStores, AnyBytesAreKept) {
  using namespace std::string_literals;
  const auto odd = "nul\0 'quote' \"double\" \\x27; DROP TABLE games; -- \xff\xfe ção 棋"s;
  Game game = new_game(odd);
  game.setup = odd;
  game.seats[0] = {0, odd, odd, odd, odd};
  game.events = {{1, -1, odd, odd}, {2, 9'000'000'000'000'000'000, "", ""}};
  Change change = creation(game);
  change.review = odd;
  ASSERT_EQ(commit({change, creation(new_game("12")), creation(new_game("012"))}), "");
  reopen();
  EXPECT_EQ(loaded(odd), game);
  EXPECT_EQ(*store().review(odd), odd);
  EXPECT_EQ(loaded("012"), new_game("012"));
  EXPECT_EQ(*store().load(odd.substr(0, 3)), std::nullopt);
}

TEST_P(BothStores, LargeBodiesAndManyEvents) {
  Game game = new_game("large");
  game.events = {event(1, std::string(3'000'000, '\xe7'))};
  for (int number = 2; number <= 2000; ++number) game.events.push_back(event(number));
  Change change = creation(game);
  change.review = std::string(1'000'000, 'r');
  ASSERT_EQ(commit({change}), "");
  reopen();
  EXPECT_EQ(loaded("large"), game);
  EXPECT_EQ(*store().review("large"), change.review);
}

TEST_P(BothStores, OnlyOneProgramAtATime) {
  ASSERT_EQ(commit({creation(new_game("a"))}), "");
  EXPECT_NE(open_error(place_.where()).find("another tabuleiro is using it"), std::string::npos);
  ASSERT_EQ(commit({addition("a", {event(2)})}), "");
  reopen();
  EXPECT_EQ(stored_events(store(), "a"), 2);
}

TEST_P(BothStores, CallsFromSeveralThreads) {
  store();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, id = std::to_string(thread)] {
      EXPECT_EQ(told(store().commit({creation(new_game(id))})), "");
      for (int number = 2; number <= 20; ++number) {
        EXPECT_EQ(told(store().commit({addition(id, {event(number)})})), "");
        EXPECT_EQ(stored_events(store(), id), number);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (int thread = 0; thread < 4; ++thread) {
    EXPECT_EQ(stored_events(store(), std::to_string(thread)), 20);
  }
}

// Stores events and tells of each commit through a pipe, until it is killed.
[[noreturn]] void commit_for_ever(const std::string& where, int pipe) {
  const auto store = open_store(where);
  const auto add = [&](const std::string& id, int from, int count) {
    std::vector<store::Event> events;
    for (int number = from; number < from + count; ++number) {
      events.push_back(event(number, std::string(300, 'x')));
    }
    return addition(id, events);
  };
  int left = stored_events(*store, "left"), right = stored_events(*store, "right");
  while (true) {
    if (store->commit({add("left", left + 1, 1), add("right", right + 1, 2)})) _exit(1);
    left += 1, right += 2;
    const int acknowledged[] = {left, right};
    if (write(pipe, acknowledged, sizeof acknowledged) != sizeof acknowledged) _exit(2);
  }
}

TEST_P(BothStores, NothingAcknowledgedIsLostWhenKilled) {
  ASSERT_EQ(commit({creation(new_game("left")), creation(new_game("right"))}), "");
  core::Rng rng(3);
  int left = 1, right = 1, commits = 0;
  for (int round = 0; round < by_tier(3, 5, 50); ++round) {
    store_.reset();
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = fork();
    if (child == 0) commit_for_ever(place_.where(), pipe[1]);
    close(pipe[1]);
    int acknowledged[2];
    // Killed somewhere in the commits that follow the first ones, which however slow the machine is
    // are there.
    for (std::uint32_t wanted = 2 + rng.below(4); wanted > 0; --wanted, ++commits) {
      ASSERT_EQ(read(pipe[0], acknowledged, sizeof acknowledged), ssize_t{sizeof acknowledged});
    }
    usleep(static_cast<useconds_t>(rng.below(60'000)));
    kill(child, SIGKILL);
    do {
      left = acknowledged[0], right = acknowledged[1], ++commits;
    } while (read(pipe[0], acknowledged, sizeof acknowledged) > 0);
    close(pipe[0]);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
    const int left_there = stored_events(store(), "left");
    const int right_there = stored_events(store(), "right");
    // One more commit may be there, which was not told of; it is whole.
    EXPECT_GE(left_there, left);
    EXPECT_LE(left_there, left + 1);
    EXPECT_EQ(right_there - right, 2 * (left_there - left));
    ASSERT_EQ(commit({addition("left", {event(left_there + 1)})}), "");
  }
  EXPECT_GT(commits, 3);
}

}  // namespace
}  // namespace tests
