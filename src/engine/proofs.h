// The perfect player's memory: proofs of Yavalath that come with the program or lie in a folder.
// docs/proofs.md says where they come from and who has checked them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/yavalath/proof_writer.h"
#include "search/value.h"

namespace engine {

// One action that wins or loses, after at most so many turns.
struct KnownAction {
  games::Action action;
  search::Value value = 0;  // for the player who takes it
};

struct Known {
  std::vector<KnownAction> actions;  // about which something is proven, best first
  bool decided = false;              // the first of them wins, or all actions lose
};

class Proofs {
 public:
  using State = games::yavalath::State;

  // Claims of a draw are left aside: search may do better than to hold one.
  void add(games::yavalath::proof::Proof proof);
  // Every file NAME.proof of a folder. What is damaged is left out and noted in refused().
  void add_folder(const std::string& folder);

  std::size_t size() const { return proofs_.size(); }
  const std::vector<text::Error>& refused() const { return refused_; }

  // REQUIRES: two players, the game runs.
  Known about(const State& state) const;
  // What follows an action if both know the proofs, that action first, as far as they know it.
  std::vector<games::Action> line(const State& state, games::Action action) const;

 private:
  using Proof = games::yavalath::proof::Proof;

  // A claim's own position, where its player is not to move: no record stands for it.
  struct Start {
    int size;
    games::yavalath::proof::Key key;  // the winner having white
    int turns;
  };

  void add_start(const Proof& proof);
  // The shortest win that a record gives the player to move.
  std::optional<KnownAction> recorded(const State& state) const;
  // The value of a claim's own position for the player to move, who loses. REQUIRES: no swap.
  std::optional<search::Value> lost(const State& state) const;
  // What is known without looking at every action, for the player to move.
  std::optional<search::Value> value_at(const State& state) const;
  std::optional<search::Value> value_after(const State& state, games::Action action) const;
  bool know_size(int size) const;

  std::vector<Proof> proofs_;
  std::vector<Start> starts_;
  std::vector<text::Error> refused_;
};

// Those inside the program and those of the folder TABULEIRO_PROOFS, or else of
// ~/.local/share/tabuleiro/proofs. Read when first asked for; safe from any thread.
const Proofs& shared_proofs();

}  // namespace engine
