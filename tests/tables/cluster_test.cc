// Several servers, one store: one decides about a table, the others follow.
#include <gtest/gtest.h>

#include <future>

#include "api/json_format.h"
#include "api/node_json.h"
#include "bus/local_bus.h"
#include "driven_time.h"
#include "hand_clock.h"
#include "memory_leases.h"
#include "memory_store.h"
#include "support.h"
#include "tables/cluster_tables.h"
#include "tables/tokens.h"

namespace tests {
namespace {

using tables::LiveTablePtr;
using text::Expected;
using namespace std::chrono_literals;

// Hears what a socket would be sent.
struct Ear : tables::Subscriber {
  void send(tables::SharedText message) override {
    const std::lock_guard lock(mutex);
    messages.push_back(*message);
  }
  int count(const std::string& part) {
    const std::lock_guard lock(mutex);
    return static_cast<int>(
        std::count_if(messages.begin(), messages.end(),
                      [&](const std::string& one) { return one.find(part) != std::string::npos; }));
  }
  std::mutex mutex;
  std::vector<std::string> messages;
};

// Everything that all servers share.
struct World {
  HandClock clock;
  HandTime steady;
  bus::LocalNetwork network{bus::LocalNetwork::Delivery::kByHand};
  std::shared_ptr<MemoryStore> store = std::make_shared<MemoryStore>();
  std::shared_ptr<SharedLeases> leases = std::make_shared<SharedLeases>();

