// Why a turn of Eigenstate is bad or better: captures, cover, pegs and full pieces.
#include <algorithm>

#include "core/stable_order.h"
#include "registry/compared.h"
#include "registry/eigenstate.h"
#include "registry/eigenstate_takes.h"

namespace registry {

namespace {

using eigenstate::can_attack;
using eigenstate::filling;
using eigenstate::pegs_of;
using eigenstate::Take;
using eigenstate::takes;
using eigenstate::turned;
using games::Action;
using games::eigenstate::holes_on_board;
using games::eigenstate::kAllPegs;
using games::eigenstate::kHoleSide;
using games::eigenstate::kSide;
using games::eigenstate::State;
using games::eigenstate::target_of;
using text::Message;

// A piece of this many pegs more is worth talking about in an exchange.
constexpr int kStronger = 2;
// The start gives one peg; a piece with a few more is one that was built.
constexpr int kStrongPegs = 4;
// Where a piece is nearly full, a peg that leads nowhere may be set to fill it.
constexpr int kFillingPegs = 18;

std::string name(int cell) { return core::cell_name({cell % kSide, cell / kSide}); }
std::string hole_name(int hole) { return core::cell_name({hole % kHoleSide, hole / kHoleSide}); }

template <class Wanted>
const Take* first(const std::vector<Take>& list, Wanted wanted) {
  const auto found = std::find_if(list.begin(), list.end(), wanted);
  return found == list.end() ? nullptr : &*found;
}
const Take* taken_on(const std::vector<Take>& list, int cell) {
  return first(list, [&](const Take& take) { return take.to == cell; });
}
// A capture on the cell that nothing answers.
const Take* loose_on(const std::vector<Take>& list, int cell) {
  return first(list, [&](const Take& take) { return take.to == cell && take.back.empty(); });
}
// The capture that an action makes.
const Take* made_by(const std::vector<Take>& list, Action action) {
  const int from = State::cell_of(action), to = target_of(from, State::hole_of(action));
  return first(list, [&](const Take& take) { return take.from == from && take.to == to; });
}
const Take* winning(const std::vector<Take>& list) {
  return first(list, [](const Take& take) { return take.wins; });
}

int fullest(const State& state, int player) {
  int best = -1;
  core::for_each_bit(state.pieces(player), [&](int cell) {
    if (best < 0 || pegs_of(state, cell) > pegs_of(state, best)) best = cell;
  });
  return best;
}
int lacking(const State& state, int cell) { return std::popcount(kAllPegs) - pegs_of(state, cell); }

// The pieces that are taken, each once.
std::vector<int> cells_of(const std::vector<Take>& list) {
  std::vector<int> cells;
  for (const Take& take : list) {
    if (std::find(cells.begin(), cells.end(), take.to) == cells.end()) cells.push_back(take.to);
  }
  return cells;
}
int targets(const std::vector<Take>& list) { return static_cast<int>(cells_of(list).size()); }

// How many cells a player's pieces reach; one that another of them holds is none to go to.
int reach(const State& state, int player) {
  std::uint64_t cells = 0;
  core::for_each_bit(state.pieces(player), [&](int cell) {
    cells |= games::eigenstate::targets_of(cell, state.pegs(cell));
  });
  return std::popcount(cells & ~state.pieces(player));
}

// Where the move of a turn begins and where it ends.
struct MoveCells {
  int from = -1;
  int to = -1;
};
MoveCells move_cells_of(const std::vector<Action>& turn) {
  for (const Action action : turn) {
    if (State::is_peg(action)) continue;
    const int from = State::cell_of(action);
    return {from, target_of(from, State::hole_of(action))};
  }
  return {};
}

// What the player attacks after a turn: the captures if the opponent let it go by.
std::vector<Take> threats_after(const State& after, int player) {
  return takes(after.to_move() == player ? after : turned(after), player);
}

// One of the turns that are compared, with what can be taken around it.
class Look {
 public:
  Look(const TurnCase<State>& turn, const Course<State>& course, Speaks speaks);

  Reasons reasons() {
    if (speaks_ == Speaks::kAgainst) {
      speak_against();
    } else {
      speak_for();
    }
    return std::move(reasons_);
  }

