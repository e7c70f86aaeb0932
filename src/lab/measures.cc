#include "lab/measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace lab {

using text::Message;

namespace {

constexpr std::array<FigureSpec, kFigures> kSpecs = {{
    {"turns", Message::kLabTurns, Message::kLabTurnsMeans, Unit::kNumber},
    {"completion", Message::kLabCompletion, Message::kLabCompletionMeans, Unit::kShare},
    {"first_player", Message::kLabFirst, Message::kLabFirstMeans, Unit::kShare},
    {"balance", Message::kLabBalance, Message::kLabBalanceMeans, Unit::kShare},
    {"draws", Message::kLabDraws, Message::kLabDrawsMeans, Unit::kShare},
    {"swaps", Message::kLabSwaps, Message::kLabSwapsMeans, Unit::kShare},
    {"branching", Message::kLabBranching, Message::kLabBranchingMeans, Unit::kNumber},
    {"decisions", Message::kLabDecisions, Message::kLabDecisionsMeans, Unit::kShare},
    {"coverage", Message::kLabCoverage, Message::kLabCoverageMeans, Unit::kShare},
    {"drama", Message::kLabDrama, Message::kLabDramaMeans, Unit::kNumber},
    {"behind", Message::kLabBehind, Message::kLabBehindMeans, Unit::kShare},
    {"comebacks", Message::kLabComebacks, Message::kLabComebacksMeans, Unit::kShare},
    {"lead_changes", Message::kLabLeadChanges, Message::kLabLeadChangesMeans, Unit::kNumber},
    {"decisiveness", Message::kLabDecisiveness, Message::kLabDecisivenessMeans, Unit::kShare},
    {"settled", Message::kLabSettled, Message::kLabSettledMeans, Unit::kShare},
    {"uncertainty", Message::kLabUncertainty, Message::kLabUncertaintyMeans, Unit::kShare},
    {"tree", Message::kLabTree, Message::kLabTreeMeans, Unit::kPowerOfTen},
    {"states", Message::kLabStates, Message::kLabStatesMeans, Unit::kPowerOfTen},
}};

bool is_decided(const Facts& facts) { return facts.winner >= 0 && !facts.chances.empty(); }

// What the winner could expect at a turn.
double of_winner(const Facts& facts, std::size_t turn) {
  return facts.winner == 0 ? facts.chances[turn] : 1 - facts.chances[turn];
}

// The part of the turns from this one on.
double rest(const Facts& facts, std::size_t turn) {
  const auto turns = static_cast<double>(facts.chances.size());
  return (turns - static_cast<double>(turn)) / turns;
}

double log10_factorial(double n) { return std::lgamma(n + 1) / std::log(10); }
double log10_choose(double n, double k) {
  return log10_factorial(n) - log10_factorial(k) - log10_factorial(n - k);
}

// log10 of the sum of these powers of ten. REQUIRES: there is one.
double log10_sum(const std::vector<double>& powers) {
  const double most = *std::max_element(powers.begin(), powers.end());
  double sum = 0;
  for (const double power : powers) sum += std::pow(10, power - most);
  return most + std::log10(sum);
}

// The mean of |x| where x is normally distributed (the folded normal distribution).
double folded_mean(double mean_of_x, double deviation) {
  if (deviation == 0) return std::abs(mean_of_x);
  const double z = mean_of_x / deviation;
  return deviation * std::sqrt(2 / std::numbers::pi) * std::exp(-z * z / 2) +
         mean_of_x * std::erf(z / std::numbers::sqrt2);
}

// The other way round: the mean of x, at least 0, from that of |x|; 0 where chance alone makes |x|
// as large.
double unfolded_mean(double mean_of_size, double deviation) {
  double low = 0, high = mean_of_size;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (folded_mean(middle, deviation) < mean_of_size ? low : high) = middle;
  }
  return low;
}

