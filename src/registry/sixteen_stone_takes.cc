#include "registry/sixteen_stone_takes.h"

#include <algorithm>

#include "core/stable_order.h"
#include "registry/reasons.h"

namespace registry::sixteen_stone {

using games::ActionList;
using games::TraceKind;
using games::sixteen_stone::cell_of;
using games::sixteen_stone::Kind;

namespace {

// Positions that one question may cost: a turn on the large board has very many orders.
constexpr int kMostPositions = 10'000;

std::vector<Action> legal(const State& state) {
  ActionList<State> list;
  state.legal_actions(list);
  return {list.begin(), list.end()};
}

bool same_turn(const State& state, int player, int turn) {
  return !state.outcome().over() && state.to_move() == player && state.turn() == turn;
}

// Looks through the turns of the player to move in which at most so many pushes and moves take
// nothing.
class Search {
 public:
  Search(const State& state, int quiet, bool first_is_enough)
      : player_(state.to_move()), turn_(state.turn()), first_is_enough_(first_is_enough) {
    visit(state, quiet, 0);
  }

  const Attempt& best() const { return best_; }
  bool complete() const { return positions_ <= kMostPositions; }

 private:
  bool enough() const { return best_.wins || !complete() || (first_is_enough_ && best_.taken > 0); }

  void visit(const State& state, int quiet, int taken) {
    ++positions_;
    const bool wins = state.outcome().winner() == player_;
    if (wins || taken > best_.taken) best_ = {line_, taken, wins};
    if (!same_turn(state, player_, turn_)) return;
    for (const Action action : legal(state)) {
      if (enough()) return;
      if (State::kind_of(action) == Kind::kEnd) continue;
      const bool gains = state.resets_quiet_turns(action);
      const bool spends = !gains && State::kind_of(action) != Kind::kSacrifice;
      if (spends && quiet == 0) continue;
      const State next = games::after(state, action);
      line_.push_back(action);
      visit(next, quiet - spends,
            taken + state.stones(1 - player_).count() - next.stones(1 - player_).count());
      line_.pop_back();
    }
  }

