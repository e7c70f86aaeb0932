// Proof-number search against plain exhaustive search, zones against searches afresh, strategies
// against the checker of proofs.
#include <unordered_map>

#include "eval/yavalath_tactics.h"
#include "search/strategy.h"
#include "solve/proof_check.h"
#include "solve/proof_writer.h"
#include "support.h"

namespace {

using eval::yavalath::Tactics;
using games::Action;
using games::ActionList;
using games::yavalath::Board;
using games::yavalath::State;
using search::ProofStatus;
using search::Stopper;
using tests::by_tier;

namespace proof = solve::proof;

using Search = search::ProofSearch<State, Tactics>;

constexpr std::size_t kTable = std::size_t{8} << 20;

State start_of(int size) { return State::start({static_cast<std::uint8_t>(size), 2, false}); }

// 1, 0 or -1 for player 0, by looking at everything.
class Exhaustive {
 public:
  int value(const State& state) {
    if (state.outcome().over()) {
      return state.outcome().is_draw() ? 0 : state.outcome().winner() == 0 ? 1 : -1;
    }
    const auto [at, is_new] = values_.try_emplace(state.hash(), 0);
    if (!is_new) return at->second;
    const int sign = state.to_move() == 0 ? 1 : -1;
    int best = -1;
    ActionList<State> list;
    state.legal_actions(list);
    for (int i = 0; i < list.size() && best < 1; ++i) {
      State next = state;
      next.apply(list[i]);
      best = std::max(best, sign * value(next));
    }
    return values_[state.hash()] = sign * best;
  }

 private:
  std::unordered_map<std::uint64_t, int> values_;
};

template <class S, class T>
ProofStatus ask(const S& state, int attacker, const search::ProofSettings& settings = {}) {
  Stopper stopper{search::Limits{}};
  search::ProofSearch<S, T> search(state, attacker, settings, kTable);
  return search.run(stopper);
}

template <class T>
int proven_value(const State& state, const search::ProofSettings& settings = {}) {
  if (ask<State, T>(state, 0, settings) == ProofStatus::kProven) return 1;
  return ask<State, T>(state, 1, settings) == ProofStatus::kProven ? -1 : 0;
}

// A running position after so many stones, none of which made a line.
State quiet_state(int size, int stones, core::Rng& rng) {
  State state = start_of(size);
  for (int tries = 0; state.empty().count() > games::yavalath::cells(size).count() - stones;) {
    State next = state;
    next.apply(state.random_action(rng));
    if (!next.outcome().over()) state = next;
    if (++tries > 500) {  // nothing but lines is left
      state = start_of(size);
      tries = 0;
    }
  }
  return state;
}

TEST(ProofNumber, AgreesWithExhaustiveSearchOnRandomPositions) {
  core::Rng rng(1);
  std::map<int, int> values;
  // A full board has 19 or 37 cells.
  for (const auto& [size, stones, count] :
       {std::tuple(3, 8, by_tier(30, 300, 600)), std::tuple(3, 14, by_tier(60, 300, 1000)),
        std::tuple(4, 26, by_tier(30, 300, 600)), std::tuple(4, 31, by_tier(60, 300, 1000))}) {
    for (int i = 0; i < count; ++i) {
      const State state = quiet_state(size, stones, rng);
      const int expected = Exhaustive().value(state);
      ++values[expected];
      ASSERT_EQ(proven_value<Tactics>(state), expected) << state.to_text();
      ASSERT_EQ(proven_value<Tactics>(state, {.sums = true, .margin = 0, .seed = 3}), expected)
          << state.to_text();
      if (i % 10 != 0) continue;
      ASSERT_EQ(proven_value<eval::PlainTactics<State>>(state), expected) << state.to_text();
    }
  }
  EXPECT_GT(values[0], 5);
  EXPECT_GT(values[1], 10);
  EXPECT_GT(values[-1], 10);
}

TEST(ProofNumber, AgreesWithExhaustiveSearchOnAllOfSize3) {
  if (tests::tier() == tests::Tier::kQuick) GTEST_SKIP() << "some ten seconds";
  Exhaustive exhaustive;
  start_of(3).empty().for_each([&](int cell) {
    State state = start_of(3);
    const Action opening{static_cast<std::uint32_t>(cell)};
    // A corner and the centre; all of them in the long tier.
    const std::string text = state.action_text(opening);
    if (text != "a1" && text != "c3" && tests::tier() != tests::Tier::kLong) return;
    state.apply(opening);
    EXPECT_EQ(exhaustive.value(state), -1);
    EXPECT_EQ(proven_value<Tactics>(state), -1);
  });
}

// --- Zones ---

// Looks for a win of the attacker by threats, with the rules alone: he plays what threatens a four,
// the defender everything.
class PlainChains {
 public:
  explicit PlainChains(int attacker) : attacker_(attacker) {}

