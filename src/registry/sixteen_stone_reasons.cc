// Why a turn of Sixteen Stone is bad or better: stones taken and left to be taken, pools, pushes,
// the edge; and where stones are placed.
#include <algorithm>

#include "registry/compared.h"
#include "registry/sixteen_stone.h"
#include "registry/sixteen_stone_takes.h"

namespace registry {

namespace {

using games::Action;
using games::sixteen_stone::Kind;
using games::sixteen_stone::State;
using sixteen_stone::Attempt;
using sixteen_stone::best_attempt;
using sixteen_stone::effects_of;
using sixteen_stone::followed;
using sixteen_stone::Gain;
using sixteen_stone::gains;
using sixteen_stone::in_play;
using sixteen_stone::most_taken;
using sixteen_stone::Moved;
using sixteen_stone::name;
using sixteen_stone::on_edge;
using sixteen_stone::pushes;
using sixteen_stone::taken_by;
using sixteen_stone::Taking;
using sixteen_stone::text_of;
using sixteen_stone::turned;
using sixteen_stone::TurnEffects;
using text::Message;

using Names = std::vector<std::string>;

bool has(const Names& names, const std::string& wanted) {
  return std::find(names.begin(), names.end(), wanted) != names.end();
}

const Gain* gain_of(const std::vector<Gain>& list, const std::string& stone) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Gain& gain) { return has(gain.stones, stone); });
  return found == list.end() ? nullptr : &*found;
}

bool is_push(const Gain& gain) { return State::kind_of(gain.action) == Kind::kPush; }

// A push in which the stone on a cell takes part, if play began now; not one that needs the stone
// on another cell, where one is named.
struct Push {
  std::string text;
  Names cells;
};

std::optional<Push> push_with(const State& state, int player, int cell, int without = -1) {
  if (!state.placing()) return std::nullopt;
  const auto play = in_play(state, player);
  if (!play) return std::nullopt;
  for (const Action action : pushes(*play)) {
    Names cells = cells_of(*play, action);
    if (without >= 0 && has(cells, name(without))) continue;
    if (has(cells, name(cell))) return Push{play->action_text(action), std::move(cells)};
  }
  return std::nullopt;
}

int edge_distance(const State& state, int index) {
  const core::Cell cell = games::sixteen_stone::cell_of(index);
  const int last = state.options().size - 1;
  return std::min(std::min(cell.column, last - cell.column), std::min(cell.row, last - cell.row));
}

// What the player threatens after a turn: the gains if the opponent let it go by.
std::vector<Gain> threats_after(const State& after, int player) {
  return gains(after.to_move() == player ? after : turned(after), player);
}

// One of the turns that are compared, with what can be taken around it.
class Look {
 public:
  Look(const TurnCase<State>& turn, const Course<State>& course, Speaks speaks);

  Reasons reasons() {
    if (before_.placing()) {
      speak_of_placing();
    } else if (speaks_ == Speaks::kAgainst) {
      speak_against();
    } else {
      speak_for();
    }
    return std::move(reasons_);
  }

 private:
  void say(Message message, int weight, Names arguments, Names cells) {
    reasons_.push_back({speaks_, {message, std::move(arguments)}, std::move(cells), weight, {}});
  }
  void say_action(Message message, int weight, const State& at, const Gain& gain, Names arguments) {
    say(message, weight, std::move(arguments), cells_of(at, gain.action));
  }

  void speak_of_placing();
  void placed_before_line(int cell);
  void placed_for_push(int cell);
  void placed_first(int cell);
  void left_to_answer();
  bool is_taken_by_opponent(int cell) const;

  void speak_against();
  void allowed_gains();
  void allowed_gain(const Gain& gain);
  void allowed_turns();
  void missed();
  void missed_taking(const TurnEffects& better);
  void pools_against();
  void shape_against();

  void speak_for();
  void takings();
  void rescues();
  void threats();
  void stops();
  void shape_for();

