#include "history_check.h"

#include <gtest/gtest.h>

#include "support.h"

namespace tests {
namespace {

using Fate = AskedTurn::Fate;

HistoryEvent turn(int number, int player, const std::string& text) {
  return {number, "turn", player, text, "rest of " + std::to_string(number)};
}

AskedTurn acknowledged(int player, const std::string& text, int after, int event) {
  return {player, text, after, event - 1, Fate::kAcknowledged, event};
}

// Two people and one who watches; the second player's first answer was lost.
TableHistory good() {
  TableHistory history;
  history.table = "t";
  history.stored = {
      {1, "seated", 2, "B", ""}, turn(2, 1, "a1"), turn(3, 2, "b2"), turn(4, 1, "a1")};
  for (auto& event : history.stored) event.rest = "";
  ClientHistory one{"one", {acknowledged(1, "a1", 0, 2), acknowledged(1, "a1", 2, 4)}, {}};
  one.told = {LoadedTable{1, {}}, turn(2, 1, "a1"), turn(3, 2, "b2"), turn(4, 1, "a1")};
  ClientHistory two{"two", {{2, "b2", 1, 2}, {2, "c3", 1, 3, Fate::kRefused}}, {}};
  two.told = {LoadedTable{1, {}}, turn(2, 1, "a1"), LoadedTable{3, {"a1", "b2"}}, ToldAfter{3},
              turn(4, 1, "a1")};
  ClientHistory watcher{"watcher", {}, {}};
  watcher.told = {LoadedTable{2, {"a1"}}, turn(4, 1, "a1"), ToldAfter{2}, turn(3, 2, "b2"),
                  turn(4, 1, "a1")};
  history.clients = {one, two, watcher};
  history.loaded = {{4, {"a1", "b2", "a1"}, "node 1"}, {4, {"a1", "b2", "a1"}, "node 2"}};
  return history;
}

// The one problem that there is.
std::string problem_of(const TableHistory& history) {
  const auto problems = history_problems(history);
  EXPECT_EQ(problems.size(), 1u) << testing::PrintToString(problems);
  return problems.empty() ? "" : problems[0];
}

// Some of the problems have this in it.
bool is_told(const TableHistory& history, const std::string& part) {
  for (const auto& problem : history_problems(history)) {
    if (has(problem, part)) return true;
  }
  return false;
}

TEST(HistoryCheck, WhatHappenedAsToldIsFine) {
  EXPECT_EQ(history_problems(good()), std::vector<std::string>());
  EXPECT_EQ(history_problems({}), std::vector<std::string>());
}

TEST(HistoryCheck, ATurnOfUnknownFateMayBeMissing) {
  auto history = good();
  history.clients[1].asked.push_back({2, "d4", 3, 4});
  EXPECT_EQ(history_problems(history), std::vector<std::string>());
}

TEST(HistoryCheck, GapsInWhatIsStored) {
  auto history = good();
  history.stored.erase(history.stored.begin());
  EXPECT_TRUE(is_told(history, "event 2 is stored where 1 is due"));
  history = good();
  history.stored[3].number = 5;
  EXPECT_TRUE(is_told(history, "event 5 is stored where 4 is due"));
}

TEST(HistoryCheck, LostTurns) {
  auto history = good();
  history.stored.pop_back();
  history.loaded.clear();
  for (auto& client : history.clients)
    std::erase_if(client.told, [](const auto& told) {
      const auto* event = std::get_if<HistoryEvent>(&told);
      return event != nullptr && event->number == 4;
    });
  EXPECT_TRUE(has(problem_of(history),
                  "one: lost: turn 'a1' of player 1 after 2, acknowledged as event 4"));
}

TEST(HistoryCheck, ToldButNotStored) {
  auto history = good();
  history.clients[2].told.emplace_back(turn(5, 2, "e5"));
  EXPECT_TRUE(has(problem_of(history), "watcher: lost: told event 5"));
}

TEST(HistoryCheck, AcknowledgedUnderAnotherNumber) {
  auto history = good();
  history.clients[0].asked[1].event = 3;
  EXPECT_TRUE(is_told(history, "acknowledged as event 3, which is turn of player 2 'b2'"));
}

TEST(HistoryCheck, DoubledTurns) {
  auto history = good();
  history.stored.push_back({5, "turn", 2, "b2", ""});
  history.loaded.clear();
  EXPECT_TRUE(has(problem_of(history), "doubled or made up: event 5"));
  history = good();
  history.clients[0].asked.push_back(history.clients[0].asked[1]);
  EXPECT_TRUE(is_told(history, "doubled: turn 'a1' of player 1 after 2, acknowledged as event 4"));
  history = good();
  history.stored.insert(history.stored.begin(), {0, "seated", 2, "B", ""});
  EXPECT_TRUE(is_told(history, "took the seat twice"));
}

TEST(HistoryCheck, RefusedAndPlayedAllTheSame) {
  auto history = good();
  history.clients[1].asked[0].fate = Fate::kRefused;
  EXPECT_TRUE(
      has(problem_of(history), "event 3, turn of player 2 'b2' as turn 2, was not asked for"));
}

TEST(HistoryCheck, ReorderedTurns) {
  auto history = good();
  std::swap(history.clients[0].asked[0], history.clients[0].asked[1]);
  EXPECT_TRUE(has(problem_of(history), "one: reordered"));
  history = good();
  history.clients[0].asked[1].known = 4;
  EXPECT_TRUE(has(problem_of(history), "became event 4 when 4 was known"));
}

TEST(HistoryCheck, ToldBackwards) {
  auto history = good();
  std::swap(history.clients[0].told[1], history.clients[0].told[2]);
  EXPECT_TRUE(has(problem_of(history), "one: reordered: told event 2 behind 3"));
}

TEST(HistoryCheck, ForkedEvents) {
  auto history = good();
  std::get<HistoryEvent>(history.clients[0].told[2]).text = "c3";
  EXPECT_TRUE(is_told(history,
                      "one: forked: told event 3, turn of player 2 'c3', but stored is turn of "
                      "player 2 'b2'"));
  history = good();
  std::get<HistoryEvent>(history.clients[2].told[3]).rest = "another clock";
  EXPECT_TRUE(has(problem_of(history), "watcher: forked: event 3 was told as another clock"));
  history = good();
  history.loaded[1].turns[1] = "c3";
  EXPECT_TRUE(has(problem_of(history), "forked: node 2 tells other turns"));
}

TEST(HistoryCheck, ServersThatDoNotKnowTheEnd) {
  auto history = good();
  history.loaded[0] = {3, {"a1", "b2"}, "node 1"};
  EXPECT_TRUE(has(problem_of(history), "node 1 ends with event 3, stored are 4"));
}

TEST(HistoryCheck, TablesThatNeverWere) {
  auto history = good();
  history.clients[1].told[2] = LoadedTable{3, {"a1", "c3"}};
  EXPECT_TRUE(has(problem_of(history), "two: forked: the table after event 3 was never so"));
}

TEST(HistoryCheck, LessThanWasKnown) {
  auto history = good();
  history.clients[0].told.emplace_back(LoadedTable{3, {"a1", "b2"}, "node 2"});
  EXPECT_EQ(history_problems(history), std::vector<std::string>());
  history.clients[0].told.emplace_back(LoadedTable{3, {"a1", "b2"}, "node 2", 4});
  EXPECT_TRUE(has(problem_of(history),
                  "one: stale: node 2 shows event 3 to one who asked for what came after 4"));
}

}  // namespace
}  // namespace tests
