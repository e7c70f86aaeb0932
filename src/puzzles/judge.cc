#include "puzzles/judge.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "games/history.h"
#include "registry/games.h"
#include "search/proof_number.h"

namespace puzzles {

using text::Error;
using text::Message;

namespace {

// Looks that spare most positions the thorough one. Chances are not yet what that finds: somewhat
// less is let through.
constexpr std::array<std::uint64_t, 2> kLooks = {1'500, 15'000};
constexpr double kLookChance = 0.60, kLookFall = 0.20;
constexpr std::uint64_t kReplyNodes = 10'000;
constexpr int kLineTurns = 9;  // odd: whoever solves it has the last word
constexpr std::size_t kQuickMegabytes = 2, kThoroughMegabytes = 32, kProofMegabytes = 64;

template <class State>
constexpr bool kExact =
    State::kHistoryRules.repetitions == 0 && State::kHistoryRules.quiet_turns == 0;

engine::Budget nodes(std::uint64_t number) {
  engine::Budget budget;
  budget.nodes = number;
  return budget;
}

// Whole points, so that a figure reads the same in every language; rounded down, so that what is
// less than a limit is told as less.
std::string points(double chance) {
  constexpr double kInexact = 1e-6;
  return std::to_string(static_cast<int>(std::floor(100 * chance + kInexact)));
}

double chance_of(const engine::Progress& line, const games::Position& position) {
  return line.chances[static_cast<std::size_t>(position.to_move())];
}

// Which first actions win, by proof.
template <class State>
class Prover {
 public:
  explicit Prover(const State& state)
      : state_(state),
        search_(state, state.to_move(), {.actions_per_number = 3}, kProofMegabytes << 20) {}

  // kOpen where the nodes did not suffice.
  search::ProofStatus after(games::Action action) { return of(games::after(state_, action)); }
  search::ProofStatus of(const State& next) {
    if (next.outcome().over()) {
      return next.outcome().winner() == state_.to_move() ? search::ProofStatus::kProven
                                                         : search::ProofStatus::kDisproven;
    }
    search::Limits limits;
    limits.nodes = kProofNodes;
    search::Stopper stopper(limits);
    return search_.prove(next, stopper);
  }

