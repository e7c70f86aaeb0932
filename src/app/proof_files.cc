#include "app/proof_files.h"

#include <cstdio>

#include "app/command.h"
#include "solve/proof_check.h"
#include "solve/proof_export.h"
#include "solve/proofs.h"

namespace app {

using solve::proof::Claim;
using solve::proof::Proof;
using text::Message;
using text::Note;

namespace {

// "p1win 5/6/7/8/4w4/8/7/6/5 b -"
std::string claim_text(const Claim& claim) {
  const auto& [stones, to_move] = claim.position;
  return solve::proof::claim_code(claim) + ' ' +
         solve::proof::position_text(stones, to_move, claim.size);
}

}  // namespace

games::Parsed<int> check_proof(const std::string& path, text::Language language) {
  const auto proof = Proof::open(path);
  if (!proof) return proof.error();
  const auto verdict = solve::proof::check(*proof);
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
  const auto problem =
      solve::proof::export_lines(*proof, [](const std::string& line) { print(line + '\n'); });
  if (problem) return *problem;
  return 0;
}

void note_refused_proofs(const games::GameInfo& game, text::Language language) {
  if (game.name != games::yavalath::State::kName) return;
  for (const auto& error : solve::shared_proofs().refused()) {
    const auto line = text::render(error.in(Message::kProofLeftOut), language);
    std::fprintf(stderr, "tabuleiro: %s\n", line.c_str());
  }
}

}  // namespace app
