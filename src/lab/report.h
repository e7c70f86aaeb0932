// A report: everything that is told of a game, as numbers. report_json and report_csv write it down
// for programs, app/lab_html.h for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/measures.h"
#include "lab/plan.h"

namespace lab {

// Games of one strength on each side.
struct StrengthReport {
  std::uint64_t nodes = 0;  // 0: by chance
  Figures figures;
};

// A player against the next weaker one.
struct Step {
  std::uint64_t nodes = 0;
  std::uint64_t against = 0;
  Estimate score;  // share of the points of the stronger one
};

// A first turn and its images under the symmetries of the start.
struct Opening {
  std::string turn;  // the image that comes first in byte order
  Estimate played;   // share of the games
  Estimate first;    // share of the points of whoever moved first
};

// A term of the evaluation: had the winner more of it?
struct TermReport {
  text::Message name;
  // Share of the decided games where the players differ in it, at each of kCountedAt.
  std::array<Estimate, kCountedAt.size()> winner_has_more;
};

// A part of the games, for a picture.
struct Bar {
  double from = 0, to = 0;
  int games = 0;
};

struct Report {
  Plan plan;
  std::string date;
  games::OptionMap options;               // in force
  games::Scene scene;                     // of the start: what heat is drawn on
  std::vector<StrengthReport> strengths;  // strongest first, by chance last
  std::vector<Step> steps;                // lowest first
  Estimate levels;                        // that the steps climb; see climbed()
  double state_bound = 0;                 // a power of ten
  // Of the strongest:
  std::vector<Bar> lengths;
  double median = 0;                 // of the turns
  std::array<double, 2> middle{};    // between which half of the games lie
  std::vector<Estimate> suspense;    // uncertainty in each twentieth of a game
  std::vector<Opening> openings;     // the most frequent first
  int different_openings = 0;        // up to symmetry
  std::vector<double> opening_heat;  // by cell: share of the games whose first turn is there
  std::vector<double> use;           // by cell: share of the positions with a piece there
  std::vector<TermReport> terms;     // what tells most of the winner first
  std::vector<Facts> games;
  // Of each of plan.compared:
  struct Compared {
    games::OptionMap options;
    Figures figures;
    double state_bound = 0;
  };
  std::vector<Compared> compared;
};

// REQUIRES: play() has played the plan in that folder.
games::Parsed<Report> make_report(const Plan& plan, const std::string& folder,
                                  const std::string& date);

// How many levels the steps climb: a level is what scores three points of four against the one
// below, so a score s is log(s / (1 - s)) / log 3 of one. A half point for both is added to every
// step, so that one that was won throughout stays finite. `steps` has each step's points.
Estimate climbed(const std::vector<std::vector<double>>& steps);

inline constexpr std::size_t kMostOpenings = 12;
inline constexpr std::size_t kSuspenseParts = 20;

nlohmann::ordered_json report_json(const Report& report);
// One line a figure and strength; one line a game.
std::string figures_csv(const Report& report);
std::string games_csv(const Report& report);

}  // namespace lab