  // Lets messages travel until it holds; false where it does not for a minute at least.
  bool await(const std::function<bool()>& holds) {
    for (int i = 0; i < 60'000; ++i) {
      network.run();
      if (holds()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  // The clocks of tables and of the network.
  void pass(std::int64_t ms) {
    clock.pass(ms);
    network.advance(std::chrono::milliseconds(ms));
  }
};

// One of them, below its routes.
struct Node {
  Node(World& world, const std::string& name)
      : world_(world),
        store(world.store, world.leases),
        own_leases(world.leases, name),
        bus(world.network.join(name)) {}
  ~Node() {
    registry.stop_clocks();
    work.stop();
    writer.stop();
    registry.stop();
  }

  LiveTablePtr make(tables::ClockSetup time = {}, bool exploration = true) {
    return make_with(time, exploration, tables::SeatWish::Kind::kMe);
  }
  // The second seat waits for a guest.
  LiveTablePtr make_open(tables::ClockSetup time) {
    return make_with(time, true, tables::SeatWish::Kind::kOpen);
  }
  LiveTablePtr make_with(tables::ClockSetup time, bool exploration, tables::SeatWish::Kind second) {
    tables::NewTable wish{{games::History(start("yavalath")), {}, "", time}, {}};
    wish.setup.exploration = exploration;
    wish.seats = {{tables::SeatWish::Kind::kMe, "", ""}, {second, "", ""}};
    std::optional<tables::TableRegistry::Created> created;
    std::atomic<bool> there = false;
    registry.create(wish, "192.0.2.1", [&](const auto& made) {
      created = *made;
      there = true;
    });
    EXPECT_TRUE(world_.await([&] { return there.load(); }));
    token_hash = tables::hash_of(created->token);
    if (const auto& open = created->invitations; !open.empty()) {
      invite_hash = tables::hash_of(open.front().second);
    }
    return created->live;
  }
  LiveTablePtr find(const std::string& id) {
    LiveTablePtr live;
    std::atomic<bool> there = false;
    registry.find(id, "192.0.2.2", [&](const auto& found) {
      live = found ? *found : nullptr;
      there = true;
    });
    EXPECT_TRUE(world_.await([&] { return there.load(); }));
    return live;
  }
  // What becomes of an act; messages travel meanwhile, and time where the test wants it.
  Expected<int> act(const LiveTablePtr& live, const tables::Act& wish, std::int64_t step_ms = 0) {
    std::optional<Expected<int>> answer;
    std::atomic<bool> there = false;
    registry.act(live, wish, "192.0.2.1", [&](const auto& result) {
      answer = result;
      there = true;
    });
    EXPECT_TRUE(world_.await([&] {
      if (step_ms > 0 && !there) world_.pass(step_ms);
      return there.load();
    }));
    return *answer;
  }
  static int last_event(const LiveTablePtr& live) { return live->snapshot()->table().last_event(); }

  World& world_;
  LeasedStore store;
  MemoryLeases own_leases;
  std::unique_ptr<bus::Bus> bus;
  store::Writer writer{store};
  tables::WorkQueue work{1};
  api::JsonFormat format;
  api::JsonNodeFormat node_format;
  tables::Cluster cluster{own_leases, *bus, world_.steady};
  tables::TableRegistry registry{store,
                                 writer,
                                 work,
                                 world_.clock.get(),
                                 format,
                                 {},
                                 tables::TableRegistry::Others{cluster, node_format}};
  std::string token_hash, invite_hash;
};

std::string id_of(const LiveTablePtr& live) { return live->snapshot()->table().id(); }

bool is_news(const bus::Envelope& envelope) { return envelope.subject.ends_with(".news"); }

TEST(TablesOfSeveralServers, WhateverServerIsAskedOneDecides) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make();
  const auto followed = two.find(id_of(owned));
  ASSERT_NE(followed, nullptr);
  EXPECT_TRUE(owned->decides());
  EXPECT_FALSE(followed->decides());
  EXPECT_EQ(followed->owner(), "one");
  const auto here = std::make_shared<Ear>(), there = std::make_shared<Ear>();
  owned->watch({here, text::Language::kEnglish, {0}}, {}, [](const auto&) {});
  followed->watch({there, text::Language::kPortuguese, {}}, {}, [](const auto&) {});
  const auto first = two.act(followed, tables::PlayTurn{one.token_hash, "e5", 0});
  ASSERT_TRUE(first);
  EXPECT_EQ(*first, 1);
  EXPECT_EQ(Node::last_event(followed), 1) << "acknowledged before it is known here";
  const auto second = one.act(owned, tables::PlayTurn{one.token_hash, "e6", 1});
  ASSERT_TRUE(second);
  EXPECT_TRUE(world.await([&] { return Node::last_event(followed) == 2; }));
  EXPECT_EQ(followed->snapshot()->table().turns(), owned->snapshot()->table().turns());
  EXPECT_EQ(followed->snapshot()->table().since(), owned->snapshot()->table().since());
  for (const auto& ear : {here, there}) {
    EXPECT_EQ(ear->count("\"type\":\"event\""), 2);
    EXPECT_EQ(ear->count("resync"), 0);
  }
}

TEST(TablesOfSeveralServers, RefusalsComeBackAsTheyAre) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto followed = two.find(id_of(one.make()));
  const auto refused = two.act(followed, tables::PlayTurn{one.token_hash, "z9", 0});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 400);
  EXPECT_NE(text::render(refused.error().error, text::Language::kEnglish).find("z9"),
            std::string::npos);
  const auto stranger = two.act(followed, tables::Resign{tables::hash_of(tables::new_token())});
  ASSERT_FALSE(stranger);
  EXPECT_EQ(stranger.error().code, "wrong_token");
}

TEST(TablesOfSeveralServers, PhrasesAndSpectatorsAreOfAllServers) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make();
  const auto followed = two.find(id_of(owned));
  const auto here = std::make_shared<Ear>(), there = std::make_shared<Ear>(),
             more = std::make_shared<Ear>();
  owned->watch({here, text::Language::kEnglish, {}}, {}, [](const auto&) {});
  followed->watch({there, text::Language::kEnglish, {}}, {}, [](const auto&) {});
  followed->watch({more, text::Language::kEnglish, {0}}, {}, [](const auto&) {});
  world.pass(10);
  EXPECT_TRUE(world.await([&] {
    return owned->state().presence.spectators == 2 && followed->state().presence.spectators == 2;
  }));
  EXPECT_TRUE(world.await([&] { return here->count(R"("spectators":2)") == 1; }));
  EXPECT_TRUE(world.await([&] { return there->count(R"("spectators":2)") == 1; }));
  ASSERT_TRUE(two.act(followed, tables::SayPhrase{one.token_hash, "hello"}));
  EXPECT_TRUE(world.await([&] { return there->count(R"("phrase":"hello")") == 1; }));
  EXPECT_EQ(here->count(R"("phrase":"hello")"), 1);
  // Whichever server they come through, there are not too many.
  ASSERT_TRUE(one.act(owned, tables::SayPhrase{one.token_hash, "oops"}));
  ASSERT_TRUE(two.act(followed, tables::SayPhrase{one.token_hash, "oops"}));
  const auto refused = two.act(followed, tables::SayPhrase{one.token_hash, "oops"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "too_many");
  followed->unwatch(there.get());
  world.pass(10);
  EXPECT_TRUE(world.await([&] { return here->count(R"("spectators":1)") == 2; }));
}

TEST(TablesOfSeveralServers, WhatIsDeletedIsGoneOnAllOfThem) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make();
  const auto followed = two.find(id_of(owned));
  ASSERT_TRUE(two.act(followed, tables::Resign{one.token_hash}));
  ASSERT_TRUE(two.act(followed, tables::AgreeToShow{one.token_hash, true}));
  EXPECT_TRUE(followed->snapshot()->table().is_shown());
  ASSERT_TRUE(two.act(followed, tables::DeleteGame{one.token_hash}));
  EXPECT_EQ(one.find(id_of(owned)), nullptr);
  EXPECT_TRUE(world.await([&] {
    world.pass(500);
    return two.find(id_of(owned)) == nullptr;
  }));
}

TEST(TablesOfSeveralServers, LostNewsIsNoticedByTheNumbers) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make();
  const auto followed = two.find(id_of(owned));
  const auto ear = std::make_shared<Ear>();
  followed->watch({ear, text::Language::kEnglish, {}}, {}, [](const auto&) {});
  // The first is lost, the second comes: it does not fit.
  world.network.filter([](const bus::Envelope& envelope) {
    return is_news(envelope) ? bus::Fate::kDrop : bus::Fate::kPass;
  });
  ASSERT_TRUE(one.act(owned, tables::PlayTurn{one.token_hash, "e5", 0}));
  world.network.run();
  EXPECT_EQ(Node::last_event(followed), 0);
  world.network.filter({});
  ASSERT_TRUE(one.act(owned, tables::PlayTurn{one.token_hash, "e6", 1}));
  EXPECT_TRUE(world.await([&] { return Node::last_event(followed) == 2; }));
  EXPECT_GE(ear->count("resync"), 1) << "those who watch must ask for what they missed";
}

