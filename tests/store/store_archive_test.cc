// Games that everybody may find, on both databases.
#include <future>
#include <random>

#include "store/administration.h"
#include "store/archive.h"
#include "store/sql_store.h"
#include "stores.h"

namespace tests {
namespace {

constexpr std::int64_t kArchivedAt = 1'700'000'000'000;

store::Shown shown(std::int64_t ended_ms, const std::string& result = "p1win") {
  store::Shown shown;
  shown.ended_ms = ended_ms;
  shown.kind = "yavalath";
  shown.options = "size=5";
  shown.result = result;
  shown.why = "four";
  shown.turns = 12;
  shown.summary = "{}";
  shown.names = {"ana", "rui"};
  return shown;
}

// A database that knows nothing; whoever reads beside it waits until he may go on.
class SlowToRead final : public store::Database {
 public:
  struct Gate {
    std::promise<void> reads, may_go_on;
  };
  explicit SlowToRead(Gate& gate, bool reads = false) : gate_(gate), reads_(reads) {}

  std::optional<text::Error> transaction(const Body& body) override { return body(); }
  store::Stored<std::vector<store::Row>> query(const store::Statement& /*sql*/) override {
    if (reads_) {
      gate_.reads.set_value();
      gate_.may_go_on.get_future().wait();
    }
    return std::vector<store::Row>();
  }
  store::Stored<std::vector<std::int64_t>> run(
      const std::vector<store::Statement>& statements) override {
    return std::vector<std::int64_t>(statements.size(), 1);
  }
  std::optional<text::Error> script(std::string_view /*statements*/) override { return {}; }
  std::optional<text::Error> backup(const std::string& /*path*/,
                                    const std::stop_token& /*stop*/) override {
    return {};
  }
  std::optional<text::Error> check(const std::stop_token& /*stop*/) override { return {}; }
  store::Stored<std::unique_ptr<store::Database>> reader() override {
    return std::unique_ptr<store::Database>(new SlowToRead(gate_, true));
  }

 private:
  Gate& gate_;
  const bool reads_;
};

TEST(StoreArchiveReader, ASlowSearchHoldsUpNoCommit) {
  SlowToRead::Gate gate;
  const auto opened = store::open_tables(std::make_unique<SlowToRead>(gate), {});
  ASSERT_TRUE(opened);
  auto& store = **opened;
  auto searching = std::async(std::launch::async, [&] { return bool(store.archive()->find({})); });
  gate.reads.get_future().wait();
  EXPECT_EQ(told(store.commit({creation(new_game("a"))})), "");
  EXPECT_TRUE(store.load("a"));
  gate.may_go_on.set_value();
  EXPECT_TRUE(searching.get());
}

class StoreArchive : public ::testing::TestWithParam<const char*> {
 protected:
  StorePlace place_{GetParam()};
  std::unique_ptr<store::Store> store_ = open_store(place_.where());
  store::Archive& archive_ = *store_->archive();

  void commit(const store::Change& change) { ASSERT_EQ(told(store_->commit({change})), ""); }
  void add(const std::string& id, const store::Shown& as) {
    auto change = creation(new_game(id));
    change.shown = as;
    commit(change);
  }
  void hide(const std::string& id) {
    store::Change change;
    change.game = id;
    change.hidden = true;
    commit(change);
  }
  void remove(const std::string& id, int next_event = 2) {
    auto change = addition(id, {event(next_event)});
    change.removed = true;
    commit(change);
  }

