#include "study/review.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis.h"
#include "games/words.h"
#include "study/reasons.h"

namespace study {

using engine::Milliseconds;
using engine::Progress;

namespace {

using games::Action;
using games::History;
using games::Position;

// A win that was proven before a turn and is not after it is looked for once more, harder: it may
// only have moved out of sight.
constexpr double kSecondLook = 4;
// The share of a turn's budget for each action that is missing at the end of a line.
constexpr double kCompletion = 0.25;
// Fewer playouts of a position say nothing.
constexpr std::uint64_t kLeastPlayouts = 100;
// A better line is for people: its beginning is enough.
constexpr int kTurnsOfLine = 6;

std::size_t index(int player) { return static_cast<std::size_t>(player); }

Assessment won_by(int winner, int turns, int players) {
  Assessment assessment;
  assessment.chances.assign(index(players), 0);
  assessment.chances[index(winner)] = 1;
  assessment.winner = winner;
  assessment.turns = turns;
  return assessment;
}

// A draw is shared among those who are still in.
Assessment finished(const Position& position, const games::Outcome& outcome) {
  const int players = position.player_count();
  if (!outcome.is_draw()) return won_by(outcome.winner(), 0, players);
  Assessment assessment;
  int in = 0;
  for (int p = 0; p < players; ++p) in += !position.is_out(p);
  for (int p = 0; p < players; ++p) assessment.chances.push_back(position.is_out(p) ? 0 : 1.0 / in);
  return assessment;
}

// --- The engine as a judge ---

Assessment assessment_of(const Progress& found, const Position& position) {
  const int players = position.player_count(), mover = position.to_move();
  Assessment assessment;
  if (search::is_win(found.value)) {
    assessment = won_by(mover, search::kWin - found.value, players);
  } else if (search::is_loss(found.value) && players == 2) {
    assessment = won_by(1 - mover, search::kWin + found.value, players);
  } else {
    assessment.chances.assign(found.chances.begin(), found.chances.begin() + players);
  }
  assessment.line = found.line;
  return assessment;
}

// What is known without any search.
Assessment unsearched(const Position& position) {
  Assessment assessment;
  const auto evaluation = engine::evaluate(position);
  const int players = position.player_count();
  assessment.chances =
      evaluation ? evaluation->chances : std::vector(index(players), 1.0 / players);
  return assessment;
}

// A round of deepening that was stopped may have seen one action of many: only the next one says
// that it was completed. Playouts have no rounds.
bool is_searched(const Progress& found, const Budget& budget, int players) {
  if (search::is_proven(found.value)) return true;
  if (players > 2) return found.nodes >= kLeastPlayouts;
  return found.depth >= std::min(2, budget.depth.value_or(2));
}

Budget scaled(const Budget& turn, double effort) {
  Budget budget = turn;
  if (budget.nodes) {
    const auto nodes = static_cast<std::uint64_t>(static_cast<double>(*budget.nodes) * effort);
    budget.nodes = std::max<std::uint64_t>(1, nodes);
  }
  if (budget.movetime) {
    const auto time = static_cast<long long>(double(budget.movetime->count()) * effort);
    budget.movetime = Milliseconds(std::max(1LL, time));
  }
  return budget;
}

// Plays the line from a history on, to the end of its first turn at most. Is that turn whole?
bool plays_turn(History& history, const std::vector<Action>& line) {
  for (const Action action : line) {
    history.apply(action);
    if (history.position().at_turn_start() || history.outcome().over()) return true;
  }
  return false;
}

// One search with the whole budget. Where its line ends in the middle of the turn, short ones say
// how the turn goes on; what they find may be a win, but a loss would only be theirs.
Assessment judge_with(Engine& engine, const History& history, const Budget& budget) {
  const Position& position = history.position();
  const Progress found = engine.best_lines(history, budget, 1)[0];
  Assessment assessment = found.depth > 0 ? assessment_of(found, position) : unsearched(position);
  assessment.searched = is_searched(found, budget, position.player_count());
  assessment.line = found.line;
  for (History at = history; !plays_turn(at, assessment.line); at = history) {
    const Progress next = engine.best_lines(at, scaled(budget, kCompletion), 1)[0];
    auto line = std::move(assessment.line);
    line.insert(line.end(), next.line.begin(), next.line.end());
    if (search::is_win(next.value)) assessment = assessment_of(next, position);  // searched, then
    assessment.line = std::move(line);
  }
  return assessment;
}

}  // namespace

Judge engine_judge(Engine& engine, const Budget& turn, const std::stop_token& stop) {
  engine.clear_hash();
  engine.clear_stop();
  return [&engine, turn, stop](const History& history, double effort) -> std::optional<Assessment> {
    const std::stop_callback stopper(stop, [&] { engine.stop(); });
    if (stop.stop_requested()) return std::nullopt;
    auto assessment = judge_with(engine, history, scaled(turn, effort));
    if (stop.stop_requested()) return std::nullopt;
    return assessment;
  };
}

// --- Marks ---

Mark mark_of(double points) {
  return points >= 15   ? Mark::kBlunder
         : points >= 10 ? Mark::kMistake
         : points >= 5  ? Mark::kInaccuracy
                        : Mark::kNone;
}

std::string mark_text(Mark mark) {
  switch (mark) {
    case Mark::kInaccuracy: return "?!";
    case Mark::kMistake: return "?";
    case Mark::kBlunder: return "??";
    case Mark::kNone: break;
  }
  return "";
}

int glyph_of(Mark mark) {
  switch (mark) {
    case Mark::kInaccuracy: return 6;
    case Mark::kMistake: return 2;
    case Mark::kBlunder: return 4;
    case Mark::kNone: break;
  }
  return 0;
}

// The curve that lichess publishes for chess, in points of win probability lost.
double accuracy_of(double points) {
  return std::clamp(103.1668 * std::exp(-0.04354 * points) - 3.1669, 0.0, 100.0);
}

namespace {

// A difference of chances in points, free of what floating point adds: 0.62 - 0.57 is 5.
double points_between(double before, double after) {
  return std::max(0.0, std::round((before - after) * 1e8) / 1e6);
}

// Does some beginning of the line, within its first turn, lead to this position?
bool leads_to(Position position, const std::vector<Action>& line, const Position& target) {
  for (const Action action : line) {
    position.apply(action);
    if (position.to_text() == target.to_text()) return true;
    if (position.at_turn_start() || position.outcome().over()) break;
  }
  return false;
}

// The turns of a line that are shown: whole ones, to the end of the game at most.
std::vector<std::string> shown_turns(const History& history, const std::vector<Action>& line) {
  History played = history;
  std::vector<Action> actions;
  std::size_t whole = 0;  // actions up to the end of the last whole turn
  int turns = 0;
  for (const Action action : line) {
    if (played.outcome().over() || turns == kTurnsOfLine) break;
    played.apply(action);
    actions.push_back(action);
    if (played.position().at_turn_start() || played.outcome().over()) {
      ++turns;
      whole = actions.size();
    }
  }
  if (whole > 0) actions.resize(whole);
  return games::line_texts(history.position(), actions);
}

// One turn as it was played.
struct Played {
  std::vector<Action> actions;
  int player = 0;
  bool best = false;  // the same as the best line's first turn
};

class Reviewer {
 public:
  Reviewer(const History& history, const Judge& judge, const OnReview& on_progress)
      : history_(history), judge_(judge), on_progress_(on_progress) {
    Position position = history.initial();
    positions_.push_back(position);
    for (const Action action : history.actions()) {
      if (played_.empty() || position.at_turn_start()) {
        played_.push_back({{}, position.to_move(), false});
      }
      played_.back().actions.push_back(action);
      position.apply(action);
      if (position.at_turn_start() || position.outcome().over()) positions_.push_back(position);
    }
    // The last turn may be a part of one.
    if (positions_.size() == played_.size()) positions_.push_back(position);
  }