TEST(TablesOfSeveralServers, LostNewsThatNothingFollowsIsNoticedWithinASecond) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make();
  const auto followed = two.find(id_of(owned));
  world.network.filter([](const bus::Envelope& envelope) {
    return is_news(envelope) ? bus::Fate::kDrop : bus::Fate::kPass;
  });
  ASSERT_TRUE(one.act(owned, tables::PlayTurn{one.token_hash, "e5", 0}));
  world.network.run();
  EXPECT_EQ(Node::last_event(followed), 0);
  world.pass(1001);
  EXPECT_TRUE(world.await([&] { return Node::last_event(followed) == 1; }));
}

TEST(TablesOfSeveralServers, AnAcknowledgementWaitsForLostNews) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto followed = two.find(id_of(one.make()));
  world.network.filter([](const bus::Envelope& envelope) {
    return is_news(envelope) ? bus::Fate::kDrop : bus::Fate::kPass;
  });
  const auto played = two.act(followed, tables::PlayTurn{one.token_hash, "e5", 0}, 10);
  ASSERT_TRUE(played);
  EXPECT_EQ(Node::last_event(followed), 1);
}

TEST(TablesOfSeveralServers, ADeadServersTablesAreTakenOver) {
  World world;
  auto one = std::make_unique<Node>(world, "one");
  Node two(world, "two");
  const auto id = id_of(one->make());
  const auto token = one->token_hash;
  const auto followed = two.find(id);
  ASSERT_TRUE(two.act(followed, tables::PlayTurn{token, "e5", 0}));
  world.network.cut("one");
  // It may only be slow: as long as its lease lasts nobody else decides.
  const auto moving = two.act(followed, tables::PlayTurn{token, "e6", 1}, 100);
  ASSERT_FALSE(moving);
  EXPECT_EQ(moving.error().status, 503);
  EXPECT_EQ(moving.error().retry_after, 1);
  EXPECT_FALSE(followed->decides());
  world.leases->die("one");
  EXPECT_TRUE(world.await([&] {
    world.pass(100);
    return followed->decides();
  }));
  const auto played = two.act(followed, tables::PlayTurn{token, "e6", 1});
  ASSERT_TRUE(played);
  EXPECT_EQ(*played, 2);
}

