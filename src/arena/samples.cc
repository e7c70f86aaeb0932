#include "arena/samples.h"

#include <memory>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <variant>

#include "arena/work_text.h"
#include "core/guarded.h"
#include "core/json_number.h"
#include "core/random.h"
#include "jobs/names.h"
#include "registry/games.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kSampleMegabytes = 4;

// The difference of the counts for the player to move, where the evaluation would be asked.
std::vector<double> count_differences(const games::AnyState& any) {
  return std::visit(
      [](const auto& state) {
        using Evaluator = registry::EvaluatorOf<std::decay_t<decltype(state)>>;
        const auto both = Evaluator::counts(state);
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

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}
void append(Samples& all, const Samples& more) {
  append(all.judgements, more.judgements);
  append(all.leaves, more.leaves);
}

// --- What jobs say ---

std::string samples_text(const Samples& samples) {
  nlohmann::json judgements = nlohmann::json::array(), leaves = nlohmann::json::array();
  for (const auto& one : samples.judgements) {
    judgements.push_back({one.player, one.value, one.result});
  }
  for (const auto& one : samples.leaves) leaves.push_back({one.player, one.counts, one.result});
  return nlohmann::json{{"judgements", judgements}, {"leaves", leaves}}.dump();
}

int number_in(const nlohmann::json& json) {
  const auto number = core::whole_number<int>(json);
  if (!number) throw std::out_of_range("number");
  return *number;
}

// Throws where it is something else.
Samples parsed_samples(const std::string& text, int game) {
  const auto json = nlohmann::json::parse(text);
  Samples samples;
  for (const auto& one : json.at("judgements")) {
    samples.judgements.push_back(
        {game, number_in(one.at(0)), number_in(one.at(1)), one.at(2).get<double>()});
  }
  for (const auto& one : json.at("leaves")) {
    samples.leaves.push_back({game, number_in(one.at(0)), one.at(1).get<std::vector<double>>(),
                              one.at(2).get<double>()});
  }
  return samples;
}

games::Parsed<Samples> read_samples(const jobs::Outcome& outcome) {
  if (!outcome.result) return gave_up(outcome);
  Samples samples;
  if (core::guarded([&] { samples = parsed_samples(*outcome.result, outcome.number); })) {
    return samples;
  }
  return Error(Message::kWorkerResult, {outcome.worker});
}

jobs::Stored<std::string> sample(const jobs::Claim& claim, const jobs::JobContext& around,
                                 engine::Engine& engine) {
  const auto work = read_work_game(claim.batch.payload);
  if (!work || work->number("nodes") == 0) return Error(Message::kWorkerPayload);
  SampleSettings settings;
  settings.game = work->game;
  settings.options = work->options;
  settings.nodes = work->number("nodes");
  settings.seed = work->number("seed");
  settings.net = work->number("net") != 0;
  engine.clear_stop();
  const std::stop_callback stopping(around.stop, [&] { engine.stop(); });
  return samples_text(samples_of_game(settings, claim.job.number, engine));
}

}  // namespace

// The samples of one game. Random turns at the start make the games differ.
Samples samples_of_game(const SampleSettings& settings, int number, engine::Engine& engine) {
  core::Rng rng(core::mix(settings.seed) + static_cast<std::uint64_t>(number));
  games::History history(*games::Position::start(*settings.game, settings.options));
  play_random_turns(history, 1 + static_cast<int>(rng.below(8)), rng);
  engine::PlayStyle style;
  style.net = settings.net;
  engine.set_play_style(style);
  engine.clear_hash();
  Samples samples;
  while (!history.outcome().over()) {
    engine::Budget budget;
    // Uneven effort: otherwise a game repeats what the same position led to before.
    budget.nodes = settings.nodes / 2 + rng.below(static_cast<std::uint32_t>(settings.nodes));
    engine::Progress last;
    search::Value value = 0;
    bool first_action = true;  // each action of a turn is searched from depth 1 on
    const auto turn = engine.think(history, budget, [&](const engine::Progress& p) {
      first_action = first_action && p.depth >= last.depth;
      if (first_action) value = p.value;
      last = p;
    });
    // Whatever the rest of the turn brought to light: leaving out turns that went on to prove a win
    // would make the others look worse than they are.
    if (!search::is_proven(value)) {
      samples.judgements.push_back({number, history.position().to_move(), value, 0});
    }
    games::Position leaf = history.position();
    for (const auto action : last.line) leaf.apply(action);
    if (!search::is_proven(last.value) && !leaf.outcome().over()) {
      samples.leaves.push_back({number, leaf.to_move(), count_differences(leaf.state()), 0});
    }
    for (const auto action : turn) {
      if (!history.outcome().over()) history.apply(action);
    }
  }
  for (auto& sample : samples.judgements) {
    sample.result = result_for(history.outcome(), sample.player);
  }
  for (auto& sample : samples.leaves) sample.result = result_for(history.outcome(), sample.player);
  return samples;
}

Samples sample_games(const SampleSettings& settings) {
  std::vector<Samples> by_game(static_cast<std::size_t>(settings.games));
  std::atomic<int> next{0};
  const auto work = [&] {
    engine::Engine engine(kSampleMegabytes);
    for (int i = next++; i < settings.games; i = next++) {
      by_game[static_cast<std::size_t>(i)] = samples_of_game(settings, i, engine);
    }
  };
  std::vector<std::thread> workers;
  for (int i = 0; i < settings.threads; ++i) workers.emplace_back(work);
  for (auto& worker : workers) worker.join();
  Samples all;
  for (const Samples& samples : by_game) append(all, samples);
  return all;
}

games::Parsed<Samples> sample_games_on_workers(jobs::Queue& queue, const SampleSettings& settings,
                                               const WhileElsewhere& meanwhile,
                                               const std::atomic<bool>& stop) {
  int number = 0;
  const auto next = [&]() -> std::optional<jobs::Job> {
    if (number == settings.games) return std::nullopt;
    return jobs::Job{number++, "", {jobs::version_offer()}};
  };
  Samples all;
  std::optional<Error> failure;
  const auto take = [&](const jobs::Outcome& outcome) {
    const auto samples = read_samples(outcome);
    if (samples) append(all, *samples);
    if (!samples)
      failure = samples.error().in(Message::kInGame, {std::to_string(outcome.number + 1)});
    return !failure;
  };
  const auto batch = work_batch(
      kCalibrationKind, *settings.game, settings.options,
      {{"nodes", settings.nodes}, {"seed", settings.seed}, {"net", settings.net ? 1 : 0}});
  jobs::have_done(queue, {batch, next, take, meanwhile.on_progress, meanwhile.on_trouble}, stop);
  if (failure) return *std::move(failure);
  return all;
}

std::function<jobs::Work()> calibration_work() {
  return []() -> jobs::Work {
    const auto engine = std::make_shared<engine::Engine>(kSampleMegabytes);
    return [engine](const jobs::Claim& claim, const jobs::JobContext& around) {
      return sample(claim, around, *engine);
    };
  };
}

}  // namespace arena
