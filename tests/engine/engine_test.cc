// The engine and the players from outside: whole legal turns whenever they are asked or stopped,
// answers on time, and the same answer to the same question.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <thread>

#include "core/guarded.h"
#include "driven_time.h"
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

using Turn = std::vector<Action>;

// --- Positions and checks ---

// Every game, and Yavalath for three.
std::vector<Variant> main_variants() {
  return and_other_games({{"eigenstate", ""},
                          {"sixteen-stone", ""},
                          {"yavalath", "swap=off"},
                          {"epaminondas", ""},
                          {"yavalath", "players=3,swap=off"}});
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

constexpr const char* kWho[] = {"random",  "classic", "plain",   "terms",
                                "level:1", "level:5", "level:10"};

Player player_of(std::string_view who, std::uint64_t seed) {
  return Player(*engine::parse_player_spec(who), seed, 1);
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
    engine.clear_hash();
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
    engine.clear_stop();
    const Later stop(up_to_30_ms(rng), [&] { engine.stop(); });
    expect_whole_turn(history, engine.think(history, {}));
    ASSERT_FALSE(HasFatalFailure());
  }
}

// --- Time, by a clock that goes on with every look at it ---

using std::chrono::microseconds;

// What is proven needs no time.
void drive(Engine& engine, DrivenTime& time) {
  engine::PlayStyle style;
  style.proofs = false;
  engine.set_play_style(style);
  engine.set_time_source(time);
}

TEST(EngineTime, MoveTimeIsKept) {
  constexpr Milliseconds kStep{4};
  core::Rng rng(25);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    DrivenTime time(kStep);
    Engine engine(1);
    drive(engine, time);
    for (int i = 0; i < by_tier(2, 10, 50); ++i) {
      const History history = random_turn_start(variant, rng);
      const auto begin = time.passed();
      const Turn turn = engine.think(history, by_time(100));
      // What is left of the turn when the time is over needs a look for each action.
      EXPECT_LE(time.passed() - begin, Milliseconds(100) + kStep * turn.size());
      expect_whole_turn(history, turn);
    }
  }
}

TEST(EngineTime, TheTimeIsUsed) {
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    DrivenTime time(Milliseconds(4));
    Engine engine(1);
    drive(engine, time);
    engine.think(History(start(variant.game, variant.options)), by_time(100));
    EXPECT_GE(time.passed(), Milliseconds(90));
  }
}

TEST(EngineTime, AGameByTheClockEndsOnTime) {
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Budget budget;
    budget.clock.fill(Milliseconds(300));
    budget.increment.fill(Milliseconds(5));
    DrivenTime time(microseconds(500));
    Engine engine(1);
    drive(engine, time);
    History history(start(variant.game, variant.options));
    const int most = by_tier(40, 10'000, 10'000);
    for (int turns = 0; turns < most && !history.outcome().over(); ++turns) {
      auto& clock = *budget.clock[static_cast<std::size_t>(history.position().to_move())];
      const auto begin = time.passed();
      play(history, engine.think(history, budget));
      clock -= std::chrono::ceil<Milliseconds>(time.passed() - begin);
      ASSERT_GE(clock, Milliseconds(0)) << "turn " << turns;
      clock += budget.increment[0];
    }
  }
}

// A game has many turns: none of them may take much of what is left, and the first ones together
// neither all nor next to nothing.
TEST(EngineTime, ATurnTakesASmallPartOfTheClock) {
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    constexpr Milliseconds kClock{60'000}, kIncrement{100}, kStep{20};
    Budget budget;
    budget.clock.fill(kClock);
    budget.increment.fill(kIncrement);
    DrivenTime time(kStep);
    Engine engine(1);
    drive(engine, time);
    History history(start(variant.game, variant.options));
    const auto players = static_cast<std::size_t>(history.position().player_count());
    std::size_t turns = 0;
    for (; turns < 8 * players && !history.outcome().over(); ++turns) {
      auto& clock = *budget.clock[static_cast<std::size_t>(history.position().to_move())];
      const auto begin = time.passed();
      const Turn turn = engine.think(history, budget);
      play(history, turn);
      const auto spent = std::chrono::ceil<Milliseconds>(time.passed() - begin);
      EXPECT_LE(spent, clock / 25 + kIncrement + kStep * turn.size()) << "turn " << turns;
      clock += kIncrement - spent;
    }
    if (turns < 8 * players) continue;  // a win was found early, and needs no time
    Milliseconds left{0};
    for (std::size_t player = 0; player < players; ++player) left += *budget.clock[player];
    EXPECT_GT(left / players, kClock / 2);
  }
}