// Nobody waits for the answer of a server that does not decide any more.
TEST(TablesOfSeveralServers, AnActUnderWayToADeadServerIsGivenUpWhenItsTableIsTakenOver) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto followed = two.find(id_of(one.make()));
  std::atomic<int> asked = 0;
  world.network.filter([&](const bus::Envelope& envelope) {
    if (envelope.to != "one") return bus::Fate::kPass;
    if (envelope.subject.ends_with(".follow")) ++asked;
    return bus::Fate::kDrop;
  });
  world.leases->die("one");
  std::atomic<bool> told = false;
  std::string code;
  two.registry.act(followed, tables::PlayTurn{one.token_hash, "e5", 0}, "192.0.2.1",
                   [&](const auto& answer) {
                     code = answer ? "" : answer.error().code;
                     told = true;
                   });
  // It is asked how its tables stand and does not answer that; the act would have to wait longer.
  world.clock.pass(1001);
  ASSERT_TRUE(world.await([&] { return asked > 0; }));
  world.network.advance(701ms);
  EXPECT_TRUE(world.await([&] { return told.load(); }));
  EXPECT_EQ(code, "moving");
  EXPECT_TRUE(followed->decides());
  const auto played = two.act(followed, tables::PlayTurn{one.token_hash, "e5", 0});
  ASSERT_TRUE(played);
  EXPECT_EQ(*played, 1);
}

TEST(TablesOfSeveralServers, WhoeverLostATableCannotWriteAndFollows) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make();
  const auto id = id_of(owned);
  // Stopped for a while: its lease is over and another server has the table.
  world.leases->die("one");
  const auto taken = two.find(id);
  ASSERT_TRUE(taken->decides());
  world.leases->revive("one");
  ASSERT_TRUE(two.act(taken, tables::PlayTurn{one.token_hash, "e5", 0}));
  EXPECT_TRUE(owned->decides()) << "it cannot know yet";
  const auto late = one.act(owned, tables::PlayTurn{one.token_hash, "d4", 0});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, "moving");
  // Somebody tries again.
  EXPECT_TRUE(world.await([&] {
    world.pass(100);
    return !owned->decides() && Node::last_event(owned) == 1;
  }));
  // News may not come here yet: then what is stored is looked up, after a while.
  const auto played = one.act(owned, tables::PlayTurn{one.token_hash, "e6", 1}, 10);
  ASSERT_TRUE(played);
  EXPECT_EQ(Node::last_event(taken), 2);
}

