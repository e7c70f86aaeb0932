// What is proven about positions, for an engine that plays it instead of searching. The engine
// knows neither the games this is about nor where it comes from: src/solve has proofs of Yavalath.
#pragma once

#include <vector>

#include "games/position.h"
#include "search/value.h"

namespace engine {

// One action that wins or loses, after at most so many turns.
struct ProvenAction {
  games::Action action;
  search::Value value = 0;  // for the player who takes it
};

struct ProvenActions {
  std::vector<ProvenAction> actions;  // about which something is proven, best first
  bool decided = false;               // the first of them wins, or all actions lose
};

// Safe from any thread.
class ProofBook {
 public:
  virtual ~ProofBook() = default;
  // REQUIRES: the game runs.
  virtual ProvenActions about(const games::Position& position) const = 0;
  // What follows an action if both players know the book, that action first, as far as it knows.
  virtual std::vector<games::Action> line(const games::Position& position,
                                          games::Action action) const = 0;
  // Reads what the first question about such a position would have to read.
  virtual void prepare(const games::Position&) const {}
};

}  // namespace engine