  Review run() {
    Review review;
    const auto turns = static_cast<int>(played_.size());
    assessments_.resize(played_.size() + 1);
    first_judged_ = turns + 1;
    for (int k = turns; k >= 0 && turns > 0; --k) {
      if (!judge_position(k)) break;
      if (on_progress_) on_progress_(turns - k + 1, turns + 1);
    }
    keep_proofs();
    agree_backwards();
    for (int k = 0; k < turns; ++k) review.turns.push_back(review_turn(k));
    review.complete = std::all_of(review.turns.begin(), review.turns.end(),
                                  [](const ReviewedTurn& turn) { return turn.judged; }) &&
                      !stopped_;
    review.accuracy = accuracies(review.turns);
    return review;
  }

 private:
  const Position& position(int k) const { return positions_[index(k)]; }
  Assessment& assessment(int k) { return *assessments_[index(k)]; }
  const Played& played(int k) const { return played_[index(k)]; }

  // The history before turn k, with the first actions of that turn.
  History history_at(int k, std::size_t actions = 0) const {
    History history(history_.initial());
    for (int i = 0; i < k; ++i) {
      for (const Action action : played(i).actions) history.apply(action);
    }
    for (std::size_t i = 0; i < actions; ++i) history.apply(played(k).actions[i]);
    return history;
  }

