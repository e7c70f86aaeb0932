// Tunes and calibrates the evaluations from games the program plays against itself.
//
//   tabuleiro_tune fit GAME       new weights for the terms of a game's evaluation
//   tabuleiro_tune calibrate GAME what search values mean as chances to win
//   tabuleiro_tune check GAME     how well the chances in force hold in other games
//   [--options K=V,K=V] [--games N] [--nodes N] [--threads N] [--seed N] [--net on|off]
//   [--workers URL]
//
// A developer's tool: it prints what is to be put into src/eval and src/registry/GAME.cc. Games
// depend on seed and number alone, so another seed makes games that a calibration has not seen, and
// workers (tabuleiro worker --db URL) play the same ones.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "arena/samples.h"
#include "core/scan.h"
#include "engine/chances.h"
#include "jobs/postgres_queue.h"
#include "registry/games.h"

namespace {

using arena::Judgement;
using arena::Leaf;
using arena::Samples;
using Vector = std::vector<double>;

struct Settings : arena::SampleSettings {
  std::string workers;  // the database where they find their work; "" for threads of this program
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// --- Playing ---

std::string english(const text::Error& error) {
  return text::render(error, text::Language::kEnglish);
}

games::Parsed<Samples> play_elsewhere(const Settings& settings) {
  const auto queue = jobs::open_postgres_queue(settings.workers);
  if (!queue) return queue.error();
  arena::WhileElsewhere meanwhile;
  meanwhile.on_progress = [](const jobs::Progress& progress) {
    std::fprintf(stderr, "workers: %d, games under way: %d\n", progress.workers, progress.claimed);
  };
  meanwhile.on_trouble = [](const text::Error& error) {
    std::fprintf(stderr, "%s\n", english(error).c_str());
  };
  const std::atomic<bool> stop = false;
  return arena::sample_games_on_workers(**queue, settings, meanwhile, stop);
}

Samples play_all(const Settings& settings) {
  if (settings.workers.empty()) return arena::sample_games(settings);
  const auto samples = play_elsewhere(settings);
  if (samples) return *samples;
  std::fprintf(stderr, "tabuleiro_tune: %s\n", english(samples.error()).c_str());
  std::exit(1);
}

void print_origin(const Settings& settings, std::size_t positions) {
  std::printf("%s: %zu positions of %d games, %llu nodes a turn, seed %llu\n",
              settings.game->name.c_str(), positions, settings.games,
              static_cast<unsigned long long>(settings.nodes),
              static_cast<unsigned long long>(settings.seed));
}

// --- Fitting: logistic regression by Newton's method ---

constexpr int kHeldOutEvery = 2;  // of so many games one is kept for checking
bool is_held_out(const Leaf& leaf) { return leaf.game % kHeldOutEvery == 0; }

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Solves m·x = b for a positive definite m, by Gaussian elimination.
Vector solve(std::vector<Vector> m, Vector b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t row = i + 1; row < n; ++row) {
      const double factor = m[row][i] / m[i][i];
      for (std::size_t column = i; column < n; ++column) m[row][column] -= factor * m[i][column];
      b[row] -= factor * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t column = i + 1; column < n; ++column) b[i] -= m[i][column] * b[column];
    b[i] /= m[i][i];
  }
  return b;
}

// One step; a weak pull to zero keeps terms that hardly occur from running away.
void newton_step(const std::vector<Leaf>& leaves, Vector& weights) {
  constexpr double kPull = 2.0;
  const std::size_t n = weights.size();
  std::vector<Vector> curvature(n, Vector(n, 0.0));
  Vector gradient(n);
  for (std::size_t i = 0; i < n; ++i) {
    curvature[i][i] = kPull;
    gradient[i] = -kPull * weights[i];
  }
  for (const Leaf& leaf : leaves) {
    if (is_held_out(leaf)) continue;
    const double p = sigmoid(dot(weights, leaf.counts));
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] += (leaf.result - p) * leaf.counts[i];
      for (std::size_t j = 0; j < n; ++j) {
        curvature[i][j] += p * (1 - p) * leaf.counts[i] * leaf.counts[j];
      }
    }
  }
  const Vector step = solve(curvature, gradient);
  for (std::size_t i = 0; i < n; ++i) weights[i] += step[i];
}

double held_out_loss(const std::vector<Leaf>& leaves, const Vector& weights) {
  double loss = 0, count = 0;
  for (const Leaf& leaf : leaves) {
    if (!is_held_out(leaf)) continue;
    const double p = std::clamp(sigmoid(dot(weights, leaf.counts)), 1e-6, 1 - 1e-6);
    loss -= leaf.result * std::log(p) + (1 - leaf.result) * std::log(1 - p);
    count += 1;
  }
  return loss / std::max(1.0, count);
}