TEST(EngineTime, TheShareOfATurn) {
  for (const int seconds : {1, 10, 60, 600, 3600}) {
    const Milliseconds clock{seconds * 1000};
    EXPECT_LE(engine::turn_time(clock, Milliseconds(0)), clock / 25);
    EXPECT_GE(engine::turn_time(clock, Milliseconds(0)), clock / 50);
    // An increment comes back after the turn, and may be spent, never more than there is.
    EXPECT_LE(engine::turn_time(clock, Milliseconds(500)), clock / 25 + Milliseconds(500));
    EXPECT_LE(engine::turn_time(clock, Milliseconds(1'000'000)), clock / 2);
  }
}

// A search alone does not look at the clock any more after a stop; with helpers it ends.
TEST(EngineTime, AStopIsHeardAtOnce) {
  core::Rng rng(26);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    DrivenTime time(Milliseconds(1));
    Engine engine(1);
    drive(engine, time);
    for (int i = 0; i < by_tier(4, 20, 100); ++i) {
      const int threads = 1 + i % 2;
      engine.set_threads(threads);
      Budget budget;
      budget.ponder = i % 4 >= 2;
      int stopped = 0;
      engine.clear_stop();
      time.act_after(3 + static_cast<int>(rng.below(20)), [&] {
        stopped = time.looks();
        engine.stop();
      });
      engine.think(History(start(variant.game, variant.options)), budget);
      EXPECT_TRUE(threads > 1 || time.looks() - stopped <= 1);
    }
  }
}

// --- Pondering ---

// Ponders, and after a while does `act`, which has to lead to an answer: otherwise it never ends.
template <class Act>
Turn ponder(Engine& engine, const History& history, Budget budget, microseconds delay, Act act) {
  budget.ponder = true;
  std::atomic<bool> answered{false};
  engine.clear_stop();
  const Later later(delay, [&] {
    EXPECT_FALSE(answered) << "before anyone asked";
    act();
  });
  const Turn turn = engine.think(history, budget);
  answered = true;
  return turn;
}

TEST(EnginePonder, AHitStartsTheTime) {
  core::Rng rng(27);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    const History history(start(variant.game, variant.options));
    DrivenTime time(Milliseconds(4));
    Engine engine(1);
    drive(engine, time);
    for (int i = 0; i < by_tier(2, 15, 100); ++i) {
      Budget budget = by_time(60);
      budget.ponder = true;
      std::chrono::nanoseconds hit{};
      engine.clear_stop();
      time.act_after(3 + static_cast<int>(rng.below(30)), [&] {
        hit = time.passed();
        engine.ponderhit();
      });
      const Turn turn = engine.think(history, budget);
      EXPECT_LE(time.passed() - hit, Milliseconds(60) + Milliseconds(4) * turn.size());
      EXPECT_GE(time.passed() - hit, Milliseconds(50));
      expect_whole_turn(history, turn);
    }
  }
}

TEST(EnginePonder, AHitIsHeardAtAnyTime) {
  core::Rng rng(27);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Engine engine(1);
    for (int i = 0; i < by_tier(2, 15, 100); ++i) {
      const History history = random_turn_start(variant, rng);
      const auto delay = i % 3 == 0 ? microseconds(0) : up_to_30_ms(rng);
      const auto turn = ponder(engine, history, by_time(30), delay, [&] { engine.ponderhit(); });
      expect_whole_turn(history, turn);
    }
  }
}

