// Puzzles: their sets as text, what makes one, how they are found, graded and checked, and those
// that come with the program.
#include <atomic>
#include <map>
#include <set>

#include "core/random.h"
#include "puzzles/check.h"
#include "puzzles/daily.h"
#include "puzzles/grader.h"
#include "puzzles/miner.h"
#include "solve/proofs.h"
#include "support.h"

namespace tests {
namespace {

using puzzles::Puzzle;
using puzzles::PuzzleSet;

std::string english(const text::Error& error) {
  return text::render(error, text::Language::kEnglish);
}

// --- Sets as text ---

TEST(PuzzleText, RoundTrip) {
  PuzzleSet set;
  set.game = games::find_game("yavalath");
  set.options = {{"size", "4"}};
  set.seed = 7;
  set.games = 12;
  set.puzzles = {{"one", {"a1", "b2", "c3"}, 0}, {"two", {"a1,b2"}, 10}};
  const auto text = to_text(set);
  EXPECT_EQ(text,
            "{\"game\":\"yavalath\",\"options\":\"size=4\",\"seed\":7,\"games\":12}\n"
            "{\"position\":\"one\",\"line\":\"a1 b2 c3\"}\n"
            "{\"position\":\"two\",\"line\":\"a1,b2\",\"grade\":10}\n");
  const auto read = puzzles::parse_set(text);
  ASSERT_TRUE(read) << english(read.error());
  EXPECT_EQ(to_text(*read), text);
}

TEST(PuzzleText, TellsThatProofsWereFollowed) {
  const std::string text = "{\"game\":\"yavalath\",\"seed\":1,\"proofs\":1,\"games\":3}\n";
  const auto read = puzzles::parse_set(text);
  ASSERT_TRUE(read) << english(read.error());
  EXPECT_TRUE(read->proofs);
  EXPECT_EQ(to_text(*read), text);
}

TEST(PuzzleText, BadLinesAreNamed) {
  const std::string head = "{\"game\":\"yavalath\"}\n";
  const std::map<std::string, std::string> wrong = {
      {"", "line 1"},
      {"nonsense", "line 1"},
      {"[]", "'game'"},
      {"{\"game\":7}", "'game'"},
      {"{\"game\":\"chess\"}", "known are eigenstate"},
      {"{\"game\":\"yavalath\",\"options\":\"size=9\"}", "line 1"},
      {"{\"game\":\"yavalath\",\"options\":\"players=3\"}", "two players"},
      {"{\"game\":\"yavalath\",\"seed\":-1}", "'seed'"},
      {"{\"game\":\"yavalath\",\"proofs\":2}", "'proofs'"},
      {head + "\n{\"position\":\"p\"}", "line 3"},
      {head + "{\"line\":\"a1\"}", "'position'"},
      {head + "{\"position\":\"p\",\"line\":[\"a1\"]}", "'line'"},
      {head + "{\"position\":\"p\",\"line\":\"a1\",\"grade\":11}", "from 1 to 10"},
  };
  for (const auto& [text, part] : wrong) {
    const auto read = puzzles::parse_set(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(english(read.error()).find(part), std::string::npos) << english(read.error());
  }
}

// --- What makes a puzzle ---

// Does the player win this position, by the rules alone?
bool wins(const games::Position& position, int player) {
  const auto outcome = position.outcome();
  if (outcome.over()) return outcome.winner() == player;
  const bool own = position.to_move() == player;
  for (const auto action : position.legal_actions()) {
    games::Position next = position;
    next.apply(action);
    if (wins(next, player) == own) return own;
  }
  return !own;
}

// Late positions of a small board, where every line can be played out.
TEST(PuzzleJudge, ExactWhereNothingRepeats) {
  core::Rng rng(1);
  puzzles::Judge judge;
  int confirmed = 0, refused = 0;
  for (int i = 0; i < by_tier(60, 200, 1000); ++i) {
    games::Position position = start("yavalath", "size=3,swap=off");
    for (int stones = 0; stones < 10 && !position.outcome().over(); ++stones) {
      position.apply(position.random_action(rng));
    }
    if (position.outcome().over()) continue;
    EXPECT_TRUE(puzzles::is_exact(position));
    const int player = position.to_move();
    std::vector<games::Action> winning;
    for (const auto action : position.legal_actions()) {
      games::Position next = position;
      next.apply(action);
      if (wins(next, player)) winning.push_back(action);
    }
    for (const auto action : position.legal_actions()) {
      const bool is_answer = winning.size() == 1 && winning[0] == action;
      const auto error = judge.confirm(position, action);
      EXPECT_EQ(!error, is_answer) << position.to_text() << ' ' << position.action_text(action)
                                   << ' ' << (error ? english(*error) : "");
      ++(is_answer ? confirmed : refused);
    }
  }
  EXPECT_GT(confirmed, 5);
  EXPECT_GT(refused, 100);
}

TEST(PuzzleJudge, BySearchElsewhere) {
  EXPECT_FALSE(puzzles::is_exact(start("eigenstate")));
  EXPECT_FALSE(puzzles::is_exact(start("sixteen-stone")));
  EXPECT_FALSE(puzzles::is_exact(start("epaminondas")));
  puzzles::Judge judge;
  // At the start nobody wins by one action alone.
  const auto position = start("epaminondas");
  const auto error = judge.confirm(position, position.legal_actions()[0]);
  ASSERT_TRUE(error);
  EXPECT_FALSE(judge.promising(position));
  // What is said of the best one has figures that are the same in every language.
  ASSERT_EQ(error->notes[0].message, text::Message::kPuzzleOtherBest);
  const auto best = position.parse_action(error->notes[0].arguments[0]);
  ASSERT_TRUE(best);
  const auto low = judge.confirm(position, *best);
  ASSERT_TRUE(low);
  ASSERT_EQ(low->notes[0].message, text::Message::kPuzzleLowChance);
  const auto& [chance, limit] = std::pair(low->notes[0].arguments[1], low->notes[0].arguments[2]);
  EXPECT_EQ(chance.find_first_not_of("0123456789"), std::string::npos) << chance;
  EXPECT_EQ(limit, "75");
  EXPECT_LT(std::stoi(chance), 75);
}

// --- Finding ---

const std::atomic<bool> kNever{false};

PuzzleSet small_set() {
  PuzzleSet set;
  set.game = games::find_game("four-in-line");
  set.seed = 3;
  return set;
}

PuzzleSet mined(PuzzleSet set, int count, int threads) {
  puzzles::MinerSettings settings;
  settings.count = count;
  settings.threads = threads;
  puzzles::mine(set, settings, kNever);
  return set;
}

TEST(PuzzleMiner, TheSameOnAnyNumberOfThreads) {
  const auto one = mined(small_set(), 6, 1);
  EXPECT_EQ(one.puzzles.size(), 6u);
  EXPECT_EQ(to_text(mined(small_set(), 6, 3)), to_text(one));
  auto other = small_set();
  other.seed = 4;
  EXPECT_NE(mined(other, 6, 1).puzzles, one.puzzles);
}

TEST(PuzzleMiner, GoesOnWhereItWasStopped) {
  const auto whole = mined(small_set(), 10, 2);
  // Stopped after every game, read again from its text.
  std::string text = to_text(small_set());
  for (int runs = 0; runs < 1000; ++runs) {
    auto set = *puzzles::parse_set(text);
    if (set.puzzles.size() >= 10) break;
    std::atomic<bool> stop{false};
    puzzles::MinerSettings settings;
    settings.count = 10;
    settings.threads = 2;
    const int before = set.games;
    puzzles::mine(set, settings, stop, [&](const PuzzleSet&) { stop = true; });
    ASSERT_EQ(set.games, before + 1);
    text = to_text(set);
  }
  EXPECT_EQ(text, to_text(whole));
}

TEST(PuzzleMiner, LooksThroughRecordsInTheirOrder) {
  puzzles::MinerSettings settings;
  settings.count = 100;
  settings.games = 8;
  auto source = small_set();
  puzzles::mine(source, settings, kNever);
  ASSERT_FALSE(source.puzzles.empty());
  for (int number = 0; number < source.games; ++number) {
    settings.records.push_back(puzzles::own_game(small_set(), number));
  }
  auto set = small_set();
  set.records = "mark";
  puzzles::mine(set, settings, kNever);
  EXPECT_EQ(set.games, source.games);
  EXPECT_EQ(set.puzzles, source.puzzles);
}

PuzzleSet proven_set() {
  PuzzleSet set;
  set.game = games::find_game("yavalath");
  set.seed = 3;
  set.proofs = true;
  return set;
}

TEST(PuzzleMiner, AGameGoesWhereProofsKnowTheWinner) {
  const auto& book = solve::shared_proof_book();
  for (int number = 0; number < 4; ++number) {
    const auto game = puzzles::proven_game(proven_set(), number, book);
    ASSERT_TRUE(game.outcome().over());
    // From the first position that the book decides on, the one whom it names wins.
    auto position = game.initial();
    std::optional<int> winner;
    for (const auto action : game.actions()) {
      const auto known = book.about(position);
      if (known.decided && !winner) {
        const bool wins = search::is_win(known.actions.front().value);
        winner = wins ? position.to_move() : 1 - position.to_move();
      }
      position.apply(action);
    }
    ASSERT_TRUE(winner);
    EXPECT_EQ(game.outcome().winner(), *winner);
  }
}

TEST(PuzzleMiner, LooksThroughGamesByProofs) {
  puzzles::MinerSettings settings;
  settings.count = 1;
  settings.book = &solve::shared_proof_book();
  auto one = proven_set();
  puzzles::mine(one, settings, kNever);
  ASSERT_EQ(one.puzzles.size(), 1u);
  // The last game that was looked through has it.
  const auto game = puzzles::proven_game(proven_set(), one.games - 1, *settings.book);
  puzzles::Judge judge;
  const auto found = puzzles::puzzles_of(game, judge, [] { return false; });
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0], one.puzzles[0]);
}

TEST(PuzzleMiner, KnowsWhereThereAreProofs) {
  const auto& book = solve::shared_proof_book();
  auto set = proven_set();
  EXPECT_TRUE(puzzles::knows_beginnings(set, book));
  set.game = games::find_game("eigenstate");
  EXPECT_FALSE(puzzles::knows_beginnings(set, book));
}

TEST(PuzzleMiner, EndsWithTheGames) {
  puzzles::MinerSettings settings;
  settings.count = 1000;
  settings.games = 4;
  settings.threads = 3;
  auto set = small_set();
  puzzles::mine(set, settings, kNever);
  EXPECT_EQ(set.games, 4);
}

// As many of each grade as wanted, what the set has counted; the same ones however often it was
// stopped.
TEST(PuzzleMiner, AQuotaForEachGrade) {
  puzzles::MinerSettings settings;
  settings.count = 12;
  settings.of_grade = 2;
  settings.games = 60;
  auto begun = mined(small_set(), 2, 1);
  const auto first = begun.puzzles;
  puzzles::mine(begun, settings, kNever);
  ASSERT_GT(begun.puzzles.size(), first.size());
  std::map<int, int> graded;
  for (const auto& puzzle : begun.puzzles) {
    EXPECT_EQ(puzzle.grade, grade_of(begun, puzzle));
    ++graded[puzzle.grade];
  }
  for (const auto& [grade, count] : graded) {
    EXPECT_LE(count, 2) << "grade " << grade;
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(begun.puzzles[i].position, first[i].position);
  }
  // Without it one grade alone has more.
  graded.clear();
  const auto any = mined(small_set(), 12, 2);
  for (const auto& puzzle : any.puzzles) ++graded[grade_of(any, puzzle)];
  int most = 0;
  for (const auto& [grade, count] : graded) most = std::max(most, count);
  EXPECT_GT(most, 2);
}

// --- Checking ---

std::string problem_of(const PuzzleSet& set, const Puzzle& puzzle) {
  puzzles::Judge judge;
  const auto error = check(set, puzzle, judge);
  return error ? english(*error) : "";
}

TEST(PuzzleCheck, TellsWhatIsWrong) {
  auto set = mined(small_set(), 3, 1);
  for (auto& puzzle : set.puzzles) puzzle.grade = grade_of(set, puzzle);
  const Puzzle right = set.puzzles.back();
  EXPECT_EQ(problem_of(set, right), "");

  Puzzle wrong = right;
  wrong.grade = 0;
  EXPECT_NE(problem_of(set, wrong).find("grade"), std::string::npos);
  wrong = right;
  wrong.line.clear();
  EXPECT_NE(problem_of(set, wrong).find("whole turn"), std::string::npos);
  wrong = right;
  wrong.line.push_back(wrong.line[0]);
  EXPECT_NE(problem_of(set, wrong), "");
  wrong = right;
  wrong.position = "nonsense";
  EXPECT_NE(problem_of(set, wrong), "");
  // Every other first action.
  const auto position = *position_of(set, right);
  for (const auto& action : position.legal_texts()) {
    if (action == right.line[0]) continue;
    wrong = right;
    wrong.line = {action};
    EXPECT_NE(problem_of(set, wrong), "") << action;
  }
}

TEST(PuzzleCheck, ImagesCountAsTheSame) {
  const auto* game = games::find_game("yavalath");
  auto position = after(start("yavalath", "swap=off"), {"e5", "e4", "d4"});
  PuzzleSet set;
  set.game = game;
  set.options = {{"swap", "off"}};
  set.puzzles = {{position.to_text(), {"a1"}, 1}, {"nonsense", {}, 1}};
  std::visit(
      [&]<class State>(const State& state) {
        for (int symmetry = 0; symmetry < state.symmetry_count(); ++symmetry) {
          set.puzzles.push_back({state.transformed(symmetry).to_text(), {"a1"}, 1});
        }
      },
      position.state());
  const auto images = puzzles::earlier_images(set);
  EXPECT_EQ(images[0], -1);
  EXPECT_EQ(images[1], -1);
  for (std::size_t i = 2; i < images.size(); ++i) EXPECT_EQ(images[i], 0);
}

// --- Those that come with the program ---

TEST(ShippedPuzzles, EveryGameHasSomeThatCanBeRead) {
  for (const auto& game : games::all_games()) {
    const auto* set = puzzles::built_in_set(game.name);
    ASSERT_NE(set, nullptr) << game.name;
    EXPECT_EQ(set->game, &game);
    EXPECT_GE(set->puzzles.size(), 20u) << game.name;
    for (const int image : puzzles::earlier_images(*set)) EXPECT_EQ(image, -1) << game.name;
    for (const auto& puzzle : set->puzzles) {
      const auto position = position_of(*set, puzzle);
      ASSERT_TRUE(position) << puzzle.position;
      EXPECT_TRUE(position->at_turn_start() && !position->outcome().over()) << puzzle.position;
      const auto actions = actions_of(*position, puzzle);
      ASSERT_TRUE(actions) << puzzle.position << ' ' << english(actions.error());
      EXPECT_EQ(games::line_texts(*position, *actions), puzzle.line);
      EXPECT_TRUE(puzzle.grade >= 1 && puzzle.grade <= puzzles::kTopGrade) << puzzle.position;
    }
  }
}

// A sample, in the long tier all of them. The grades are computed again too.
TEST(ShippedPuzzles, EachHasOneAnswer) {
  for (const auto& game : games::all_games()) {
    const auto* set = puzzles::built_in_set(game.name);
    ASSERT_NE(set, nullptr);
    puzzles::Judge judge;
    const std::size_t step = by_tier<std::size_t>(50, 10, 1);
    for (std::size_t i = 0; i < set->puzzles.size(); i += step) {
      const auto error = check(*set, set->puzzles[i], judge);
      EXPECT_FALSE(error) << game.name << ' ' << i + 1 << ": " << english(*error);
      if (i % (4 * step) == 0) {
        EXPECT_EQ(grade_of(*set, set->puzzles[i]), set->puzzles[i].grade) << game.name << ' ' << i;
      }
    }
  }
}

// The set is what the command finds: its first puzzles come from the first games of its seed.
TEST(ShippedPuzzles, AreFoundAgain) {
  const auto wanted = by_tier<std::size_t>(1, 3, 20);
  for (const auto& game : games::all_games()) {
    const auto* shipped = puzzles::built_in_set(game.name);
    ASSERT_NE(shipped, nullptr);
    PuzzleSet set = *shipped;
    set.puzzles.clear();
    set.games = 0;
    // How many of a kind are taken depends on how many are wanted in all.
    puzzles::MinerSettings settings;
    std::atomic<bool> stop{false};
    puzzles::mine(set, settings, stop,
                  [&](const PuzzleSet& now) { stop = now.puzzles.size() >= wanted; });
    ASSERT_LE(set.puzzles.size(), shipped->puzzles.size());
    for (std::size_t i = 0; i < set.puzzles.size(); ++i) {
      EXPECT_EQ(set.puzzles[i].position, shipped->puzzles[i].position) << game.name;
      EXPECT_EQ(set.puzzles[i].line, shipped->puzzles[i].line) << game.name;
    }
  }
}

TEST(DailyPuzzle, EveryGameTakesItsTurnAndEveryPuzzleComes) {
  std::map<std::string, std::size_t> all;
  std::set<std::string> seen;
  std::size_t total = 0;
  const auto games = static_cast<std::int64_t>(games::all_games().size());
  std::size_t largest = 0;
  for (const auto& game : games::all_games()) {
    const auto size = puzzles::built_in_set(game.name)->puzzles.size();
    largest = std::max(largest, size);
    total += size;
  }
  for (std::int64_t day = 20'000; day < 20'000 + games; ++day) {
    ++all[puzzles::puzzle_of_day(day)->set->game->name];
  }
  EXPECT_EQ(all.size(), games::all_games().size());
  for (std::int64_t day = 0; day < games * static_cast<std::int64_t>(largest); ++day) {
    const auto shipped = puzzles::puzzle_of_day(day);
    ASSERT_TRUE(shipped);
    seen.insert(shipped->id());
    const auto found = puzzles::find_puzzle(shipped->id());
    ASSERT_TRUE(found);
    EXPECT_EQ(&found->puzzle(), &shipped->puzzle());
  }
  EXPECT_EQ(seen.size(), total);
  EXPECT_FALSE(puzzles::puzzle_of_day(-1));
}

TEST(DailyPuzzle, DatesAndIds) {
  EXPECT_EQ(puzzles::date_text(0), "1970-01-01");
  EXPECT_EQ(puzzles::date_text(20'775), "2026-11-18");
  for (const char* id : {"", "-", "yavalath", "yavalath-", "yavalath-0", "yavalath-01",
                         "yavalath-100000", "yavalath--1", "chess-1", "yavalath-1-1", "-1"}) {
    EXPECT_FALSE(puzzles::find_puzzle(id)) << id;
  }
}

}  // namespace
}  // namespace tests
