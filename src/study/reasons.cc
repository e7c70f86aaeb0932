#include "study/reasons.h"

#include <algorithm>

#include "core/stable_order.h"
#include "eval/terms.h"
#include "games/states.h"
#include "registry/games.h"

namespace study {

namespace {

using games::Action;
using games::Position;
using registry::Course;
using registry::Reason;
using registry::Reasons;
using registry::Speaks;
using registry::TurnCase;
using text::Message;

// Below whatever a game says of the same thing in its own words.
constexpr int kProvenSoon = registry::kEndsGame - 10;
constexpr int kProven = registry::kMaterial - 10;
constexpr int kCounted = registry::kShape - 5;
// A count that weighs less than this, an eighth of a logit, explains no mistake.
constexpr int kLeastCounted = 12 * eval::kWeightUnit;

// A turn with the line behind it; nothing where the line does not hold a whole turn.
template <class State>
std::optional<Course<State>> course_of(const State& before, const std::vector<Action>& line) {
  Course<State> course{{}, before, {}};
  std::size_t i = 0;
  do {
    if (i == line.size()) return std::nullopt;
    course.turn.push_back(line[i]);
    course.after.apply(line[i++]);
  } while (!course.after.at_turn_start() && !course.after.outcome().over());
  course.line.assign(line.begin() + static_cast<long>(i), line.end());
  return course;
}

// The game may be over behind a turn, whatever was known of it.
template <class State>
void set_proof(Course<State>& course, int winner, int turns) {
  const auto outcome = course.after.outcome();
  course.winner = outcome.over() ? outcome.winner() : winner;
  course.turns = outcome.over() ? 0 : turns;
}

template <class State>
std::optional<TurnCase<State>> case_of(const State& state, const std::vector<Action>& played,
                                       const Assessment& before, const Assessment& after) {
  auto course = course_of(state, played);
  if (!course) return std::nullopt;
  course->line = after.line;
  set_proof(*course, after.winner, after.turns);
  TurnCase<State> turn{state, state.to_move(), std::move(*course), course_of(state, before.line)};
  if (!turn.better) return turn;
  set_proof(*turn.better, before.winner, std::max(0, before.turns - 1));
  if (turn.better->after == turn.played.after) turn.better.reset();
  return turn;
}

// --- What holds for any game ---

// All cells that some actions touch.
template <class State>
std::vector<std::string> cells_of_all(State state, const std::vector<Action>& actions) {
  std::vector<std::string> cells;
  for (const Action action : actions) {
    for (const auto& cell : registry::cells_of(state, action)) {
      if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    }
    state.apply(action);
  }
  return cells;
}

// The answer to a turn: the first turn of its line, or a part of one.
template <class State>
std::vector<Action> answer_to(const Course<State>& course) {
  State at = course.after;
  std::vector<Action> answer;
  for (const Action action : course.line) {
    if (at.outcome().over() || (!answer.empty() && at.at_turn_start())) break;
    answer.push_back(action);
    at.apply(action);
  }
  return answer;
}

template <class State>
std::string text_of(State state, const std::vector<Action>& turn) {
  std::string text;
  for (const Action action : turn) {
    text += (text.empty() ? "" : ",") + state.action_text(action);
    state.apply(action);
  }
  return text;
}

template <class State>
void add_losses(const TurnCase<State>& turn, Reasons& reasons) {
  const auto& played = turn.played;
  if (played.winner < 0 || played.winner == turn.player) return;
  if (played.after.outcome().over()) {
    reasons.push_back({Speaks::kAgainst,
                       {Message::kWhyLosesNow, {}},
                       cells_of_all(turn.before, played.turn),
                       kProvenSoon});
    return;
  }
  const auto answer = answer_to(played);
  if (answer.empty()) return;
  const auto cells = cells_of_all(played.after, answer);
  const auto text = text_of(played.after, answer);
  if (played.turns == 1) {
    reasons.push_back({Speaks::kAgainst, {Message::kWhyLostNow, {text}}, cells, kProvenSoon});
  } else {
    reasons.push_back({Speaks::kAgainst,
                       {Message::kWhyLost, {std::to_string(played.turns), text}},
                       cells,
                       kProven});
  }
}

template <class State>
void add_wins(const TurnCase<State>& turn, Reasons& reasons) {
  if (!turn.better) return;
  const auto cells = cells_of_all(turn.before, turn.better->turn);
  const int turns = turn.better->turns + 1;
  const bool lost = turn.played.winner >= 0 && turn.played.winner != turn.player;
  if (turn.better->winner == turn.player) {
    const text::Note soon{Message::kWhyWonNow, {}};
    const text::Note later{Message::kWhyWon, {std::to_string(turns)}};
    reasons.push_back(
        {Speaks::kFor, turns == 1 ? soon : later, cells, turns == 1 ? kProvenSoon : kProven});
  } else if (lost && turn.better->winner < 0) {
    reasons.push_back({Speaks::kFor, {Message::kWhyHolds, {}}, cells, kProven});
  }
}

// The position in which a course is counted: behind the answer. Nothing where none is known.
template <class State>
std::optional<State> counted(const Course<State>& course) {
  State at = course.after;
  const auto answer = answer_to(course);
  for (const Action action : answer) at.apply(action);
  if (answer.empty() || !at.at_turn_start() || at.outcome().over()) return std::nullopt;
  return at;
}

// The term of the evaluation that suffers most from the turn played.
template <class State>
void add_worst_term(const TurnCase<State>& turn, Reasons& reasons) {
  if (turn.before.player_count() > 2 || !turn.better) return;
  const auto played = counted(turn.played), better = counted(*turn.better);
  if (!played || !better) return;
  using Evaluator = registry::EvaluatorOf<State>;
  const auto& terms = Evaluator::terms();
  const auto left = Evaluator::counts(*played), right = Evaluator::counts(*better);
  const auto own = static_cast<std::size_t>(turn.player), other = 1 - own;
  std::size_t worst = 0;
  int most = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    // Only what it is good to have: a person reads more as better.
    if (terms[i].weight <= 0) continue;
    const int change = (right[own][i] - right[other][i]) - (left[own][i] - left[other][i]);
    // Whose turn it is has nothing to do with the board.
    if (terms[i].name == Message::kTermTempo || change * terms[i].weight <= most) continue;
    most = change * terms[i].weight;
    worst = i;
  }
  if (most < kLeastCounted) return;
  auto cells = cells_of_all(turn.before, turn.played.turn);
  for (const auto& cell : cells_of_all(turn.played.after, answer_to(turn.played))) {
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  }
  reasons.push_back({Speaks::kAgainst,
                     {Message::kWhyTerm,
                      {std::to_string(left[own][worst]), std::to_string(left[other][worst]),
                       std::to_string(right[own][worst]), std::to_string(right[other][worst]),
                       text_of(turn.played.after, answer_to(turn.played))}},
                     std::move(cells),
                     kCounted,
                     terms[worst].name});
}

template <class State>
Reasons reasons_for(const TurnCase<State>& turn) {
  Reasons reasons = registry::Registration<State>::reasons(turn);
  add_losses(turn, reasons);
  add_wins(turn, reasons);
  add_worst_term(turn, reasons);
  // What cannot be shown is not said.
  std::erase_if(reasons, [](const Reason& reason) { return reason.cells.empty(); });
  core::stable_order(reasons, [](const Reason& a, const Reason& b) { return a.weight > b.weight; });
  return reasons;
}

}  // namespace

