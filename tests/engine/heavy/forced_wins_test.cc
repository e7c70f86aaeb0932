// Stored positions with a forced win: proven by the rules alone, found and played out by the
// engine.
#include <algorithm>
#include <bit>
#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <unordered_map>

#include "core/file.h"
#include "core/scan.h"
#include "engine/engine.h"
#include "support.h"

namespace tests {
namespace {

using games::Action;
using games::ActionList;
using games::Game;
using games::History;
using games::Position;

using Turn = std::vector<Action>;

// --- The proof: the rules and nothing else ---

// Can what is left of the turn not end the game? The attacker need not try it in his last turn.
template <Game State>
bool is_idle(const State&) {
  return false;
}
// Pegs end the game only by filling a piece, and two pegs fill none that has fewer than 22.
bool is_idle(const games::eigenstate::State& state) {
  if (state.phase() == games::eigenstate::Phase::kMove) return false;
  for (int cell = 0; cell < games::eigenstate::kCells; ++cell) {
    const bool own = state.owner(cell) == state.to_move();
    if (own && std::popcount(state.pegs(cell)) >= 22) return false;
  }
  return true;
}

// Proves wins within a number of turns of all players, the one under way counted. Every action of
// the defender is tried. The attacker may leave out what he likes: with much of a win to go he only
// tries actions after which few replies last longer than his next chance to end the game.
//
// Draws by repetition do not matter: an attacker who always goes for the shortest win never comes
// back to a position.
template <Game State>
class Proof {
 public:
  explicit Proof(int attacker) : attacker_(attacker) {}

  bool wins(const State& state, int turns) {
    if (state.outcome().over()) return state.outcome().winner() == attacker_;
    if (turns == 0 || nodes_ >= kMaxNodes) return false;
    const bool attacks = state.to_move() == attacker_;
    if (attacks && turns == 1 && is_idle(state)) return false;
    const std::uint64_t key = core::mix(state.hash()) + static_cast<std::uint64_t>(turns);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    ++nodes_;
    ActionList<State> list;
    state.legal_actions(list);
    const bool result =
        attacks ? wins_by_some(state, list, turns) : wins_against_all(state, list, turns);
    known_[key] = result;
    return result;
  }

 private:
  // Enough for what is stored; a search that needs more gives up.
  static constexpr std::uint64_t kMaxNodes = 8'000'000;
  static constexpr int kFewReplies = 2;

  bool wins_after(const State& state, Action action, int turns) {
    State next = state;
    next.apply(action);
    return wins(next, next.at_turn_start() ? turns - 1 : turns);
  }

  bool wins_by_some(const State& state, const ActionList<State>& list, int turns) {
    if (turns > 2 && state.at_turn_start() && wins(state, turns - 2)) return true;
    return std::any_of(list.begin(), list.end(),
                       [&](Action action) { return wins_after(state, action, turns); });
  }

  bool wins_against_all(const State& state, const ActionList<State>& list, int turns) {
    return few_last(state, list, turns) &&
           std::all_of(list.begin(), list.end(),
                       [&](Action action) { return wins_after(state, action, turns); });
  }

  bool few_last(const State& state, const ActionList<State>& list, int turns) {
    // The attacker's own action ends the game, or the start of the turn after the reply to it.
    const int soon = turns % 2 == 0 ? 2 : 3;
    if (turns <= soon || !state.at_turn_start()) return true;
    int lasting = 0;
    for (const Action action : list) {
      if (!wins_after(state, action, soon) && ++lasting > kFewReplies) return false;
    }
    return true;
  }