Vector fitted(const std::vector<Leaf>& leaves, Vector weights) {
  std::fill(weights.begin(), weights.end(), 0.0);
  for (int i = 0; i < 25; ++i) newton_step(leaves, weights);
  return weights;
}

// The weights in force and their names, in logits.
struct Current {
  std::vector<std::string> names;
  Vector weights;
};

constexpr double kUnitsPerLogit = 100.0 * eval::kWeightUnit;

Current current_weights(const games::AnyState& any) {
  return std::visit(
      [](const auto& state) {
        using Evaluator = registry::EvaluatorOf<std::decay_t<decltype(state)>>;
        Current current;
        for (const auto& term : Evaluator::terms()) {
          current.names.push_back(text::render(term.name, text::Language::kEnglish));
          current.weights.push_back(term.weight / kUnitsPerLogit);
        }
        return current;
      },
      any);
}

void fit(const Settings& settings) {
  const auto leaves = play_all(settings).leaves;
  const auto start = games::Position::start(*settings.game, settings.options);
  const Current current = current_weights(start->state());
  const Vector weights = fitted(leaves, current.weights);
  print_origin(settings, leaves.size());
  std::printf("held-out loss: %.4f with the weights in force, %.4f with the new ones\n",
              held_out_loss(leaves, current.weights), held_out_loss(leaves, weights));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    std::printf("  %-50s %6.0f -> %6.0f\n", current.names[i].c_str(),
                current.weights[i] * kUnitsPerLogit, weights[i] * kUnitsPerLogit);
  }
}

// --- Calibrating ---

using registry::Calibration;

// The average of some positions: the lead of the side ahead and what it scored.
struct Part {
  double lead = 0;
  double score = 0;
  double count = 0;
};

// Where parts of the positions end, in forty-eighths. The last are small: behind the last average
// the chance rises no more, however great the lead.
constexpr std::array<std::size_t, 15> kPartEnds = {0,  4,  8,  12, 16, 20, 24, 28,
                                                   32, 36, 40, 44, 46, 47, 48};
constexpr double kAlmostSure = 0.998;  // only what is proven is sure

Part merged(const Part& a, const Part& b) {
  const double n = a.count + b.count;
  return {(a.lead * a.count + b.lead * b.count) / n, (a.score * a.count + b.score * b.count) / n,
          n};
}

// Once search's optimism is taken off, both sides are one question: what holds for a lead of 50
// holds for -50 the other way round.
std::vector<Part> points_of(const std::vector<Judgement>& judgements, double optimism) {
  std::vector<Part> points;
  for (const Judgement& judgement : judgements) {
    const double lead = judgement.value - optimism;
    if (lead == 0) continue;
    points.push_back({std::abs(lead), lead > 0 ? judgement.result : 1 - judgement.result, 1});
  }
  std::sort(points.begin(), points.end(),
            [](const Part& a, const Part& b) { return a.lead < b.lead; });
  return points;
}

// The averages of parts of the positions, those that contradict "more is better" joined.
Calibration calibrated(const std::vector<Judgement>& judgements, double optimism) {
  const auto points = points_of(judgements, optimism);
  std::vector<Part> parts;
  for (std::size_t k = 0; k + 1 < kPartEnds.size(); ++k) {
    const auto end = points.size() * kPartEnds[k + 1] / kPartEnds.back();
    Part part;
    for (auto i = points.size() * kPartEnds[k] / kPartEnds.back(); i < end; ++i) {
      part = merged(part, points[i]);
    }
    if (part.count == 0) continue;
    while (!parts.empty() && parts.back().score >= part.score) {
      part = merged(parts.back(), part);
      parts.pop_back();
    }
    parts.push_back(part);
  }
  Calibration calibration{optimism, {{0, 0.5}}};
  for (const Part& part : parts) {
    calibration.knots.push_back({part.lead, std::clamp(part.score, 0.5, kAlmostSure)});
  }
  return calibration;
}

double squared_error(const std::vector<Judgement>& judgements, const Calibration& calibration) {
  double sum = 0;
  for (const Judgement& judgement : judgements) {
    const double error = judgement.result - calibration.chance_to_win(judgement.value);
    sum += error * error;
  }
  return sum;
}