  bool wins(const State& state, int turns) const {
    if (state.outcome().over()) return state.outcome().winner() == attacker_;
    ActionList<State> list;
    state.legal_actions(list);
    const bool attacks = state.to_move() == attacker_;
    if (attacks && wins_at_once(state, list)) return true;
    if (attacks && turns < 3) return false;
    for (const Action action : list) {
      State next = state;
      next.apply(action);
      const bool lost = next.outcome().over() && next.outcome().winner() != attacker_;
      if (!attacks) {
        if (lost || !wins(next, turns - 1)) return false;
      } else if (!lost && threatens(next) && wins(next, turns - 1)) {
        return true;
      }
    }
    return !attacks;
  }

 private:
  bool wins_at_once(const State& state, const ActionList<State>& list) const {
    return std::any_of(list.begin(), list.end(), [&](Action action) {
      State next = state;
      next.apply(action);
      return next.outcome().winner() == attacker_;
    });
  }
  bool threatens(const State& state) const {
    return (games::yavalath::four_makers(state.stones(attacker_)) & state.empty()).any();
  }

  int attacker_;
};

TEST(Zones, NoPlacementOutsideAZoneHelps) {
  core::Rng rng(2);
  eval::yavalath::Forcing forcing;
  Tactics tactics;
  int tries = 0, zones = 0, candidates = 0;
  while (tries < by_tier(1'000, 10'000, 100'000)) {
    const int size = 3 + static_cast<int>(rng.below(4));
    const int cells = games::yavalath::cells(size).count();
    const State state = quiet_state(size, 6 + static_cast<int>(rng.below(cells / 2)), rng);
    if (tactics.quick_check(state).verdict != eval::Verdict::kOpen ||
        tactics.quick_check(state).only) {
      continue;
    }
    const auto chain = forcing.find_after_pass(state, 15, 2'000);
    if (!chain) continue;
    ++zones;
    const Board zone = eval::yavalath::zone(state, *chain);
    candidates += (zone & state.empty()).count();
    const PlainChains chains(1 - state.to_move());
    (state.empty() & ~zone).for_each([&](int cell) {
      State next = state;
      next.apply(Action{static_cast<std::uint32_t>(cell)});
      ++tries;
      ASSERT_TRUE(chains.wins(next, chain->turns))
          << state.to_text() << ' ' << games::yavalath::cell_name(cell, size);
    });
    if (HasFatalFailure()) return;
  }
  // A zone that held everything would pass as well.
  EXPECT_LT(candidates, zones * 20);
}

TEST(Zones, KeysAreThoseOfTheirImages) {
  core::Rng rng(3);
  const Tactics tactics;
  for (int i = 0; i < 200; ++i) {
    const State state = quiet_state(3 + i % 4, 7, rng);
    const auto name = Tactics::number(tactics.key(state));
    const State image = state.transformed(static_cast<int>(rng.below(12)));
    EXPECT_EQ(Tactics::number(tactics.key(image)), name);
    const Action action = state.random_action(rng);
    State next = state;
    next.apply(action);
    EXPECT_EQ(Tactics::number(tactics.key_after(tactics.key(state), state, action)),
              Tactics::number(tactics.key(next)));
    EXPECT_NE(Tactics::number(tactics.key(next)), name);
  }
}

// --- Strategies ---

// The strategy behind an answer as a proof that the checker accepts.
void expect_strategy(Search& search, ProofStatus answer) {
  const int player = answer == ProofStatus::kProven ? search.attacker() : 1 - search.attacker();
  proof::Writer writer(proof::make_claim(search.root(), player, answer == ProofStatus::kDisproven));
  Stopper stopper{search::Limits{}};
  search::StrategyWalk<State, Tactics> walk(
      search, answer,
      [&](const State& state, Action action, int turns) { writer.add(state, action, turns); },
      stopper);
  const auto turns = walk.walk(search.root());
  ASSERT_TRUE(turns) << search.root().to_text();
  const std::string bytes = writer.content();
  const auto read =
      proof::Proof::over({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  ASSERT_TRUE(read);
  const auto verdict = proof::check(*read);
  EXPECT_FALSE(verdict.gap) << search.root().to_text() << ' '
                            << text::render(*verdict.gap, text::Language::kEnglish);
  EXPECT_LE(verdict.turns, *turns);
}

TEST(Strategy, HoldsAgainstEveryReply) {
  core::Rng rng(4);
  std::map<ProofStatus, int> answers;
  for (int i = 0; i < by_tier(100, 300, 1000); ++i) {
    const State state = i % 2 == 0 ? quiet_state(3, 6 + i % 5, rng) : quiet_state(4, 22, rng);
    Search search(state, i / 2 % 2, {}, kTable);
    Stopper stopper{search::Limits{}};
    const ProofStatus answer = search.run(stopper);
    ++answers[answer];
    ASSERT_NO_FATAL_FAILURE(expect_strategy(search, answer));
  }
  EXPECT_GT(answers[ProofStatus::kProven], 10);
  EXPECT_GT(answers[ProofStatus::kDisproven], 10);
}

TEST(Strategy, IsFoundAgainWhereTheTableForgets) {
  core::Rng rng(5);
  const State state = quiet_state(3, 2, rng);
  Search search(state, 1, {}, 1);  // the smallest table there is
  Stopper stopper{search::Limits{}};
  const ProofStatus answer = search.run(stopper);
  ASSERT_NE(answer, ProofStatus::kOpen);
  EXPECT_GT(search.progress().table_used, search.progress().table_capacity / 2);
  expect_strategy(search, answer);
}

// --- Stopping ---

TEST(ProofNumber, GoesOnWhereItWasStopped) {
  const State state = *State::parse("5/6/7/8/4w4/8/7/6/b4 w -", {.size = 5, .swap = false});
  const search::ProofSettings settings{.actions_per_number = 3};
  const auto run = [](Search& search, std::uint64_t nodes) {
    search::Limits limits;
    limits.nodes = nodes;
    Stopper stopper(limits);
    return search.run(stopper);
  };
  Search whole(state, 0, settings, kTable);
  ASSERT_EQ(run(whole, 1'000'000), ProofStatus::kProven);

  Search first(state, 0, settings, kTable);
  ASSERT_EQ(run(first, whole.nodes() / 2), ProofStatus::kOpen);
  const std::string bytes = first.saved(1'000'000);
  EXPECT_EQ(run(first, whole.nodes()), ProofStatus::kProven);
  EXPECT_LT(first.nodes(), whole.nodes() * 3 / 2);

  Search second(state, 0, settings, kTable);
  ASSERT_TRUE(second.restore(bytes));
  EXPECT_EQ(second.nodes(), whole.nodes() / 2);
  EXPECT_EQ(run(second, whole.nodes()), ProofStatus::kProven);
  EXPECT_LT(second.nodes(), whole.nodes() * 3 / 2);

  // A part of it serves too, and what is damaged does not.
  EXPECT_LT(first.saved(100).size(), 2'000u);
  for (const std::size_t at : {std::size_t{0}, std::size_t{25}, bytes.size() - 1}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(Search(state, 0, settings, kTable).restore(damaged)) << at;
  }
  EXPECT_FALSE(Search(state, 0, settings, kTable).restore(bytes.substr(0, bytes.size() - 1)));
  EXPECT_FALSE(Search(state, 0, settings, kTable).restore(""));
}

}  // namespace
