#include "lab/plan.h"

#include <algorithm>

#include "core/scan.h"

namespace lab {

using text::Error;
using text::Message;

namespace {

// The same games have the same file, whatever else a plan asks for.
Series series(const Plan& plan, const games::OptionMap& options, std::uint64_t nodes,
              std::optional<std::uint64_t> against = std::nullopt) {
  Series made;
  made.settings = {.game = plan.game,
                   .options = games::Position::start(*plan.game, options)->options_in_force(),
                   .nodes = nodes,
                   .seed = plan.seed,
                   .net = plan.net,
                   .against = against,
                   .random_turns = 0,
                   .noise = plan.noise,
                   .to_the_end = true};
  made.file = games::options_text(made.settings.options) + ".nodes-" + std::to_string(nodes) +
              (against ? "-against-" + std::to_string(*against) : "") + ".games";
  return made;
}

std::vector<Series> all_series(const Plan& plan) {
  auto all = series_of(plan);
  for (auto& other : compared_series(plan)) all.push_back(std::move(other));
  return all;
}

}  // namespace

std::vector<std::uint64_t> strengths_of(const Plan& plan) {
  std::vector<std::uint64_t> strengths = {plan.nodes};
  while (static_cast<int>(strengths.size()) < plan.strengths && strengths.back() >= kNodesRatio) {
    strengths.push_back(strengths.back() / kNodesRatio);
  }
  std::reverse(strengths.begin(), strengths.end());
  return strengths;
}

std::vector<Series> series_of(const Plan& plan) {
  const auto strengths = strengths_of(plan);
  std::vector<Series> all;
  for (auto nodes = strengths.rbegin(); nodes != strengths.rend(); ++nodes) {
    all.push_back(series(plan, plan.options, *nodes));
  }
  all.push_back(series(plan, plan.options, 0));
  for (std::size_t i = 1; i < strengths.size(); ++i) {
    all.push_back(series(plan, plan.options, strengths[i], strengths[i - 1]));
  }
  return all;
}

std::vector<Series> compared_series(const Plan& plan) {
  std::vector<Series> all;
  for (const auto& options : plan.compared) all.push_back(series(plan, options, plan.nodes));
  return all;
}

std::optional<Error> play(const Plan& plan, const std::string& folder, const Surroundings& around,
                          const std::atomic<bool>& stop) {
  const auto all = all_series(plan);
  const int total = static_cast<int>(all.size()) * plan.games;
  int before = 0;
  for (const Series& one : all) {
    if (stop) return std::nullopt;
    auto file = arena::SelfplayFile::open(folder + "/" + one.file, one.settings);
    if (!file) return file.error();
    const auto error =
        around.workers != nullptr
            ? arena::play_selfplay_on_workers(*around.workers, one.settings, plan.games, *file,
                                              around.meanwhile, stop)
            : arena::play_selfplay(one.settings, plan.games, around.threads, *file, stop,
                                   [&](int done) {
                                     if (around.on_progress)
                                       around.on_progress(before + done, total);
                                   });
    if (error) return error;
    before += plan.games;
    if (around.on_progress && !stop) around.on_progress(before, total);
  }
  return std::nullopt;
}

games::Parsed<std::vector<Facts>> read(const Plan& plan, const Series& series,
                                       const std::string& folder) {
  std::vector<Facts> facts;
  const auto games = arena::for_each_selfplay_game(
      folder + "/" + series.file, series.settings, [&](const arena::SelfplayGame& game) {
        if (game.number < plan.games) facts.push_back(facts_of(series.settings, game));
      });
  if (!games) return games.error();
  if (*games < plan.games) {
    return Error(Message::kLabUnfinished,
                 {std::to_string(*games), std::to_string(plan.games), core::quoted(series.file)});
  }
  return facts;
}

}  // namespace lab
