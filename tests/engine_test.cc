// The engine and the players from outside: whole legal turns whenever they are asked or stopped,
// answers on time, and the same answer to the same question.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "engine/player.h"
#include "support.h"

namespace tests {
namespace {

using engine::Budget;
using engine::Engine;
using engine::Milliseconds;
using engine::Player;
using games::Action;
using games::History;
using search::Clock;

using Turn = std::vector<Action>;

// --- Positions and checks ---

// Every game, and Yavalath for three.
std::vector<Variant> main_variants() {
  return {{"eigenstate", ""},
          {"sixteen-stone", ""},
          {"yavalath", "swap=off"},
          {"epaminondas", ""},
          {"yavalath", "players=3,swap=off"}};
}

// A point of a random game, perhaps within a turn.
History random_history(const Variant& variant, core::Rng& rng) {
  const auto first = start(variant.game, variant.options);
  History whole(first);
  while (!whole.outcome().over()) whole.apply(whole.position().random_action(rng));
  const auto length = rng.below(static_cast<std::uint32_t>(whole.actions().size()));
  History history(first);
  for (std::uint32_t i = 0; i < length; ++i) history.apply(whole.actions()[i]);
  return history;
}

// The same where a turn starts.
History random_turn_start(const Variant& variant, core::Rng& rng) {
  while (true) {
    History history = random_history(variant, rng);
    if (history.position().at_turn_start()) return history;
  }
}

// Legal actions to the end of the turn and no further.
void expect_whole_turn(const History& history, const Turn& turn) {
  auto position = history.position();
  ASSERT_FALSE(turn.empty()) << position.to_text();
  for (std::size_t i = 0; i < turn.size(); ++i) {
    const auto legal = position.legal_actions();
    ASSERT_NE(std::find(legal.begin(), legal.end(), turn[i]), legal.end())
        << history.position().to_text() << ", action " << i;
    position.apply(turn[i]);
    const bool ended = position.at_turn_start() || position.outcome().over();
    ASSERT_EQ(ended, i + 1 == turn.size()) << history.position().to_text();
  }
}

void play(History& history, const Turn& turn) {
  for (const Action action : turn) history.apply(action);
}

Budget by_nodes(std::uint64_t nodes) {
  Budget budget;
  budget.nodes = nodes;
  return budget;
}

Budget by_time(int milliseconds) {
  Budget budget;
  budget.movetime = Milliseconds(milliseconds);
  return budget;
}

constexpr const char* kWho[] = {"random", "classic", "plain", "level:1", "level:5", "level:10"};

Player player_of(std::string_view who, std::uint64_t seed) {
  return Player(*engine::parse_who(who), seed, 1);
}

// --- Legal turns ---

class EveryVariant : public testing::TestWithParam<Variant> {};
INSTANTIATE_TEST_SUITE_P(Engine, EveryVariant, testing::ValuesIn(all_variants()), variant_name);

TEST_P(EveryVariant, PlayersAnswerWithLegalTurnsAnywhere) {
  core::Rng rng(21);
  for (const char* who : kWho) {
    Player player = player_of(who, 1);
    for (int i = 0; i < by_tier(3, 15, 80); ++i) {
      const History history = random_history(GetParam(), rng);
      expect_whole_turn(history, player.think(history, by_nodes(rng.below(300))));
      ASSERT_FALSE(HasFatalFailure()) << who;
    }
  }
}

TEST_P(EveryVariant, PlayersPlayWholeGamesAgainstRandomOnes) {
  const auto first = start(GetParam().game, GetParam().options);
  core::Rng rng(22);
  for (int i = 0; i < by_tier(1, 6, 24); ++i) {
    const char* who = kWho[(i + static_cast<int>(first.hash() % 6)) % 6];
    Player player = player_of(who, static_cast<std::uint64_t>(i)), other = player_of("random", 2);
    const int seat = static_cast<int>(rng.below(static_cast<std::uint32_t>(first.player_count())));
    History history(first);
    while (!history.outcome().over()) {
      const bool mine = history.position().to_move() == seat;
      const Turn turn = (mine ? player : other).think(history, by_nodes(100));
      expect_whole_turn(history, turn);
      ASSERT_FALSE(HasFatalFailure()) << who;
      play(history, turn);
    }
  }
}

TEST_P(EveryVariant, FewNodesGiveALegalTurn) {
  core::Rng rng(23);
  Engine engine(1);
  const History history = random_history(GetParam(), rng);
  for (std::uint64_t nodes = 0; nodes < by_tier(8u, 40u, 400u); ++nodes) {
    engine.forget();
    expect_whole_turn(history, engine.think(history, by_nodes(nodes)));
    ASSERT_FALSE(HasFatalFailure()) << nodes << " nodes";
  }
}

// --- Stopping ---

// Does something after a while, in another thread; the end of its life waits for it.
class Later {
 public:
  template <class Do>
  Later(std::chrono::microseconds delay, Do act)
      : thread_([delay, act] {
          std::this_thread::sleep_for(delay);
          act();
        }) {}
  ~Later() { thread_.join(); }
  Later(const Later&) = delete;
  Later& operator=(const Later&) = delete;

