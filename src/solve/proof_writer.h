// Proofs and the fast rules: writing the strategy that a search found, and finding a position in
// it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "games/yavalath/yavalath.h"
#include "solve/proof.h"

namespace solve::proof {

using games::Action;
using games::yavalath::Board;
using games::yavalath::State;

// The claim that `player` (0 or 1) wins from `position`, or at least draws. The option swap does
// not matter: proofs are about what follows without it. REQUIRES: two players, the game runs.
Claim make_claim(const State& position, int player, bool draw = false);

// Collects the positions of a strategy in any order, each as often as it comes up.
//
//   Writer writer(make_claim(after_e5, 0));
//   writer.add(state, action, turns);   // for every position in which player 0 is to move
//   if (auto error = writer.write("e5.proof")) …
//
// The claim's own position needs an add() too where its player is to move there. Positions in which
// the player can complete a four at once need none: readers know them, and add() leaves them out.
class Writer {
 public:
  explicit Writer(const Claim& claim) : claim_(claim) {}

  // In `state` the player of the claim, who is to move, plays `action`, and the game is over (won,
  // or as the claim says) after at most `turns` turns of both players, this one included: 1 for an
  // action that wins at once, 2 where every reply loses at once, otherwise 2 more than the largest
  // of all replies' positions. Of several answers to one position the shortest is kept.
  void add(const State& state, Action action, int turns);
  // All records of another proof for the same size and player.
  void add_all(const Proof& other);

  // So many positions, each counted once.
  std::size_t records();
  std::string content();
  // Whole or not at all. Nothing on success.
  std::optional<text::Error> write(const std::string& path);

 private:
  void tidy();  // sorts, and keeps one record a key

  Claim claim_;
  std::vector<Record> records_;
  std::size_t tidied_ = 0;  // so many records at the front are sorted and without doubles
};

// A position as proofs have it, and the way back to it.
struct Image {
  SmallestImage smallest;
  int size = 0;

  // What the image's cell is called on the board. REQUIRES: cell < cell_count(size).
  Action action(int cell) const;
};
// With white and black exchanged if asked: a proof for white serves black in the other's place.
Image image_of(const State& state, bool exchanged = false);

// What the player of the claim does in a position and how many turns are left at most.
struct RecordedAction {
  Action action;
  int turns = 0;
};
// Nothing where the proof does not have the image. Whether the action is a legal one only check()
// has made sure.
std::optional<RecordedAction> find(const Proof& proof, const Image& image);

// The cells on which whoever is to move makes a four: proofs leave such positions out.
Board fours(const State& state);

}  // namespace solve::proof
