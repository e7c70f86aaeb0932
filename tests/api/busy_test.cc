// Many people at once, and one who wants too much.
#include <thread>

#include "service_fixture.h"

namespace tests {
namespace {

TEST(ServerBusy, TooManyNewTablesAreRefused) {
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

// Many people at once: every turn counts once, everybody hears of it.
TEST(ServerBusy, ManyTablesAtOnce) {
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