  bool passed() const { return after_.to_move() == player_; }
  // Does the turn put more stones into the opponent's empty pool than the other one?
  bool feeds_pool() const {
    const State& other = other_after();
    const int fed = after_.pool(1 - player_);
    return before_.pool(1 - player_) == 0 && (&other == &after_ || other.pool(1 - player_) < fed);
  }
  // The other course, or this one where there is none.
  const Course<State>& other() const {
    if (&course_ != &turn_.played) return turn_.played;
    return turn_.better ? *turn_.better : course_;
  }
  const State& other_after() const { return other().after; }
  bool other_goes_on() const { return &other() != &course_ && !other_after().outcome().over(); }
  // What is lost next counts less by what the turn takes. Does the other turn lose as much?
  bool loses_no_more(int lost, int other_lost) const {
    return other_goes_on() && lost - effects_.taken <= other_lost - other_effects_.taken;
  }
  bool falls_anyway(const Gain& gain) const;
  bool moves_alike(const Moved& moved) const {
    const auto& moves = other_effects_.moves;
    return std::any_of(moves.begin(), moves.end(), [&](const Moved& other) {
      return other.from == moved.from && other.to == moved.to;
    });
  }

  const TurnCase<State>& turn_;
  const Course<State>& course_;
  const State& before_;
  const State& after_;
  const int player_;
  const Speaks speaks_;
  TurnEffects effects_, other_effects_;
  std::vector<Gain> chances_;         // the player's before the turn
  std::vector<Gain> dangers_before_;  // the opponent's, had the turn gone by
  std::vector<Gain> dangers_;         // the opponent's after it
  std::vector<Gain> threats_;         // the player's after it, were the opponent to let it go by
  std::vector<Gain> other_dangers_, other_threats_;  // the same after the other turn
  Reasons reasons_;
};

Look::Look(const TurnCase<State>& turn, const Course<State>& course, Speaks speaks)
    : turn_(turn),
      course_(course),
      before_(turn.before),
      after_(course.after),
      player_(turn.player),
      speaks_(speaks),
      effects_(effects_of(turn.before, course.turn)) {
  if (before_.placing()) return;
  if (&other() != &course_) other_effects_ = effects_of(before_, other().turn);
  chances_ = gains(before_, player_);
  dangers_before_ = gains(turned(before_), 1 - player_);
  if (after_.outcome().over()) return;
  dangers_ = gains(after_, 1 - player_);
  threats_ = threats_after(after_, player_);
  if (!other_goes_on()) return;
  other_dangers_ = gains(other_after(), 1 - player_);
  other_threats_ = threats_after(other_after(), player_);
}

// --- Placing ---

void Look::speak_of_placing() {
  const int cell = State::from_of(course_.turn.front());
  if (speaks_ == Speaks::kAgainst) {
    placed_before_line(cell);
    left_to_answer();
    if (on_edge(before_, cell)) {
      say(Message::kWhySixPlacesOnEdge, kShape + 2, {name(cell)}, {name(cell)});
    }
  } else {
    placed_for_push(cell);
    placed_first(cell);
    if (!on_edge(before_, cell)) {
      say(Message::kWhySixPlacesInside, kShape + 2, {name(cell)}, {name(cell)});
    }
  }
}

// Who is first at a cell, and what the answer makes of its own.
void Look::left_to_answer() {
  if (course_.line.empty() || !turn_.better || !after_.placing()) return;
  const int cell = State::from_of(course_.line[0]);
  const int wanted = State::from_of(turn_.better->turn[0]);
  if (&course_ == &turn_.played && is_taken_by_opponent(wanted)) {
    say(Message::kWhySixLeavesCell, kThreatens - 5, {name(wanted)}, {name(wanted)});
  }
  if (const auto push = push_with(games::after(after_, course_.line[0]), 1 - player_, cell)) {
    say(Message::kWhySixAllowsPlacing, kShape + 7, {name(cell), push->text}, push->cells);
  }
}

// Is the opponent expected to place on a cell?
bool Look::is_taken_by_opponent(int cell) const {
  State at = after_;
  for (const Action action : course_.line) {
    if (!at.placing()) break;
    if (at.to_move() != player_ && State::from_of(action) == cell) return true;
    at.apply(action);
  }
  return false;
}

// The cell that a placing takes from the opponent.
void Look::placed_first(int cell) {
  const State& other = turn_.played.after;
  if (&course_ == &turn_.played || !other.placing() || !other.empty().test(cell)) return;
  const State theirs = games::after(other, State::make_action(Kind::kPlace, cell));
  // The stone of the turn played would not be there.
  const int played = State::from_of(turn_.played.turn[0]);
  if (const auto push = push_with(theirs, 1 - player_, cell, played)) {
    say(Message::kWhySixPlacesFirst, kShape + 7, {name(cell), push->text}, push->cells);
  }
  if (edge_distance(before_, cell) > edge_distance(before_, played)) {
    say(Message::kWhySixPlacesDeeper, kShape + 3, {name(cell)}, {name(cell)});
  }
}

