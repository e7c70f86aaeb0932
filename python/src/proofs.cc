// What is proven: wins found now, the book of proofs, and proof files.
#include "solve/proofs.h"

#include <pybind11/stl.h>

#include <mutex>

#include "common.h"
#include "docs.h"
#include "engine/bounds.h"
#include "engine/prover.h"
#include "python_work.h"
#include "solve/proof_check.h"

namespace python {

using text::Message;

namespace {

constexpr long long kProverNodes = 1'000'000;

py::object prove_win(const State& state, long long nodes) {
  within(nodes, 1LL, engine::kMaxNodes, "nodes");
  if (state.position.outcome().over()) refuse(Message::kGameOver);
  const games::History history(state.position);
  search::Limits limits;
  limits.nodes = static_cast<std::uint64_t>(nodes);
  std::optional<engine::ProvenWin> proven;
  {
    py::gil_scoped_release others;
    proven = engine::prove_win(history, limits);
  }
  if (!proven) return py::none();
  py::dict found;
  found["player"] = proven->player;
  found["turns"] = proven->turns;
  found["action"] = state.game->encoding->index_of(proven->action);
  return found;
}

// What the book knows: the actions that win or lose, best first.
py::list proven_actions(const State& state) {
  py::list list;
  if (state.position.outcome().over()) return list;
  engine::ProvenActions proven;
  const games::Position position = state.position;
  {
    py::gil_scoped_release others;
    proven = solve::shared_proof_book().about(position);
  }
  for (const auto& [action, value] : proven.actions) {
    py::dict known;
    known["action"] = state.game->encoding->index_of(action);
    known["result"] = search::is_win(value) ? "win" : search::is_loss(value) ? "loss" : "draw";
    known["turns"] = search::kWin - std::abs(value);
    list.append(known);
  }
  return list;
}

using solve::proof::Proof;

Proof open_proof(const std::string& path) {
  auto proof = Proof::open(path);
  if (!proof) refuse(proof.error().in(Message::kInFile, {path}));
  return *std::move(proof);
}

py::dict check(const Proof& proof) {
  solve::proof::Verdict verdict;
  {
    py::gil_scoped_release others;
    verdict = solve::proof::check(proof);
  }
  py::dict result;
  result["holds"] = !verdict.gap;
  result["gap"] = verdict.gap ? text::render(*verdict.gap, language()) : "";
  result["positions"] = verdict.positions;
  result["replies"] = verdict.replies;
  result["turns"] = verdict.turns;
  return result;
}

py::object find(const Proof& proof, const State& state) {
  const auto* yavalath = std::get_if<games::yavalath::State>(&state.position.state());
  if (yavalath == nullptr || yavalath->player_count() != 2 || yavalath->outcome().over() ||
      yavalath->options().size != proof.claim().size ||
      yavalath->to_move() != proof.claim().player) {
    return py::none();
  }
  const auto found = solve::proof::find(proof, solve::proof::image_of(*yavalath));
  if (!found) return py::none();
  for (const auto legal : state.position.legal_actions()) {
    if (legal != found->action) continue;
    return py::make_tuple(state.game->encoding->index_of(legal), found->turns);
  }
  return py::none();
}

}  // namespace

void bind_proofs(py::module_& module) {
  module.def("prove_win", &prove_win, py::arg("state"), py::arg("nodes") = kProverNodes,
             docs::kProveWin);
  module.def("proven_actions", &proven_actions, py::arg("state"), docs::kProvenActions);
  py::class_<Proof>(module, "Proof", docs::kProof)
      .def(py::init(&open_proof), py::arg("path"))
      .def_property_readonly("claim",
                             [](const Proof& p) { return solve::proof::claim_code(p.claim()); })
      .def_property_readonly("size", [](const Proof& p) { return p.claim().size; })
      .def("__len__", [](const Proof& p) { return p.size(); })
      .def("find", &find, py::arg("state"))
      .def("check", &check);
}

}  // namespace python