// The optimism is the one that predicts the results best.
Calibration best_calibration(const std::vector<Judgement>& judgements) {
  constexpr int kMaxOptimism = 50;
  Calibration best = calibrated(judgements, 0);
  double least = squared_error(judgements, best);
  for (int optimism = -kMaxOptimism; optimism <= kMaxOptimism; ++optimism) {
    auto calibration = calibrated(judgements, optimism);
    const double error = squared_error(judgements, calibration);
    if (error >= least) continue;
    least = error;
    best = std::move(calibration);
  }
  return best;
}

void calibrate(const Settings& settings) {
  const auto judgements = play_all(settings).judgements;
  print_origin(settings, judgements.size());
  const Calibration best = best_calibration(judgements);
  std::printf("for src/registry/GAME.cc: {%.0f, {", best.optimism);
  for (std::size_t i = 0; i < best.knots.size(); ++i) {
    std::printf("%s{%.0f, %.3f}", i > 0 ? ", " : "", best.knots[i].value, best.knots[i].chance);
  }
  std::printf("}}\n");
}

// --- Checking ---

// The positions with about the same promised chance.
struct Bin {
  double count = 0, promised = 0, scored = 0;
  std::map<int, double> surplus;  // by game: scored less promised

  // Of the mean surplus. Positions of one game end alike, so that games are counted as one.
  double standard_error() const {
    double squares = 0;
    for (const auto& [game, sum] : surplus) squares += sum * sum;
    return std::sqrt(squares) / count;
  }
};

constexpr int kBins = 10;

void check(const Settings& settings) {
  const auto judgements = play_all(settings).judgements;
  std::array<Bin, kBins> bins;
  for (const Judgement& judgement : judgements) {
    const double chance = engine::chance_to_win(
        settings.game->name, judgement.value,
        settings.net ? engine::ValueSource::kNet : engine::ValueSource::kTerms);
    Bin& bin = bins[static_cast<std::size_t>(std::min(kBins - 1.0, chance * kBins))];
    bin.count += 1;
    bin.promised += chance;
    bin.scored += judgement.result;
    bin.surplus[judgement.game] += judgement.result - chance;
  }
  print_origin(settings, judgements.size());
  std::printf("chance     positions  games  promised   scored  difference\n");
  for (std::size_t i = 0; i < kBins; ++i) {
    const Bin& bin = bins[i];
    std::printf("%2zu-%3zu %%  %9.0f  %5zu", 10 * i, 10 * (i + 1), bin.count, bin.surplus.size());
    if (bin.count > 0) {
      std::printf("  %6.1f %%  %5.1f %%  %+5.1f ± %.1f", 100 * bin.promised / bin.count,
                  100 * bin.scored / bin.count, 100 * (bin.scored - bin.promised) / bin.count,
                  100 * bin.standard_error());
    }
    std::printf("\n");
  }
}

int fail(const char* what) {
  std::fprintf(
      stderr,
      "tabuleiro_tune: %s; usage: tabuleiro_tune fit|calibrate|check GAME [--options K=V,K=V] "
      "[--games N] [--nodes N] [--threads N] [--seed N] [--net on|off] [--workers URL]\n",
      what);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 2 || words.size() % 2 != 0) return fail("wrong number of arguments");
  Settings settings;
  settings.game = games::find_game(words[1]);
  if (settings.game == nullptr) return fail("unknown game");
  for (std::size_t i = 2; i < words.size(); i += 2) {
    if (words[i] == "--options") {
      const auto options = games::parse_options(words[i + 1], settings.game->options);
      if (!options || !games::Position::start(*settings.game, *options)) return fail("bad options");
      settings.options = *options;
      continue;
    }
    if (words[i] == "--net") {
      if (words[i + 1] != "on" && words[i + 1] != "off") return fail("--net is on or off");
      settings.net = words[i + 1] == "on";
      continue;
    }
    if (words[i] == "--workers") {
      settings.workers = words[i + 1];
      continue;
    }
    const auto number = core::whole_number(words[i + 1], 1'000'000'000);
    if (!number || *number < 1) return fail("expected a whole number from 1");
    if (words[i] == "--games") {
      settings.games = static_cast<int>(*number);
    } else if (words[i] == "--nodes") {
      settings.nodes = static_cast<std::uint64_t>(*number);
    } else if (words[i] == "--threads") {
      settings.threads = static_cast<int>(*number);
    } else if (words[i] == "--seed") {
      settings.seed = static_cast<std::uint64_t>(*number);
    } else {
      return fail("unknown option");
    }
  }
  if (words[0] == "fit") {
    settings.net = false;  // weights are of terms
    fit(settings);
  } else if (words[0] == "calibrate") {
    calibrate(settings);
  } else if (words[0] == "check") {
    check(settings);
  } else {
    return fail("unknown command");
  }
  return 0;
}