  // False where it was stopped.
  bool judge_position(int k) {
    const History history = history_at(k);
    const auto outcome = history.outcome();
    auto found =
        outcome.over() ? std::optional(finished(history.position(), outcome)) : judge_(history, 1);
    if (!keep(k, std::move(found))) return false;
    first_judged_ = k;
    note_best(k);
    return k == static_cast<int>(played_.size()) || look_again(k);
  }

  bool keep(int k, std::optional<Assessment> found) {
    stopped_ = !found;
    if (found) assessments_[index(k)] = std::move(found);
    return !stopped_;
  }

  // Was turn k the engine's own?
  void note_best(int k) {
    if (k == static_cast<int>(played_.size())) return;
    played_[index(k)].best = leads_to(position(k), assessment(k).line, position(k + 1));
  }

  // Where a proven win seems to be gone after turn k, the position after it deserves a harder look.
  bool look_again(int k) {
    const int mover = played(k).player;
    const bool gone = assessment(k).winner == mover && assessment(k + 1).winner != mover;
    const History history = history_at(k + 1);
    if (!gone || played(k).best || history.outcome().over()) return true;
    auto found = judge_(history, kSecondLook);
    if (!keep(k + 1, std::move(found))) return false;
    note_best(k + 1);
    return true;
  }

  // A proven win lasts until its owner leaves it: whatever the others play, and while the owner
  // plays the line that proves it, it is still there, though a later search may not see it.
  void keep_proofs() {
    for (int k = first_judged_; k < static_cast<int>(played_.size()); ++k) {
      const int winner = assessment(k).winner;
      Assessment& next = assessment(k + 1);
      const bool kept = winner >= 0 && (winner != played(k).player || played(k).best);
      const bool over = k + 1 == static_cast<int>(played_.size()) && history_.outcome().over();
      if (!kept || next.winner >= 0 || over) continue;
      auto line = std::move(next.line);
      next = won_by(winner, std::max(1, assessment(k).turns - 1),
                    static_cast<int>(next.chances.size()));
      next.line = std::move(line);
      if (played(k).best) follow_proof(k);
    }
  }

  // Turn k follows the line of a proof: what is left of it is better than any other.
  void follow_proof(int k) {
    std::vector<Action> line = assessment(k).line;
    Position at = position(k);
    while (!line.empty() && at.to_text() != position(k + 1).to_text()) {
      at.apply(line.front());
      line.erase(line.begin());
    }
    if (line.empty()) return;
    assessment(k + 1).line = std::move(line);
    note_best(k + 1);
  }

  // The value of a position is that of the best line known from it, and what was played is one of
  // the lines. Where it is the engine's own, the search behind it saw further along it.
  void agree_backwards() {
    for (int k = static_cast<int>(played_.size()) - 1; k >= first_judged_; --k) {
      Assessment& before = assessment(k);
      const Assessment& after = assessment(k + 1);
      const auto own = index(played(k).player);
      const bool better = before.winner < 0 && after.chances[own] > before.chances[own];
      if (!better && !played(k).best) continue;
      auto line = std::move(before.line);
      const int turns = before.winner == after.winner ? before.turns : after.turns + 1;
      before = after;
      before.turns = turns;
      before.line = std::move(line);
    }
  }