void Look::placed_before_line(int cell) {
  if (!after_.placing()) return;
  const auto play = in_play(after_, 1 - player_);
  if (!play) return;
  std::string push;
  for (const Action action : pushes(*play)) {
    const Names cells = cells_of(*play, action);
    if (!has(cells, name(cell))) continue;
    if (has(taken_by(*play, action), name(cell))) {
      say(Message::kWhySixPlacesBeforeLine, kThreatens, {name(cell), play->action_text(action)},
          cells);
      return;
    }
    if (push.empty()) {
      push = play->action_text(action);
      say(Message::kWhySixPlacesBeforePush, kShape + 5, {name(cell), push}, cells);
    }
  }
}

void Look::placed_for_push(int cell) {
  if (const auto push = push_with(after_, player_, cell)) {
    say(Message::kWhySixPlacesPush, kShape + 6, {name(cell), push->text}, push->cells);
  }
}

// --- Against a turn ---

void Look::speak_against() {
  if (!after_.outcome().over()) {
    allowed_gains();
    allowed_turns();
    pools_against();
    shape_against();
  }
  missed();
}

// The most that one action takes.
int largest(const std::vector<Gain>& gains) {
  return gains.empty() ? 0 : static_cast<int>(gains[0].stones.size());
}

// Can the stones be taken behind the other turn as well, by whatever action?
bool Look::falls_anyway(const Gain& gain) const {
  if (!other_goes_on()) return false;
  const bool same = std::any_of(
      other_dangers_.begin(), other_dangers_.end(),
      [&](const Gain& other) { return other.text == gain.text && other.stones == gain.stones; });
  return same || std::all_of(gain.stones.begin(), gain.stones.end(), [&](const std::string& stone) {
           bool falls = false;
           before_.stones(player_).for_each([&](int cell) {
             if (followed(effects_, name(cell)) != stone) return;
             falls = gain_of(other_dangers_, followed(other_effects_, name(cell))) != nullptr;
           });
           return falls;
         });
}

// Each kind is said once, of what takes most.
void Look::allowed_gains() {
  if (loses_no_more(largest(dangers_), largest(other_dangers_))) return;
  for (const Gain& gain : dangers_) {
    if (!falls_anyway(gain)) allowed_gain(gain);
  }
  Reasons once;
  for (Reason& reason : reasons_) {
    const bool said = std::any_of(once.begin(), once.end(), [&](const Reason& other) {
      return other.note.message == reason.note.message;
    });
    if (!said) once.push_back(std::move(reason));
  }
  reasons_ = std::move(once);
}

void Look::allowed_gain(const Gain& gain) {
  const std::string& stone = gain.stones[0];
  const auto went_there = [&](const Moved& moved) { return has(gain.stones, name(moved.to)); };
  const auto moved = std::find_if(effects_.moves.begin(), effects_.moves.end(), went_there);
  const Gain* before = gain_of(dangers_before_, stone);
  // What is taken next weighs a little more than what only could be.
  const bool answered =
      std::find(course_.line.begin(), course_.line.end(), gain.action) != course_.line.end();
  const auto say_it = [&](Message message, int weight, Names arguments) {
    say_action(message, weight + (answered ? 1 : 0), after_, gain, std::move(arguments));
  };
  if (gain.stones.size() > 1) {
    const auto count = gain.stones.size();
    say_it(Message::kWhySixAllowsMany, kMaterial + std::min<int>(8, 2 * static_cast<int>(count)),
           {gain.text, std::to_string(count)});
  } else if (moved != effects_.moves.end()) {
    say_it(Message::kWhySixWalksInto, kMaterial + 2, {stone, gain.text});
  } else if (!is_push(gain) && feeds_pool()) {
    say_it(Message::kWhySixFeedsPool, kMaterial + 2, {stone, gain.text});
  } else if (before && before->text == gain.text) {
    say_it(Message::kWhySixLeaves, kMaterial, {stone, gain.text});
  } else if (is_push(gain)) {
    say_it(Message::kWhySixAllowsPushOff, kMaterial + 1, {stone, gain.text});
  } else {
    say_it(Message::kWhySixAllowsCapture, kMaterial + 1, {stone, gain.text});
  }
}