 private:
  void say(Message message, int weight, std::vector<std::string> arguments,
           const std::vector<int>& cells) {
    Reason reason{speaks_, {message, std::move(arguments)}, {}, weight, {}};
    for (const int cell : cells) reason.cells.push_back(name(cell));
    reasons_.push_back(std::move(reason));
  }
  // The arguments are the cells.
  void say(Message message, int weight, const std::vector<int>& cells) {
    std::vector<std::string> names;
    for (const int cell : cells) names.push_back(name(cell));
    say(message, weight, std::move(names), cells);
  }
  // More pegs weigh more.
  static int sized(int weight, int pegs) { return weight + std::min(8, pegs); }

  void speak_against();
  void lost_at_once();
  void allowed_ends();
  void loose_pieces();
  void loose_piece(const Take& take);
  void taken_back(const Take& take);
  bool answered_on(int cell) const;
  void new_pegs_lost();
  void exchanges();
  void answer_takes();
  void answers();
  void counts();
  void own_capture();
  void missed_ends();
  void missed_capture();
  void pegs_in_vain();
  void peg_in_vain(int cell, int hole);
  void shape();
  void race();

  void speak_for();
  void won_at_once();
  void captures();
  void rescues();
  void attacks();
  void stops();
  void follow_up();

  bool racing() const {
    return std::popcount(after_.pieces(0)) == 2 && std::popcount(after_.pieces(1)) == 2;
  }
  bool took_enemy() const { return took_ == 1 - player_; }
  bool was_attacked(int target) const { return taken_on(chances_, target) != nullptr; }
  void look_at_other(const Course<State>& other);
  // Does the other turn, without taking more, leave a piece of as many pegs for nothing?
  bool other_loses(int pegs) const {
    if (other_took_ && !took_enemy()) return false;
    return first(other_dangers_, [&](const Take& take) {
             return take.back.empty() && take.taken >= pegs;
           }) != nullptr;
  }
  // Where the piece that this turn leaves on a cell stands after the other turn.
  int elsewhere(int cell) const {
    const int before = cell == to_ ? from_ : cell;
    return before == other_.from ? other_.to : before;
  }