  ReviewedTurn review_turn(int k) {
    ReviewedTurn turn;
    turn.player = played(k).player;
    turn.text = games::turn_text(position(k), played(k).actions);
    turn.in_words = games::turn_words(position(k), played(k).actions);
    turn.judged = k >= first_judged_;
    if (!turn.judged) return turn;
    const Assessment &before = assessment(k), &after = assessment(k + 1);
    const auto own = index(turn.player);
    turn.before = before.chances;
    turn.after = after.chances;
    turn.loss = points_between(before.chances[own], after.chances[own]);
    if (before.winner == turn.player) turn.win_in = before.turns;
    turn.searched = before.searched && after.searched;
    if (!turn.searched) return turn;
    turn.thrown_away = before.winner == turn.player && after.winner != turn.player;
    turn.mark = turn.thrown_away ? Mark::kBlunder : mark_of(turn.loss);
    if (turn.mark == Mark::kNone) return turn;
    add_better(turn, history_at(k), before.line);
    turn.reasons = reasons_of(position(k), played(k).actions, before, after);
    if (played(k).actions.size() > 1) attribute(turn, k);
    return turn;
  }

  static void add_better(ReviewedTurn& turn, const History& history,
                         const std::vector<Action>& line) {
    auto turns = shown_turns(history, line);
    if (turns.empty() || turns[0] == turn.text) return;
    for (const auto& known : turn.better) {
      if (known[0] == turns[0]) return;
    }
    turn.better.push_back(std::move(turns));
  }

  // Which action of the turn lost how much: the chance with the best continuation after each, never
  // more than before it and never less than what was left at the end.
  void attribute(ReviewedTurn& turn, int k) {
    const auto& actions = played(k).actions;
    const auto& line = assessment(k).line;
    const auto own = index(turn.player);
    const double last = assessment(k + 1).chances[own];
    std::vector<double> chances = {assessment(k).chances[own]};
    std::vector<std::vector<Action>> lines = {line};
    std::size_t shared = 0;  // actions that the better line begins with too
    while (shared < std::min(actions.size(), line.size()) && actions[shared] == line[shared]) {
      ++shared;
    }
    bool decided = false;  // from here on nothing better was known than what was played
    for (std::size_t i = 1; i <= actions.size(); ++i) {
      std::vector<Action> rest;
      double chance = i <= shared ? chances[0] : last;
      if (i > shared && i < actions.size() && !decided) {
        const auto found = judge_part(k, i);
        if (!found) return;
        rest = found->line;
        decided = leads_to(history_at(k, i).position(), rest, position(k + 1));
        if (!decided) chance = std::clamp(found->chances[own], last, chances.back());
      }
      lines.push_back(rest);
      chances.push_back(i == actions.size() ? last : chance);
    }
    std::size_t worst = 0;
    Position at = position(k);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const double loss = points_between(chances[i], chances[i + 1]);
      turn.actions.push_back({at.action_text(actions[i]), loss});
      if (loss > turn.actions[worst].loss) worst = i;
      at.apply(actions[i]);
    }
    if (worst == 0 || lines[worst].empty()) return;
    std::vector<Action> better(actions.begin(), actions.begin() + static_cast<long>(worst));
    better.insert(better.end(), lines[worst].begin(), lines[worst].end());
    add_better(turn, history_at(k), better);
  }

  // The position in the middle of turn k, after some of its actions.
  std::optional<Assessment> judge_part(int k, std::size_t actions) {
    if (stopped_) return std::nullopt;
    auto found =
        judge_(history_at(k, actions), 1.0 / static_cast<double>(played(k).actions.size() - 1));
    stopped_ = !found;
    return found;
  }

  std::vector<std::optional<double>> accuracies(const std::vector<ReviewedTurn>& turns) const {
    const auto players = index(history_.initial().player_count());
    std::vector<double> sums(players);
    std::vector<int> counts(players);
    for (const ReviewedTurn& turn : turns) {
      if (!turn.judged) continue;
      sums[index(turn.player)] += accuracy_of(turn.loss);
      ++counts[index(turn.player)];
    }
    std::vector<std::optional<double>> result(players);
    for (std::size_t p = 0; p < players; ++p) {
      if (counts[p] > 0) result[p] = sums[p] / counts[p];
    }
    return result;
  }

  const History& history_;
  const Judge& judge_;
  const OnReview& on_progress_;
  std::vector<Played> played_;
  std::vector<Position> positions_;  // before each turn, and after the last
  std::vector<std::optional<Assessment>> assessments_;
  int first_judged_ = 0;  // positions from this one on have a assessment
  bool stopped_ = false;
};

}  // namespace

Review review(const History& history, const Judge& judge, const OnReview& on_progress) {
  return Reviewer(history, judge, on_progress).run();
}

}  // namespace study
