// Reasons of Epaminondas and Crossings: crossings, captures, and the shape of phalanxes.
#include <cstdlib>

#include "registry/compared.h"
#include "registry/epaminondas.h"

namespace registry {

namespace {

// Everything that can be said of one turn. Each claim is tried with the rules: captures and
// crossings are legal actions, and "nothing answers it" has tried every answer.
class EpaminondasReasons {
 public:
  using State = games::epaminondas::State;
  using Board = games::epaminondas::Board;
  using Action = games::Action;
  using Message = text::Message;

  explicit EpaminondasReasons(const TurnCase<State>& turn)
      : turn_(turn), own_(turn.player), enemy_(1 - turn.player) {}

  Reasons all() {
    Reasons reasons = compared(
        turn_, [&](const Course<State>& course) { return flaws_of(course); },
        [&](const Course<State>& course) { return merits_of(course); });
    add_capture_allowed(reasons);
    if (!turn_.better) return reasons;
    add_crossing_stopped(reasons);
    add_saved(reasons);
    add_captures(reasons);
    add_counts(reasons);
    return reasons;
  }

 private:
  // --- Cells and phalanxes ---

  static std::string name(int cell) { return core::cell_name(games::epaminondas::cell_of(cell)); }

  static std::vector<std::string> names(const Board& cells) {
    std::vector<std::string> result;
    cells.for_each([&](int cell) { result.push_back(name(cell)); });
    return result;
  }

  static std::string list(const Board& cells) {
    std::string text;
    for (const auto& cell : names(cells)) text += (text.empty() ? "" : ", ") + cell;
    return text;
  }

  bool on_board(int cell) const {
    return cell >= 0 && cell < Board::kBits &&
           games::epaminondas::cells(turn_.before.options().rules).test(cell);
  }

  int home_row(int player) const {
    return player == 0 ? 0 : games::epaminondas::rows(turn_.before.options().rules) - 1;
  }

  // The stones that may move: in Crossings those on the far row are locked.
  Board phalanx_stones(const State& state, int player) const {
    Board stones = state.stones(player);
    if (state.options().rules != games::epaminondas::Rules::kCrossings) return stones;
    state.stones(player).for_each([&](int cell) {
      if (cell / games::epaminondas::kStride == home_row(1 - player)) stones.clear(cell);
    });
    return stones;
  }

  // The stones in line from a cell on, that cell included.
  Board run_from(const Board& stones, int cell, int step) const {
    Board run;
    for (; on_board(cell) && stones.test(cell); cell += step) run.set(cell);
    return run;
  }

  // The longest phalanx through one of some cells.
  Board longest_through(const Board& stones, const Board& cells) const {
    Board longest;
    cells.for_each([&](int cell) {
      for (int d = 0; d < 4; ++d) {
        const int step = core::step(d, games::epaminondas::kStride);
        const Board line = run_from(stones, cell, step) | run_from(stones, cell, -step);
        if (line.count() > longest.count()) longest = line;
      }
    });
    return longest;
  }

  // How far along one step of its line an action goes.
  static int step_of(Action action) {
    const auto from = games::epaminondas::cell_of(State::rear_of(action));
    const auto to = games::epaminondas::cell_of(State::target_of(action));
    const auto sign = [](int number) { return (number > 0) - (number < 0); };
    return sign(to.row - from.row) * games::epaminondas::kStride + sign(to.column - from.column);
  }

  // The stones that an action has put where the mover had none.
  static Board arrived(const State& before, const State& after) {
    const int mover = before.to_move();
    return after.stones(mover) & ~before.stones(mover);
  }

  static Board taken(const State& before, const State& after) {
    const int victim = 1 - before.to_move();
    return before.stones(victim) & ~after.stones(victim);
  }

  static void add(Reasons& reasons, Speaks speaks, Message kind, std::vector<std::string> arguments,
                  std::vector<std::string> cells, int weight) {
    reasons.push_back({speaks, {kind, std::move(arguments)}, std::move(cells), weight});
  }

  static std::vector<std::string> together(std::vector<std::string> cells,
                                           const std::vector<std::string>& more) {
    for (const auto& cell : more) {
      if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    }
    return cells;
  }

