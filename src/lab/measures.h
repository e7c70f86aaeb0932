// What is measured of games: the figures of a report, each with its interval. docs/lab.md defines
// them and says whose they are; the catalogue has their definitions for readers of a report.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "lab/estimate.h"
#include "lab/facts.h"
#include "text/text.h"

namespace lab {

enum class Figure {
  kTurns,
  kCompletion,
  kFirst,
  kBalance,
  kDraws,
  kSwaps,
  kBranching,
  kDecisions,
  kCoverage,
  kDrama,
  kBehind,
  kComebacks,
  kLeadChanges,
  kDecisiveness,
  kSettled,
  kUncertainty,
  kTree,
  kStates
};
inline constexpr std::size_t kFigures = 18;
using Figures = std::array<Estimate, kFigures>;

enum class Unit { kNumber, kShare, kPowerOfTen };

struct FigureSpec {
  std::string_view key;  // "lead_changes", for programs
  text::Message name;
  text::Message definition;
  Unit unit;
};
const FigureSpec& spec_of(Figure figure);
const FigureSpec& spec_of(std::size_t figure);

// A player leads when his chance is this much above one half; in between the last one still does,
// so that what a search is unsure of is no change.
inline constexpr double kLead = 0.05;
inline constexpr double kComeback = 0.25;  // a winner's chance that was at most this
inline constexpr double kSettledAt = 0.9;  // a winner's chance from where it is settled

// Of one game; those of a drawn game, or of one without chances, are nothing.
std::optional<double> drama(const Facts& facts);
std::optional<double> behind(const Facts& facts);
std::optional<double> lowest(const Facts& facts);  // chance of the winner
std::optional<double> decisiveness(const Facts& facts);
std::optional<double> settled(const Facts& facts);
std::optional<double> lead_changes(const Facts& facts);
std::optional<double> uncertainty(const Facts& facts);

// A board's cells and the holes of a piece: what positions are counted by.
struct BoardSize {
  int cells = 0;
  int holes = 0;
};

// Games of one strength on each side.
Figures figures_of(const std::vector<Facts>& games, BoardSize board);

// log10 of the number of ways to put so much on a board.
double arrangements(const Material& material, BoardSize board);
// The same of everything that was on the board in a game.
std::optional<double> states(const Facts& facts, BoardSize board);
// log10 of an upper bound for the number of positions of a game, from its board and its pools.
double state_bound(const games::Position& start);

}  // namespace lab
