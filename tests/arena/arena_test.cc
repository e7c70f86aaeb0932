// Tournaments: who sits where, openings, clocks, faults, adjudication, and that a game's number
// says everything about it.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include "arena/adjudicator.h"
#include "arena/openings.h"
#include "arena/standings.h"
#include "arena/tournament.h"
#include "driven_time.h"
#include "support.h"

namespace tests {
namespace {

using Played = std::vector<std::pair<arena::GameResult, games::Record>>;

TEST(Seatings, AreAllPermutationsTheGivenOrderFirst) {
  for (const int n : {1, 2, 3}) {
    const auto all = arena::seatings(n);
    const std::set<std::vector<int>> different(all.begin(), all.end());
    EXPECT_EQ(all.size(), n == 3 ? 6u : static_cast<std::size_t>(n));
    EXPECT_EQ(different.size(), all.size());
    EXPECT_TRUE(std::is_sorted(all[0].begin(), all[0].end()));
    for (auto seating : all) {
      EXPECT_TRUE(std::is_permutation(seating.begin(), seating.end(), all[0].begin()));
    }
  }
}

TEST(Schedule, EveryPairingPlaysEveryOpeningInEverySeating) {
  struct Case {
    int players, seats;
    arena::Format format;
    int games, pairings, size;
  };
  using enum arena::Format;
  for (const Case& c : {Case{2, 2, kRoundRobin, 5, 1, 6}, Case{4, 2, kRoundRobin, 4, 6, 24},
                        Case{4, 2, kGauntlet, 4, 3, 12}, Case{3, 3, kRoundRobin, 6, 1, 6},
                        Case{5, 3, kRoundRobin, 1, 10, 60}, Case{5, 3, kGauntlet, 7, 6, 72}}) {
    const arena::Schedule schedule(c.players, c.seats, c.format, c.games);
    EXPECT_EQ(schedule.size(), c.size);
    EXPECT_EQ(schedule.pairings().size(), static_cast<std::size_t>(c.pairings));
    std::set<std::pair<int, std::vector<int>>> seen;
    std::map<int, std::set<std::set<int>>> rounds;  // each round: who met
    for (int number = 0; number < schedule.size(); ++number) {
      const auto game = schedule.game(number);
      EXPECT_EQ(game.number, number);
      EXPECT_TRUE(seen.insert({game.round, game.seating}).second);
      const std::set<int> players(game.seating.begin(), game.seating.end());
      EXPECT_EQ(players.size(), static_cast<std::size_t>(c.seats));
      EXPECT_TRUE(c.format != kGauntlet || players.contains(0));
      rounds[game.round].insert(players);
      // Games of one group have the opening and the players in common.
      const auto first = schedule.game(schedule.group_of(number) * schedule.group_size());
      EXPECT_EQ(first.round, game.round);
      EXPECT_EQ(std::set<int>(first.seating.begin(), first.seating.end()), players);
    }
    for (const auto& [round, met] : rounds) {
      EXPECT_EQ(met.size(), static_cast<std::size_t>(c.pairings));
    }
  }
}

class Arena : public testing::TestWithParam<Variant> {
 protected:
  const games::GameInfo& game() const { return *games::find_game(GetParam().game); }
  games::OptionMap options() const {
    return *games::parse_options(GetParam().options, game().options);
  }
};

std::vector<Variant> variants_of_matches() {
  return and_other_games({{"eigenstate", ""},
                          {"sixteen-stone", ""},
                          {"yavalath", ""},
                          {"yavalath", "players=3,swap=off"},
                          {"epaminondas", "rules=crossings"}});
}
INSTANTIATE_TEST_SUITE_P(Games, Arena, testing::ValuesIn(variants_of_matches()), variant_name);

TEST_P(Arena, OpeningsAreBalancedAndRepeatable) {
  std::set<std::string> different;
  const int count = by_tier(2, 6, 50);
  for (int number = 0; number < count; ++number) {
    const auto seed = core::mix(static_cast<std::uint64_t>(number));
    const auto opening = arena::balanced_opening(game(), options(), seed);
    EXPECT_FALSE(opening.outcome().over());
    EXPECT_TRUE(opening.position().at_turn_start());
    EXPECT_FALSE(opening.actions().empty());
    EXPECT_EQ(arena::balanced_opening(game(), options(), seed).actions(), opening.actions());
    different.insert(opening.position().to_text());
  }
  EXPECT_GT(static_cast<int>(different.size()), count / 2);
}

TEST_P(Arena, BooksAreReadBackAsTheyWereWritten) {
  const auto book = arena::make_book(game(), options(), {.count = 2, .nodes = 3'000});
  ASSERT_EQ(book.size(), 2u);
  std::string content = "# a comment\n\n";
  for (const auto& [opening, balance] : book) {
    EXPECT_TRUE(balance.balanced);
    EXPECT_EQ(arena::balance_of(opening, 3'000).chances, balance.chances);
    content += arena::opening_text(opening) + "  # 50.0 50.0\r\n";
    content += opening.position().to_text() + '\n';
  }
  const auto read = arena::parse_openings(game(), options(), content);
  ASSERT_TRUE(read) << text::render(read.error(), text::Language::kEnglish);
  ASSERT_EQ(read->size(), 4u);
  for (std::size_t i = 0; i < read->size(); ++i) {
    EXPECT_EQ((*read)[i].position().to_text(), book[i / 2].history.position().to_text());
  }
}

TEST(Openings, BadLinesAreNamed) {
  const auto& game = *games::find_game("eigenstate");
  const auto error = [&](std::string_view content) {
    const auto read = arena::parse_openings(game, {}, content);
    return read ? "" : text::render(read.error(), text::Language::kEnglish);
  };
  EXPECT_EQ(error("a1-a2,c1+d3,f1+e1\n"), "");
  EXPECT_TRUE(error("\n# x\na1-a2,c1+d3,f1+e1 z9\n").starts_with("line 3: item 2 of moves, 'z9'"));
  EXPECT_EQ(error("a1-a2,c1+d3"), "line 1: the opening ends within a turn");
  EXPECT_TRUE(error("a/b w").starts_with("line 1: ")) << error("a/b w");
  EXPECT_EQ(error(" \n# nothing\n"), "there is no opening");
  const auto over =
      arena::parse_openings(*games::find_game("yavalath"), {}, "5/6/7/8/wwww5/8/7/6/bbb2 b -");
  ASSERT_FALSE(over);
}

TEST(Openings, ThoseOfTheProgramAreDifferentAndBalanced) {
  for (const auto& game : games::all_games()) {
    const auto book = arena::parse_openings(game, {}, arena::built_in_openings(game.name));
    ASSERT_TRUE(book) << game.name;
    EXPECT_EQ(book->size(), 250u) << game.name;
    std::set<std::string> different;
    for (const auto& opening : *book) different.insert(opening.position().to_text());
    EXPECT_EQ(different.size(), book->size());
    // By the look that they were chosen with.
    const int checked = by_tier(2, 20, 250);
    for (int i = 0; i < checked; ++i) {
      const auto& opening = (*book)[static_cast<std::size_t>(i * 250 / checked)];
      EXPECT_TRUE(arena::balance_of(opening, arena::BookSettings{}.nodes).balanced)
          << game.name << ' ' << arena::opening_text(opening);
    }
    // Another seed gives another order; behind the last one come new ones.
    using enum arena::Openings::Kind;
    arena::Openings one(game, {}, kBalanced, 1), two(game, {}, kBalanced, 2);
    int same = 0;
    for (int round = 0; round < 250; ++round) {
      same += one.of_round(round).actions() == two.of_round(round).actions();
    }
    EXPECT_LT(same, 25);
    const auto beyond = one.of_round(250);
    EXPECT_EQ(one.of_round(250).actions(), beyond.actions());
    EXPECT_FALSE(beyond.actions().empty());
  }
}

arena::Entrant own_player(const std::string& who, const protocol::MatchPlayerSetup& setup = {}) {
  return {who, [=] { return protocol::make_match_player(who, setup); }};
}

Played play_all(const arena::Tournament& tournament, const std::set<int>& done = {}) {
  Played played;
  arena::play(tournament, done, [&](const arena::GameResult& result, games::Record& record) {
    played.emplace_back(result, record);
    return true;
  });
  return played;
}

std::vector<arena::GameResult> results_of(const Played& played) {
  std::vector<arena::GameResult> results;
  for (const auto& [result, record] : played) results.push_back(result);
  return results;
}

// The games as texts without their times, in an order that does not depend on which was done first.
std::set<std::string> as_texts(const Played& played) {
  std::set<std::string> texts;
  for (auto [result, record] : played) {
    record.tags.erase("Thinking");
    EXPECT_TRUE(texts.insert(games::to_pgn(record)).second);
  }
  return texts;
}

TEST_P(Arena, TournamentsByNodesAreRepeatable) {
  const int seats = start(GetParam().game, GetParam().options).player_count();
  arena::Openings openings(game(), options(), arena::Openings::Kind::kBalanced, 3);
  arena::Tournament tournament = {
      {},        arena::Schedule(seats, seats, arena::Format::kRoundRobin, by_tier(2, 4, 20)),
      &openings, {},
      1,         3};
  for (const auto* who : {"level:3", "plain", "random"}) {
    if (static_cast<int>(tournament.entrants.size()) < seats) {
      tournament.entrants.push_back(own_player(who));
    }
  }
  tournament.conditions.budget.nodes = 60;
  const auto played = play_all(tournament);
  ASSERT_EQ(static_cast<int>(played.size()), tournament.schedule.size());
  for (const auto& [result, record] : played) {
    EXPECT_NEAR(std::accumulate(result.points.begin(), result.points.end(), 0.0), 1, 1e-9);
    EXPECT_EQ(result.ending, arena::Ending::kRules);
    // What is written is read back.
    const auto record_read = games::parse_pgn(games::to_pgn(record));
    ASSERT_TRUE(record_read);
    const auto read = arena::read_result(*record_read, tournament.schedule, tournament.names());
    ASSERT_TRUE(read) << text::render(read.error(), text::Language::kEnglish);
    EXPECT_EQ(read->game.number, result.game.number);
    EXPECT_EQ(read->result, result.result);
    EXPECT_EQ(read->turns, result.turns);
    for (std::size_t seat = 0; seat < result.points.size(); ++seat) {
      EXPECT_NEAR(read->points[seat], result.points[seat], 1e-6);
      EXPECT_EQ(read->efforts[seat].turns, result.efforts[seat].turns);
      EXPECT_EQ(read->efforts[seat].depth, result.efforts[seat].depth);
    }
  }
  tournament.concurrency = 2;
  EXPECT_EQ(as_texts(play_all(tournament)), as_texts(played));
  // What is done is left out.
  auto rest = play_all(tournament, {0, 1});
  EXPECT_EQ(rest.size(), played.size() - 2);
  for (const auto& [result, record] : rest) EXPECT_GT(result.game.number, 1);
}

// --- MatchPlayers made for tests ---

// Plays at random, tells a value of its choice, and can be slow, by a clock of its own, or fail.
class Scripted : public protocol::MatchPlayer {
 public:
  struct Script {
    std::optional<search::Value> value = std::nullopt;
    int fails_at_turn = -1;
    std::chrono::milliseconds takes{0};
    std::optional<int> needs_too_much_in_game = std::nullopt;  // the first is 0
  };
  explicit Scripted(Script script, HandTime* time = nullptr)
      : script_(script), time_(time), rng_(1) {}
  std::string name() const override { return "scripted"; }
  void set_seed(std::uint64_t seed) override { rng_ = core::Rng(seed); }
  void new_game() override {
    turn_ = 0;
    ++game_;
  }
  games::Parsed<std::vector<games::Action>> think(
      const games::History& history, const engine::Budget& budget,
      const engine::Engine::OnProgress& on_progress) override {
    last_budget = budget;
    if (game_ == script_.needs_too_much_in_game) throw std::bad_alloc();
    if (turn_++ == script_.fails_at_turn) {
      return text::Error(text::Message::kUgiLineTooLong, {"5"});
    }
    if (time_ != nullptr) time_->pass(script_.takes);
    if (script_.value && on_progress) {
      engine::Progress progress;
      progress.depth = 7;
      progress.value = *script_.value;
      on_progress(progress);
    }
    std::vector<games::Action> turn;
    games::Position position = history.position();
    do {
      turn.push_back(position.random_action(rng_));
      position.apply(turn.back());
    } while (!position.at_turn_start() && !position.outcome().over());
    return turn;
  }
  void stop() override {}
  void clear_stop() override {}
  engine::Budget last_budget;

 private:
  Script script_;
  HandTime* time_;
  core::Rng rng_;
  int game_ = -1;
  int turn_ = 0;
};

arena::Entrant scripted(const std::string& name, const Scripted::Script& script,
                        std::atomic<int>* made = nullptr) {
  return {name, [=]() -> games::Parsed<std::unique_ptr<protocol::MatchPlayer>> {
            if (made != nullptr) ++*made;
            return std::unique_ptr<protocol::MatchPlayer>(std::make_unique<Scripted>(script));
          }};
}

arena::PlayedGame play_scripted(const std::string& game, const Scripted::Script& first,
                                const Scripted::Script& second,
                                const arena::Conditions& conditions) {
  HandTime time;
  Scripted one(first, &time), two(second, &time);
  const std::atomic<bool> abandoned{false};
  return *arena::play_game(games::History(start(game)), {&one, &two}, conditions, abandoned, time);
}

TEST(ArenaFaults, CostTheGameAndNeverTheTournament) {
  arena::Openings openings(*games::find_game("yavalath"), {}, arena::Openings::Kind::kStart, 1);
  std::atomic<int> made{0};
  const arena::Tournament tournament = {
      {own_player("random"),
       scripted("bad", {.fails_at_turn = 1}, &made),
       {"absent",
        []() -> games::Parsed<std::unique_ptr<protocol::MatchPlayer>> {
          return text::Error(text::Message::kUgiThinking);
        }}},
      arena::Schedule(3, 2, arena::Format::kRoundRobin, 4),
      &openings,
      {},
      2,
      1};
  const auto played = play_all(tournament);
  ASSERT_EQ(played.size(), 12u);
  // Three games each end by the fault of one: "absent" never comes, "bad" fails in its second turn.
  const auto standings =
      arena::standings_of(results_of(played), tournament.schedule, tournament.names());
  EXPECT_EQ(standings.players[0].won, 8);
  EXPECT_EQ(standings.players[1].won, 4);
  EXPECT_EQ(standings.players[2].won, 0);
  ASSERT_EQ(standings.faults.size(), 2u);
  for (const auto& fault : standings.faults) {
    if (fault.player == 1) {
      EXPECT_EQ(fault.kind, "ugi-line-too-long");
      EXPECT_EQ(fault.count, 4);
      EXPECT_EQ(fault.words, "a line has at most 5 bytes");
    } else {
      EXPECT_EQ(fault.player, 2);
      EXPECT_EQ(fault.kind, "ugi-thinking");
      EXPECT_EQ(fault.count, 8);
    }
  }
  EXPECT_GE(made, 4) << "one who failed is not used again";
  for (const auto& [result, record] : played) {
    const auto read = games::parse_pgn(games::to_pgn(record));
    ASSERT_TRUE(read);
    const auto again = arena::read_result(*read, tournament.schedule, tournament.names());
    ASSERT_TRUE(again);
    ASSERT_TRUE(again->fault);
    EXPECT_EQ(again->fault->words, result.fault->words);
    EXPECT_EQ(again->fault->seat, result.fault->seat);
    EXPECT_EQ(record.reason, result.fault->words);
  }
}

// Nobody loses a game because the machine is too small.
TEST(ArenaFaults, WithoutMemoryTheTournamentEndsAndNoGameCounts) {
  arena::Openings openings(*games::find_game("yavalath"), {}, arena::Openings::Kind::kStart, 1);
  const arena::Tournament tournament = {
      {own_player("random"), scripted("large", {.needs_too_much_in_game = 0})},
      arena::Schedule(2, 2, arena::Format::kRoundRobin, 4),
      &openings,
      {},
      2,
      1};
  int games = 0;
  const std::atomic<bool> never{false};
  const auto time =
      arena::play(tournament, {}, [&](const auto&, auto&) { return ++games > 0; }, &never);
  EXPECT_TRUE(time.out_of_memory);
  EXPECT_EQ(games, 0);
}

// Where it runs out later the games that were played count, and somebody else may play the others.
TEST(ArenaFaults, MemoryThatRunsOutLaterCostsNoGame) {
  arena::Openings openings(*games::find_game("yavalath"), {}, arena::Openings::Kind::kStart, 1);
  const arena::Schedule schedule(2, 2, arena::Format::kRoundRobin, 6);
  const auto tournament = [&](int too_much_in_game) -> arena::Tournament {
    return {{own_player("random"), scripted("large", {.needs_too_much_in_game = too_much_in_game})},
            schedule,
            &openings,
            {},
            1,
            1};
  };
  std::set<int> done;
  const auto take = [&](const arena::GameResult& game, games::Record&) {
    EXPECT_FALSE(game.fault);
    return done.insert(game.game.number).second;
  };
  EXPECT_TRUE(arena::play(tournament(3), {}, take).out_of_memory);
  EXPECT_EQ(done.size(), 3u);
  const auto played = done;
  EXPECT_FALSE(arena::play(tournament(-1), played, take).out_of_memory);
  EXPECT_EQ(done.size(), 6u);
}

TEST(ArenaFaults, OfThreeTheOthersShareTheGame) {
  const auto game = games::History(start("yavalath", "players=3,swap=off"));
  const auto played = arena::forfeited_game(game, 1, text::Error(text::Message::kUgiThinking));
  EXPECT_EQ(played.result.result, "draw");
  EXPECT_EQ(played.result.points, (std::vector<double>{0.5, 0, 0.5}));
}

TEST(ArenaClock, SlowOnesLoseOnTime) {
  using std::chrono::milliseconds;
  const Scripted::Script slow = {.takes = milliseconds(200)}, quick = {};
  arena::Conditions conditions;
  conditions.clock = {milliseconds(300), milliseconds(5)};
  conditions.margin = milliseconds(50);
  const auto lost = play_scripted("eigenstate", quick, slow, conditions);
  EXPECT_EQ(lost.result.result, "p1win");
  ASSERT_TRUE(lost.result.fault);
  EXPECT_EQ(lost.result.fault->seat, 1);
  EXPECT_EQ(lost.result.fault->kind, "out-of-time");
  // 300 ms, then 105 and the margin of 50: the second turn of 200 ms is one too many.
  EXPECT_EQ(lost.result.efforts[1].turns, 2);
  EXPECT_EQ(lost.result.efforts[1].milliseconds, 400);
  ASSERT_EQ(lost.record.turns.size(), 3u);
  EXPECT_EQ(lost.record.turns[0].clock_ms, 305);
  EXPECT_EQ(lost.record.turns[1].clock_ms, 105);

  conditions.clock.reset();
  conditions.budget.movetime = milliseconds(20);
  EXPECT_EQ(play_scripted("eigenstate", slow, quick, conditions).result.result, "p2win");
  conditions.margin.reset();
  conditions.budget.movetime = milliseconds(1);
  EXPECT_EQ(play_scripted("yavalath", {.takes = milliseconds(2)}, quick, conditions).result.ending,
            arena::Ending::kRules)
      << "without a margin nobody loses on time";
}

TEST(ArenaAdjudication, NeedsBothToAgreeForLong) {
  arena::Conditions conditions;
  conditions.adjudicate = true;
  const Scripted::Script wins = {.value = search::win_in(9)}, loses = {.value = search::loss_in(8)},
                         even = {.value = 0}, silent = {};
  const auto play = [&](const auto& one, const auto& two) {
    return play_scripted("epaminondas", one, two, conditions).result;
  };
  const auto won = play(wins, loses);
  EXPECT_EQ(won.result, "p1win");
  EXPECT_EQ(won.ending, arena::Ending::kAdjudicated);
  EXPECT_EQ(won.turns, 2 * static_cast<int>(arena::Adjudicator::kWonTurns));
  EXPECT_EQ(play(loses, wins).result, "p2win");
  const auto drawn = play(even, even);
  EXPECT_EQ(drawn.result, "draw");
  EXPECT_EQ(drawn.turns, arena::Adjudicator::kDrawnFrom);
  for (const auto& other : {wins, even, silent}) {
    EXPECT_EQ(play(wins, other).ending, arena::Ending::kRules);
  }
  conditions.adjudicate = false;
  EXPECT_EQ(play(wins, loses).ending, arena::Ending::kRules);
}

TEST(ArenaAdjudication, AgreementMustBeUnbroken) {
  arena::Adjudicator adjudicator("eigenstate");
  for (int turn = 0; turn < 7; ++turn) {
    adjudicator.note(turn % 2, turn % 2 == 0 ? 31'000 : -31'000);
    EXPECT_EQ(adjudicator.result(), "");
  }
  adjudicator.note(1, 0);
  EXPECT_EQ(adjudicator.result(), "");
  for (int turn = 0; turn < 8; ++turn) {
    EXPECT_EQ(adjudicator.result(), "");
    adjudicator.note(turn % 2, turn % 2 == 0 ? 31'000 : -31'000);
  }
  EXPECT_EQ(adjudicator.result(), "p1win");
}

TEST(ArenaStop, GamesUnderWayAreGivenUp) {
  arena::Openings openings(*games::find_game("epaminondas"), {}, arena::Openings::Kind::kStart, 1);
  arena::Tournament tournament = {{own_player("level:10"), own_player("level:10")},
                                  arena::Schedule(2, 2, arena::Format::kRoundRobin, 1000),
                                  &openings,
                                  {},
                                  2,
                                  1};
  tournament.conditions.budget.movetime = std::chrono::minutes(10);
  std::atomic<bool> stop{false};
  int games = 0;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  arena::play(tournament, {}, [&](const auto&, auto&) { return ++games > 0; }, &stop);
  later.join();
  EXPECT_EQ(games, 0);

  // False from the callback ends it as well.
  arena::Tournament quick = tournament;
  quick.entrants = {own_player("random"), own_player("random")};
  arena::play(quick, {}, [&](const auto&, auto&) { return ++games < 5; });
  EXPECT_EQ(games, 5);
}

TEST(ArenaStandings, CountPairsInAnyOrder) {
  const arena::Schedule schedule(2, 2, arena::Format::kRoundRobin, 100);
  std::vector<arena::GameResult> games;
  arena::PairCounter counter(schedule);
  core::Rng rng(5);
  std::vector<int> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t i = numbers.size(); i > 1; --i) {
    std::swap(numbers[i - 1], numbers[rng.below(static_cast<std::uint32_t>(i))]);
  }
  for (const int number : numbers) {
    arena::GameResult game;
    game.game = schedule.game(number);
    const double first = rng.below(3) / 2.0;
    game.points = {first, 1 - first};
    game.result = first == 1 ? "p1win" : first == 0 ? "p2win" : "draw";
    game.efforts.resize(2);
    games.push_back(game);
    counter.add(game);
    EXPECT_EQ(counter.pairs(), arena::pentanomial_of(arena::group_scores(games, schedule, 0)));
  }
  const auto standings = arena::standings_of(games, schedule, {"a", "b"});
  EXPECT_EQ(standings.pairs, counter.pairs());
  EXPECT_EQ(standings.games, 100);
  EXPECT_EQ(standings.players[0].won, standings.players[1].lost);
  EXPECT_NEAR(standings.players[0].elo, -standings.players[1].elo, 1e-9);
  EXPECT_NEAR(standings.players[0].superiority + standings.players[1].superiority, 1, 1e-9);
  const auto none = arena::standings_of({}, schedule, {"a", "b"});
  EXPECT_EQ(none.games, 0);
  EXPECT_EQ(none.players[0].superiority, 0.5);
}

}  // namespace
}  // namespace tests