  int attacker_;
  std::uint64_t nodes_ = 0;
  std::unordered_map<std::uint64_t, bool> known_;
};

// The fewest turns within which this first turn is proven to win, 0 where it is not.
int turns_of_win(const Position& position, const Turn& turn, int max_turns) {
  Position after = position;
  for (const Action action : turn) after.apply(action);
  return std::visit(
      [&]<Game State>(const State& state) {
        Proof<State> proof(position.to_move());
        for (int turns = 1; turns <= max_turns; ++turns) {
          if (proof.wins(state, turns - 1)) return turns;
        }
        return 0;
      },
      after.state());
}

// --- The stored sets ---

struct Stored {
  int turns = 0;
  Position position;
  Turn turn;
  std::string line;
};

std::string file_of(const std::string& game) {
  return source_path("tests/data/forced_wins/" + game + ".txt");
}

// TURNS OPTIONS TURN POSITION
Stored read_line(const std::string& game, std::string_view line) {
  const auto words = core::words(line);
  const Position position = at(game, line.substr(line.find(words[2]) + words[2].size() + 1),
                               words[1] == "-" ? "" : words[1]);
  return {static_cast<int>(*core::whole_number(words[0], 99)), position,
          *games::parse_turn(position, words[2]), std::string(line)};
}

std::vector<Stored> stored(const std::string& game) {
  const auto content = core::read_file(file_of(game));
  std::vector<Stored> all;
  if (!content) return all;
  for (const auto line : core::split(*content, '\n')) {
    if (!line.empty() && line[0] != '#') all.push_back(read_line(game, line));
  }
  return all;
}

// Every nth of a set, so that all lengths are among them.
std::vector<Stored> sample(const std::string& game, int every) {
  std::vector<Stored> some;
  const auto all = stored(game);
  for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(every)) {
    some.push_back(all[i]);
  }
  return some;
}

// --- What the engine makes of them ---

constexpr std::uint64_t kNodes = 200'000;

struct Answer {
  Turn turn;
  search::Value value = 0;
};

Answer ask(engine::Engine& engine, const History& history, std::uint64_t nodes) {
  Answer answer;
  engine::Budget budget;
  budget.nodes = nodes;
  answer.turn = engine.think(
      history, budget, [&](const engine::Progress& progress) { answer.value = progress.value; });
  return answer;
}

void play(History& history, const Turn& turn) {
  for (const Action action : turn) {
    if (!history.outcome().over()) history.apply(action);
  }
}

Turn random_turn(Position position, core::Rng& rng) {
  Turn turn;
  do {
    turn.push_back(position.random_action(rng));
    position.apply(turn.back());
  } while (!position.outcome().over() && !position.at_turn_start());
  return turn;
}

class ForcedWins : public testing::TestWithParam<const char*> {};

TEST_P(ForcedWins, AreEnough) {
  const auto all = stored(GetParam());
  EXPECT_GE(all.size(), 40u);
  std::map<int, int> by_turns;
  for (const Stored& win : all) ++by_turns[win.turns];
  EXPECT_GE(by_turns.size(), 2u);
}

TEST_P(ForcedWins, AreProvenByTheRules) {
  for (const Stored& win : sample(GetParam(), by_tier(8, 1, 1))) {
    EXPECT_EQ(turns_of_win(win.position, win.turn, win.turns), win.turns) << win.line;
  }
}

TEST_P(ForcedWins, AreFoundByTheEngine) {
  engine::Engine engine(16);
  for (const Stored& win : sample(GetParam(), by_tier(12, 1, 1))) {
    engine.clear_hash();
    const Answer answer = ask(engine, History(win.position), kNodes);
    EXPECT_TRUE(search::is_win(answer.value)) << win.line << ": " << answer.value;
  }
}

// A found win may be longer than the shortest, but it comes.
constexpr int kMaxTurns = 60;

void expect_win(const Stored& win, const std::function<Turn(const History&)>& defend) {
  engine::Engine attacker(16);
  History history(win.position);
  const int player = win.position.to_move();
  for (int turn = 0; turn < kMaxTurns && !history.outcome().over(); ++turn) {
    const bool attacks = history.position().to_move() == player;
    play(history, attacks ? ask(attacker, history, kNodes).turn : defend(history));
  }
  EXPECT_EQ(history.outcome().winner(), player) << win.line;
}

TEST_P(ForcedWins, AreWonAgainstAnyone) {
  core::Rng rng(5);
  for (const Stored& win : sample(GetParam(), by_tier(30, 3, 1))) {
    expect_win(win, [&](const History& history) { return random_turn(history.position(), rng); });
    engine::Engine defender(16);
    expect_win(win, [&](const History& history) { return ask(defender, history, kNodes).turn; });
  }
}

// --- Writing the sets ---

std::string name_in_tests(std::string game) {
  std::replace(game.begin(), game.end(), '-', '_');
  return game;
}

struct Recipe {
  std::vector<std::string> options;  // taken in turn
  std::map<int, int> wanted;         // by turns of the win
};

Recipe recipe_of(const std::string& game) {
  if (game == "yavalath") {
    return {{"swap=off", "swap=off,size=6", "swap=off,size=4", "swap=off", "swap=off,size=3"},
            {{1, 4}, {3, 10}, {5, 10}, {7, 10}, {9, 10}, {11, 6}}};
  }
  // A crossing wins at the start of the turn after the reply, so that turns are even.
  if (game == "epaminondas") {
    return {{"", "rules=crossings", "rules=abbott", ""}, {{2, 14}, {4, 26}, {6, 8}}};
  }
  if (game == "sixteen-stone")
    return {{"", "capture=optional", "", "size=10"}, {{1, 12}, {3, 30}, {5, 10}}};
  return {{"", "", "", "fill=any"}, {{1, 12}, {3, 32}}};
}

constexpr std::uint64_t kPlayNodes = 1'000;
// What the engine finds with a quarter of what the tests allow leaves room for other weights.
constexpr std::uint64_t kFindNodes = kNodes / 4;

class Writer {
 public:
  explicit Writer(const std::string& game)
      : game_(game), recipe_(recipe_of(game)), file_(file_of(game)) {
    file_ << "# Positions with a forced win for the player to move: TURNS OPTIONS TURN POSITION\n"
             "# TURNS of all players until the end, by the first turn TURN; OPTIONS - for none.\n"
             "# Drawn from games between the engine ("
          << kPlayNodes
          << " nodes) and chance, where the engine claimed a win;\n"
             "# kept where a search of every reply, by the rules alone, proved it.\n"
             "# Written by: build/test/tests/tabuleiro_tests --gtest_also_run_disabled_tests \\\n"
             "#   --gtest_filter='*WriteTheStoredSet*"
          << name_in_tests(game) << "'\n";
  }

