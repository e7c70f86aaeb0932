// What a score says about strength. docs/arena.md has the formulas.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace arena {

// A share of the points with its 95 % interval. Rounds, not games, are the samples: two games of
// one opening are not independent.
struct Score {
  double mean = 0;
  double low = 0;
  double high = 0;
};

Score score_of(const std::vector<double>& rounds);

// The difference in Elo that a share of the points stands for; ±infinity at 1 and 0.
double elo_of(double share);
// The other way round.
double share_of(double elo);

// The likelihood of superiority: how sure it is that the player scores more than
// is fair.
double superiority(const std::vector<double>& rounds, double fair = 0.5);

// Pairs of games of one opening with 0, ½, 1, 1½ and 2 points for the first player.
using Pentanomial = std::array<int, 5>;

// The pentanomial of rounds of two games each; a round's share of the points is 0, ¼ … 1.
Pentanomial pentanomial_of(const std::vector<double>& rounds);

// A sequential test of "the first player is better by elo1" (H1) against "by elo0" (H0).
struct Sprt {
  static constexpr double kAlpha = 0.05, kBeta = 0.05;  // how often it may err either way
  enum class Verdict { kOpen, kH0, kH1 };

  double elo0 = 0;
  double elo1 = 0;

  static double lower();
  static double upper();
  // The logarithm of how much likelier the pairs are under H1 than under H0.
  double llr(const Pentanomial& pairs) const;
  Verdict verdict(const Pentanomial& pairs) const;
};

// "0,10": both hypotheses, the lower one first, within ±1,000.
std::optional<Sprt> parse_sprt(std::string_view text);

}  // namespace arena