Reasons all_reasons(const Position& position, const std::vector<Action>& played,
                    const Assessment& before, const Assessment& after) {
  return std::visit(
      [&](const auto& state) {
        const auto turn = case_of(state, played, before, after);
        return turn ? reasons_for(*turn) : Reasons{};
      },
      position.state());
}

std::vector<SpokenReason> reasons_of(const Position& position, const std::vector<Action>& played,
                                     const Assessment& before, const Assessment& after) {
  const Reasons all = all_reasons(position, played, before, after);
  const auto count = [&](Speaks speaks) {
    return std::count_if(all.begin(), all.end(),
                         [&](const Reason& reason) { return reason.speaks == speaks; });
  };
  const auto against = std::min<long>(2, count(Speaks::kAgainst));
  const auto in_favour = std::min<long>(against > 0 ? 1 : 2, count(Speaks::kFor));
  std::vector<SpokenReason> spoken;
  const auto say = [&](Speaks speaks, long at_most, const std::string& turn) {
    bool ends = false;  // the game itself has said that it ends at once
    for (const Reason& reason : all) {
      if (reason.speaks != speaks || at_most == 0) continue;
      if (ends && reason.weight == kProvenSoon) continue;
      // A count says little where something can be seen.
      if (reason.weight == kCounted && !spoken.empty()) continue;
      ends = ends || reason.weight > kProvenSoon;
      spoken.push_back({reason, turn});
      --at_most;
    }
  };
  say(Speaks::kAgainst, against, games::turn_text(position, played));
  const auto better = games::line_texts(position, before.line);
  if (!better.empty()) say(Speaks::kFor, in_favour, better[0]);
  return spoken;
}

std::optional<LastTurn> last_turn(const games::History& history) {
  if (history.actions().empty()) return std::nullopt;
  if (!history.position().at_turn_start() && !history.outcome().over()) return std::nullopt;
  std::vector<std::size_t> begins;  // of turns
  Position at = history.initial();
  for (std::size_t i = 0; i < history.actions().size(); ++i) {
    if (i == 0 || at.at_turn_start()) begins.push_back(i);
    at.apply(history.actions()[i]);
  }
  LastTurn last{games::History(history.initial()), {}};
  for (std::size_t i = 0; i < begins.back(); ++i) last.before.apply(history.actions()[i]);
  last.actions.assign(history.actions().begin() + static_cast<long>(begins.back()),
                      history.actions().end());
  return last;
}

std::vector<SpokenReason> reasons_of(const LastTurn& last, const std::vector<Action>& instead,
                                     const engine::Analysis& after) {
  Assessment before, behind;
  before.line = instead;
  if (!after.lines.empty()) {
    const auto& best = after.lines[0];
    const int mover = after.position.to_move();
    behind.line = best.actions;
    if (best.proven) {
      behind.winner = best.proven->win ? mover : 1 - mover;
      behind.turns = best.proven->turns;
    }
  }
  return reasons_of(last.before.position(), last.actions, before, behind);
}

std::string sentence_of(const SpokenReason& spoken, text::Language language) {
  const Reason& reason = spoken.reason;
  std::string sentence = spoken.turn + ' ' + text::render(reason.note, language);
  if (reason.about) sentence += ": " + text::render(*reason.about, language);
  return sentence;
}

}  // namespace study
