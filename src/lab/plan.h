// Which games a report needs, and where they are kept.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "arena/selfplay_run.h"
#include "lab/facts.h"

namespace lab {

struct Plan {
  const games::GameInfo* game = nullptr;
  games::OptionMap options = {};                // that the report is about
  std::vector<games::OptionMap> compared = {};  // others, beside them
  int games = 400;                              // of each series
  std::uint64_t nodes = 1000;                   // an action, of the strongest player
  int strengths = 4;                            // each with a quarter of the nodes of the one above
  // What makes games differ: enough that equal actions change places, too little to lose by.
  int noise = 30;
  std::uint64_t seed = 1;
  bool net = true;
};

inline constexpr int kNodesRatio = 4;
inline constexpr int kMostStrengths = 8;

// Games that are alike: by one player against himself, or by two who differ in their nodes.
struct Series {
  arena::SelfplaySettings settings;
  std::string file;  // its name in the folder
  bool by_chance() const { return settings.nodes == 0; }
  bool is_step() const { return settings.against.has_value(); }
};

// Nodes of each strength, the weakest first. At least one.
std::vector<std::uint64_t> strengths_of(const Plan& plan);

// The series of some options, strongest first, random games behind them, then the steps from the
// lowest up. What is only compared has the strongest alone.
std::vector<Series> series_of(const Plan& plan);
std::vector<Series> compared_series(const Plan& plan);  // one for each of plan.compared

struct Surroundings {
  int threads = 1;
  jobs::Queue* workers = nullptr;  // these play instead of threads
  arena::WhileElsewhere meanwhile = {};
  std::function<void(int done, int total)> on_progress = {};
};

// Has all games played that the folder does not hold yet. An error where that cannot be; when
// `stop` becomes true it ends early and what is finished stays.
std::optional<text::Error> play(const Plan& plan, const std::string& folder,
                                const Surroundings& around, const std::atomic<bool>& stop);

// What the games of a series tell. An error where the folder does not hold them all.
games::Parsed<std::vector<Facts>> read(const Plan& plan, const Series& series,
                                       const std::string& folder);

}  // namespace lab