 private:
  State state_;
  search::ProofSearch<State, registry::TacticsOf<State>> search_;
};

template <class State>
std::optional<Error> confirm_by_proof(const State& state, games::Action answer) {
  Prover<State> prover(state);
  const auto undecided = [&](games::Action action) {
    return Error(Message::kPuzzleUndecided,
                 {state.action_text(action), std::to_string(kProofNodes)});
  };
  const auto status = prover.after(answer);
  if (status == search::ProofStatus::kOpen) return undecided(answer);
  if (status == search::ProofStatus::kDisproven) {
    return Error(Message::kPuzzleNoWin, {state.action_text(answer)});
  }
  games::ActionList<State> list;
  state.legal_actions(list);
  for (const games::Action action : list) {
    if (action == answer) continue;
    const auto other = prover.after(action);
    if (other == search::ProofStatus::kOpen) return undecided(action);
    if (other == search::ProofStatus::kProven) {
      return Error(Message::kPuzzleAlsoWins, {state.action_text(action)});
    }
  }
  return std::nullopt;
}

// The winner's next action where the engine's loses the win: one that is proven to keep it.
template <class State>
std::optional<games::Action> kept_win(const State& state, games::Action wished) {
  Prover<State> prover(state);
  if (prover.after(wished) == search::ProofStatus::kProven) return wished;
  games::ActionList<State> list;
  state.legal_actions(list);
  for (const games::Action action : list) {
    if (prover.after(action) == search::ProofStatus::kProven) return action;
  }
  return std::nullopt;
}

// Does the first of two lines look as if it alone won?
bool stands_out(const std::vector<engine::Progress>& lines, const games::Position& position) {
  if (is_exact(position)) return search::is_win(lines[0].value) && !search::is_win(lines[1].value);
  const double chance = chance_of(lines[0], position);
  return chance >= kLookChance && chance - chance_of(lines[1], position) >= kLookFall;
}

// Every other action loses at once, and a quick check sees it: nothing is left to solve.
bool is_plain_to_see(const games::Position& position) {
  return std::visit(
      []<class State>(const State& state) {
        registry::TacticsOf<State> tactics;
        return tactics.quick_check(state).only.has_value();
      },
      position.state());
}

std::optional<games::Action> winners_action(const games::Position& position, games::Action wished) {
  return std::visit(
      [&]<class State>(const State& state) -> std::optional<games::Action> {
        if constexpr (kExact<State>) return kept_win(state, wished);
        return wished;
      },
      position.state());
}

}  // namespace

bool is_exact(const games::Position& position) {
  return std::visit([]<class State>(const State&) { return kExact<State>; }, position.state());
}

// By terms: the puzzles that come with the program were found so, and are found again so.
Judge::Judge(bool patient)
    : patient_(patient), quick_(kQuickMegabytes), thorough_(kThoroughMegabytes) {
  engine::PlayStyle by_terms;
  by_terms.net = false;
  quick_.set_play_style(by_terms);
  thorough_.set_play_style(by_terms);
}

std::optional<games::Action> Judge::promising(const games::Position& position) {
  std::optional<games::Action> best;
  for (const auto number : kLooks) {
    if (patient_ && number != kLooks.back()) continue;
    quick_.clear_hash();
    const auto lines = quick_.best_lines(games::History(position), nodes(number), 2);
    if (lines.size() < 2 || !stands_out(lines, position)) return std::nullopt;
    best = lines[0].line[0];
  }
  return is_plain_to_see(position) ? std::nullopt : best;
}

std::optional<Error> Judge::confirm(const games::Position& position, games::Action answer) {
  if (position.legal_actions().size() < 2) return Error(Message::kPuzzleOnlyAction);
  return std::visit(
      [&]<class State>(const State& state) -> std::optional<Error> {
        if constexpr (kExact<State>) return confirm_by_proof(state, answer);
        return confirm_by_search(position, answer);
      },
      position.state());
}

std::optional<Error> Judge::confirm_by_search(const games::Position& position,
                                              games::Action answer) {
  thorough_.clear_hash();
  const auto lines = thorough_.best_lines(games::History(position), nodes(kJudgeNodes), 2);
  const auto best = lines[0].line[0];
  if (best != answer) return Error(Message::kPuzzleOtherBest, {position.action_text(best)});
  const double chance = chance_of(lines[0], position);
  if (chance < kWinningChance) {
    return Error(Message::kPuzzleLowChance,
                 {position.action_text(best), points(chance), points(kWinningChance)});
  }
  const double fall = chance - chance_of(lines[1], position);
  if (fall < kFall) {
    return Error(Message::kPuzzleClose,
                 {position.action_text(lines[1].line[0]), points(fall), points(kFall)});
  }
  return std::nullopt;
}

std::vector<std::string> Judge::line(const games::Position& position, games::Action answer) {
  games::History history(position);
  history.apply(answer);
  quick_.clear_hash();
  if (!history.outcome().over() && !history.position().at_turn_start()) {
    play_turn(history, position.to_move());
  }
  for (int turn = 1; turn < kLineTurns && !history.outcome().over(); ++turn) {
    play_turn(history, position.to_move());
  }
  return games::line_texts(position, history.actions());
}

// A turn, or the rest of one that has begun.
void Judge::play_turn(games::History& history, int solver) {
  do {
    auto actions = quick_.think(history, nodes(kReplyNodes));
    if (history.position().to_move() == solver) {
      const auto winning = winners_action(history.position(), actions[0]);
      if (winning && *winning != actions[0]) actions = {*winning};
    }
    for (const auto action : actions) {
      if (!history.outcome().over()) history.apply(action);
    }
  } while (!history.outcome().over() && !history.position().at_turn_start());
}

}  // namespace puzzles