  void write(std::chrono::seconds longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    for (std::size_t i = 0; !done() && std::chrono::steady_clock::now() < end; ++i) {
      const auto& options = recipe_.options[i % recipe_.options.size()];
      from_game(start(game_, options), options.empty() ? "-" : options);
    }
  }

 private:
  bool done() const {
    return std::all_of(recipe_.wanted.begin(), recipe_.wanted.end(),
                       [](const auto& wanted) { return wanted.second == 0; });
  }

  // One player tries to win, the other makes mistakes, so that there is something to win.
  void from_game(const Position& first, const std::string& options) {
    History history(first);
    std::vector<Position> starts;
    const int careless = static_cast<int>(rng_.below(2));
    while (!history.outcome().over()) {
      starts.push_back(history.position());
      const Answer answer = ask(player_, history, kPlayNodes);
      if (search::is_win(answer.value)) {
        from_end_of(starts, options);
        return;
      }
      const bool errs = rng_.below(8) < (history.position().to_move() == careless ? 4u : 1u);
      play(history, errs ? random_turn(history.position(), rng_) : answer.turn);
    }
  }

  // Back from the first win that a short look saw, as far as a longer one sees a win.
  void from_end_of(std::vector<Position> starts, const std::string& options) {
    const int winner = starts.back().to_move();
    for (; !starts.empty(); starts.pop_back()) {
      const Position& position = starts.back();
      if (position.to_move() != winner) continue;
      finder_.clear_hash();
      const Answer answer = ask(finder_, History(position), kFindNodes);
      if (!search::is_win(answer.value)) return;
      keep(position, answer.turn, options);
    }
  }

  void keep(const Position& position, const Turn& turn, const std::string& options) {
    const int turns = turns_of_win(position, turn, recipe_.wanted.rbegin()->first);
    const auto wanted = recipe_.wanted.find(turns);
    if (wanted == recipe_.wanted.end() || wanted->second == 0) return;
    --wanted->second;
    file_ << turns << ' ' << options << ' ' << games::turn_text(position, turn) << ' '
          << position.to_text() << std::endl;
  }

  std::string game_;
  Recipe recipe_;
  std::ofstream file_;
  core::Rng rng_{2026};
  engine::Engine player_{16}, finder_{16};
};

// --gtest_also_run_disabled_tests --gtest_filter='*WriteTheStoredSet*GAME'
TEST_P(ForcedWins, DISABLED_WriteTheStoredSet) {
  Writer(GetParam()).write(std::chrono::minutes(8));
}

std::string game_name(const testing::TestParamInfo<const char*>& info) {
  return name_in_tests(info.param);
}

INSTANTIATE_TEST_SUITE_P(Games, ForcedWins,
                         testing::Values("eigenstate", "epaminondas", "sixteen-stone", "yavalath"),
                         game_name);

}  // namespace
}  // namespace tests
