// Engine work: fair queues, limits, threads.
#include "core/sha256.h"
#include "server/engines.h"
#include "server/limits.h"
#include "server/tokens.h"
#include "server/work.h"
#include "server_support.h"

namespace tests {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<server::Job> job(std::function<void(const std::stop_token&)> run) {
  auto made = std::make_shared<server::Job>();
  made->run = std::move(run);
  return made;
}

TEST(ServerWork, AVisitorWithFiftyRequestsDoesNotDelayAnother) {
  std::mutex mutex;
  std::vector<std::string> order;
  std::promise<void> begun, begin, end;
  server::Work work(1);
  auto may_begin = begin.get_future().share();
  work.submit(server::Lane::kAnalyses, "greedy", job([&](const std::stop_token&) {
                begun.set_value();
                may_begin.wait();
              }));
  begun.get_future().wait();
  const auto note = [&](const std::string& name) {
    return job([&, name](const std::stop_token&) {
      const std::lock_guard lock(mutex);
      order.push_back(name);
      if (order.size() == 51) end.set_value();
    });
  };
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(work.submit(server::Lane::kAnalyses, "greedy", note("greedy")));
  }
  EXPECT_FALSE(work.submit(server::Lane::kAnalyses, "greedy", note("greedy")));
  ASSERT_TRUE(work.submit(server::Lane::kAnalyses, "modest", note("modest")));
  begin.set_value();
  ASSERT_EQ(end.get_future().wait_for(20s), std::future_status::ready);
  const auto at = std::find(order.begin(), order.end(), "modest") - order.begin();
  EXPECT_LE(at, 1);
}

TEST(ServerWork, OneVisitorHasOneAnalysisAtWork) {
  std::atomic<int> now = 0, most = 0, done = 0;
  server::Work work(4);
  for (int i = 0; i < 12; ++i) {
    work.submit(server::Lane::kAnalyses, "a", job([&](const std::stop_token&) {
                  most = std::max(most.load(), ++now);
                  std::this_thread::sleep_for(2ms);
                  --now;
                  ++done;
                }));
  }
  while (done < 12) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(most, 1);
}

TEST(ServerWork, LanesDoNotWaitForEachOther) {
  std::promise<void> begun, over, turn;
  server::Work work(1);
  work.submit(server::Lane::kReviews, "a", job([&](const std::stop_token& stop) {
                begun.set_value();
                while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
                over.set_value();
              }));
  work.submit(server::Lane::kTurns, "a", job([&](const std::stop_token&) { turn.set_value(); }));
  EXPECT_EQ(turn.get_future().wait_for(20s), std::future_status::ready);
  begun.get_future().wait();  // what has not begun is forgotten
  work.stop();                // ends the review too
  EXPECT_EQ(over.get_future().wait_for(0s), std::future_status::ready);
  EXPECT_FALSE(work.submit(server::Lane::kTurns, "a", job([](const std::stop_token&) {})));
}

// The work of somebody who left ends; it says so to nobody.
TEST(ServerWork, EndsWithWhoeverWantedIt) {
  std::promise<void> begun, over;
  server::Work work(1);
  std::stop_source gone;
  auto made = job([&](const std::stop_token& stop) {
    begun.set_value();
    while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
    over.set_value();
  });
  made->gone = gone.get_token();
  work.submit(server::Lane::kAnalyses, "a", made);
  begun.get_future().wait();
  gone.request_stop();
  EXPECT_EQ(over.get_future().wait_for(20s), std::future_status::ready);
}

// A second search of a position goes on from what the first one found.
TEST(ServerEngines, DeeperGoesOn) {
  server::Engines engines;
  for (const auto* game : {"epaminondas", "sixteen-stone", "eigenstate"}) {
    const games::History history(start(game));
    const auto key = server::engines_key("a", history.position());
    const auto best = [&] {
      const auto taken = engines.take(key);
      engine::Budget budget;
      budget.depth = 4;
      return taken.get().look(history, budget, 3)[0];
    };
    const auto first = best(), again = best();
    EXPECT_LT(again.nodes * 2, first.nodes) << game;
    // What was spent before still counts for a line. Of equal ones the other may come first now.
    if (again.line[0] == first.line[0]) {
      EXPECT_GE(again.effort, first.effort) << game;
    }
    RecordProperty(std::string(game) + "_first", static_cast<int>(first.nodes));
    RecordProperty(std::string(game) + "_again", static_cast<int>(again.nodes));
  }
}