// Also while think() is just setting out.
TEST(EnginePonder, AnEarlyHitIsNotMissed) {
  core::Rng rng(33);
  Engine engine(1);
  const History history(start("epaminondas"));
  for (int i = 0; i < by_tier(30, 300, 2'000); ++i) {
    ponder(engine, history, by_time(1), microseconds(rng.below(10)), [&] { engine.ponderhit(); });
  }
}

TEST(EnginePonder, AStopAnswers) {
  core::Rng rng(28);
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    Engine engine(1);
    for (int i = 0; i < by_tier(2, 15, 100); ++i) {
      const History history = random_turn_start(variant, rng);
      const auto turn =
          ponder(engine, history, by_time(30), up_to_30_ms(rng), [&] { engine.stop(); });
      expect_whole_turn(history, turn);
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
    const auto turn =
        ponder(engine, history, by_nodes(50), Milliseconds(50), [&] { engine.ponderhit(); });
    expect_whole_turn(history, turn);
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
      two.clear_hash();
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

// A table that has seen other rules says nothing about these.
TEST(Engine, RulesAreKeptApart) {
  const Variant others[] = {{"eigenstate", "fill=any"},
                            {"sixteen-stone", "capture=optional"},
                            {"yavalath", "swap=off"},
                            {"epaminondas", "rules=abbott"}};
  for (const auto& [game, options] : others) {
    SCOPED_TRACE(game);
    const History usual(start(game)), other(start(game, options));
    Engine fresh(16), used(16);
    const Asked expected = ask(fresh, usual, 3'000);
    ask(used, other, 3'000);
    EXPECT_EQ(ask(used, usual, 3'000), expected);
  }
}

// The nodes of a turn are those of all threads, and every action of it gets its share.
TEST(Engine, ThreadsShareTheNodes) {
  constexpr std::uint64_t kNodes = 8'000;
  for (const char* game : {"eigenstate", "sixteen-stone", "epaminondas"}) {
    SCOPED_TRACE(game);
    Engine engine(4);
    engine.set_threads(4);
    const History history(start(game));
    // What each action's search had told when it ended. One that was stopped tells its last whole
    // depth once more; the next one begins at a lower depth.
    std::vector<engine::Progress> last;
    const Turn turn = engine.think(history, by_nodes(kNodes), [&](const engine::Progress& found) {
      if (last.empty() || found.depth < last.back().depth) last.emplace_back();
      last.back() = found;
    });
    expect_whole_turn(history, turn);
    ASSERT_EQ(last.size(), turn.size());
    // What is told comes at the end of a round, whose size depends on what the others found.
    std::uint64_t nodes = 0;
    for (const engine::Progress& told : last) {
      EXPECT_GE(told.nodes, nodes + kNodes / 64) << "action " << &told - last.data();
      nodes = told.nodes;
    }
    EXPECT_GE(nodes, kNodes / 16);
    EXPECT_LE(nodes, kNodes);
  }
}

// Helpers that leave the calling thread no memory are done without, and whoever runs the program
// hears of it.
TEST(Engine, AThreadThatLacksMemoryBesideOthersSearchesAlone) {
  static std::atomic<int> caught = 0;
  core::caught_exception = [](const char*) { ++caught; };
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    const History history(start(variant.game, variant.options));
    const auto think = [&](int threads) {
      Engine engine(4);
      engine.set_threads(threads);
      int told = 0;
      const Turn turn = engine.think(history, by_nodes(4'000), [&](const engine::Progress&) {
        if (++told == 1) throw std::bad_alloc();
      });
      EXPECT_GT(told, 1);
      return turn;
    };
    caught = 0;
    expect_whole_turn(history, think(4));
    EXPECT_EQ(caught, 1);
    EXPECT_THROW(think(1), std::bad_alloc);
  }
  core::caught_exception = nullptr;
}

// So do those of a level, which has fewer nodes than it was given.
TEST(Player, ThreadsOfALevelShareItsNodes) {
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    const History history(start(variant.game, variant.options));
    const auto& position = history.position();
    const auto own = engine::level_of(position.game().name, position.player_count(), 5).nodes;
    Player player(*engine::parse_player_spec("level:5"), 1, 4);
    player.engine().set_threads(4);
    for (const std::uint64_t given : {own / 2, own * 10}) {
      std::uint64_t nodes = 0;
      const Turn turn = player.think(history, by_nodes(given),
                                     [&](const engine::Progress& found) { nodes = found.nodes; });
      // Threads that share one count, as those for three players, each know of a few less.
      const std::uint64_t unknown = position.player_count() > 2 ? 4 * 16 : 0;
      EXPECT_LE(nodes, std::min(given, own) + unknown);
      expect_whole_turn(history, turn);
    }
  }
}

// A table for which there is no memory is done without, and whoever runs the program hears of it.
TEST(Engine, ATableThatCannotBeMadeIsTold) {
  static std::atomic<int> caught = 0;
  core::caught_exception = [](const char*) { ++caught; };
  Engine engine(4);
  constexpr std::size_t kTooMany = std::size_t{1} << 32;  // more than there are addresses
  EXPECT_FALSE(engine.set_hash(kTooMany, /*make_now=*/true));
  core::caught_exception = nullptr;
  EXPECT_EQ(caught, 1);
  EXPECT_EQ(engine.hash(), 4u);
}

// Wherever the limit falls, also between the searches of one action with several windows.
TEST(Engine, NoNodeAfterTheLast) {
  for (const Variant& variant : main_variants()) {
    SCOPED_TRACE(variant.game + ' ' + variant.options);
    const History history(start(variant.game, variant.options));
    for (std::uint64_t limit = 200; limit < 400; ++limit) {
      Engine engine(1);
      std::uint64_t nodes = 0;
      engine.think(history, by_nodes(limit),
                   [&](const engine::Progress& found) { nodes = found.nodes; });
      EXPECT_LE(nodes, limit);
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
        engine.clear_stop();
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
