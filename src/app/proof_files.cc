#include "app/proof_files.h"

#include <cstdio>

#include "app/command.h"
#include "engine/proofs.h"
#include "games/yavalath/proof_check.h"
#include "games/yavalath/proof_export.h"

namespace app {

using games::yavalath::proof::Claim;
using games::yavalath::proof::Proof;
using text::Message;
using text::Note;

namespace {

// "p1win 5/6/7/8/4w4/8/7/6/5 b -"
std::string claim_text(const Claim& claim) {
  const auto& [stones, to_move] = claim.position;
  return games::yavalath::proof::claim_code(claim) + ' ' +
         games::yavalath::proof::position_text(stones, to_move, claim.size);
}

}  // namespace

games::Parsed<int> check_proof(const std::string& path, text::Language language) {
  const auto proof = Proof::open(path);
  if (!proof) return proof.error();
  const auto verdict = games::yavalath::proof::check(*proof);
  const std::string claim = claim_text(proof->claim());
  if (verdict.gap) {
    print(text::render(verdict.gap->in(Message::kProofRefused, {claim}), language) + '\n');
    return 1;
  }
  const auto number = [](auto n) { return std::to_string(n); };
  print(text::render(
            Note{Message::kProofHolds,
                 {claim, number(proof->size()), number(verdict.positions), number(verdict.replies),
                  number(verdict.met_by_four), number(verdict.turns)}},
            language) +
        '\n');
  return 0;
}

games::Parsed<int> export_proof(const std::string& path) {
  const auto proof = Proof::open(path);
  if (!proof) return proof.error();
  const auto problem = games::yavalath::proof::export_lines(
      *proof, [](const std::string& line) { print(line + '\n'); });
  if (problem) return *problem;
  return 0;
}

void note_refused_proofs(const games::GameInfo& game, text::Language language) {
  if (game.name != games::yavalath::State::kName) return;
  for (const auto& error : engine::shared_proofs().refused()) {
    const auto line = text::render(error.in(Message::kProofLeftOut), language);
    std::fprintf(stderr, "tabuleiro: %s\n", line.c_str());
  }
}

}  // namespace app