 private:
  std::thread thread_;
};

std::chrono::microseconds up_to_30_ms(core::Rng& rng) {
  return std::chrono::microseconds(rng.below(30'000));
}

TEST_P(EveryVariant, StoppedAnywhereTheTurnIsWhole) {
  core::Rng rng(24);
  Engine engine(1);
  for (int i = 0; i < by_tier(2, 10, 60); ++i) {
    engine.set_threads(1 + i % 3);
    const History history = random_history(GetParam(), rng);
    engine.allow();
    const Later stop(up_to_30_ms(rng), [&] { engine.stop(); });
    expect_whole_turn(history, engine.think(history, {}));
    ASSERT_FALSE(HasFatalFailure());
  }
}

// --- Time ---

// A machine that has other things to do may let an answer wait; on an idle one, as in the long
// tier, what was promised is kept.
constexpr Milliseconds kSlack{400};
// In the sum of a whole game, for slow builds.
constexpr Milliseconds kSlackOfTurn{20};

// Keeps every core busy, unless the long tier measures.
class Load {
 public:
  Load() {
    if (tier() == Tier::kLong) return;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
      threads_.emplace_back([this] {
        while (!done_) {
        }
      });
    }
  }
  ~Load() {
    done_ = true;
    for (auto& thread : threads_) thread.join();
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

 private:
  std::atomic<bool> done_{false};
  std::vector<std::thread> threads_;
};

Milliseconds median(std::vector<Milliseconds> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

Milliseconds since(Clock::time_point begin) {
  return std::chrono::duration_cast<Milliseconds>(Clock::now() - begin);
}

// Every time within the slack; in the long tier the median as promised.
void expect_on_time(const std::vector<Milliseconds>& times, Milliseconds given,
                    Milliseconds promised) {
  for (const auto time : times) EXPECT_LE(time, given + kSlack);
  if (tier() == Tier::kLong) {
    EXPECT_LE(median(times), promised);
  }
}

TEST(EngineTime, MoveTimeIsKept) {
  const Load load;
  core::Rng rng(25);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Engine engine(16);
    std::vector<Milliseconds> times;
    for (int i = 0; i < by_tier(1, 5, 25); ++i) {
      const History history = random_turn_start(variant, rng);
      const auto begin = Clock::now();
      const Turn turn = engine.think(history, by_time(100));
      times.push_back(since(begin));
      expect_whole_turn(history, turn);
    }
    expect_on_time(times, Milliseconds(100), Milliseconds(115));
  }
}

TEST(EngineTime, AGameByTheClockEndsOnTime) {
  const Load load;
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Budget budget;
    budget.clock.fill(Milliseconds(by_tier(40, 300, 300)));
    budget.increment.fill(Milliseconds(by_tier(1, 5, 5)));
    Engine engine(1);
    History history(start(variant.game, variant.options));
    Milliseconds lowest = *budget.clock[0];
    int turns = 0;
    while (!history.outcome().over()) {
      auto& clock = *budget.clock[static_cast<std::size_t>(history.position().to_move())];
      const auto begin = Clock::now();
      play(history, engine.think(history, budget));
      clock -= since(begin);
      lowest = std::min(lowest, clock);
      clock += budget.increment[0];
      ++turns;
    }
    const auto of_turns = tier() == Tier::kLong ? Milliseconds(0) : turns * kSlackOfTurn;
    EXPECT_GE(lowest, -kSlack - of_turns);
  }
}

TEST(EngineTime, StopIsAnsweredSoon) {
  const Load load;
  core::Rng rng(26);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Engine engine(16);
    std::vector<Milliseconds> times;
    for (int i = 0; i < by_tier(2, 10, 50); ++i) {
      engine.set_threads(1 + i % 2);
      const History history = random_turn_start(variant, rng);
      engine.allow();
      std::atomic<Clock::time_point> asked{Clock::now()};
      const Later stop(up_to_30_ms(rng), [&] {
        asked = Clock::now();
        engine.stop();
      });
      engine.think(history, {});
      times.push_back(since(asked));
    }
    expect_on_time(times, Milliseconds(0), Milliseconds(20));
  }
}

// --- Pondering ---

struct Pondered {
  Turn turn;
  bool hung = false;    // had to be stopped in the end
  Milliseconds time{};  // from the hit or the stop to the answer
};

// Sleeping takes longer than the shortest waits.
void wait_for(std::chrono::microseconds delay) {
  if (delay > Milliseconds(1)) return std::this_thread::sleep_for(delay);
  const auto end = Clock::now() + delay;
  while (Clock::now() < end) {
  }
}

// Ponders, and after a while does `act`, which should lead to an answer.
template <class Act>
Pondered ponder(Engine& engine, const History& history, Budget budget,
                std::chrono::microseconds delay, Act act) {
  constexpr Milliseconds kPatience{5'000};
  budget.ponder = true;
  std::atomic<bool> begun{false}, answered{false};
  std::atomic<Clock::time_point> acted{Clock::now()};
  Pondered pondered;
  engine.allow();
  std::thread other([&] {
    while (!begun) std::this_thread::yield();
    wait_for(delay);
    EXPECT_FALSE(answered) << "before anyone asked";
    acted = Clock::now();
    act();
    while (!answered && !pondered.hung) {
      std::this_thread::sleep_for(Milliseconds(1));
      pondered.hung = since(acted) > kPatience;
    }
    if (pondered.hung) engine.stop();
  });
  begun = true;
  pondered.turn = engine.think(history, budget);
  const auto end = Clock::now();
  answered = true;
  other.join();
  pondered.time = std::chrono::duration_cast<Milliseconds>(end - acted.load());
  return pondered;
}

TEST(EnginePonder, AHitStartsTheTime) {
  core::Rng rng(27);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Engine engine(1);
    for (int i = 0; i < by_tier(2, 15, 100); ++i) {
      const History history = random_turn_start(variant, rng);
      const auto delay = i % 3 == 0 ? std::chrono::microseconds(0) : up_to_30_ms(rng);
      const auto hit = ponder(engine, history, by_time(30), delay, [&] { engine.hit(); });
      EXPECT_FALSE(hit.hung) << history.position().to_text();
      EXPECT_LE(hit.time, Milliseconds(30) + kSlack);
      expect_whole_turn(history, hit.turn);
    }
  }
}

// Also while think() is just setting out.
TEST(EnginePonder, AnEarlyHitIsNotMissed) {
  core::Rng rng(33);
  Engine engine(1);
  const History history(start("epaminondas"));
  for (int i = 0; i < by_tier(30, 300, 2'000); ++i) {
    const std::chrono::microseconds delay(rng.below(10));
    const auto hit = ponder(engine, history, by_time(1), delay, [&] { engine.hit(); });
    ASSERT_FALSE(hit.hung) << "round " << i << ", after " << delay.count() << " us";
  }
}

TEST(EnginePonder, AStopAnswers) {
  core::Rng rng(28);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Engine engine(1);
    for (int i = 0; i < by_tier(2, 15, 100); ++i) {
      const History history = random_turn_start(variant, rng);
      const auto stop =
          ponder(engine, history, by_time(30), up_to_30_ms(rng), [&] { engine.stop(); });
      EXPECT_FALSE(stop.hung) << history.position().to_text();
      EXPECT_LE(stop.time, kSlack);
      expect_whole_turn(history, stop.turn);
    }
  }
}

// What needs no time of its own is answered at the hit, not before.
TEST(EnginePonder, ADoneSearchWaitsForTheHit) {
  core::Rng rng(29);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Engine engine(1);
    const History history = random_turn_start(variant, rng);
    const auto hit = ponder(engine, history, by_nodes(50), Milliseconds(50), [&] { engine.hit(); });
    EXPECT_FALSE(hit.hung);
    expect_whole_turn(history, hit.turn);
  }
}

// --- The same question, the same answer ---

struct Asked {
  Turn turn;
  std::uint64_t nodes = 0;
  search::Value value = 0;
  friend bool operator==(const Asked&, const Asked&) = default;
};

Asked ask(Engine& engine, const History& history, std::uint64_t nodes) {
  Asked asked;
  asked.turn = engine.think(history, by_nodes(nodes), [&](const engine::Progress& progress) {
    asked.nodes = progress.nodes;
    asked.value = progress.value;
  });
  return asked;
}

TEST(Engine, FreshOrForgetfulItRepeatsItself) {
  core::Rng rng(30);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    for (int i = 0; i < by_tier(1, 10, 100); ++i) {
      const History history = random_history(variant, rng);
      Engine one(1), two(1);
      const Asked first = ask(one, history, 3'000);
      EXPECT_EQ(ask(two, history, 3'000), first) << history.position().to_text();
      ask(two, random_history(variant, rng), 2'000);
      two.forget();
      EXPECT_EQ(ask(two, history, 3'000), first) << history.position().to_text();
    }
  }
}

TEST(Engine, PlayersRepeatThemselves) {
  core::Rng rng(31);
  for (const Variant& variant : main_variants()) {
    for (const char* who : kWho) {
      const History history = random_history(variant, rng);
      Player one = player_of(who, 7), two = player_of(who, 8);
      const Turn turn = one.think(history, by_nodes(1'000));
      two.set_seed(7);
      EXPECT_EQ(two.think(history, by_nodes(1'000)), turn) << variant.game << ' ' << who;
    }
  }
}

TEST(Engine, SeveralThreadsThinkAndStop) {
  core::Rng rng(32);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Engine engine(4);
    for (const int threads : {2, 3}) {
      engine.set_threads(threads);
      for (int i = 0; i < by_tier(1, 10, 100); ++i) {
        const History history = random_history(variant, rng);
        engine.allow();
        expect_whole_turn(history, engine.think(history, by_nodes(1'000)));
        expect_whole_turn(history, engine.think(history, by_time(5)));
        const Later stop(up_to_30_ms(rng), [&] { engine.stop(); });
        expect_whole_turn(history, engine.think(history, {}));
      }
    }
  }
}

}  // namespace
}  // namespace tests