TEST(ServerEngines, EachIsOnesOwnAndFewAreKept) {
  server::Engines engines(2);
  const engine::Engine* a = nullptr;
  {
    const auto one = engines.take("a"), other = engines.take("a"), b = engines.take("b");
    EXPECT_NE(&one.get(), &other.get());
    EXPECT_NE(&one.get(), &b.get());
    a = &one.get();
    EXPECT_EQ(engines.kept(), 0u);
  }
  EXPECT_EQ(engines.kept(), 2u);
  EXPECT_EQ(&engines.take("a").get(), a) << "the one that came back last";
  engines.take("c");
  engines.take("d");
  EXPECT_EQ(engines.kept(), 2u);
  const games::History history(start("yavalath"));
  EXPECT_NE(server::engines_key("a", history.position()),
            server::engines_key("b", history.position()));
  EXPECT_NE(server::engines_key("a", history.position()),
            server::engines_key("a", start("yavalath", "size=4")));
}

// Stopped once is not stopped for ever.
TEST(ServerEngines, AreReadyAgainAfterAStop) {
  server::Engines engines;
  engines.take("a").get().stop();
  engine::Budget budget;
  budget.depth = 2;
  EXPECT_EQ(engines.take("a").get().look(games::History(start("epaminondas")), budget, 1)[0].depth,
            2);
}

TEST(ServerLimits, ABucketFillsAgainAndFullOnesAreForgotten) {
  server::Buckets buckets({1, 3}, 2);
  EXPECT_TRUE(buckets.take("a", 0) && buckets.take("a", 0) && buckets.take("a", 0));
  EXPECT_FALSE(buckets.take("a", 500));
  EXPECT_TRUE(buckets.take("a", 1500));
  EXPECT_FALSE(buckets.take("a", 1500));
  EXPECT_TRUE(buckets.take("b", 1500));
  EXPECT_FALSE(buckets.take("c", 1600));   // no room
  EXPECT_TRUE(buckets.take("c", 60'000));  // the others are full again
  EXPECT_EQ(buckets.addresses(), 1u);
}

TEST(ServerLimits, ThisMachineHasNone) {
  server::Buckets buckets({1, 1});
  for (const auto* address : {"127.0.0.1", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(buckets.take(address, 0) && buckets.take(address, 0)) << address;
  }
  EXPECT_EQ(buckets.addresses(), 0u);
  EXPECT_FALSE(server::is_loopback("128.0.0.1") || server::is_loopback("::12"));
}

TEST(ServerLimits, TooManyNewTablesAreRefused) {
  HandClock clock;
  auto settings = quiet(&clock);
  settings.limits = true;
  Server server(nullptr, settings);
  int made = 0;
  Got last;
  for (int i = 0; i < 100; ++i) {
    last = server.table("yavalath", {"me", "me"});
    made += last.status == 201;
  }
  EXPECT_EQ(made, 30);
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(last.headers["Retry-After"], "5");
  server.address = "192.0.2.2";
  EXPECT_EQ(server.table("yavalath", {"me", "me"}).status, 201);
  server.address = "192.0.2.1";
  clock.pass(5001);
  EXPECT_EQ(server.table("yavalath", {"me", "me"}).status, 201);
}

TEST(ServerTokens, Sha256OfKnownTexts) {
  EXPECT_EQ(core::sha256_text(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(core::sha256_text("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(core::sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(core::sha256_text(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ServerTokens, AreLongAndAllDifferent) {
  std::set<std::string> tokens, ids;
  for (int i = 0; i < 1000; ++i) {
    tokens.insert(server::new_token());
    ids.insert(server::new_id());
  }
  EXPECT_EQ(tokens.size(), 1000u);
  EXPECT_EQ(ids.size(), 1000u);
  EXPECT_TRUE(std::all_of(ids.begin(), ids.end(), server::is_id));
  EXPECT_EQ(server::hash_of("short"), "");
  EXPECT_FALSE(server::same_hash("", ""));
  const auto hash = server::hash_of(*tokens.begin());
  EXPECT_TRUE(server::same_hash(hash, hash));
  EXPECT_FALSE(server::same_hash(hash, server::hash_of(*tokens.rbegin())));
}

// Many people at once: every turn counts once, everybody hears of it.
TEST(ServerThreads, ManyTablesAtOnce) {
  Server server(nullptr, quiet());
  std::vector<std::thread> threads;
  std::atomic<int> played = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int g = 0; g < by_tier(3, 10, 40); ++g) {
        const auto made = server.table("yavalath", {"me", "me"}, {{"options", {{"size", "3"}}}});
        const std::string id = made.json["id"], token = made.json["token"];
        auto box = server.connect();
        server.say(box, {{"type", "watch"}, {"request", 1}, {"table", id}, {"token", token}});
        box->next("ok");
        for (int i = 0; i < 8; ++i) {
          const auto legal = server.show(id)["view"]["legal"];
          if (legal.empty()) break;
          ASSERT_EQ(server.turn(id, legal[0]["action"], i, token).status, 200);
          EXPECT_EQ(box->next("turn")["event"], i + 1);
          ++played;
        }
        server.close(box);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_GT(played, 12);
}

}  // namespace
}  // namespace tests
