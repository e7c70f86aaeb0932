// Eigenstate's classic player against the rules page and the recorded choices of the original.
#include <algorithm>
#include <set>

#include "eval/eigenstate_classic.h"
#include "support.h"

namespace tests {
namespace {

namespace classic = eval::eigenstate_classic;
using games::eigenstate::State;

constexpr const char* kExample =
    "a1:0030a20,e2:0820008,b4:0120a01,d4:0460108,d5:0270000 c4:0024cd0,e4:00000a8,f4:00820a2 1 m";

State state_at(const std::string& text) { return std::get<State>(at("eigenstate", text).state()); }

std::set<std::string> texts(const State& state, const std::vector<games::Action>& actions) {
  std::set<std::string> set;
  for (const auto action : actions) set.insert(state.action_text(action));
  return set;
}

std::set<std::string> peg_texts(const State& state) {
  std::set<std::string> set;
  for (const auto& piece : classic::best_pegs(state)) set.merge(texts(state, piece));
  return set;
}

// The same position with a peg to place, whatever the phase of the text.
State with_peg_next(const std::string& text) {
  return state_at(text.substr(0, text.rfind(' ')) + " p1");
}

TEST(ClassicEigenstate, WorkedExample) {
  COVERS(EIG-C1, EIG-C2, EIG-C3, EIG-C4, EIG-C10, EIG-C11);
  const State state = state_at(kExample);
  const int expected[6][6] = {{0, 48, 48, 48, 48, 48},  {48, 48, 48, 48, 2, 47},
                              {48, 47, 46, 47, 47, 47}, {47, 1, 72, 0, 71, 72},
                              {48, 48, 47, 0, 48, 48},  {48, 48, 48, 48, 48, 48}};
  const auto weights = classic::balanced_weights(state);
  for (int cell = 0; cell < 36; ++cell) {
    EXPECT_EQ(weights[static_cast<std::size_t>(cell)], expected[cell / 6][cell % 6]) << cell;
  }
  EXPECT_EQ(texts(state, classic::best_moves(state)), (std::set<std::string>{"e2xf4"}));
}

TEST(ClassicEigenstate, WorkedExamplePegs) {
  COVERS(EIG-C5, EIG-C7, EIG-C12);
  State state = state_at(kExample);
  state.apply(classic::best_moves(state)[0]);
  EXPECT_EQ(peg_texts(state), (std::set<std::string>{"b4+d3", "d4+b3", "d5+b2"}));
}

TEST(ClassicEigenstate, HolesOffTheBoardScoreNothing) {
  COVERS(EIG-C6);
  // The corner piece on a1 has every hole that leads onto the board (columns c to e, rows 3 to 5)
  // and no other; the piece on f6 likewise (columns a to c, rows 1 to 3). Of the holes that are
  // left the first by rows counts, and both pieces are worth 0.
  const State state = with_peg_next("a1:1ce6000,f6:0000ce7 c4:0000080,d4:0000080,e4:0000080 1 m");
  EXPECT_EQ(peg_texts(state), (std::set<std::string>{"a1+a1", "f6+d1"}));
}

TEST(ClassicEigenstate, FillsThePieceWithMostPegs) {
  COVERS(EIG-C8);
  const State state = with_peg_next("d1:0020000,c3:00f0000 b6:0000080,e6:0000080 1 m");
  for (const auto& text : peg_texts(state)) EXPECT_TRUE(text.starts_with("c3+")) << text;
  // With three pieces on one side it goes further instead: onto any of the enemies, two rows up.
  const State further = with_peg_next("c3:00f0000,d4:0020000 b6:0000080,e6:0000080,f6:0000080 1 m");
  EXPECT_EQ(peg_texts(further), (std::set<std::string>{"d4+a5", "d4+d5", "d4+e5"}));
}

TEST(ClassicEigenstate, FullPiecesAreLeftOut) {
  COVERS(EIG-C9);
  const State state =
      with_peg_next("d1:0020000,e1:0020000,c3:1ffefff b6:0000080,e6:0000080,f6:0000080 1 m");
  EXPECT_FALSE(peg_texts(state).empty());
  for (const auto& text : peg_texts(state)) EXPECT_FALSE(text.starts_with("c3+")) << text;
}

TEST(ClassicEigenstate, RecordedChoices) {
  int with_pegs = 0;
  for (const auto& vector : vectors("eigenstate.jsonl")) {
    const auto text = vector["position"].get<std::string>();
    const State state = state_at(text);
    EXPECT_EQ(texts(state, classic::best_moves(state)),
              vector["classic_best"].get<std::set<std::string>>())
        << text;
    if (!vector.contains("classic_pegs")) continue;
    EXPECT_EQ(peg_texts(with_peg_next(text)), vector["classic_pegs"].get<std::set<std::string>>())
        << text;
    ++with_pegs;
  }
  EXPECT_GT(with_pegs, 100);
}

TEST(ClassicEigenstate, BeatsRandom) {
  core::Rng rng(4);
  int wins = 0;
  for (int game = 0; game < 20; ++game) {
    State state = State::start({});
    while (!state.outcome().over()) {
      const bool ours = state.to_move() == game % 2;
      state.apply(ours ? classic::choose(state, rng) : state.random_action(rng));
    }
    wins += state.outcome().winner() == game % 2;
  }
  EXPECT_GE(wins, 19);
}

}  // namespace
}  // namespace tests
