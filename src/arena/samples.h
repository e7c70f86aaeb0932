// What search thought in games of the program against itself, for tuning and calibrating
// evaluations. A game depends on its settings and its number alone.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/book_work.h"
#include "engine/engine.h"

namespace arena {

inline constexpr const char* kCalibrationKind = "calibration";

struct SampleSettings {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  int games = 1000;
  std::uint64_t nodes = 2000;  // a turn
  int threads = 2;
  std::uint64_t seed = 1;
  bool net = true;  // judged by the net that comes with the program, where there is one
};

// What search thought of a position at the start of a turn, where it proved nothing.
struct Judgement {
  int game = 0;
  int player = 0;  // to move
  search::Value value = 0;
  double result = 0;  // of the game, for this player
  friend bool operator==(const Judgement&, const Judgement&) = default;
};

// What was counted at the end of the line that search expected, for the player to move there.
struct Leaf {
  int game = 0;
  int player = 0;
  std::vector<double> counts;
  double result = 0;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};

struct Samples {
  std::vector<Judgement> judgements;
  std::vector<Leaf> leaves;
  friend bool operator==(const Samples&, const Samples&) = default;
};

// Of one game, by an engine that forgets what it knew.
Samples samples_of_game(const SampleSettings& settings, int number, engine::Engine& engine);
// Of all games, in their order, on threads of this program ...
Samples sample_games(const SampleSettings& settings);
// ... or on workers. An error where a game could not be finished.
games::Parsed<Samples> sample_games_on_workers(jobs::Queue& queue, const SampleSettings& settings,
                                               const WhileElsewhere& meanwhile,
                                               const std::atomic<bool>& stop);

// How workers play them.
std::function<jobs::Work()> calibration_work();

}  // namespace arena