  const TurnCase<State>& turn_;
  const Course<State>& course_;
  const State& before_;
  const State& after_;
  const int player_;
  const Speaks speaks_;
  int from_ = -1, to_ = -1;  // of the move
  int took_ = -1;            // whose piece it took
  std::vector<Action> pegs_;
  std::vector<Take> chances_;         // the player's captures before the turn
  std::vector<Take> dangers_before_;  // the opponent's, had the turn gone by
  std::vector<Take> dangers_;         // the opponent's after it
  std::vector<Take> threats_;         // the player's after it, were the opponent to let it go by
  // The other turn, where there is one that does not end the game.
  bool other_goes_on_ = false;
  const State* other_after_ = nullptr;
  bool other_took_ = false;  // an enemy piece
  MoveCells other_;
  int other_free_ = 0;                               // pegs of a piece that it takes for nothing
  std::vector<Take> other_dangers_, other_threats_;  // the same after it
  Reasons reasons_;
};

Look::Look(const TurnCase<State>& turn, const Course<State>& course, Speaks speaks)
    : turn_(turn),
      course_(course),
      before_(turn.before),
      after_(course.after),
      player_(turn.player),
      speaks_(speaks) {
  for (const Action action : course.turn) {
    if (State::is_peg(action)) pegs_.push_back(action);
  }
  const MoveCells step = move_cells_of(course.turn);
  from_ = step.from;
  to_ = step.to;
  if (to_ >= 0) took_ = before_.owner(to_);
  chances_ = takes(before_, player_);
  dangers_before_ = takes(turned(before_), 1 - player_);
  if (after_.outcome().over()) return;
  dangers_ = takes(after_, 1 - player_);
  threats_ = threats_after(after_, player_);
  if (turn_.better) look_at_other(&course_ == &turn_.played ? *turn_.better : turn_.played);
}

void Look::look_at_other(const Course<State>& other) {
  if (other.after.outcome().over()) return;
  other_goes_on_ = true;
  other_after_ = &other.after;
  other_ = move_cells_of(other.turn);
  other_dangers_ = takes(other.after, 1 - player_);
  other_threats_ = threats_after(other.after, player_);
  const bool took = other_.to >= 0 && before_.owner(other_.to) == 1 - player_;
  other_took_ = took;
  if (took && !taken_on(other_dangers_, other_.to)) other_free_ = pegs_of(before_, other_.to);
}

// --- Against a turn ---

void Look::speak_against() {
  if (after_.outcome().over()) {
    if (after_.outcome().winner() == 1 - player_) lost_at_once();
  } else {
    allowed_ends();
    loose_pieces();
    new_pegs_lost();
    exchanges();
    answer_takes();
    answers();
    counts();
    own_capture();
    pegs_in_vain();
    shape();
    race();
  }
  missed_ends();
  missed_capture();
}

void Look::lost_at_once() {
  if (std::popcount(after_.pieces(player_)) <= 1) {
    say(Message::kWhyEigTakesOwnAndLoses, kEndsGame + 9, {to_});
  } else if (const int full = fullest(after_, 1 - player_); lacking(after_, full) == 0) {
    say(Message::kWhyEigWakesFull, kEndsGame + 9, {full});
  }
}

void Look::allowed_ends() {
  if (const Take* take = winning(dangers_)) {
    say(Message::kWhyEigAllowsWin, kEndsGame + 5, {take->from, take->to});
  }
  if (const int cell = filling(after_, 1 - player_); cell >= 0) {
    say(Message::kWhyEigAllowsFill, kEndsGame + 4, {cell});
  }
}

// The pieces that can be taken for nothing, the one with the most pegs in its own words.
void Look::loose_pieces() {
  std::vector<Take> loose;
  for (const Take& take : dangers_) {
    if (take.back.empty() && !take.wins && !taken_on(loose, take.to)) loose.push_back(take);
  }
  core::stable_order(loose, [](const Take& a, const Take& b) { return a.taken > b.taken; });
  // What the other turn leaves as well is no difference.
  const Take* worst =
      first(loose, [&](const Take& take) { return !loose_on(other_dangers_, elsewhere(take.to)); });
  if (worst && !other_loses(worst->taken)) loose_piece(*worst);
  if (loose.size() > 1) {
    say(Message::kWhyEigLeavesTwo, kMaterial + 9, {loose[0].to, loose[1].to});
  }
}

void Look::loose_piece(const Take& take) {
  // What is taken next weighs a little more than what only could be.
  const int weight = sized(kMaterial, take.taken) + (answered_on(take.to) ? 1 : 0);
  const Take* before = taken_on(dangers_before_, take.to);
  const auto covered_from = [&](int cell) {
    return before && std::count(before->back.begin(), before->back.end(), cell) > 0;
  };
  if (take.to == to_ && took_enemy()) {
    taken_back(take);
  } else if (take.to == to_) {
    say(Message::kWhyEigWalksInto, weight, {take.to, take.from});
  } else if (covered_from(from_)) {
    say(Message::kWhyEigUncovers, weight, {from_, take.to, take.from});
  } else if (take.taken >= kStrongPegs && fullest(after_, player_) == take.to) {
    say(Message::kWhyEigLosesStrong, weight, {take.to, take.from});
  } else {
    say(Message::kWhyEigLeavesAttacked, weight, {take.to, take.from});
  }
}

// The piece that took is taken in its turn.
void Look::taken_back(const Take& take) {
  if (other_.from == from_ && other_.to == to_ && taken_on(other_dangers_, to_)) return;
  const int got = pegs_of(before_, to_);
  if (take.taken >= got + kStronger) {
    say(Message::kWhyEigTakenBack, kMaterial,
        {name(to_), std::to_string(take.taken), std::to_string(got), name(take.from)},
        {to_, take.from});
  } else {
    say(Message::kWhyEigTradesEven, kThreatens, {to_, take.from});
  }
}

// Does the answer that is expected take on the cell?
bool Look::answered_on(int cell) const {
  if (course_.line.empty() || State::is_peg(course_.line[0])) return false;
  const Action action = course_.line[0];
  return target_of(State::cell_of(action), State::hole_of(action)) == cell;
}

void Look::new_pegs_lost() {
  for (const Action peg : pegs_) {
    if (const Take* take = loose_on(dangers_, State::cell_of(peg))) {
      say(Message::kWhyEigPegLost, kShape + 8, {take->to, take->from});
      return;
    }
  }
}

// Pieces that are covered but lost all the same, or for too little.
void Look::exchanges() {
  for (const Take& take : dangers_) {
    if (take.back.empty() || take.wins || loose_on(dangers_, take.to)) continue;
    const auto attackers = std::count_if(dangers_.begin(), dangers_.end(),
                                         [&](const Take& t) { return t.to == take.to; });
    const auto cover = static_cast<long>(take.back.size());
    if (take.to == to_ && took_enemy()) {
      taken_back(take);
    } else if (attackers > cover) {
      say(Message::kWhyEigOutnumbered, kMaterial - 5,
          {name(take.to), std::to_string(attackers), std::to_string(cover)}, {take.to, take.from});
    } else if (take.taken >= take.pegs + kStronger) {
      say(Message::kWhyEigBadExchange, kMaterial - 6,
          {name(take.to), std::to_string(take.taken), name(take.from), std::to_string(take.pegs)},
          {take.to, take.from});
    }
  }
}

// The answer that is expected takes a piece, whatever may take back; not one that can be taken
// after the other turn as well.
void Look::answer_takes() {
  if (course_.line.empty() || State::is_peg(course_.line[0])) return;
  const int from = State::cell_of(course_.line[0]);
  const int to = target_of(from, State::hole_of(course_.line[0]));
  if (after_.owner(from) != 1 - player_ || after_.owner(to) != player_) return;
  if (loose_on(dangers_, to)) return;  // said already, or no difference
  if (taken_on(other_dangers_, elsewhere(to))) return;
  say(Message::kWhyEigAnswerTakes, sized(kThreatens, pegs_of(after_, to)), {from, to});
}

// What differs in number.
void Look::counts() {
  if (!turn_.better || &course_ != &turn_.played || turn_.better->after.outcome().over()) return;
  const int attacked = targets(threats_), others = targets(other_threats_);
  if (attacked > 0 && attacked < others) {
    say(Message::kWhyEigAttacksFewer, kShape + 4,
        {std::to_string(attacked), std::to_string(others)}, cells_of(threats_));
  }
  const int left = targets(dangers_), other_left = targets(other_dangers_);
  if (left > other_left) {
    say(Message::kWhyEigMoreAttacked, kShape + 6,
        {std::to_string(left), std::to_string(other_left)}, cells_of(dangers_));
  }
  const int reached = reach(after_, player_), more = reach(turn_.better->after, player_);
  if (reached < more && to_ >= 0) {
    say(Message::kWhyEigReachesFewer, kShape + 1, {std::to_string(reached), std::to_string(more)},
        {to_});
  }
}

// The opponent's best answer, where it makes two threats or one to win.
void Look::answers() {
  State reply = after_;
  for (const Action action : course_.line) {
    if (reply.outcome().over() || reply.to_move() == player_) break;
    reply.apply(action);
  }
  if (reply.outcome().over() || reply.to_move() != player_ || !reply.at_turn_start()) return;
  const auto attacks = takes(turned(reply), 1 - player_);
  // What can be attacked behind the other turn too is no difference.
  const auto attacked_anyway = [&](std::vector<int> cells) {
    if (!other_goes_on_) return false;
    for (int& cell : cells) cell = elsewhere(cell);
    return can_attack(*other_after_, cells);
  };
  if (const Take* take = winning(attacks);
      take && !winning(dangers_) && !attacked_anyway({take->to})) {
    say(Message::kWhyEigAnswerWin, kThreatens + 8, {take->from, take->to});
  }
  const auto taken_first = takes(reply, player_);
  for (const Take& one : attacks) {
    const Take* other =
        first(attacks, [&](const Take& take) { return take.from == one.from && take.to > one.to; });
    if (!other || taken_on(taken_first, one.from)) continue;
    if (taken_on(dangers_, one.to) && taken_on(dangers_, other->to)) continue;
    if (attacked_anyway({one.to, other->to})) continue;
    say(Message::kWhyEigAnswerTwo, kThreatens + 6, {one.from, one.to, other->to});
    return;
  }
}

void Look::own_capture() {
  if (took_ == player_) say(Message::kWhyEigTakesOwn, kMaterial + 9, {to_});
}

void Look::missed_ends() {
  if (after_.outcome().winner() == player_) return;
  if (const Take* take = winning(chances_)) {
    say(Message::kWhyEigMissesWin, kEndsGame + 8, {take->from, take->to});
  } else if (const int cell = filling(before_, player_); cell >= 0) {
    say(Message::kWhyEigMissesFill, kEndsGame + 8, {cell});
  }
}

// Only where the better turn makes the capture: there may have been reasons to leave it.
void Look::missed_capture() {
  if (took_enemy() || !turn_.better) return;
  for (const Action action : turn_.better->turn) {
    if (State::is_peg(action)) continue;
    const Take* take = made_by(chances_, action);
    if (!take || take->wins || !take->back.empty()) continue;
    say(Message::kWhyEigMissesCapture, sized(kMaterial, take->taken), {take->from, take->to});
  }
}

void Look::pegs_in_vain() {
  if (racing()) return;
  for (const Action peg : pegs_) peg_in_vain(State::cell_of(peg), State::hole_of(peg));
}

void Look::peg_in_vain(int cell, int hole) {
  if (pegs_of(after_, cell) >= kFillingPegs) return;
  const int target = target_of(cell, hole);
  if (target < 0) {
    say(Message::kWhyEigPegOff, kShape + 3, {name(cell), hole_name(hole)}, {cell});
  } else if (after_.owner(target) == player_ && !taken_on(dangers_, target)) {
    say(Message::kWhyEigPegOnOwn, kShape + 2, {name(cell), hole_name(hole), name(target)},
        {cell, target});
  }
}

void Look::shape() {
  if (to_ >= 0 && (after_.pegs(to_) & holes_on_board(to_)) == 0) {
    say(Message::kWhyEigStuck, kShape + 6, {to_});
  }
  if (to_ >= 0 && threats_.empty() && after_.to_move() != player_) {
    say(Message::kWhyEigAttacksNothing, kShape + 5, {}, {to_});
  }
  const Take* dropped = first(chances_, [&](const Take& take) {
    return take.to != to_ && !taken_on(threats_, take.to) && taken_on(other_threats_, take.to);
  });
  if (dropped) say(Message::kWhyEigDropsAttack, kShape + 7, {dropped->to});
}

// With two pieces each the first full piece wins.
void Look::race() {
  if (!racing()) return;
  const int own = fullest(after_, player_), other = fullest(after_, 1 - player_);
  const int lacks = lacking(after_, own), other_lacks = lacking(after_, other);
  if (other_lacks >= lacks) return;
  say(Message::kWhyEigBehind, kThreatens + 4,
      {name(own), std::to_string(lacks), name(other), std::to_string(other_lacks)}, {own, other});
}

// --- For a turn ---

void Look::speak_for() {
  if (after_.outcome().over()) {
    if (after_.outcome().winner() == player_) won_at_once();
    return;
  }
  captures();
  rescues();
  attacks();
  stops();
  follow_up();
}

// The player's next turn in the line that is expected begins with a capture that pays.
void Look::follow_up() {
  State at = after_;
  for (const Action action : course_.line) {
    if (at.outcome().over()) return;
    if (at.to_move() == player_) {
      if (State::is_peg(action)) return;
      const std::vector<Take> able = takes(at, player_);
      const Take* take = made_by(able, action);
      if (take && (take->wins || take->back.empty() || take->taken > take->pegs)) {
        say(Message::kWhyEigThenTakes, sized(kShape, take->taken), {take->to});
      }
      return;
    }
    at.apply(action);
  }
}

void Look::won_at_once() {
  const Action last = course_.turn.back();
  if (State::is_peg(last)) {
    say(Message::kWhyEigFills, kEndsGame + 9, {State::cell_of(last)});
  } else if (took_enemy()) {
    say(Message::kWhyEigWins, kEndsGame + 9, {to_});
  }
}

void Look::captures() {
  if (!took_enemy()) return;
  const int taken = pegs_of(before_, to_), own = pegs_of(after_, to_);
  const bool free = !taken_on(dangers_, to_);
  // Where both turns take something for nothing only the pegs can tell them apart.
  if (free && other_free_ == 0) {
    say(Message::kWhyEigTakesFree, sized(kMaterial, taken), {to_});
  } else if (taken >= own + kStronger && (!free || taken > other_free_)) {
    say(Message::kWhyEigTakesStronger, kMaterial,
        {name(to_), std::to_string(taken), std::to_string(own)}, {to_});
  }
  const Take* danger = first(
      dangers_before_, [&](const Take& take) { return take.from == to_ && take.to != from_; });
  if (danger && other_.to != to_)
    say(Message::kWhyEigTakesAttacker, kMaterial - 2, {to_, danger->to});
}

void Look::rescues() {
  if (const Take* danger = from_ >= 0 ? loose_on(dangers_before_, from_) : nullptr;
      danger && danger->from != to_ && !taken_on(dangers_, to_)) {
    say(Message::kWhyEigEscapes, sized(kMaterial - 5, danger->taken), {from_, to_, danger->from});
  }
  for (const Take& danger : dangers_) {
    if (danger.to == to_ || danger.back.empty() || loose_on(dangers_, danger.to)) continue;
    // Only what the other turn leaves to be taken for nothing.
    if (other_goes_on_ ? !loose_on(other_dangers_, elsewhere(danger.to))
                       : !loose_on(dangers_before_, danger.to)) {
      continue;
    }
    say(Message::kWhyEigCovers, sized(kMaterial - 6, danger.taken),
        {danger.to, danger.back[0], danger.from});
    break;
  }
  if (dangers_.empty()) {
    std::vector<int> own;
    core::for_each_bit(after_.pieces(player_), [&](int cell) { own.push_back(cell); });
    say(Message::kWhyEigSafe, kThreatens, {}, own);
  }
}

// By a piece that is not taken first.
void Look::attacks() {
  if (const Take* take = winning(threats_)) {
    say(Message::kWhyEigThreatensWin, kThreatens + 9, {take->from, take->to});
  }
  if (const int cell = after_.to_move() == player_ ? -1 : filling(turned(after_), player_);
      cell >= 0) {
    say(Message::kWhyEigThreatensFill, kThreatens + 9, {cell});
  }
  const Take *two = nullptr, *second = nullptr, *loose = nullptr, *covered = nullptr;
  for (const Take& one : threats_) {
    if (taken_on(dangers_, one.from)) continue;
    const Take* other = first(
        threats_, [&](const Take& take) { return take.from == one.from && take.to != one.to; });
    const bool fresh = !was_attacked(one.to) && !taken_on(other_threats_, one.to);
    if (!two && other && fresh) two = &one, second = other;
    if (!loose && fresh && one.back.empty()) loose = &one;
    if (!covered && fresh) covered = &one;
  }
  if (two) {
    say(Message::kWhyEigAttacksTwo, kThreatens + 7, {two->from, two->to, second->to});
  } else if (loose) {
    say(Message::kWhyEigAttacksLoose, kThreatens + 3, {loose->from, loose->to});
  } else if (covered) {
    say(Message::kWhyEigAttacksPiece, kShape + 7, {covered->from, covered->to});
  }
}

void Look::stops() {
  if (const Take* danger = winning(dangers_before_); danger && !winning(dangers_)) {
    say(Message::kWhyEigStopsWin, kEndsGame, {danger->from, danger->to});
  }
  const int cell = filling(turned(before_), 1 - player_);
  if (cell >= 0 && filling(after_, 1 - player_) < 0) {
    say(Message::kWhyEigStopsFill, kEndsGame, {cell});
  }
}

// Does a reason say that a piece is lost? Their cells are those of own pieces and of the enemy's.
bool tells_loss(const Reason& reason) {
  switch (reason.note.message) {
    case Message::kWhyEigWalksInto:
    case Message::kWhyEigUncovers:
    case Message::kWhyEigLosesStrong:
    case Message::kWhyEigLeavesAttacked:
    case Message::kWhyEigLeavesTwo: return true;
    default: return false;
  }
}

// The loss of a piece is said once, in the words that weigh most.
Reasons losses_once(Reasons reasons) {
  const Reasons all = reasons;
  std::erase_if(reasons, [&](const Reason& reason) {
    const Message kind = reason.note.message;
    if (kind != Message::kWhyEigLeavesAttacked && kind != Message::kWhyEigPegLost) return false;
    return std::any_of(all.begin(), all.end(), [&](const Reason& other) {
      return other.note.message != kind && tells_loss(other) && other.weight >= reason.weight &&
             std::count(other.cells.begin(), other.cells.end(), reason.cells[0]) > 0;
    });
  });
  return reasons;
}

}  // namespace

Reasons Registration<games::eigenstate::State>::reasons(const TurnCase<State>& turn) {
  return losses_once(compared<Look>(turn));
}

}  // namespace registry