// What the opponent can do with several actions.
void Look::allowed_turns() {
  const Attempt attempt = best_attempt(after_, 1 - player_);
  if (attempt.actions.empty()) return;
  const std::string text = text_of(after_, attempt.actions);
  const Names cells = sixteen_stone::cells_of(after_, attempt.actions);
  const int single = largest(dangers_);
  if (!attempt.wins && other_goes_on()) {
    const auto others = most_taken(other_after());
    const bool theirs = other_after().to_move() == 1 - player_;
    if (theirs && (!others || loses_no_more(attempt.taken, *others))) return;
  }
  // What is proven is said for any game in the same words.
  const bool proven = course_.winner == 1 - player_ && course_.turns == 1;
  if (attempt.wins) {
    if (!proven) say(Message::kWhySixAllowsWin, kEndsGame + 5, {text}, cells);
  } else if (attempt.taken > 1 && attempt.taken > single) {
    say(Message::kWhySixAllowsCombination, kMaterial + std::min(9, 1 + 2 * attempt.taken),
        {std::to_string(attempt.taken), text}, cells);
  } else if (attempt.taken == 1 && single == 0) {
    say(Message::kWhySixAllowsTaking, kMaterial, {text}, cells);
  }
}

void Look::missed() {
  if (after_.outcome().winner() == player_) return;
  if (const Attempt attempt = best_attempt(before_, player_); attempt.wins) {
    say(Message::kWhySixMissesWin, kEndsGame + 8, {text_of(before_, attempt.actions)},
        sixteen_stone::cells_of(before_, attempt.actions));
  } else if (turn_.better) {
    missed_taking(effects_of(before_, turn_.better->turn));
  }
}

// Only what the better turn takes: there may have been reasons to leave the rest.
void Look::missed_taking(const TurnEffects& better) {
  if (better.taken <= effects_.taken) return;
  if (!effects_.left_out.empty()) {
    say(Message::kWhySixEndsEarly, kMaterial + 3, {effects_.left_out}, effects_.left_out_cells);
  }
  const Taking& first = better.takings[0];
  const bool at_once = is_legal(before_, first.action) &&
                       taken_by(before_, first.action) == first.stones && first.stones.size() == 1;
  if (effects_.taken > 0 || better.taken > 1 || !at_once) {
    say(Message::kWhySixTakesFewer, kMaterial + std::min(8, 2 * (better.taken - effects_.taken)),
        {std::to_string(effects_.taken), std::to_string(better.taken)}, better.cells);
  } else {
    say(first.push ? Message::kWhySixMissesPushOff : Message::kWhySixMissesCapture, kMaterial + 2,
        {first.text, first.stones[0]}, cells_of(before_, first.action));
  }
}

void Look::pools_against() {
  if (effects_.sacrificed && effects_.taken == 0) {
    say(Message::kWhySixSacrificeWasted, kMaterial - 5, {}, effects_.cells);
  }
  if (before_.pool(player_) > 0 && after_.pool(player_) == 0) {
    say(Message::kWhySixEmptiesPool, kThreatens + 5, {}, effects_.cells);
  }
  const int own = after_.stones(player_).count(), others = after_.stones(1 - player_).count();
  if (own < others) {
    say(Message::kWhySixFewerStones, kThreatens + 2, {std::to_string(own), std::to_string(others)},
        effects_.cells);
  }
}

void Look::shape_against() {
  for (const Moved& moved : effects_.moves) {
    if (on_edge(before_, moved.from) || !on_edge(before_, moved.to) || moves_alike(moved)) continue;
    if (!after_.stones(player_).test(moved.to)) continue;
    say(Message::kWhySixToEdge, kShape + 3, {name(moved.from), name(moved.to)},
        {name(moved.from), name(moved.to)});
    break;
  }
  if (threats_.empty()) say(Message::kWhySixThreatensNothing, kShape + 5, {}, effects_.cells);
  if (passed()) return;
  if (const auto able = pushes(after_); !able.empty()) {
    say(Message::kWhySixAllowsPush, kShape + 4, {after_.action_text(able[0])},
        cells_of(after_, able[0]));
  }
}

// --- For a turn ---

void Look::speak_for() {
  if (after_.outcome().winner() == player_) {
    say(Message::kWhySixWins, kEndsGame + 9, {text_of(before_, course_.turn)}, effects_.cells);
  }
  if (after_.outcome().over()) return;
  takings();
  rescues();
  threats();
  stops();
  shape_for();
}

