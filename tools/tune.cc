// Tunes and calibrates the evaluations from games the program plays against itself.
//
//   tabuleiro_tune fit GAME       new weights for the terms of a game's evaluation
//   tabuleiro_tune calibrate GAME what search values mean as chances to win
//   [--options K=V,K=V] [--games N] [--nodes N] [--threads N] [--seed N]
//
// A developer's tool: it prints what is to be put into src/eval and src/engine/chances.cc.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/scan.h"
#include "engine/chances.h"
#include "engine/engine.h"
#include "engine/knowledge_of.h"

namespace {

struct Settings {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  int games = 1000;
  std::uint64_t nodes = 2000;  // a turn
  int threads = 2;
  std::uint64_t seed = 1;
};

// One position of a game: what search thought of it and how the game ended for the player to move;
// and what was counted at the end of the line it expected, for the player to move there.
struct Sample {
  int game = 0;
  double value = 0;
  double value_result = 0;
  std::vector<double> counts;
  double result = 0;
};

constexpr int kHeldOutEvery = 2;  // of so many games one is kept for checking
bool is_held_out(const Sample& sample) { return sample.game % kHeldOutEvery == 0; }

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// --- Playing ---

// The difference of the counts for the player to move, where the evaluation would be asked.
std::vector<double> count_differences(const games::AnyState& any) {
  return std::visit(
      [](const auto& state) {
        using Knowledge = engine::KnowledgeOf<std::decay_t<decltype(state)>>;
        const auto both = Knowledge::counts(state);
        const auto own = static_cast<std::size_t>(state.to_move());
        std::vector<double> differences;
        for (std::size_t i = 0; i < both[0].size(); ++i) {
          differences.push_back(both[own][i] - both[1 - own][i]);
        }
        return differences;
      },
      any);
}

double result_for(const games::Outcome& outcome, int player) {
  return outcome.is_draw() ? 0.5 : outcome.winner() == player ? 1 : 0;
}

void play_random_turns(games::History& history, int turns, core::Rng& rng) {
  for (int i = 0; i < turns; ++i) {
    do {
      if (history.outcome().over()) return;
      history.apply(history.position().random_action(rng));
    } while (!history.position().at_turn_start());
  }
}

// The samples of one game. Random turns at the start make the games differ.
std::vector<Sample> play(const Settings& settings, int number, engine::Engine& engine) {
  core::Rng rng(core::mix(settings.seed) + static_cast<std::uint64_t>(number));
  games::History history(*games::Position::start(*settings.game, settings.options));
  play_random_turns(history, 1 + static_cast<int>(rng.below(8)), rng);
  engine.forget();
  struct Pending {
    Sample sample;
    int root_player, leaf_player;
  };
  std::vector<Pending> pending;
  while (!history.outcome().over()) {
    engine::Budget budget;
    // Uneven effort: otherwise a game repeats what the same position led to before.
    budget.nodes = settings.nodes / 2 + rng.below(static_cast<std::uint32_t>(settings.nodes));
    engine::Progress last;
    double value = 0;
    bool first_action = true;  // each action of a turn is searched from depth 1 on
    const auto turn = engine.think(history, budget, [&](const engine::Progress& p) {
      first_action = first_action && p.depth >= last.depth;
      if (first_action) value = p.value;
      last = p;
    });
    games::Position leaf = history.position();
    for (const auto action : last.line) leaf.apply(action);
    if (!search::is_proven(last.value) && !leaf.outcome().over()) {
      pending.push_back({{number, value, 0, count_differences(leaf.state()), 0},
                         history.position().to_move(),
                         leaf.to_move()});
    }
    for (const auto action : turn) {
      if (!history.outcome().over()) history.apply(action);
    }
  }
  std::vector<Sample> samples;
  for (auto& [sample, root_player, leaf_player] : pending) {
    sample.value_result = result_for(history.outcome(), root_player);
    sample.result = result_for(history.outcome(), leaf_player);
    samples.push_back(std::move(sample));
  }
  return samples;
}

std::vector<Sample> play_all(const Settings& settings) {
  std::vector<std::vector<Sample>> by_game(static_cast<std::size_t>(settings.games));
  std::atomic<int> next{0};
  const auto work = [&] {
    engine::Engine engine(4);
    for (int i = next++; i < settings.games; i = next++) {
      by_game[static_cast<std::size_t>(i)] = play(settings, i, engine);
    }
  };
  std::vector<std::thread> workers;
  for (int i = 0; i < settings.threads; ++i) workers.emplace_back(work);
  for (auto& worker : workers) worker.join();
  std::vector<Sample> all;
  for (auto& samples : by_game) all.insert(all.end(), samples.begin(), samples.end());
  return all;
}

// --- Fitting: logistic regression by Newton's method ---

using Vector = std::vector<double>;

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
void newton_step(const std::vector<Sample>& samples, Vector& weights) {
  constexpr double kPull = 2.0;
  const std::size_t n = weights.size();
  std::vector<Vector> curvature(n, Vector(n, 0.0));
  Vector gradient(n);
  for (std::size_t i = 0; i < n; ++i) {
    curvature[i][i] = kPull;
    gradient[i] = -kPull * weights[i];
  }
  for (const Sample& sample : samples) {
    if (is_held_out(sample)) continue;
    const double p = sigmoid(dot(weights, sample.counts));
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] += (sample.result - p) * sample.counts[i];
      for (std::size_t j = 0; j < n; ++j) {
        curvature[i][j] += p * (1 - p) * sample.counts[i] * sample.counts[j];
      }
    }
  }
  const Vector step = solve(curvature, gradient);
  for (std::size_t i = 0; i < n; ++i) weights[i] += step[i];
}

