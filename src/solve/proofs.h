// The perfect player's memory: proofs of Yavalath that come with the program or lie in a folder.
// docs/proofs.md says where they come from and who has checked them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/proof_book.h"
#include "solve/proof_writer.h"

namespace solve {

using engine::ProvenAction;
using engine::ProvenActions;

class Proofs : public engine::ProofBook {
 public:
  using State = games::yavalath::State;

  // Claims of a draw are left aside: search may do better than to hold one.
  void add(solve::proof::Proof proof);
  // Every file NAME.proof of a folder. What is damaged is left out and noted in refused().
  void add_folder(const std::string& folder);

  std::size_t size() const { return proofs_.size(); }
  const std::vector<text::Error>& refused() const { return refused_; }

  // Nothing where it is another game or there are three players.
  ProvenActions about(const games::Position& position) const override;
  std::vector<games::Action> line(const games::Position& position,
                                  games::Action action) const override;
  // REQUIRES: two players, the game runs.
  ProvenActions about(const State& state) const;
  std::vector<games::Action> line(const State& state, games::Action action) const;

 private:
  using Proof = solve::proof::Proof;

  // A claim's own position, where its player is not to move: no record stands for it.
  struct Start {
    int size;
    solve::proof::Key key;  // the winner having white
    int turns;
  };

  void add_start(const Proof& proof);
  // The shortest win that a record gives the player to move.
  std::optional<ProvenAction> recorded(const State& state) const;
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

// The state of a position that proofs may speak of; nullptr where it is another game or there are
// three players.
const games::yavalath::State* provable(const games::Position& position);

// Those inside the program, or installed beside it, and those of the folder TABULEIRO_PROOFS, or
// else of ~/.local/share/tabuleiro/proofs. Read when first asked for; safe from any thread.
const Proofs& shared_proofs();
// The same as a book that reads them only when it is asked about a game they speak of.
const engine::ProofBook& shared_proof_book();

}  // namespace solve
