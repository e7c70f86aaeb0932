#include "arena/strength.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.h"

namespace arena {

using core::at;
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxSteps = 100'000;
constexpr double kPrecise = 1e-10;
const double kEloPerLogarithm = 400 / std::log(10.0);

using Matrix = std::vector<std::vector<double>>;

// Who can be reached from `from` by steps from a player to one he scored against (or the other way
// round).
std::vector<bool> reached(std::size_t players, const std::vector<Contest>& contests,
                          std::size_t from, bool backwards) {
  std::vector<bool> seen(players, false);
  seen[from] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (const Contest& contest : contests) {
      for (std::size_t i = 0; i < contest.players.size(); ++i) {
        for (std::size_t j = 0; j < contest.players.size(); ++j) {
          const auto winner = at(contest.players[i]), loser = at(contest.players[j]);
          if (i == j || contest.points[i] <= 0) continue;
          const auto step_from = backwards ? loser : winner, step_to = backwards ? winner : loser;
          if (seen[step_from] && !seen[step_to]) grew = seen[step_to] = true;
        }
      }
    }
  }
  return seen;
}

std::vector<bool> playing(std::size_t players, const std::vector<Contest>& contests) {
  std::vector<bool> plays(players, false);
  for (const Contest& contest : contests) {
    for (const int player : contest.players) plays[at(player)] = true;
  }
  return plays;
}

// A finite maximum exists exactly where everybody scored, perhaps through others, against
// everybody (L. R. Ford, 1957).
bool has_maximum(std::size_t players, const std::vector<Contest>& contests) {
  const auto plays = playing(players, contests);
  const auto first =
      static_cast<std::size_t>(std::find(plays.begin(), plays.end(), true) - plays.begin());
  if (first == players) return true;
  return reached(players, contests, first, false) == plays &&
         reached(players, contests, first, true) == plays;
}

// The chances of the players of a contest.
std::vector<double> chances(const Contest& contest, const std::vector<double>& weights) {
  std::vector<double> shares;
  double sum = 0;
  for (const int player : contest.players) sum += weights[at(player)];
  for (const int player : contest.players) shares.push_back(weights[at(player)] / sum);
  return shares;
}

// D. R. Hunter, "MM algorithms for generalized Bradley-Terry models" (2004): every step makes the
// games likelier.
std::vector<double> likeliest(std::size_t players, const std::vector<Contest>& contests) {
  std::vector<double> weights(players, 1.0);
  for (int step = 0; step < kMaxSteps; ++step) {
    std::vector<double> points(players, 0.0), expected(players, 0.0);
    for (const Contest& contest : contests) {
      double sum = 0;
      for (const int player : contest.players) sum += weights[at(player)];
      for (std::size_t i = 0; i < contest.players.size(); ++i) {
        points[at(contest.players[i])] += contest.points[i];
        expected[at(contest.players[i])] += contest.games / sum;
      }
    }
    double change = 0;
    for (std::size_t i = 0; i < players; ++i) {
      if (expected[i] == 0) continue;
      const double weight = points[i] / expected[i];
      change = std::max(change, std::abs(std::log(weight / weights[i])));
      weights[i] = weight;
    }
    if (change < kPrecise) break;
  }
  return weights;
}

// Gauss and Jordan; nothing where the matrix has no inverse.
Matrix inverse(Matrix matrix) {
  const std::size_t n = matrix.size();
  Matrix result(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column; row < n; ++row) {
      if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column])) pivot = row;
    }
    if (std::abs(matrix[pivot][column]) < 1e-12) return {};
    std::swap(matrix[pivot], matrix[column]);
    std::swap(result[pivot], result[column]);
    const double divisor = matrix[column][column];
    for (std::size_t k = 0; k < n; ++k) {
      matrix[column][k] /= divisor;
      result[column][k] /= divisor;
    }
    for (std::size_t row = 0; row < n; ++row) {
      const double factor = matrix[row][column];
      if (row == column || factor == 0) continue;
      for (std::size_t k = 0; k < n; ++k) {
        matrix[row][k] -= factor * matrix[column][k];
        result[row][k] -= factor * result[column][k];
      }
    }
  }
  return result;
}

// Half of the 95 % intervals, by the Fisher information of the games. It tells differences only;
// adding 1/n everywhere pins the mean, and is taken away again from the inverse.
std::vector<double> errors(const std::vector<double>& weights,
                           const std::vector<Contest>& contests) {
  const std::size_t n = weights.size();
  const double mean = 1 / static_cast<double>(n);
  Matrix information(n, std::vector<double>(n, mean));
  for (const Contest& contest : contests) {
    const auto shares = chances(contest, weights);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      for (std::size_t j = 0; j < shares.size(); ++j) {
        const double own = i == j ? shares[i] : 0;
        information[at(contest.players[i])][at(contest.players[j])] +=
            contest.games * (own - shares[i] * shares[j]);
      }
    }
  }
  const Matrix covariance = inverse(information);
  std::vector<double> halves(n, kInfinity);
  for (std::size_t i = 0; i < covariance.size(); ++i) {
    halves[i] = 1.96 * kEloPerLogarithm * std::sqrt(std::max(0.0, covariance[i][i] - mean));
  }
  return halves;
}

}  // namespace

Strengths strengths_of(int players, std::vector<Contest> contests) {
  const auto n = at(players);
  std::erase_if(contests, [](const Contest& contest) { return contest.games <= 0; });
  Strengths result;
  result.players.resize(n);
  result.with_prior = !has_maximum(n, contests);
  if (result.with_prior) {
    for (Contest& contest : contests) {
      contest.games += 1;
      for (double& points : contest.points) {
        points += 1 / static_cast<double>(contest.players.size());
      }
    }
  }
  const auto weights = likeliest(n, contests);
  const auto halves = errors(weights, contests);
  const auto plays = playing(n, contests);
  double mean = 0, rated = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!plays[i]) continue;
    mean += std::log(weights[i]);
    rated += 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double elo = plays[i] ? kEloPerLogarithm * (std::log(weights[i]) - mean / rated) : 0;
    result.players[i] = {elo, halves[i]};
  }
  return result;
}

}  // namespace arena
