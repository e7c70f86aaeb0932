#include "solve/proofs.h"

#include <algorithm>
#include <array>

namespace solve {

namespace {

using games::Action;
using games::yavalath::State;

// A value one turn earlier, for the other player. REQUIRES: won or lost.
search::Value before(search::Value value) {
  return search::is_win(value) ? search::loss_in(search::kWin - value + 1)
                               : search::win_in(search::kWin + value + 1);
}

// Not a function: Asyncify takes every call through a pointer for one that may wait.
constexpr auto better = [](const ProvenAction& a, const ProvenAction& b) {
  return a.value != b.value ? a.value > b.value : a.action < b.action;
};

}  // namespace

const State* provable(const games::Position& position) {
  const auto* state = std::get_if<State>(&position.state());
  return state != nullptr && state->player_count() == 2 ? state : nullptr;
}

void Proofs::add(Proof added) {
  if (added.claim().draw) return;
  proofs_.push_back(std::move(added));
  add_start(proofs_.back());
}

void Proofs::add_start(const Proof& added) {
  const proof::Claim& claim = added.claim();
  if (claim.position.to_move == claim.player) return;
  const auto state =
      State::parse(proof::position_text(claim.position.stones, claim.position.to_move, claim.size),
                   {static_cast<std::uint8_t>(claim.size), 2, false});
  if (!state || state->outcome().over()) return;
  const ProvenActions known = about(*state);
  if (!known.decided || !search::is_loss(known.actions[0].value)) return;
  starts_.push_back({claim.size, proof::image_of(*state, claim.player == 1).smallest.key,
                     search::kWin + known.actions[0].value});
}

std::optional<ProvenAction> Proofs::recorded(const State& state) const {
  if (const auto cells = proof::fours(state); cells.any()) {
    return ProvenAction{Action{static_cast<std::uint32_t>(cells.first())}, search::win_in(1)};
  }
  std::optional<ProvenAction> best;
  std::array<std::optional<proof::Image>, 2> images;  // as it is, and with colours exchanged
  for (const Proof& known : proofs_) {
    if (known.claim().size != state.options().size) continue;
    const bool exchanged = known.claim().player != state.to_move();
    auto& image = images[exchanged ? 1 : 0];
    if (!image) image = proof::image_of(state, exchanged);
    const auto answer = proof::find(known, *image);
    // An action that could not be played is no knowledge.
    if (!answer || !state.empty().test(static_cast<int>(answer->action.code))) continue;
    const auto value = search::win_in(answer->turns);
    if (!best || value > best->value) best = ProvenAction{answer->action, value};
  }
  return best;
}

std::optional<search::Value> Proofs::lost(const State& state) const {
  std::optional<search::Value> value;
  std::optional<proof::Key> key;
  for (const Start& start : starts_) {
    if (start.size != state.options().size) continue;
    if (!key) key = proof::image_of(state, state.to_move() == 0).smallest.key;
    if (start.key == *key) value = std::min(value.value_or(0), search::loss_in(start.turns));
  }
  return value;
}

std::optional<search::Value> Proofs::value_at(const State& state) const {
  if (const auto action = recorded(state)) return action->value;
  if (!state.may_swap()) return lost(state);
  // A first stone that wins is taken over.
  const auto swapped = lost(after(state, State::kSwap));
  if (!swapped) return std::nullopt;
  return before(*swapped);
}

std::optional<search::Value> Proofs::value_after(const State& state, Action action) const {
  const State next = after(state, action);
  if (next.outcome().is_draw()) return std::nullopt;
  if (next.outcome().over()) {
    return next.outcome().winner() == state.to_move() ? search::win_in(1) : search::loss_in(1);
  }
  const auto value = value_at(next);
  if (!value) return std::nullopt;
  return before(*value);
}

bool Proofs::know_size(int size) const {
  return std::any_of(proofs_.begin(), proofs_.end(),
                     [&](const Proof& known) { return known.claim().size == size; });
}

ProvenActions Proofs::about(const State& state) const {
  if (!know_size(state.options().size)) return {};
  if (const auto own = recorded(state)) return {{*own}, true};
  ProvenActions known;
  games::ActionList<State> actions;
  state.legal_actions(actions);
  for (const Action action : actions) {
    if (const auto value = value_after(state, action)) known.actions.push_back({action, *value});
  }
  std::sort(known.actions.begin(), known.actions.end(), better);
  const bool all = static_cast<int>(known.actions.size()) == actions.size();
  known.decided = all || (!known.actions.empty() && search::is_win(known.actions[0].value));
  return known;
}

std::vector<Action> Proofs::line(const State& start, Action action) const {
  std::vector<Action> line = {action};
  State state = after(start, action);
  while (!state.outcome().over()) {
    const ProvenActions known = about(state);
    if (!known.decided) break;
    line.push_back(known.actions[0].action);
    state.apply(line.back());
  }
  return line;
}

ProvenActions Proofs::about(const games::Position& position) const {
  const State* state = provable(position);
  return state != nullptr ? about(*state) : ProvenActions{};
}

std::vector<Action> Proofs::line(const games::Position& position, Action action) const {
  const State* state = provable(position);
  return state != nullptr ? line(*state, action) : std::vector<Action>{action};
}

}  // namespace solve
