// What the tests share: positions in one call, every game with every option, vectors, effort.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "games/history.h"
#include "games/position.h"
#include "temp_folder.h"

namespace tests {

// A rule of the project's rules pages that a test covers. conventions_test.cc fails on an id
// without one.
#define COVERS(...) static_assert(sizeof(#__VA_ARGS__) > 1)

// How much work the long-running checks do: set by TABULEIRO_TEST_TIER (quick, full or long).
enum class Tier { kQuick, kFull, kLong };
Tier tier();
// The value for this tier.
template <class T>
T by_tier(T quick, T full, T long_run) {
  return tier() == Tier::kQuick ? quick : tier() == Tier::kFull ? full : long_run;
}

// The start of a game, or the position of a text. Fails the test where it cannot be had.
games::Position start(std::string_view game, std::string_view options = "");
games::Position at(std::string_view game, std::string_view position, std::string_view options = "");

// The position after some turns or actions, each a token as on the rules page. Fails the test at
// the first one that is not legal.
games::Position after(games::Position position, const std::vector<std::string>& turns);

// Is this the text of a legal action?
bool is_legal(const games::Position& position, std::string_view action);

// The English error that a text gives; "" (and a failed test) where it is accepted.
std::string position_error(std::string_view game, std::string_view position,
                           std::string_view options = "");
std::string action_error(const games::Position& position, std::string_view action);

// "none", "p1win", "p2win", "p3win" or "draw", by the position alone.
std::string result(const games::Position& position);
// The reason of a finished position in English.
std::string reason(const games::Position& position);

// Every game with every sensible combination of its options.
struct Variant {
  std::string game;
  std::string options;
};
std::vector<Variant> all_variants();
// These, and any game that none of them is of, with its own options.
std::vector<Variant> and_other_games(std::vector<Variant> variants);
// A name for a parameterised test.
std::string variant_name(const ::testing::TestParamInfo<Variant>& info);

// The lines of tests/vectors/NAME.
std::vector<nlohmann::json> vectors(const std::string& name);

// The recorded positions of a game; none where tests/vectors/GAME.jsonl does not exist.
std::vector<nlohmann::json> position_vectors(const std::string& game);

bool has(const std::string& text, const std::string& part);
// Until it holds; fails the test where it does not for a minute.
void await(const std::function<bool()>& holds);

// Of the processor, for this thread: the same however busy the machine is.
double cpu_seconds();

// The project's folder, and those of games that only this build has, laid out as the project's.
std::vector<std::string> roots();
// A file of the project, or of such a game.
std::string source_path(const std::string& relative);
bool path_exists(const std::string& relative);
// All files below a folder of the project or of such a game, with paths from its root, sorted.
std::vector<std::string> source_files(const std::string& folder);
// bench/signature.txt, of every game.
std::string signatures();

// A running state after some random actions.
template <games::Game State>
State random_state(const State& start, core::Rng& rng, int actions) {
  while (true) {
    State state = start;
    for (int i = 0; i < actions && !state.outcome().over(); ++i) {
      state.apply(state.random_action(rng));
    }
    if (!state.outcome().over()) return state;
  }
}

}  // namespace tests
