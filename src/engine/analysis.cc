#include "engine/analysis.h"

#include <algorithm>

#include "engine/chances.h"
#include "engine/prover.h"
#include "registry/games.h"

namespace engine {

namespace {

using games::History;
using games::Position;

constexpr Milliseconds kLongestProof{500};

std::vector<double> of_players(const std::array<double, 3>& chances, int players) {
  return {chances.begin(), chances.begin() + players};
}

std::optional<Proven> proven_by(const Progress& progress) {
  const search::Value value = progress.value;
  if (search::is_win(value)) return Proven{true, search::kWin - value, progress.at_most};
  if (search::is_loss(value)) return Proven{false, search::kWin + value, progress.at_most};
  return std::nullopt;
}

AnalysisLine as_line(const Progress& progress, const Position& position) {
  AnalysisLine line;
  line.rank = progress.rank;
  line.value = progress.value;
  line.chances = of_players(progress.chances, position.player_count());
  line.proven = proven_by(progress);
  line.depth = progress.depth;
  line.selective_depth = progress.selective_depth;
  line.nodes = progress.nodes;
  line.action_nodes = progress.action_nodes;
  line.time = progress.time;
  line.actions = progress.line;
  line.turns = games::line_texts(position, progress.line);
  return line;
}

std::vector<AnalysisLine> as_lines(const std::vector<Progress>& found, const Position& position) {
  std::vector<AnalysisLine> lines;
  for (const Progress& progress : found) lines.push_back(as_line(progress, position));
  return lines;
}

// How many of the lines make sense together. A round that was stopped may leave the best line worth
// less than those it did not come back to, whose values are of the round before; an action that was
// not searched at all has depth 0. Playouts rank by visits, so values say nothing there.
std::size_t comparable(const std::vector<Progress>& found, const Position& position) {
  std::size_t count = 1;
  if (position.player_count() > 2) return found.size();
  while (count < found.size() && found[count].depth > 0 &&
         found[count].value <= found[count - 1].value) {
    ++count;
  }
  return count;
}

bool turn_goes_on(const Position& position, games::Action action) {
  Position next = position;
  next.apply(action);
  return !next.at_turn_start() && !next.outcome().over();
}

// Fills an Analysis step by step.
class Analyst {
 public:
  Analyst(Engine& engine, int lines, Analysis& analysis, const OnAnalysis& on_update)
      : engine_(engine), wanted_(lines), analysis_(analysis), on_update_(on_update) {}

  // Lines, and a proof where there is one. Whoever stopped the lines early does not wait for it.
  void analyse(const History& history, Milliseconds time) {
    const auto begin = engine_.time_source().now();
    const auto proof_time = std::min(time / 8, kLongestProof);
    find_lines(history, time - proof_time);
    const auto taken = engine_.time_source().now() - begin;
    const bool won = analysis_.lines[0].proven && analysis_.lines[0].proven->win;
    if (!won && taken >= (time - proof_time) / 2) find_proof(history, proof_time);
  }

 private:
  void find_lines(const History& history, Milliseconds time) {
    const auto& position = history.position();
    const auto actions = position.legal_actions();
    const bool shared = std::any_of(actions.begin(), actions.end(), [&](games::Action action) {
      return turn_goes_on(position, action);
    });
    look(history, shared ? time / 2 : time, analysis_.lines);
    if (!shared) return;
    const auto share = time / 2 / static_cast<int>(analysis_.lines.size());
    for (AnalysisLine& line : analysis_.lines) find_continuation(history, line, share);
  }

  // A proven win goes before lines that are only estimates.
  void find_proof(const History& history, Milliseconds time) {
    search::Limits limits;
    limits.time = &engine_.time_source();
    limits.deadline = limits.time->now() + time;
    const auto win = prove_win(history, limits, {}, std::min(kProverMegabytes, engine_.hash()));
    if (!win) return;
    Progress progress;
    progress.value = search::win_in(win->turns);
    progress.chances[static_cast<std::size_t>(win->player)] = 1;
    progress.time = time;
    progress.line = {win->action};
    auto& lines = analysis_.lines;
    std::erase_if(lines, [&](const AnalysisLine& l) { return l.actions[0] == win->action; });
    lines.insert(lines.begin(), as_line(progress, history.position()));
    if (static_cast<int>(lines.size()) > wanted_) lines.pop_back();
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i].rank = static_cast<int>(i) + 1;
    if (on_update_) on_update_(analysis_);
  }