  const int player_;
  const int turn_;
  const bool first_is_enough_;
  int positions_ = 0;
  std::vector<Action> line_;
  Attempt best_;
};

std::string pushed_to_edge(const State& state, Action action) {
  const auto traces = state.traces(action);
  const auto& front = traces.front();  // the foremost stone is told first
  if (front.kind != TraceKind::kMove || front.player == state.to_move()) return "";
  const int size = state.options().size;
  const auto cell = core::parse_cell(front.to, size, size);
  return cell && on_edge(state, games::sixteen_stone::index_of(*cell)) ? front.to : "";
}

// Where own stones went, one behind the other.
Shifts shifts_of(const State& state, Action action) {
  Shifts shifts;
  for (const games::Trace& trace : state.traces(action)) {
    if (trace.kind == TraceKind::kMove && trace.player == state.to_move()) {
      shifts.emplace_back(trace.from, trace.to);
    }
  }
  return shifts;
}

}  // namespace

std::string name(int index) { return core::cell_name(cell_of(index)); }

bool on_edge(const State& state, int index) {
  const core::Cell cell = cell_of(index);
  const int last = state.options().size - 1;
  return cell.column == 0 || cell.row == 0 || cell.column == last || cell.row == last;
}

std::vector<std::string> taken_by(const State& state, Action action) {
  std::vector<std::string> cells;
  for (const games::Trace& trace : state.traces(action)) {
    if (trace.kind == TraceKind::kCapture || trace.kind == TraceKind::kPushOff) {
      cells.push_back(trace.from);
    }
  }
  return cells;
}

std::vector<Gain> gains(const State& state, int player) {
  std::vector<Gain> found;
  if (state.to_move() != player || state.placing()) return found;
  for (const Action action : legal(state)) {
    if (!state.resets_quiet_turns(action)) continue;
    Gain gain{action, state.action_text(action), taken_by(state, action)};
    const bool known = std::any_of(found.begin(), found.end(), [&](const Gain& other) {
      return State::kind_of(other.action) == State::kind_of(action) && other.stones == gain.stones;
    });
    if (!known) found.push_back(std::move(gain));
  }
  core::stable_order(
      found, [](const Gain& a, const Gain& b) { return a.stones.size() > b.stones.size(); });
  return found;
}

Attempt best_attempt(const State& state, int player) {
  if (state.to_move() != player || state.placing()) return {};
  // What needs no preparation comes first.
  Attempt direct = Search(state, 0, false).best();
  if (direct.wins) return direct;
  const Attempt prepared = Search(state, 1, false).best();
  return prepared.wins || prepared.taken > direct.taken ? prepared : direct;
}

bool nothing_to_take(const State& state) {
  const Search search(state, 2, true);
  return search.complete() && search.best().taken == 0 && !search.best().wins;
}

std::optional<int> most_taken(const State& state) {
  const Search search(state, 2, false);
  if (search.best().wins) return state.stones(1 - state.to_move()).count();
  if (!search.complete()) return std::nullopt;
  return search.best().taken;
}

std::string text_of(State state, const std::vector<Action>& actions) {
  std::string text;
  for (const Action action : actions) {
    text += (text.empty() ? "" : ",") + state.action_text(action);
    state.apply(action);
  }
  return text;
}

std::vector<std::string> cells_of(State state, const std::vector<Action>& actions) {
  std::vector<std::string> cells;
  for (const Action action : actions) {
    for (const auto& cell : registry::cells_of(state, action)) {
      if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    }
    state.apply(action);
  }
  return cells;
}

// ROWS PLAYER REDPOOL BLUEPOOL TURN STATE
State turned(const State& state) {
  const std::string text = state.to_text();
  const std::string rows = text.substr(0, text.find(' '));
  const int turn = state.turn() + 1;
  const std::string pools =
      ' ' + std::to_string(state.pool(0)) + ' ' + std::to_string(state.pool(1));
  return *State::parse(rows + (turn % 2 == 1 ? " r" : " b") + pools + ' ' + std::to_string(turn) +
                           (turn <= 2 ? " mp" : " mps"),
                       state.options());
}

std::optional<State> in_play(const State& state, int player) {
  const std::string text = state.to_text();
  const std::string rows = text.substr(0, text.find(' '));
  const std::string pools =
      ' ' + std::to_string(state.pool(0)) + ' ' + std::to_string(state.pool(1));
  const auto parsed =
      State::parse(rows + (player == 0 ? " r" : " b") + pools + (player == 0 ? " 3 mps" : " 4 mps"),
                   state.options());
  // A turn that passes by itself is another player's.
  if (!parsed || parsed->outcome().over() || parsed->to_move() != player) return std::nullopt;
  return *parsed;
}

std::vector<Action> pushes(const State& state) {
  std::vector<Action> found = legal(state);
  std::erase_if(found, [](Action action) { return State::kind_of(action) != Kind::kPush; });
  return found;
}

std::string followed(const TurnEffects& effects, std::string cell) {
  for (const auto& shifts : effects.shifts) {
    const auto moved = std::find_if(shifts.begin(), shifts.end(),
                                    [&](const auto& shift) { return shift.first == cell; });
    if (moved != shifts.end()) cell = moved->second;
  }
  return cell;
}

TurnEffects effects_of(State state, const std::vector<Action>& turn) {
  TurnEffects effects;
  effects.cells = sixteen_stone::cells_of(state, turn);
  for (const Action action : turn) {
    const Kind kind = State::kind_of(action);
    if (std::vector<std::string> stones = taken_by(state, action); !stones.empty()) {
      effects.taken += static_cast<int>(stones.size());
      effects.takings.push_back({action, state.action_text(action), std::move(stones),
                                 kind == Kind::kPush, effects.sacrificed});
    }
    if (kind == Kind::kMove)
      effects.moves.push_back({State::from_of(action), State::target_of(action)});
    effects.shifts.push_back(shifts_of(state, action));
    if (kind == Kind::kSacrifice) effects.sacrificed = true;
    if (kind == Kind::kPush && effects.pushed_to_edge.empty()) {
      effects.pushed_to_edge = pushed_to_edge(state, action);
    }
    if (kind == Kind::kEnd) {
      const auto left = gains(state, state.to_move());
      if (!left.empty()) {
        effects.left_out = left[0].text;
        effects.left_out_cells = registry::cells_of(state, left[0].action);
      }
    }
    state.apply(action);
  }
  return effects;
}

}  // namespace registry::sixteen_stone
