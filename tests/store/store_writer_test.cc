// The writer: many changes, few commits.
#include <atomic>
#include <future>

#include "store/watched_store.h"
#include "store/writer.h"
#include "stores.h"

namespace tests {
namespace {

using store::Change;
using store::Writer;
using Problem = std::optional<text::Error>;

// Holds commits up and counts them; fails where it is told to.
class SlowStore final : public store::Store {
 public:
  Problem commit(const std::vector<Change>& changes) override {
    ++begun_;
    const std::lock_guard lock(gate_);
    ++commits_;
    if (broken_) return text::Error(text::Message::kDiskFull);
    if (throwing_) throw std::bad_alloc();
    for (const auto& change : changes) {
      if (change.game == "bad") return text::Error(text::Message::kStoreNoGame, {"bad"});
    }
    for (const auto& change : changes) stored_.push_back(change.game);
    return std::nullopt;
  }
  store::Stored<std::optional<store::Game>> load(const std::string&) override {
    if (broken_) return text::Error(text::Message::kDiskFull);
    return std::optional<store::Game>();
  }
  store::Stored<std::optional<std::string>> review(const std::string&) override {
    return std::optional<std::string>();
  }

  std::mutex gate_;
  std::atomic<bool> broken_ = false, throwing_ = false;
  std::atomic<int> begun_ = 0, commits_ = 0;
  std::vector<std::string> stored_;
};

class WriterTest : public ::testing::Test {
 protected:
  void submit(Writer& writer, const std::string& game) {
    Change change;
    change.game = game;
    EXPECT_EQ(told(writer.submit(change,
                                 [this, game](const Problem& problem) {
                                   answers_.push_back(game + (problem ? ": " + told(problem) : ""));
                                 })),
              "");
  }
  // Until the writer sits in a commit that cannot go on.
  void hold(Writer& writer) {
    store_.gate_.lock();
    submit(writer, "first");
    await([this] { return store_.begun_ == 1; });
  }