TEST(TablesOfSeveralServers, ClocksCountWhileTheServerLivedAndNotAfter) {
  World world;
  auto one = std::make_unique<Node>(world, "one");
  Node two(world, "two");
  const auto id = id_of(one->make({tables::ClockSetup::Kind::kGame, 60'000, 0}));
  ASSERT_TRUE(one->act(one->find(id), tables::PlayTurn{one->token_hash, "e5", 0}));
  world.clock.pass(10'000);
  // The server is not heard of for four seconds; before that the player thought for six.
  world.leases->die("one", 4'000);
  const auto taken = two.find(id);
  const auto& table = taken->snapshot()->table();
  EXPECT_TRUE(taken->decides());
  EXPECT_EQ(table.left(1, world.clock.now()), 54'000);
}

TEST(TablesOfSeveralServers, PlayersAreThereWhateverServerTheyUse) {
  World world;
  Node one(world, "one"), two(world, "two"), three(world, "three");
  const auto owned = one.make();
  const auto second = two.find(id_of(owned)), third = three.find(id_of(owned));
  const auto ear = std::make_shared<Ear>(), player = std::make_shared<Ear>();
  third->watch({ear, text::Language::kEnglish, {}}, {}, [](const auto&) {});
  second->watch({player, text::Language::kEnglish, {1}}, {}, [](const auto&) {});
  const auto online = [](const LiveTablePtr& live) -> bool {
    return live->state().presence.online[1];
  };
  EXPECT_TRUE(world.await([&] {
    world.pass(10);
    return online(owned) && online(second) && online(third);
  }));
  EXPECT_EQ(ear->count("\"online\":true"), 1);
  second->unwatch(player.get());
  EXPECT_TRUE(world.await([&] {
    world.pass(10);
    return !online(owned) && !online(second) && !online(third);
  }));
  // A server that dies takes its visitors along.
  second->watch({player, text::Language::kEnglish, {1}}, {}, [](const auto&) {});
  EXPECT_TRUE(world.await([&] {
    world.pass(10);
    return online(third);
  }));
  world.network.cut("two");
  EXPECT_TRUE(world.await([&] {
    world.pass(500);
    return !online(owned) && !online(third);
  }));
}

TEST(TablesOfSeveralServers, SeatsAndRematchesTravel) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make();
  const auto followed = two.find(id_of(owned));
  ASSERT_TRUE(two.act(followed, tables::Resign{one.token_hash}));
  ASSERT_TRUE(followed->snapshot()->table().over());
  ASSERT_TRUE(two.act(followed, tables::OfferRematch{one.token_hash, tables::OfferReply::kAsk}));
  const auto next = followed->snapshot()->table().rematch_id();
  ASSERT_FALSE(next.empty());
  const auto again = two.find(next);
  ASSERT_NE(again, nullptr);
  EXPECT_TRUE(two.act(again, tables::PlayTurn{one.token_hash, "e5", 0}, 10));
  EXPECT_EQ(world.leases->tenure(next), (store::Tenure{"one", 1}));
}

// Whoever has just sat down at one server is known at every other, also where the news was lost.
TEST(TablesOfSeveralServers, WhoSatDownIsRecognisedEverywhere) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make_open({});
  const auto followed = two.find(id_of(owned));
  const auto recognised = [&](const std::string& token_hash) {
    std::optional<Expected<tables::Actor>> answer;
    std::atomic<bool> there = false;
    followed->recognise(token_hash, [&](const auto& actor) {
      answer = actor;
      there = true;
    });
    EXPECT_TRUE(world.await([&] { return there.load(); }));
    return *answer;
  };
  world.network.filter([](const bus::Envelope& envelope) {
    return is_news(envelope) ? bus::Fate::kDrop : bus::Fate::kPass;
  });
  const auto guest = tables::hash_of(tables::new_token());
  ASSERT_TRUE(one.act(owned, tables::Join{one.invite_hash, guest, "B"}));
  world.network.run();
  ASSERT_TRUE(followed->snapshot()->table().actor(guest).empty()) << "the news was not lost";
  const auto sits = recognised(guest);
  ASSERT_TRUE(sits);
  EXPECT_EQ(*sits, tables::Actor{1});
  const auto stranger = recognised(tables::hash_of(tables::new_token()));
  ASSERT_TRUE(stranger);
  EXPECT_TRUE(stranger->empty());
}

// A first clock that waits does so on every server, and starts on all of them.
TEST(TablesOfSeveralServers, TheFirstClockWaitsEverywhere) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make_open({tables::ClockSetup::Kind::kGame, 10'000, 0});
  const auto followed = two.find(id_of(owned));
  const auto guest = tables::hash_of(tables::new_token());
  ASSERT_TRUE(two.act(followed, tables::Join{one.invite_hash, guest, "B"}));
  world.pass(5'000);
  const auto now = [&] { return world.clock.now(); };
  for (const auto& live : {owned, followed}) {
    const auto snapshot = live->snapshot();
    EXPECT_EQ(snapshot->table().waits_for(now()), std::vector<int>{0});
    EXPECT_EQ(snapshot->table().left(0, now()), 10'000);
  }
  ASSERT_TRUE(two.act(followed, tables::SeeBoard{one.token_hash}));
  world.pass(1'000);
  for (const auto& live : {owned, followed}) {
    const auto snapshot = live->snapshot();
    EXPECT_TRUE(snapshot->table().waits_for(now()).empty());
    EXPECT_EQ(snapshot->table().left(0, now()), 9'000);
  }
}

TEST(TablesOfSeveralServers, NobodyIsServedWhereTheServerIsCutOff) {
  World world;
  Node one(world, "one");
  const auto id = id_of(one.make());
  int closed = 0, back = 0;
  one.cluster.listen({[&] { ++closed; }, [&] { ++back; }});
  // So many looks as the server takes in this time.
  const auto look_for = [&](std::chrono::milliseconds time) {
    for (auto passed = 0ms; passed < time; passed += tables::Cluster::kRenewEvery) {
      world.steady.pass(tables::Cluster::kRenewEvery);
      one.cluster.renew();
      one.cluster.look();
    }
  };
  look_for(10s);
  EXPECT_EQ(closed, 0);
  one.own_leases.away = true;
  look_for(2s);
  EXPECT_EQ(closed, 0) << "a database may be restarted";
  look_for(1s);
  EXPECT_EQ(closed, 1);
  EXPECT_EQ(one.find(id), nullptr);
  one.own_leases.away = false;
  look_for(1s);
  EXPECT_EQ(back, 1);
  EXPECT_NE(one.find(id), nullptr);
  // Without the bus others could not reach it, so it gives up its lease.
  world.network.cut("one");
  look_for(1s);
  EXPECT_EQ(one.own_leases.departures, 0);
  look_for(1s);
  EXPECT_EQ(one.own_leases.departures, 1);
  EXPECT_EQ(closed, 2);
  world.network.restore("one");
  look_for(1s);
  EXPECT_EQ(back, 2);
  // It did not run for longer than its lease: others may have its tables.
  world.steady.pass(4s);
  EXPECT_TRUE(one.cluster.is_cut_off()) << "before anybody has looked";
  EXPECT_EQ(one.find(id), nullptr);
  one.cluster.renew();
  one.cluster.look();
  EXPECT_EQ(closed, 3);
  EXPECT_EQ(back, 3);
}

// A server without its database still has the bus; others decide about its tables.
TEST(TablesOfSeveralServers, WhoeverIsCutOffIsNotBelieved) {
  World world;
  Node one(world, "one"), two(world, "two"), three(world, "three");
  const auto owned = one.make();
  const auto followed = three.find(id_of(owned));
  one.own_leases.away = true;
  world.leases->die("one");
  world.steady.pass(10s);
  for (auto* node : {&two, &three}) {
    node->cluster.renew();
    node->cluster.look();
  }
  ASSERT_TRUE(one.cluster.is_cut_off());
  const auto taken = two.find(id_of(owned));
  ASSERT_NE(taken, nullptr);
  ASSERT_TRUE(taken->decides());
  ASSERT_TRUE(two.act(taken, tables::PlayTurn{one.token_hash, "e5", 0}));
  EXPECT_TRUE(owned->decides()) << "it cannot look it up";
  EXPECT_TRUE(world.await([&] {
    world.pass(100);
    return followed->owner() == "two" && Node::last_event(followed) == 1;
  }));
  const auto played = three.act(followed, tables::PlayTurn{one.token_hash, "e6", 1}, 10);
  EXPECT_TRUE(played);
}

// What others are told may take long to put together.
TEST(TablesOfSeveralServers, ALeaseIsRenewedWhileOthersAreTold) {
  bus::LocalNetwork network(bus::LocalNetwork::Delivery::kThreads);
  const auto bus = network.join("one");
  MemoryLeases leases(std::make_shared<SharedLeases>(), "one");
  tables::Cluster cluster(leases, *bus);
  std::promise<void> told_enough;
  const auto enough = told_enough.get_future().share();
  cluster.start({[] {}, [] {}, [enough] { enough.wait(); }});
  await([&] { return leases.renewals > 2; });
  told_enough.set_value();
  cluster.stop();
}

TEST(TablesOfSeveralServers, NoOtherServerHelpsEither) {
  World world;
  Node one(world, "one"), two(world, "two");
  const auto owned = one.make({}, /*exploration=*/false);
  int after = 0;
  for (const auto* turn : {"e5", "d4", "c3", "b2"}) {
    ASSERT_TRUE(one.act(owned, tables::PlayTurn{one.token_hash, turn, after++}));
  }
  // Somebody looks at it with the one server, and asks the other.
  ASSERT_NE(one.find(id_of(owned)), nullptr);
  const auto asked = owned->snapshot()->table().history();
  const tables::Explorer cheat{"192.0.2.2"}, stranger{"192.0.2.77"};
  EXPECT_TRUE(world.await([&] {
    world.pass(500);
    return !two.registry.may_explore(cheat, asked);
  }));
  EXPECT_TRUE(two.registry.may_explore(stranger, asked));
  ASSERT_TRUE(one.act(owned, tables::Resign{one.token_hash}));
  EXPECT_TRUE(world.await([&] {
    world.pass(500);
    return two.registry.may_explore(cheat, asked);
  }));
}

}  // namespace
}  // namespace tests