  std::string found(const store::ArchiveQuery& query) {
    std::string ids;
    for (const auto& entry : *archive_.find(query)) ids += entry.id + ' ';
    return ids;
  }
  // "next: wins wins wins draws" of each continuation, and of all.
  std::string explored(std::int64_t position) {
    const auto text = [](const store::Tally& tally) {
      std::string words;
      for (const auto wins : tally.wins) words += ' ' + std::to_string(wins);
      return words + ' ' + std::to_string(tally.draws);
    };
    const auto all = *archive_.explore(position, 10);
    std::string words = "all:" + text(all.tally);
    for (const auto& one : all.continuations) {
      words += "; " + std::to_string(one.next) + ' ' + one.turn + ':' + text(one.tally);
    }
    return words;
  }
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreArchive, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(StoreArchive, AGameIsFoundByWhatItIs) {
  auto draw = shown(kArchivedAt + 2, "draw");
  draw.why = "draw_agreed";
  draw.names = {"ana"};
  auto other = shown(kArchivedAt + 3, "p2win");
  other.kind = "eigenstate";
  other.options = "";
  add("a", shown(kArchivedAt + 1));
  add("b", draw);
  add("c", other);
  commit(creation(new_game("private")));
  EXPECT_EQ(found({}), "c b a ");
  EXPECT_EQ(found({.kind = "yavalath"}), "b a ");
  EXPECT_EQ(found({.kind = "yavalath", .options = "size=6"}), "");
  EXPECT_EQ(found({.player = "rui"}), "c a ");
  EXPECT_EQ(found({.player = "ru"}), "");
  EXPECT_EQ(found({.result = "draw"}), "b ");
  EXPECT_EQ(found({.player = "ana", .why = "four"}), "c a ");
  EXPECT_EQ(found({.from_ms = kArchivedAt + 2}), "c b ");
  EXPECT_EQ(found({.to_ms = kArchivedAt + 2}), "a ");
  EXPECT_EQ(found({.limit = 2}), "c b ");
  EXPECT_EQ(found({.before = store::ArchivePlace{kArchivedAt + 2, "b"}}), "a ");
  const auto entry = archive_.find({.result = "draw"})->at(0);
  EXPECT_EQ(entry.ended_ms, kArchivedAt + 2);
  EXPECT_EQ(entry.kind, "yavalath");
  EXPECT_EQ(entry.options, "size=5");
  EXPECT_EQ(entry.why, "draw_agreed");
  EXPECT_EQ(entry.turns, 12);
  EXPECT_EQ(entry.summary, "{}");
}

TEST_P(StoreArchive, AGameIsShownAndHiddenAgain) {
  add("a", shown(kArchivedAt));
  // As it ended anew.
  store::Change again;
  again.game = "a";
  again.shown = shown(kArchivedAt + 9, "draw");
  commit(again);
  EXPECT_EQ(found({}), "a ");
  EXPECT_EQ(found({.result = "p1win"}), "");
  hide("a");
  EXPECT_EQ(found({}), "");
  EXPECT_EQ(found({.player = "ana"}), "");
  EXPECT_EQ(stored_events(*store_, "a"), 1);
  hide("a");
}

// Whoever leafs through it meets every game that is there all the time once, in order, while others
// come and go, many of them at the same moment.
TEST_P(StoreArchive, LeafingNeitherSkipsNorRepeats) {
  std::mt19937 random(17);
  std::set<std::string> stays, goes;
  const auto name = [](int number) { return "game" + std::to_string(1000 + number); };
  const auto some_time = [&] { return kArchivedAt + static_cast<std::int64_t>(random() % 7); };
  int number = 0;
  for (; number < 60; ++number) {
    add(name(number), shown(some_time()));
    (number % 3 == 0 ? goes : stays).insert(name(number));
  }
  std::vector<std::string> met;
  store::ArchiveQuery query{.player = "ana", .limit = 7};
  while (true) {
    const auto page = *archive_.find(query);
    for (const auto& entry : page) met.push_back(entry.id);
    if (page.size() < 7) break;
    query.before = store::ArchivePlace{page.back().ended_ms, page.back().id};
    // Meanwhile: games end, one is hidden, one deleted, perhaps the very last one that was met.
    add(name(number++), shown(some_time()));
    add(name(number++), shown(kArchivedAt + 100));
    if (goes.contains(page.back().id)) {
      remove(page.back().id);
      goes.erase(page.back().id);
    }
    if (goes.empty()) continue;
    hide(*goes.begin());
    goes.erase(goes.begin());
  }
  std::set<std::string> once(met.begin(), met.end());
  EXPECT_EQ(once.size(), met.size());
  for (const auto& id : stays) EXPECT_TRUE(once.contains(id)) << id;
}

TEST_P(StoreArchive, TheExplorerCountsAndTakesBack) {
  constexpr std::int64_t kStart = -5, kMiddle = 7;
  auto first = shown(kArchivedAt + 1, "p1win"), second = shown(kArchivedAt + 2, "draw"),
       third = shown(kArchivedAt + 3, "p2win");
  first.plays = {{kStart, kMiddle, "e5"}, {kMiddle, 11, "d4"}};
  second.plays = {{kStart, kMiddle, "a1"}, {kMiddle, 0, ""}};
  third.plays = {{kStart, 12, "c3"}};
  add("a", first);
  add("b", second);
  add("c", third);
  // The first turn that led there tells it for the others.
  EXPECT_EQ(explored(kStart), "all: 1 1 0 1; 7 e5: 1 0 0 1; 12 c3: 0 1 0 0");
  EXPECT_EQ(explored(kMiddle), "all: 1 0 0 1; 11 d4: 1 0 0 0");
  EXPECT_EQ(explored(99), "all: 0 0 0 0");
  const auto newest = *archive_.newest_at(kMiddle, 5);
  ASSERT_EQ(newest.size(), 2u);
  EXPECT_EQ(newest[0].id, "b");
  EXPECT_EQ(newest[1].id, "a");

  hide("a");
  EXPECT_EQ(explored(kStart), "all: 0 1 0 1; 7 e5: 0 0 0 1; 12 c3: 0 1 0 0");
  EXPECT_EQ(explored(kMiddle), "all: 0 0 0 1");
  remove("b");
  EXPECT_EQ(explored(kStart), "all: 0 1 0 0; 12 c3: 0 1 0 0");
  EXPECT_EQ(archive_.newest_at(kMiddle, 5)->size(), 0u);
  // By whoever runs the server.
  EXPECT_EQ(*store_->administration()->remove({"c"}), std::vector<std::string>{"c"});
  EXPECT_EQ(explored(kStart), "all: 0 0 0 0");
  EXPECT_EQ(found({}), "");
  EXPECT_EQ(stored_events(*store_, "a"), 1);
  EXPECT_EQ(stored_events(*store_, "b"), -1);
  EXPECT_EQ(stored_events(*store_, "c"), -1);
}

TEST_P(StoreArchive, WhatIsRemovedIsGoneWithAllItHas) {
  auto change = creation(new_game("a"));
  change.review = "{}";
  change.shown = shown(kArchivedAt);
  commit(change);
  // Not by somebody who does not know what has happened.
  auto late = addition("a", {event(3)});
  late.removed = true;
  EXPECT_NE(told(store_->commit({late})), "");
  EXPECT_EQ(found({}), "a ");
  remove("a");
  EXPECT_EQ(stored_events(*store_, "a"), -1);
  EXPECT_EQ(*store_->review("a"), std::nullopt);
  EXPECT_EQ(found({}), "");
  // Its id is free, and stays private.
  commit(creation(new_game("a")));
  EXPECT_EQ(found({}), "");
}

TEST_P(StoreArchive, SeatsKeepWhoAgreed) {
  auto game = new_game("a");
  game.seats[0].show = true;
  commit(creation(game));
  EXPECT_EQ(**store_->load("a"), game);
  auto change = addition("a", {event(2)});
  game.seats[0].show = false;
  change.seats = {game.seats[0]};
  commit(change);
  EXPECT_FALSE((*store_->load("a"))->seats[0].show);
}

}  // namespace
}  // namespace tests