  SlowStore store_;
  std::vector<std::string> answers_;  // by the writer's thread; read after stop()
};

TEST_F(WriterTest, WhatWaitsGoesTogether) {
  Writer writer(store_);
  hold(writer);
  for (const char* game : {"a", "b", "c", "d"}) submit(writer, game);
  store_.gate_.unlock();
  writer.stop();
  EXPECT_EQ(store_.stored_, (std::vector<std::string>{"first", "a", "b", "c", "d"}));
  EXPECT_EQ(answers_, store_.stored_);
  EXPECT_EQ(store_.commits_, 2);
}

TEST_F(WriterTest, OneBadChangeDoesNotHarmTheOthers) {
  Writer writer(store_);
  hold(writer);
  for (const char* game : {"a", "bad", "b"}) submit(writer, game);
  store_.gate_.unlock();
  writer.stop();
  EXPECT_EQ(store_.stored_, (std::vector<std::string>{"first", "a", "b"}));
  EXPECT_EQ(answers_, (std::vector<std::string>{"first", "a", "bad: there is no game bad", "b"}));
}

TEST_F(WriterTest, ChangesSubmittedTogetherAreStoredTogetherOrNotAtAll) {
  Writer writer(store_);
  hold(writer);
  submit(writer, "a");
  std::vector<Change> pair(2);
  pair[0].game = "new", pair[1].game = "bad";
  EXPECT_EQ(told(writer.submit_together(pair,
                                        [this](const Problem& problem) {
                                          answers_.push_back(problem ? "refused" : "stored");
                                        })),
            "");
  store_.gate_.unlock();
  writer.stop();
  EXPECT_EQ(store_.stored_, (std::vector<std::string>{"first", "a"}));
  EXPECT_EQ(answers_.back(), "refused");
}

TEST_F(WriterTest, ADatabaseInTroubleIsAskedOnceABatch) {
  Writer writer(store_);
  hold(writer);
  store_.broken_ = true;
  for (const char* game : {"a", "b", "c"}) submit(writer, game);
  store_.gate_.unlock();
  writer.stop();
  EXPECT_TRUE(store_.stored_.empty());
  EXPECT_EQ(answers_.size(), 4u);
  EXPECT_EQ(answers_.back(), "c: the disk is full");
  EXPECT_LE(store_.commits_, 2);
}

// Whoever runs the program hears of trouble once when it begins and once when it ends.
TEST(WatchedStore, TellsOfTroubleAndItsEnd) {
  const auto store = std::make_shared<SlowStore>();
  std::vector<std::string> heard;
  using Part = store::WatchedStore::Part;
  store::WatchedStore watched(store, [&](Part part, const Problem& problem) {
    heard.push_back((part == Part::kLoad ? "loads: " : "") + (problem ? told(problem) : "well"));
  });
  const auto commit = [&](const std::string& game) {
    Change change;
    change.game = game;
    return told(watched.commit({change}));
  };
  EXPECT_EQ(commit("a"), "");
  EXPECT_NE(commit("bad"), "");
  EXPECT_TRUE(heard.empty());
  for (const bool broken : {true, true, false, false}) {
    store->broken_ = broken;
    EXPECT_EQ(commit("b"), broken ? "the disk is full" : "");
  }
  EXPECT_EQ(heard, (std::vector<std::string>{"the disk is full", "well"}));
  EXPECT_EQ(store->stored_.size(), 3u);
  for (const bool broken : {true, true, false}) {
    store->broken_ = broken;
    EXPECT_EQ(bool(watched.load("b")), !broken);
  }
  heard.erase(heard.begin(), heard.begin() + 2);
  EXPECT_EQ(heard, (std::vector<std::string>{"loads: the disk is full", "loads: well"}));
}

TEST_F(WriterTest, TooManyAreRefusedAndNoneAfterTheEnd) {
  Writer writer(store_, 3);
  hold(writer);
  for (const char* game : {"a", "b", "c"}) submit(writer, game);
  const auto never = [](const Problem&) { ADD_FAILURE(); };
  EXPECT_EQ(told(writer.submit({}, never)), "too many changes are waiting to be stored");
  store_.gate_.unlock();
  writer.stop();
  EXPECT_EQ(answers_.size(), 4u);
  EXPECT_EQ(told(writer.submit({}, never)), "nothing is stored any more: the program is ending");
  writer.stop();
}

TEST_F(WriterTest, AnAnswerMaySubmit) {
  Writer writer(store_);
  std::promise<void> answered;
  Change change;
  change.game = "a";
  writer.submit(change, [&](const Problem&) {
    change.game = "b";
    writer.submit(change, [&](const Problem&) { answered.set_value(); });
  });
  answered.get_future().wait();
  EXPECT_EQ(store_.commits_, 2);
}

class WriterOnBoth : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Stores, WriterOnBoth, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(WriterOnBoth, ManyThreadsManyChanges) {
  constexpr int kThreads = 4, kEvents = 100;
  const StorePlace place(GetParam());
  const auto store = open_store(place.where());
  Writer writer(*store);
  std::atomic<int> acknowledged = 0, refusals = 0;
  const auto done = [&](const Problem& problem) { ++(problem ? refusals : acknowledged); };
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, id = std::to_string(thread)] {
      writer.submit(creation(new_game(id)), done);
      for (int number = 2; number <= kEvents; ++number) {
        writer.submit(addition(id, {event(number)}), done);
        // A number that is not next, in the midst of others.
        if (number % 50 == 0) writer.submit(addition(id, {event(number)}), done);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  writer.stop();
  EXPECT_EQ(acknowledged, kThreads * kEvents);
  EXPECT_EQ(refusals, kThreads * 2);
  for (int thread = 0; thread < kThreads; ++thread) {
    EXPECT_EQ(stored_events(*store, std::to_string(thread)), kEvents);
  }
}

TEST_F(WriterTest, WhatTheStoreThrowsIsAnErrorToThoseWhoWait) {
  Writer writer(store_);
  hold(writer);
  store_.throwing_ = true;
  submit(writer, "a");
  store_.gate_.unlock();
  writer.stop();
  EXPECT_EQ(answers_, (std::vector<std::string>{"first: a mistake in the server; it goes on",
                                                "a: a mistake in the server; it goes on"}));
}

TEST_F(WriterTest, WhatADoneThrowsEndsNothing) {
  Writer writer(store_);
  hold(writer);
  Change change;
  change.game = "a";
  ASSERT_FALSE(writer.submit(change, [](const Problem&) { throw std::bad_alloc(); }));
  submit(writer, "b");
  store_.gate_.unlock();
  writer.stop();
  EXPECT_EQ(answers_, (std::vector<std::string>{"first", "b"}));
}

}  // namespace
}  // namespace tests