void Look::takings() {
  if (effects_.taken <= other_effects_.taken) return;
  const Taking& first = effects_.takings[0];
  if (effects_.taken > 1) {
    say(Message::kWhySixTakesMany, kMaterial + std::min(9, 2 * effects_.taken),
        {std::to_string(effects_.taken)}, effects_.cells);
  } else {
    say(first.push ? Message::kWhySixPushesOff : Message::kWhySixCaptures, kMaterial + 2,
        {first.stones[0]}, effects_.cells);
  }
  for (const Taking& taking : effects_.takings) {
    if (!taking.after_sacrifice) continue;
    say(Message::kWhySixSacrificePays, kMaterial + 1, {taking.stones[0], taking.text},
        effects_.cells);
    break;
  }
}

void Look::rescues() {
  for (const Gain& danger : dangers_before_) {
    if (gain_of(dangers_, followed(effects_, danger.stones[0]))) continue;
    say_action(Message::kWhySixSaves, kMaterial - 5, turned(before_), danger,
               {danger.stones[0], danger.text});
    break;
  }
  if (!passed() && dangers_.empty() && sixteen_stone::nothing_to_take(after_)) {
    say(Message::kWhySixSafe, kThreatens + 2, {}, effects_.cells);
  }
}

void Look::threats() {
  if (passed()) return;
  const State next = turned(after_);
  if (const Attempt attempt = best_attempt(next, player_); attempt.wins) {
    say(Message::kWhySixThreatensWin, kThreatens + 9, {text_of(next, attempt.actions)},
        sixteen_stone::cells_of(next, attempt.actions));
  }
  const Gain* one = nullptr;
  for (const Gain& threat : threats_) {
    if (gain_of(chances_, threat.stones[0]) || gain_of(other_threats_, threat.stones[0])) continue;
    if (one && !has(threat.stones, one->stones[0])) {
      say(Message::kWhySixThreatensTwo, kThreatens + 4, {one->stones[0], threat.stones[0]},
          {one->stones[0], threat.stones[0]});
      return;
    }
    if (!one) one = &threat;
  }
  if (one) {
    say_action(Message::kWhySixThreatens, kThreatens + 1, next, *one, {one->stones[0], one->text});
  }
}

// Can the same actions still be played, and do they still win?
bool still_wins(State state, const std::vector<Action>& actions) {
  const int player = state.to_move();
  for (const Action action : actions) {
    if (!is_legal(state, action)) return false;
    state.apply(action);
  }
  return state.outcome().winner() == player;
}

void Look::stops() {
  if (passed()) return;
  const State let_go = turned(before_);
  const Attempt danger = best_attempt(let_go, 1 - player_);
  if (!danger.wins || best_attempt(after_, 1 - player_).wins) return;
  if (still_wins(after_, danger.actions)) return;
  say(Message::kWhySixStopsWin, kEndsGame, {text_of(let_go, danger.actions)},
      sixteen_stone::cells_of(let_go, danger.actions));
}

void Look::shape_for() {
  const int own = after_.pool(player_), others = other_after().pool(player_);
  if (own > others) {
    say(Message::kWhySixKeepsPool, kShape + 6, {std::to_string(own), std::to_string(others)},
        effects_.cells);
  }
  if (after_.pool(1 - player_) == 0) {
    say(Message::kWhySixStarvesPool, kShape + 7, {}, effects_.cells);
  }
  for (const Moved& moved : effects_.moves) {
    if (!on_edge(before_, moved.from) || on_edge(before_, moved.to) || moves_alike(moved)) continue;
    if (!after_.stones(player_).test(moved.to)) continue;
    say(Message::kWhySixOffEdge, kShape + 3, {name(moved.from), name(moved.to)},
        {name(moved.from), name(moved.to)});
    break;
  }
  if (!effects_.pushed_to_edge.empty()) {
    say(Message::kWhySixPushes, kShape + 5, {effects_.pushed_to_edge}, {effects_.pushed_to_edge});
  }
  if (!passed() && pushes(after_).empty()) {
    say(Message::kWhySixNoPush, kShape + 4, {}, effects_.cells);
  }
}

}  // namespace

Reasons Registration<games::sixteen_stone::State>::reasons(const TurnCase<State>& turn) {
  return compared<Look>(turn);
}

}  // namespace registry