  // The same board with the other player to move; nothing where that is no running position.
  static std::optional<State> passed(const State& state) {
    std::string text = state.to_text();
    text.back() = text.back() == 'w' ? 'b' : 'w';
    const auto other = State::parse(text, state.options());
    if (!other || other->outcome().over()) return std::nullopt;
    return *other;
  }

  // --- Captures ---

  // A capture for the player to move, and what the best one back takes.
  struct Capture {
    Action action;
    Board stones;
    int back = 0;
    int gain() const { return stones.count() - back; }
  };

  static int largest_capture(const State& state) {
    int most = 0;
    if (state.outcome().over()) return most;
    games::ActionList<State> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      if (!state.is_capture(action)) continue;
      most = std::max(most, taken(state, games::after(state, action)).count());
    }
    return most;
  }

  // The captures of the player to move, less those after which the opponent, who has crossed, wins
  // at once.
  static std::vector<Capture> captures(const State& state) {
    std::vector<Capture> found;
    if (state.outcome().over()) return found;
    games::ActionList<State> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      if (!state.is_capture(action)) continue;
      const State after = games::after(state, action);
      if (after.outcome().winner() == 1 - state.to_move()) continue;
      found.push_back({action, taken(state, after), largest_capture(after)});
    }
    return found;
  }

  // The capture that gains most; the expected one of several. Nothing where none gains.
  static std::optional<Capture> best_capture(const State& state, const std::vector<Action>& line) {
    std::optional<Capture> best;
    for (const Capture& found : captures(state)) {
      const bool expected = !line.empty() && line[0] == found.action;
      const int known = best ? best->gain() : 0;
      if (found.gain() > known || (best && expected && found.gain() == known)) best = found;
    }
    return best;
  }

  // What a turn wins or loses in stones: what it takes, less what the opponent gains next.
  int balance(const Course<State>& course) const {
    const auto loss = best_capture(course.after, course.line);
    return taken(turn_.before, course.after).count() - (loss ? loss->gain() : 0);
  }

  // Does the better turn leave the same stones to be captured, for no less?
  bool is_lost_anyway(const Capture& loss) const {
    const auto others = captures(turn_.better->after);
    return std::any_of(others.begin(), others.end(), [&](const Capture& other) {
      return other.stones == loss.stones && other.gain() >= loss.gain();
    });
  }

  void add_capture_allowed(Reasons& reasons) const {
    const auto loss = best_capture(turn_.played.after, turn_.played.line);
    if (!loss || (turn_.better && balance(*turn_.better) <= balance(turn_.played))) return;
    if (turn_.better && is_lost_anyway(*loss)) return;
    const State& at = turn_.played.after;
    const std::string action = at.action_text(loss->action);
    const int count = loss->stones.count(), weight = kMaterial + std::min(9, loss->gain());
    const auto cells = together(names(loss->stones), cells_of(at, loss->action));
    if (loss->back > 0) {
      add(reasons, Speaks::kAgainst, Message::kWhyEpaBadTrade,
          {action, list(loss->stones), std::to_string(loss->back)}, cells, weight);
    } else if (count == 1) {
      add(reasons, Speaks::kAgainst, Message::kWhyEpaLosesStone, {list(loss->stones), action},
          cells, weight);
    } else {
      add(reasons, Speaks::kAgainst, Message::kWhyEpaLosesPhalanx, {std::to_string(count), action},
          cells, weight);
    }
  }

