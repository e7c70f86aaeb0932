#include "eval/yavalath_classic.h"

#include <compare>
#include <utility>

#include "eval/best.h"
#include "eval/yavalath.h"

namespace eval::yavalath_classic {

using games::yavalath::distance_from_centre;
using games::yavalath::four_makers;
using games::yavalath::kLineSteps;

namespace {

constexpr int kThreatCell = 4, kLostCell = -8, kTriangle = 6, kDistance = -1;
constexpr int kDoubleThreat = 1000, kForcedThree = 1000;
constexpr int kIdleForce = -15, kForceAnswered = -30;

// What a placement does, from the worst to the best.
enum class Worth { kThree, kSafe, kBlock, kFour };

struct Score {
  Worth worth = Worth::kThree;
  int points = 0;
  friend auto operator<=>(const Score&, const Score&) = default;
};

// The players still in, in the order in which they move after the player to move. The first could
// use what we leave; the last answers our threats.
using Rivals = core::StaticVector<int, 2>;

Rivals rivals_of(const State& state) {
  Rivals rivals;
  const int players = state.player_count();
  for (int i = 1; i < players; ++i) {
    const int player = (state.to_move() + i) % players;
    if (!state.is_out(player)) rivals.push_back(player);
  }
  return rivals;
}

int first_of(const Rivals& rivals) { return rivals[0]; }
int last_of(const Rivals& rivals) { return rivals[rivals.size() - 1]; }

// The cells of which we should take one because a rival would make a four there.
Board cells_to_block(const State& state, const Rivals& rivals) {
  const Board next = state.empty() & four_makers(state.stones(first_of(rivals)));
  if (next.any() || rivals.size() == 1) return next;
  // With all three in, one such cell of the player after next is the next player's duty (YAV-6c);
  // two he cannot take alone.
  const Board after_next = state.empty() & four_makers(state.stones(last_of(rivals)));
  return after_next.count() > 1 ? after_next : Board{};
}

// Triangles with the corners c, c + Side * A and c + Side * B.
template <int A, int B, int Side>
int triangles_along(const Board& stones, const Board& empty) {
  Board corners = stones & stones.shifted<-Side * A>() & stones.shifted<-Side * B>();
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((corners &= empty.shifted<-(I + 1) * A>() & empty.shifted<-(I + 1) * B>() &
                 empty.shifted<-(Side * A + (I + 1) * (B - A))>()),
     ...);
  }(std::make_integer_sequence<int, Side - 1>{});
  return corners.count();
}

template <int Side>
int triangles_of_side(const Board& stones, const Board& empty) {
  constexpr int kAcross = kLineSteps[2];
  return triangles_along<kLineSteps[0], kAcross, Side>(stones, empty) +
         triangles_along<kLineSteps[1], kAcross, Side>(stones, empty);
}

// What the shape of one player's stones is worth to that player.
int shape(const Board& stones, const Board& empty) {
  return kThreatCell * yavalath::safe_threats(stones, empty).count() +
         kLostCell * yavalath::lost_cells(stones, empty).count() +
         kTriangle * triangles(stones, empty);
}

// What the threats of `own`, just made, force. `forced` are the stones of the player who answers.
int force(const Board& own, const Board& forced, const Board& empty) {
  const Board threats = empty & four_makers(own);
  if (threats.none()) return 0;
  if (threats.count() > 1) return kDoubleThreat;
  if ((threats & yavalath::lost_cells(forced, empty)).any()) return kForcedThree;
  const bool answered = (empty & ~threats & four_makers(forced | threats)).any();
  return answered ? kForceAnswered : kIdleForce;
}

int points(const State& state, int cell, const Rivals& rivals) {
  Board own = state.stones(state.to_move()), empty = state.empty();
  own.set(cell);
  empty.clear(cell);
  int sum = force(own, state.stones(last_of(rivals)), empty) + shape(own, empty) +
            kDistance * distance_from_centre(cell, state.options().size);
  for (const int rival : rivals) sum -= shape(state.stones(rival), empty);
  return sum;
}

std::vector<Action> best_placements(const State& state) {
  const Rivals rivals = rivals_of(state);
  const Board& own = state.stones(state.to_move());
  const Board fours = four_makers(own), threes = yavalath::three_makers(own);
  const Board blocks = cells_to_block(state, rivals);
  games::ActionList<State> list;
  state.legal_actions(list);
  list.filter([](Action action) { return action != State::kSwap; });
  return best_of(list, [&](Action action) -> Score {
    const int cell = static_cast<int>(action.code);
    if (fours.test(cell)) return {Worth::kFour};
    if (threes.test(cell)) return {Worth::kThree};
    return {blocks.test(cell) ? Worth::kBlock : Worth::kSafe, points(state, cell, rivals)};
  });
}

// A first stone this close to the centre is worth having; on size 3 none is.
constexpr int swap_distance(int size) { return size - 4; }

// The first stone where it may be swapped: as central as it can be without being swapped.
std::vector<Action> best_openings(const State& state) {
  const int size = state.options().size;
  games::ActionList<State> list;
  state.legal_actions(list);
  list.filter([&](Action action) {
    return distance_from_centre(static_cast<int>(action.code), size) == swap_distance(size) + 1;
  });
  return {list.begin(), list.end()};
}

bool should_swap(const State& state) {
  const int size = state.options().size;
  return state.may_swap() &&
         distance_from_centre(state.stones(0).first(), size) <= swap_distance(size);
}

}  // namespace

int triangles(const Board& stones, const Board& empty) {
  return triangles_of_side<2>(stones, empty) + triangles_of_side<3>(stones, empty);
}

std::vector<Action> best_actions(const State& state) {
  const bool opening = state.empty() == games::yavalath::cells(state.options().size);
  if (opening && state.options().swap) return best_openings(state);
  if (should_swap(state)) return {State::kSwap};
  return best_placements(state);
}

Action choose(const State& state, core::Rng& rng) { return pick(best_actions(state), rng); }

}  // namespace eval::yavalath_classic
