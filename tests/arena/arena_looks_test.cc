// Openings and samples from workers: what a run without them finds.
#include <atomic>

#include "arena/book_work.h"
#include "arena/samples.h"
#include "jobs/memory_queue.h"
#include "jobs/names.h"
#include "jobs/worker_pool.h"
#include "support.h"

namespace tests {
namespace {

class FromWorkers : public ::testing::Test {
 protected:
  jobs::WorkerPoolSettings settings() const {
    jobs::WorkerPoolSettings settings;
    settings.name = "w";
    settings.offers = {jobs::version_offer()};
    settings.threads = 3;
    settings.pause = std::chrono::milliseconds(5);
    return settings;
  }
  void start(const std::string& kind, const std::function<jobs::Work()>& work) {
    workers_ = std::make_unique<jobs::WorkerPool>(*queue_, jobs::Kinds{{kind, work}}, settings());
  }
  static std::vector<std::string> texts(const std::vector<arena::BookOpening>& book) {
    std::vector<std::string> list;
    for (const auto& [history, balance] : book) {
      auto text = arena::opening_text(history) + (balance.balanced ? " even" : " uneven");
      for (const double chance : balance.chances) text += ' ' + std::to_string(chance);
      list.push_back(text);
    }
    return list;
  }

  std::unique_ptr<jobs::Queue> queue_ = jobs::make_memory_queue();
  std::unique_ptr<jobs::WorkerPool> workers_;
  std::atomic<bool> stop_ = false;
};

TEST_F(FromWorkers, TheBookIsTheSame) {
  start(arena::kOpeningsKind, arena::openings_work(nullptr));
  for (const auto& game : games::all_games()) {
    const arena::BookSettings settings = {.count = 3, .seed = 5, .nodes = 4'000};
    const auto made = arena::make_book_on_workers(*queue_, game, {}, settings, {}, stop_);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->size(), 3u);
    EXPECT_EQ(texts(*made), texts(arena::make_book(game, {}, settings))) << game.name;
  }
}

// A board on which the openings are soon used up.
TEST_F(FromWorkers, TheBookEndsWhereNoMoreTurnUp) {
  start(arena::kOpeningsKind, [] {
    return [](const auto& claim, const auto&) -> jobs::Stored<std::string> {
      const bool even = claim.job.number % 50 == 7;
      return std::string(even ? R"({"chances":[0.5,0.5],"balanced":true})" : "");
    };
  });
  const auto& game = *games::find_game("yavalath");
  const games::OptionMap options = {{"size", "3"}};
  const arena::BookSettings settings = {.count = 10'000, .seed = 5};
  arena::BookMaker maker(game, options, settings);
  while (const auto candidate = maker.next()) {
    std::optional<arena::Balance> balance;
    if (candidate->number % 50 == 7) balance = arena::Balance{{0.5, 0.5}, true};
    if (!maker.take(*candidate, balance)) break;
  }
  const auto made = arena::make_book_on_workers(*queue_, game, options, settings, {}, stop_);
  ASSERT_TRUE(made);
  EXPECT_EQ(texts(*made), texts(maker.book()));
  EXPECT_GT(made->size(), 3u);
}

TEST_F(FromWorkers, OpeningsOfAFileAreLookedAt) {
  start(arena::kOpeningsKind, arena::openings_work(nullptr));
  const auto& game = *games::find_game("yavalath");
  const auto list = arena::parse_openings(
      game, {}, "e5 e4 d4\nc3 g5 e6\n" + after(tests::start("yavalath"), {"e5", "c3"}).to_text());
  ASSERT_TRUE(list);
  const auto looked = arena::look_on_workers(*queue_, *list, 2'000, {}, stop_);
  ASSERT_TRUE(looked);
  ASSERT_EQ(looked->size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*looked)[i].balance.chances, arena::balance_of((*list)[i], 2'000).chances);
  }
}

TEST_F(FromWorkers, WhatCannotBeFinishedIsAnError) {
  const auto& game = *games::find_game("yavalath");
  for (const std::string answer : {"", "{}"}) {
    workers_.reset();
    start(arena::kOpeningsKind, [answer] {
      return [answer](const auto&, const auto&) -> jobs::Stored<std::string> {
        if (answer.empty()) return text::Error(text::Message::kNoMemory);
        return answer;
      };
    });
    const auto made = arena::make_book_on_workers(*queue_, game, {}, {.count = 2}, {}, stop_);
    ASSERT_FALSE(made);
    EXPECT_TRUE(has(text::render(made.error(), text::Language::kEnglish),
                    answer.empty() ? "3 times" : "worker w"));
  }
}

TEST_F(FromWorkers, SamplesAreTheSame) {
  start(arena::kCalibrationKind, arena::calibration_work());
  for (const auto& game : games::all_games()) {
    arena::SampleSettings settings;
    settings.game = &game;
    settings.games = 4;
    settings.nodes = 30;
    const auto found = arena::sample_games_on_workers(*queue_, settings, {}, stop_);
    ASSERT_TRUE(found);
    EXPECT_GT(found->judgements.size(), 10u);
    EXPECT_EQ(*found, arena::sample_games(settings)) << game.name;
  }
}

}  // namespace
}  // namespace tests