double held_out_loss(const std::vector<Sample>& samples, const Vector& weights) {
  double loss = 0, count = 0;
  for (const Sample& sample : samples) {
    if (!is_held_out(sample)) continue;
    const double p = std::clamp(sigmoid(dot(weights, sample.counts)), 1e-6, 1 - 1e-6);
    loss -= sample.result * std::log(p) + (1 - sample.result) * std::log(1 - p);
    count += 1;
  }
  return loss / std::max(1.0, count);
}

Vector fitted(const std::vector<Sample>& samples, Vector weights) {
  std::fill(weights.begin(), weights.end(), 0.0);
  for (int i = 0; i < 25; ++i) newton_step(samples, weights);
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
        using Knowledge = engine::KnowledgeOf<std::decay_t<decltype(state)>>;
        Current current;
        for (const auto& term : Knowledge::terms()) {
          current.names.push_back(text::render(term.name, text::Language::kEnglish));
          current.weights.push_back(term.weight / kUnitsPerLogit);
        }
        return current;
      },
      any);
}

void fit(const Settings& settings) {
  const auto samples = play_all(settings);
  const auto start = games::Position::start(*settings.game, settings.options);
  const Current current = current_weights(start->state());
  const Vector weights = fitted(samples, current.weights);
  std::printf("%s: %zu positions of %d games, %llu nodes a turn\n", settings.game->name.c_str(),
              samples.size(), settings.games, static_cast<unsigned long long>(settings.nodes));
  std::printf("held-out loss: %.4f with the weights in force, %.4f with the new ones\n",
              held_out_loss(samples, current.weights), held_out_loss(samples, weights));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    std::printf("  %-50s %6.0f -> %6.0f\n", current.names[i].c_str(),
                current.weights[i] * kUnitsPerLogit, weights[i] * kUnitsPerLogit);
  }
}

// --- Calibrating ---

// How often the side that search prefers wins, by how much it prefers it. Both sides are one
// question: what holds for +50 holds for -50 the other way round.
struct Knot {
  double value = 0;
  double chance = 0;
  double count = 0;
};

constexpr std::size_t kKnots = 12;
constexpr int kBins = 10;

Knot merged(const Knot& a, const Knot& b) {
  const double n = a.count + b.count;
  return {(a.value * a.count + b.value * b.count) / n,
          (a.chance * a.count + b.chance * b.count) / n, n};
}

// The averages of equal parts of the samples, those that contradict "more is better" joined.
std::vector<Knot> fitted_knots(const std::vector<Sample>& samples) {
  std::vector<std::pair<double, double>> points;  // value and result of the preferred side
  for (const Sample& sample : samples) {
    if (is_held_out(sample) || sample.value == 0 ||
        search::is_proven(static_cast<int>(sample.value)))
      continue;
    points.emplace_back(std::abs(sample.value),
                        sample.value > 0 ? sample.value_result : 1 - sample.value_result);
  }
  std::sort(points.begin(), points.end());
  std::vector<Knot> knots = {{0, 0.5, 1e9}};
  for (std::size_t k = 0; k < kKnots; ++k) {
    Knot knot;
    for (std::size_t i = points.size() * k / kKnots; i < points.size() * (k + 1) / kKnots; ++i) {
      knot = merged(knot, {points[i].first, points[i].second, 1});
    }
    while (knots.size() > 1 && knots.back().chance >= knot.chance) {
      knot = merged(knots.back(), knot);
      knots.pop_back();
    }
    knot.chance = std::max(knot.chance, 0.5);
    knots.push_back(knot);
  }
  return knots;
}

void print_bins(const Settings& settings, const std::vector<Sample>& samples) {
  std::array<double, kBins> chances{}, results{}, counts{};
  for (const Sample& sample : samples) {
    if (!is_held_out(sample)) continue;
    const double chance =
        engine::chance_to_win(settings.game->name, static_cast<search::Value>(sample.value));
    const auto bin = static_cast<std::size_t>(std::min(kBins - 1.0, chance * kBins));
    chances[bin] += chance;
    results[bin] += sample.value_result;
    counts[bin] += 1;
  }
  std::printf("held-out positions by the calibration in force:\n");
  std::printf("chance     positions  expected   scored\n");
  for (std::size_t i = 0; i < kBins; ++i) {
    const double n = std::max(1.0, counts[i]);
    std::printf("%2zu-%3zu %%  %9.0f  %7.1f %%  %5.1f %%\n", 10 * i, 10 * (i + 1), counts[i],
                100 * chances[i] / n, 100 * results[i] / n);
  }
}

void calibrate(const Settings& settings) {
  const auto samples = play_all(settings);
  std::printf("%s: %zu positions of %d games, %llu nodes a turn\n", settings.game->name.c_str(),
              samples.size(), settings.games, static_cast<unsigned long long>(settings.nodes));
  std::printf("knots {value, chance} for src/engine/chances.cc:");
  for (const Knot& knot : fitted_knots(samples)) {
    std::printf(" {%.0f, %.3f}", knot.value, knot.chance);
  }
  std::printf("\n");
  print_bins(settings, samples);
}

int fail(const char* what) {
  std::fprintf(stderr,
               "tabuleiro_tune: %s; usage: tabuleiro_tune fit|calibrate GAME [--options K=V,K=V] "
               "[--games N] [--nodes N] [--threads N] [--seed N]\n",
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
    fit(settings);
  } else if (words[0] == "calibrate") {
    calibrate(settings);
  } else {
    return fail("unknown command");
  }
  return 0;
}
