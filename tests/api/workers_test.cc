// Analyses and reviews of a server that workers do.
#include <atomic>

#include "api/engine_jobs.h"
#include "jobs/memory_queue.h"
#include "jobs/names.h"
#include "jobs/worker_pool.h"
#include "service_fixture.h"

namespace tests {
namespace {

// No worker is late, and none is missed, before the test lets time pass.
class ServerWithWorkers : public ::testing::Test {
 protected:
  ServerWithWorkers() {
    auto settings = thinking_by(thinking_);
    settings.queue = queue_;
    settings.queue_time = &time_;
    server_ = std::make_unique<Server>(nullptr, settings);
  }
  ~ServerWithWorkers() override { server_.reset(); }

  // One worker, who counts what he did; returns when the server knows of him.
  void start_worker() {
    jobs::Kinds kinds;
    for (const auto& kind : api::engine_kinds()) {
      kinds[kind.first] = [this, make = kind.second, name = kind.first]() -> jobs::Work {
        return [this, name, work = make()](const auto& claim, const auto& around) {
          ++begun_;
          ++at_work_;
          const bool held = hold_next_.exchange(false);
          auto result = work(claim, around);
          while (held && !may_end_ && !around.stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
          --at_work_;
          ++(name == api::kAnalysisKind ? analyses_ : reviews_);
          return result;
        };
      };
    }
    jobs::WorkerPoolSettings settings;
    settings.name = "w";
    settings.offers = {jobs::version_offer()};
    settings.threads = 2;
    settings.pause = std::chrono::milliseconds(5);
    workers_ = std::make_unique<jobs::WorkerPool>(*queue_, kinds, settings);
    await([&] {
      time_.pass(std::chrono::seconds(1));  // it looks for workers now and then
      EXPECT_EQ(server_->post("/api/analysis", question(1)).status, 200);
      return analyses_ > 0;
    });
  }
  static nlohmann::json question(int time) {
    return {{"game", "yavalath"}, {"turns", {"e5", "c3"}}, {"time", time}, {"lines", 2}};
  }
  static nlohmann::json asked(nlohmann::json question, const std::string& type) {
    question["type"] = type;
    question["request"] = 7;
    return question;
  }
  // A game that is over.
  std::string finished_game() {
    const auto made = server_->table("yavalath", {"me", "me"});
    const std::string id = made.json["id"], token = made.json["token"];
    int event = 0;
    for (const auto* turn : {"e5", "c3", "e4", "g3", "e3"}) {
      EXPECT_EQ(server_->turn(id, turn, event++, token).status, 200);
    }
    return id;
  }

  HandTime time_;
  DrivenTime thinking_{std::chrono::milliseconds(50)};  // of the server itself
  std::shared_ptr<jobs::Queue> queue_ = jobs::make_memory_queue(time_);
  std::unique_ptr<Server> server_;
  std::atomic<int> analyses_ = 0, reviews_ = 0, begun_ = 0, at_work_ = 0;
  // The next job that is begun does not end before it may, or is stopped.
  std::atomic<bool> hold_next_ = false, may_end_ = false;
  std::unique_ptr<jobs::WorkerPool> workers_;
};

TEST_F(ServerWithWorkers, WithoutWorkersItDoesAllItself) {
  EXPECT_EQ(server_->post("/api/analysis", question(20)).json["lines"].size(), 2u);
  EXPECT_EQ(server_->post("/api/review", {{"table", finished_game()}, {"effort", "quick"}}).status,
            200);
}

TEST_F(ServerWithWorkers, AnAnalysisSaysTheSameFromAWorker) {
  auto plain = question(0);
  plain["draft"] = nlohmann::json::array();
  const auto here = server_->post("/api/analysis", plain);
  start_worker();
  const int before = analyses_;
  const auto there = server_->post("/api/analysis", plain);
  EXPECT_EQ(there.body, here.body);
  EXPECT_EQ(analyses_, before + 1);
  plain["lines"] = 0;
  EXPECT_EQ(server_->post("/api/analysis", plain).code(), "bad_field");
  EXPECT_EQ(analyses_, before + 1) << "what is wrong is refused here";
}

TEST_F(ServerWithWorkers, AnAnalysisComesInUpdatesAndCanBeStopped) {
  start_worker();
  const auto box = server_->connect();
  auto long_one = asked(question(10'000), "analyse");
  long_one["game"] = "epaminondas";
  long_one["turns"] = nlohmann::json::array();
  hold_next_ = true;
  server_->say(box, long_one);
  const auto update = box->next("analysis");
  EXPECT_FALSE(update["done"].get<bool>());
  EXPECT_EQ(update["analysis"]["lines"].size(), 2u);
  EXPECT_EQ(at_work_, 1);
  server_->say(box, {{"type", "stop"}, {"request", 8}, {"of", 7}});
  auto last = box->next("analysis");
  while (!last["done"].get<bool>()) last = box->next("analysis");
  EXPECT_FALSE(last["analysis"]["lines"].empty());
  await([&] { return at_work_ == 0; });
}

TEST_F(ServerWithWorkers, OneAtATimeForEachVisitor) {
  start_worker();
  const auto first = server_->connect(), second = server_->connect();
  auto long_one = asked(question(10'000), "analyse");
  hold_next_ = true;
  server_->say(first, long_one);
  EXPECT_FALSE(first->next("analysis")["analysis"].is_null());
  server_->say(second, long_one);
  const auto told = second->next("analysis");
  EXPECT_TRUE(told["analysis"].is_null());
  EXPECT_EQ(told["waiting"], 1);
  EXPECT_EQ(told["wait_s"], 20);
  server_->address = "192.0.2.2";
  EXPECT_EQ(server_->post("/api/analysis", question(20)).status, 200);
  EXPECT_TRUE(second->empty());
  server_->close(first);  // whoever leaves makes room
  EXPECT_FALSE(second->next("analysis")["analysis"].is_null());
  server_->close(second);
}

TEST_F(ServerWithWorkers, AReviewIsToldOfAndKept) {
  start_worker();
  const auto id = finished_game();
  const auto box = server_->connect();
  server_->say(box, {{"type", "watch"}, {"request", 1}, {"table", id}});
  hold_next_ = true;  // whoever looks late would hear of its end alone
  server_->say(box, {{"type", "review"}, {"request", 2}, {"table", id}, {"effort", "quick"}});
  auto message = box->next("review");
  while (message.is_object() && message.value("done", 1) == 0) message = box->next("review");
  EXPECT_TRUE(message.contains("done")) << message;
  may_end_ = true;
  while (message.is_object() && !message.contains("review")) message = box->next("review");
  EXPECT_EQ(message["review"]["turns"].size(), 5u);
  EXPECT_EQ(reviews_, 1);
  EXPECT_EQ(box->next("review_ready")["table"], id);
  const auto again = server_->post("/api/review", {{"table", id}, {"effort", "quick"}});
  EXPECT_EQ(again.json["review"], message["review"]);
  EXPECT_EQ(reviews_, 1);
}

TEST_F(ServerWithWorkers, ARecordIsReadHereAndReviewedThere) {
  start_worker();
  const auto record =
      server_->get("/api/tables/" + finished_game() + "/record", "format=json").json;
  const auto review = [&](const nlohmann::json& one) {
    return server_->post("/api/review", {{"record", one}, {"effort", "quick"}});
  };
  EXPECT_EQ(review(record).json["review"]["turns"].size(), 5u);
  EXPECT_EQ(reviews_, 1);
  auto wrong = record;
  wrong["turns"][1]["text"] = "e5";
  EXPECT_EQ(review(wrong).status, 400);
  wrong["turns"] = nlohmann::json::array();
  EXPECT_EQ(review(wrong).status, 400);
  EXPECT_EQ(reviews_, 1);
}

// Workers that are told to end give back what they have; the server does it.
TEST_F(ServerWithWorkers, WhereWorkersLeaveTheServerGoesOn) {
  start_worker();
  const auto box = server_->connect();
  const int before = begun_;
  hold_next_ = true;
  server_->say(box, asked(question(2'000), "analyse"));
  await([&] { return begun_ > before; });
  workers_.reset();
  nlohmann::json last;
  await([&] {
    time_.pass(std::chrono::seconds(1));  // nobody takes it any more
    while (!box->empty()) last = box->next("analysis");
    return last.is_object() && last.value("done", false);
  });
  EXPECT_EQ(last["analysis"]["lines"].size(), 2u);
}

}  // namespace
}  // namespace tests