  // What follows the first action of a line in the same turn; of the best line, to its end.
  void find_continuation(History history, AnalysisLine& line, Milliseconds time) {
    const games::Action action = line.actions[0];
    if (!turn_goes_on(history.position(), action)) return;
    history.apply(action);
    look(history, line.rank == 1 ? time / 2 : time, line.then);
    if (line.rank == 1) find_continuation(std::move(history), line.then[0], time / 2);
  }

  void look(const History& history, Milliseconds time, std::vector<AnalysisLine>& into) {
    Budget budget;
    budget.movetime = std::max(Milliseconds(1), time);
    const auto update = [&](std::vector<Progress> found) {
      const auto count = comparable(found, history.position());
      // What was known before is better than a part of what is new.
      if (count < into.size()) return;
      found.resize(count);
      into = as_lines(found, history.position());
      if (on_update_) on_update_(analysis_);
    };
    update(engine_.best_lines(history, budget, wanted_, update));
  }

  Engine& engine_;
  int wanted_;
  Analysis& analysis_;
  const OnAnalysis& on_update_;
};

// The terms of a state, weighed.
template <class State>
Evaluation evaluation_of(const State& state) {
  using Evaluator = registry::EvaluatorOf<State>;
  const auto& terms = Evaluator::terms();
  const auto counts = Evaluator::counts(state);
  const auto own = static_cast<std::size_t>(state.to_move());
  Evaluation evaluation;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const int difference = counts[own][i] - counts[1 - own][i];
    evaluation.terms.push_back({terms[i].name,
                                {counts[0][i], counts[1][i]},
                                terms[i].weight,
                                double(terms[i].weight * difference) / eval::kWeightUnit});
  }
  evaluation.value =
      std::clamp(Evaluator().evaluate(state), -search::kMaxEvaluation, search::kMaxEvaluation);
  evaluation.chances = of_players(
      chances_of_two(State::kName, evaluation.value, state.to_move(), ValueSource::kTerms), 2);
  if constexpr (eval::HasNetInputs<Evaluator>) {
    const auto* net = eval::shipped_net(State::kName, Evaluator::kNetInputs);
    if (net != nullptr && Evaluator::net_fits(state.options())) {
      evaluation.net_value = std::clamp(Evaluator(net).evaluate(state), -search::kMaxEvaluation,
                                        search::kMaxEvaluation);
    }
  }
  evaluation.weights = registry::Registration<State>::cell_weights(state);
  return evaluation;
}

}  // namespace

text::Note note_of(const Proven& proven) {
  using text::Message;
  if (proven.turns == 1) return {proven.win ? Message::kWinInOne : Message::kLossInOne, {}};
  const std::string turns = std::to_string(proven.turns);
  if (proven.at_most) return {proven.win ? Message::kWinWithin : Message::kLossWithin, {turns}};
  return {proven.win ? Message::kWinIn : Message::kLossIn, {turns}};
}

std::optional<Evaluation> evaluate(const Position& position) {
  if (position.player_count() > 2 || position.outcome().over()) return std::nullopt;
  return std::visit([](const auto& state) { return evaluation_of(state); }, position.state());
}

Analysis analyse(Engine& engine, const History& history, Milliseconds time, int lines,
                 const OnAnalysis& on_update) {
  Analysis analysis{history.position(), history.outcome(), std::nullopt, {}};
  if (analysis.outcome.over()) return analysis;
  analysis.evaluation = evaluate(analysis.position);
  if (time > Milliseconds(0)) {
    Analyst(engine, lines, analysis, on_update).analyse(history, time);
  }
  return analysis;
}

}  // namespace engine