// How far a mean lies from 0, from its estimate and the standard deviation of that. The size of an
// estimate is too large on average, since chance moves it away from 0 on either side; so it is
// taken for the mean of such sizes.
Estimate distance_from_zero(const Estimate& sampled, double deviation) {
  const double value = unfolded_mean(std::abs(sampled.value), deviation);
  const bool surely_apart = sampled.low > 0 || sampled.high < 0;
  const double one = std::abs(sampled.low), other = std::abs(sampled.high);
  const double low = surely_apart ? std::min(one, other) : 0, high = std::max(one, other);
  return {value, std::min(value, low), std::max(value, high), sampled.games, sampled.method};
}

double deviation_of_mean(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
  }
  return values.size() < 2 ? 0 : std::sqrt(std::max(0.0, squares - sum * sum / n) / (n - 1) / n);
}

// The means and shares of a list of games.
class Measured {
 public:
  explicit Measured(const std::vector<Facts>& games) : games_(games) {}

  // The mean of what games have; the games that have nothing are left out.
  template <class Of>
  Estimate mean_of(Of of) const {
    std::vector<double> values;
    for (const Facts& facts : games_) {
      if (const std::optional<double> value = of(facts)) values.push_back(*value);
    }
    return mean(values);
  }
  template <class Of>
  Estimate share_of(Of of) const {
    double hits = 0;
    int n = 0;
    for (const Facts& facts : games_) {
      if (const std::optional<double> hit = of(facts)) {
        hits += *hit;
        ++n;
      }
    }
    return share(hits, n);
  }
  // By the interval of the difference with its sign: that of its size, resampled, would leave out
  // even chances, which no sample shows exactly.
  Estimate balance() const {
    std::vector<double> differences;
    for (const Facts& facts : games_) {
      differences.push_back(facts.winner < 0 ? 0 : facts.winner == 0 ? 1 : -1);
    }
    const auto difference = distance_from_zero(mean(differences), deviation_of_mean(differences));
    return {1 - difference.value, 1 - difference.high, 1 - difference.low, difference.games,
            difference.method};
  }

 private:
  const std::vector<Facts>& games_;
};

}  // namespace

const FigureSpec& spec_of(std::size_t figure) { return kSpecs[figure]; }
const FigureSpec& spec_of(Figure figure) { return spec_of(static_cast<std::size_t>(figure)); }

std::optional<double> drama(const Facts& facts) {
  if (!is_decided(facts)) return std::nullopt;
  double sum = 0;
  int turns = 0;
  for (std::size_t turn = 0; turn < facts.chances.size(); ++turn) {
    const double chance = of_winner(facts, turn);
    if (chance >= 0.5) continue;
    sum += std::sqrt(1 - 2 * chance);
    ++turns;
  }
  return turns == 0 ? 0 : sum / turns;
}

std::optional<double> behind(const Facts& facts) {
  if (!is_decided(facts)) return std::nullopt;
  double turns = 0;
  for (std::size_t turn = 0; turn < facts.chances.size(); ++turn) {
    turns += of_winner(facts, turn) < 0.5;
  }
  return turns / static_cast<double>(facts.chances.size());
}

std::optional<double> lowest(const Facts& facts) {
  if (!is_decided(facts)) return std::nullopt;
  double least = 1;
  for (std::size_t turn = 0; turn < facts.chances.size(); ++turn) {
    least = std::min(least, of_winner(facts, turn));
  }
  return least;
}

std::optional<double> decisiveness(const Facts& facts) {
  if (!is_decided(facts)) return std::nullopt;
  const double most_of_loser = 1 - *lowest(facts);
  for (std::size_t turn = 0; turn < facts.chances.size(); ++turn) {
    if (of_winner(facts, turn) > most_of_loser) return rest(facts, turn);
  }
  return 0;
}

std::optional<double> settled(const Facts& facts) {
  if (!is_decided(facts)) return std::nullopt;
  std::size_t turn = facts.chances.size();
  while (turn > 0 && of_winner(facts, turn - 1) >= kSettledAt) --turn;
  return rest(facts, turn);
}