  // Everything that the player to move can capture, whatever it costs.
  static Board capturable(const State& state) {
    Board stones;
    if (state.outcome().over()) return stones;
    games::ActionList<State> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      if (state.is_capture(action)) stones |= taken(state, games::after(state, action));
    }
    return stones;
  }

  // Stones that stood there already, which the turn played leaves to be captured and the better
  // one does not, wherever it has put them.
  void add_saved(Reasons& merits) const {
    const auto loss = best_capture(turn_.played.after, turn_.played.line);
    if (!loss || (loss->stones & ~turn_.before.stones(own_)).any()) return;
    const State& better = turn_.better->after;
    if ((capturable(better) & (loss->stones | arrived(turn_.before, better))).any()) return;
    add(merits, Speaks::kFor, Message::kWhyEpaSaves,
        {list(loss->stones), turn_.played.after.action_text(loss->action)}, names(loss->stones),
        kMaterial + 1);
  }

  void add_captures(Reasons& merits) const {
    const Board won = taken(turn_.before, turn_.better->after);
    if (won.none() || balance(*turn_.better) <= balance(turn_.played)) return;
    add(merits, Speaks::kFor, Message::kWhyEpaCaptures, {list(won)},
        together(names(won), cells_of(turn_.before, turn_.better->turn[0])),
        kMaterial + std::min(9, won.count()));
  }

  // --- What differs in number ---

  void add_counts(Reasons& reasons) const {
    const State &played = turn_.played.after, &better = turn_.better->after;
    if (played.outcome().over() || better.outcome().over()) return;
    const auto less = [&](Speaks speaks, Message kind, int here, int there, const Board& shown,
                          int weight) {
      const auto& course = speaks == Speaks::kAgainst ? turn_.played : *turn_.better;
      add(reasons, speaks, kind, {std::to_string(here), std::to_string(there)},
          shown.any() ? names(shown) : cells_of(turn_.before, course.turn[0]), weight);
    };
    const Board left = capturable(played), others = capturable(better);
    if (left.count() > others.count()) {
      less(Speaks::kAgainst, Message::kWhyEpaMoreAttacked, left.count(), others.count(), left,
           kShape + 6);
    }
    const auto next = passed(better), instead = passed(played);
    if (next && instead && capturable(*next).count() > capturable(*instead).count()) {
      less(Speaks::kFor, Message::kWhyEpaAttacksMore, capturable(*next).count(),
           capturable(*instead).count(), capturable(*next), kShape + 4);
    }
    const Forward lines = forward(played), more = forward(better);
    if (lines.longest < more.longest && more.longest > 2) {
      less(Speaks::kAgainst, Message::kWhyEpaShorter, lines.longest, more.longest, {}, kShape - 1);
    }
    if (lines.count < more.count) {
      less(Speaks::kAgainst, Message::kWhyEpaFewerLines, lines.count, more.count, lines.stones,
           kShape - 2);
    }
    const int rows = rows_gained(turn_.played.turn[0]), most = rows_gained(turn_.better->turn[0]);
    if (rows > 0 && rows < most) {
      less(Speaks::kAgainst, Message::kWhyEpaGainsLess, rows, most, {}, kShape - 3);
    }
  }

  // The phalanxes of three or more of the player's stones along columns and diagonals.
  struct Forward {
    int count = 0;
    int longest = 0;
    Board stones;
  };
  Forward forward(const State& state) const {
    Forward found;
    const Board own = phalanx_stones(state, own_);
    own.for_each([&](int cell) {
      for (const int aside : {-1, 0, 1}) {
        const int step = games::epaminondas::kStride + aside;
        if (on_board(cell - step) && own.test(cell - step)) continue;  // not where it begins
        const Board line = run_from(own, cell, step);
        found.longest = std::max(found.longest, line.count());
        if (line.count() < 3) continue;
        ++found.count;
        found.stones |= line;
      }
    });
    return found;
  }

  // How many rows towards the far row an action goes; fewer than none where it goes back.
  int rows_forward(Action action) const {
    const auto from = games::epaminondas::cell_of(State::rear_of(action));
    const auto to = games::epaminondas::cell_of(State::target_of(action));
    return (to.row - from.row) * (own_ == 0 ? 1 : -1);
  }

  // The rows that all stones of an action go forward, added up.
  int rows_gained(Action action) const {
    const Board stones = phalanx_stones(turn_.before, own_);
    const int moved = run_from(stones, State::rear_of(action), step_of(action)).count();
    const int rows = rows_forward(action);
    // From the rear to where the front ends; the phalanx itself lies between.
    return rows == 0 ? 0 : moved * (rows - (rows > 0 ? 1 : -1) * (moved - 1));
  }

  // --- Crossings ---

  // A crossing of the player to move, and what keeps it from winning.
  struct Crossing {
    Action action;
    std::vector<Action> answers;  // two at most are looked for
  };

  static std::vector<Action> answers_to(const State& crossed, int player) {
    std::vector<Action> answers;
    games::ActionList<State> actions;
    crossed.legal_actions(actions);
    for (const Action action : actions) {
      if (games::after(crossed, action).outcome().winner() == player) continue;
      answers.push_back(action);
      if (answers.size() == 2) break;
    }
    return answers;
  }

  // The crossing that is hardest to answer; nothing where there is none that would win.
  static std::optional<Crossing> best_crossing(const State& state) {
    std::optional<Crossing> best;
    if (state.outcome().over()) return best;
    const int mover = state.to_move();
    games::ActionList<State> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      if (!eval::epaminondas::crosses(state, action)) continue;
      const State after = games::after(state, action);
      if (after.outcome().over() || after.crossed(mover) <= after.crossed(1 - mover)) continue;
      Crossing found{action, answers_to(after, mover)};
      if (!best || found.answers.size() < best->answers.size()) best = std::move(found);
    }
    return best;
  }

  static std::optional<Action> winning_crossing(const State& state) {
    const auto crossing = best_crossing(state);
    if (!crossing || !crossing->answers.empty()) return std::nullopt;
    return crossing->action;
  }

  // The enemy's stones on the far row, where they have to be answered now.
  Board to_answer() const {
    const State& before = turn_.before;
    Board stones;
    if (before.crossed(enemy_) <= before.crossed(own_)) return stones;
    before.stones(enemy_).for_each([&](int cell) {
      if (cell / games::epaminondas::kStride == home_row(own_)) stones.set(cell);
    });
    return stones;
  }

  void add_crossing_stopped(Reasons& merits) const {
    const auto crossing = winning_crossing(turn_.played.after);
    if (!crossing || turn_.better->after.outcome().winner() == enemy_) return;
    if (winning_crossing(turn_.better->after)) return;
    add(merits, Speaks::kFor, Message::kWhyEpaStopsCross,
        {turn_.played.after.action_text(*crossing)}, cells_of(turn_.played.after, *crossing),
        kEndsGame - 2);
  }

  // --- Against ---

  Reasons flaws_of(const Course<State>& course) const {
    Reasons flaws;
    if (course.after.outcome().over()) {
      const Board crossed = to_answer();
      if (course.after.outcome().winner() == enemy_ && crossed.any()) {
        add(flaws, Speaks::kAgainst, Message::kWhyEpaIgnoresCrossing, {list(crossed)},
            names(crossed), kEndsGame + 5);
      }
      return flaws;
    }
    add_crossing_allowed(course, flaws);
    add_answer(course, flaws);
    add_broken_shape(course, flaws);
    return flaws;
  }

  void add_crossing_allowed(const Course<State>& course, Reasons& flaws) const {
    const State& at = course.after;
    const auto crossing = best_crossing(at);
    if (!crossing || crossing->answers.size() > 1) {
      add_crossing_in_two(course, flaws);
      return;
    }
    const std::string action = at.action_text(crossing->action);
    const auto cells = cells_of(at, crossing->action);
    if (crossing->answers.empty()) {
      add(flaws, Speaks::kAgainst, Message::kWhyEpaLetsCross, {action}, cells, kEndsGame);
      return;
    }
    const State crossed = games::after(at, crossing->action);
    const Action only = crossing->answers[0];
    add(flaws, Speaks::kAgainst, Message::kWhyEpaLetsCrossOnly, {action, crossed.action_text(only)},
        together(cells, cells_of(crossed, only)), kThreatens);
  }

  // The line expected ends in a crossing that nothing answers.
  void add_crossing_in_two(const Course<State>& course, Reasons& flaws) const {
    if (course.line.size() < 3) return;
    State at = course.after;
    at.apply(course.line[0]);
    if (at.outcome().over()) return;
    const State answered = games::after(at, course.line[1]);
    if (answered.outcome().over() || winning_crossing(course.after)) return;
    const Action last = course.line[2];
    if (!eval::epaminondas::crosses(answered, last)) return;
    const State crossed = games::after(answered, last);
    if (crossed.outcome().over() || crossed.crossed(enemy_) <= crossed.crossed(own_)) return;
    if (!answers_to(crossed, enemy_).empty()) return;
    add(flaws, Speaks::kAgainst, Message::kWhyEpaCrossInTwo,
        {course.after.action_text(course.line[0]), answered.action_text(last)},
        together(cells_of(course.after, course.line[0]), cells_of(answered, last)), kForces);
  }

  // What the reply does that is expected.
  void add_answer(const Course<State>& course, Reasons& flaws) const {
    if (course.line.empty()) return;
    const State& at = course.after;
    const State after = games::after(at, course.line[0]);
    if (after.outcome().over()) return;
    const std::string action = at.action_text(course.line[0]);
    const auto cells = cells_of(at, course.line[0]);
    if (const auto next = passed(after); next && !at.is_capture(course.line[0])) {
      const auto threat = best_capture(*next, {});
      if (threat && !is_there(at, threat->action)) {
        add(flaws, Speaks::kAgainst, Message::kWhyEpaLetsThreat,
            {action, next->action_text(threat->action), list(threat->stones)},
            together(cells, names(threat->stones)), kThreatens - 5);
      }
    }
    add_stopped(at, after, action, flaws);
    add_near(at, after, action, cells, flaws);
    const Board formed = longest_through(phalanx_stones(after, enemy_), arrived(at, after));
    const Board old = longest_through(phalanx_stones(at, enemy_), at.stones(enemy_));
    if (formed.count() > 2 && formed.count() > old.count()) {
      add(flaws, Speaks::kAgainst, Message::kWhyEpaLetsForm,
          {action, std::to_string(formed.count())}, together(cells, names(formed)), kShape + 5);
    }
  }

  // The reply comes nearer to crossing than any stone was.
  void add_near(const State& at, const State& after, const std::string& action,
                const std::vector<std::string>& cells, Reasons& flaws) const {
    const auto rows_left = [&](int cell) {
      return std::abs(cell / games::epaminondas::kStride - home_row(own_));
    };
    int nearest = kNear + 1;
    at.stones(enemy_).for_each([&](int cell) { nearest = std::min(nearest, rows_left(cell)); });
    int arrived_on = -1;
    arrived(at, after).for_each([&](int cell) {
      if (rows_left(cell) >= nearest || rows_left(cell) == 0) return;
      nearest = rows_left(cell);
      arrived_on = cell;
    });
    if (arrived_on < 0) return;
    add(flaws, Speaks::kAgainst, Message::kWhyEpaLetsNear,
        {action, name(arrived_on), std::to_string(nearest)}, cells, kShape + 3);
  }

  static bool is_there(const State& state, Action action) {
    games::ActionList<State> actions;
    state.legal_actions(actions);
    return std::find(actions.begin(), actions.end(), action) != actions.end() &&
           state.is_capture(action);
  }

  // The reply stands in front of a phalanx of at least three, which cannot capture it.
  void add_stopped(const State& at, const State& after, const std::string& action,
                   Reasons& flaws) const {
    const Board mine = phalanx_stones(after, own_), theirs = after.stones(enemy_);
    arrived(at, after).for_each([&](int cell) {
      for (int d = 0; d < 8; ++d) {
        const int step = core::step(d, games::epaminondas::kStride);
        const Board phalanx = run_from(mine, cell - step, -step);
        const bool had_room = !at.stones(own_).test(cell);
        if (phalanx.count() < 3 || !had_room) continue;
        if (run_from(theirs, cell, step).count() < phalanx.count()) continue;
        add(flaws, Speaks::kAgainst, Message::kWhyEpaLetsBlock,
            {action, std::to_string(phalanx.count()), name(cell)},
            together({name(cell)}, names(phalanx)), kShape + 7);
        return;
      }
    });
  }

  // What the turn does to the player's own stones.
  void add_broken_shape(const Course<State>& course, Reasons& flaws) const {
    const State& before = turn_.before;
    const Action action = course.turn[0];
    const int rear = State::rear_of(action), step = step_of(action);
    const Board stones = phalanx_stones(before, own_);
    const Board moved = run_from(stones, rear, step);
    const Board whole = moved | run_from(stones, rear, -step);
    if (whole.count() > 2 && whole.count() > moved.count()) {
      add(flaws, Speaks::kAgainst, Message::kWhyEpaSplits, {std::to_string(whole.count())},
          names(whole), kShape);
    }
    const Board left = before.stones(own_) & ~course.after.stones(own_);
    Board opened;
    left.for_each([&](int cell) {
      if (cell / games::epaminondas::kStride == home_row(own_)) opened.set(cell);
    });
    if (opened.any()) {
      add(flaws, Speaks::kAgainst, Message::kWhyEpaOpensRow, {list(opened)}, names(opened),
          kShape + 1);
    }
    add_alone(course, flaws);
    add_direction(course, flaws);
  }

  void add_direction(const Course<State>& course, Reasons& flaws) const {
    const Action action = course.turn[0];
    if (turn_.before.is_capture(action) || rows_forward(action) > 0) return;
    const bool back = rows_forward(action) < 0;
    add(flaws, Speaks::kAgainst, back ? Message::kWhyEpaMovesBack : Message::kWhyEpaSideways, {},
        cells_of(turn_.before, action), kShape + (back ? 4 : 3));
  }

  // Stones that had a neighbour. One that has moved and is alone was the only one to move.
  void add_alone(const Course<State>& course, Reasons& flaws) const {
    const State& before = turn_.before;
    const int rear = State::rear_of(course.turn[0]);
    Board alone;
    course.after.stones(own_).for_each([&](int cell) {
      const int from = before.stones(own_).test(cell) ? cell : rear;
      if (is_alone(course.after, cell) && !is_alone(before, from)) alone.set(cell);
    });
    if (alone.none()) return;
    add(flaws, Speaks::kAgainst, Message::kWhyEpaAlone, {list(alone)}, names(alone), kShape + 2);
  }

  bool is_alone(const State& state, int cell) const {
    for (int d = 0; d < 8; ++d) {
      const int next = cell + core::step(d, games::epaminondas::kStride);
      if (on_board(next) && state.stones(own_).test(next)) return false;
    }
    return true;
  }

  // --- For ---

  Reasons merits_of(const Course<State>& course) const {
    Reasons merits;
    const State& after = course.after;
    const auto cells = cells_of(turn_.before, course.turn[0]);
    const Board crossed = to_answer();
    if (crossed.any() && after.outcome().winner() != enemy_) {
      add(merits, Speaks::kFor, Message::kWhyEpaAnswers, {list(crossed)},
          together(names(crossed), cells), kEndsGame - 1);
    }
    if (after.outcome().over()) return merits;
    if (eval::epaminondas::crosses(turn_.before, course.turn[0]) &&
        after.crossed(own_) > after.crossed(enemy_) && answers_to(after, own_).empty()) {
      add(merits, Speaks::kFor, Message::kWhyEpaCrosses, {}, cells, kEndsGame);
    }
    add_threats(course, merits);
    const Board formed = longest_through(phalanx_stones(after, own_), arrived(turn_.before, after));
    const Board old =
        longest_through(phalanx_stones(turn_.before, own_), turn_.before.stones(own_));
    if (formed.count() > 2 && formed.count() > old.count()) {
      add(merits, Speaks::kFor, Message::kWhyEpaForms, {std::to_string(formed.count())},
          names(formed), kShape + 5);
    }
    return merits;
  }

  // What the turn would do next.
  void add_threats(const Course<State>& course, Reasons& merits) const {
    const auto next = passed(course.after);
    if (!next) return;
    if (const auto crossing = winning_crossing(*next)) {
      add(merits, Speaks::kFor, Message::kWhyEpaThreatensCross, {next->action_text(*crossing)},
          cells_of(*next, *crossing), kThreatens + 5);
    }
    const auto threat = best_capture(*next, {});
    if (!threat || is_there(turn_.before, threat->action)) return;
    add(merits, Speaks::kFor, Message::kWhyEpaThreatens,
        {next->action_text(threat->action), list(threat->stones)},
        together(names(threat->stones), cells_of(*next, threat->action)), kThreatens);
  }

  // So many rows before it, and nearer, a stone is close to crossing.
  static constexpr int kNear = 4;

  const TurnCase<State>& turn_;
  int own_, enemy_;
};

}  // namespace

Reasons Registration<games::epaminondas::State>::reasons(const TurnCase<State>& turn) {
  return EpaminondasReasons(turn).all();
}

}  // namespace registry