std::optional<double> lead_changes(const Facts& facts) {
  if (facts.chances.empty()) return std::nullopt;
  int leader = -1, changes = 0;
  for (const double chance : facts.chances) {
    const int now = chance > 0.5 + kLead ? 0 : chance < 0.5 - kLead ? 1 : leader;
    changes += leader >= 0 && now != leader;
    leader = now;
  }
  return changes;
}

std::optional<double> uncertainty(const Facts& facts) {
  if (facts.chances.empty()) return std::nullopt;
  double sum = 0;
  for (const double chance : facts.chances) sum += 1 - std::abs(2 * chance - 1);
  return sum / static_cast<double>(facts.chances.size());
}

std::optional<double> states(const Facts& facts, BoardSize board) {
  if (facts.material.empty()) return std::nullopt;
  std::vector<double> powers;
  for (const auto& [material, positions] : facts.material) {
    powers.push_back(arrangements(material, board));
  }
  return log10_sum(powers);
}

double arrangements(const Material& material, BoardSize board) {
  const double pieces = material[0] + material[1];
  return log10_choose(board.cells, pieces) + log10_choose(pieces, material[0]) +
         log10_choose(board.holes * pieces, material[2]);
}

double state_bound(const games::Position& start) {
  const auto scene = start.scene();
  const auto cells = static_cast<double>(scene.cells.size());
  const double players = start.player_count();
  // A cell is empty or has a piece of a player with some of its holes filled.
  const double kinds = 1 + players * std::pow(2, static_cast<double>(scene.holes.size()));
  double bound = cells * std::log10(kinds) + std::log10(players);
  for (const auto& counter : scene.counters) {
    if (counter.kind == games::CounterKind::kPool) bound += std::log10(counter.value + 1);
  }
  return bound;
}

Figures figures_of(const std::vector<Facts>& games, BoardSize board) {
  using Maybe = std::optional<double>;
  const Measured measured(games);
  Figures figures;
  const auto put = [&](Figure figure, const Estimate& estimate) {
    figures[static_cast<std::size_t>(figure)] = estimate;
  };
  put(Figure::kTurns, measured.mean_of([](const Facts& f) -> Maybe { return f.turns; }));
  put(Figure::kCompletion, measured.share_of([](const Facts& f) -> Maybe { return f.ended; }));
  put(Figure::kFirst, measured.share_of([](const Facts& f) -> Maybe { return f.points; }));
  put(Figure::kBalance, measured.balance());
  put(Figure::kDraws, measured.share_of([](const Facts& f) -> Maybe { return f.winner < 0; }));
  put(Figure::kSwaps, measured.share_of([](const Facts& f) -> Maybe { return f.swapped; }));
  put(Figure::kBranching, measured.mean_of([](const Facts& f) -> Maybe { return f.branching; }));
  put(Figure::kDecisions, measured.mean_of([](const Facts& f) -> Maybe { return f.decisions; }));
  put(Figure::kCoverage, measured.mean_of([](const Facts& f) -> Maybe { return f.coverage; }));
  put(Figure::kDrama, measured.mean_of(drama));
  put(Figure::kBehind, measured.mean_of(behind));
  put(Figure::kComebacks, measured.share_of([](const Facts& f) -> Maybe {
    const auto least = lowest(f);
    return least ? Maybe(*least <= kComeback) : std::nullopt;
  }));
  put(Figure::kLeadChanges, measured.mean_of(lead_changes));
  put(Figure::kDecisiveness, measured.mean_of(decisiveness));
  put(Figure::kSettled, measured.mean_of(settled));
  put(Figure::kUncertainty, measured.mean_of(uncertainty));
  put(Figure::kTree, measured.mean_of([](const Facts& f) -> Maybe { return f.tree; }));
  put(Figure::kStates, measured.mean_of([&](const Facts& f) { return states(f, board); }));
  return figures;
}

}  // namespace lab
