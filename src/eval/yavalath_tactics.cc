#include "eval/yavalath_tactics.h"

#include "eval/yavalath.h"

namespace eval::yavalath {

using games::Action;
using games::ActionList;
using games::yavalath::cells;
using games::yavalath::four_makers;
using games::yavalath::kMaxCells;
using games::yavalath::kMaxSize;
using games::yavalath::kSymmetries;

namespace {

// Enough for any chain that a search with fewer nodes has found, and for its rest.
constexpr std::uint64_t kPatientNodes = 1'000'000;

Action action_of(int cell) { return Action{static_cast<std::uint32_t>(cell)}; }

// What a stone changes in the hash of each image of a position.
using ImageKeys = std::array<std::uint64_t, kSymmetries>;
using StoneKeys = std::array<std::array<ImageKeys, Board::kBits>, 2>;

StoneKeys make_stone_keys(int size) {
  StoneKeys keys{};
  cells(size).for_each([&](int cell) {
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const int image = games::yavalath::transform(cell, symmetry, size);
      for (int player = 0; player < 2; ++player) {
        keys[player][cell][symmetry] = games::yavalath::detail::stone_key(player, image);
      }
    }
  });
  return keys;
}

const StoneKeys& stone_keys(int size) {
  static const std::array<StoneKeys, kMaxSize - 2> kKeys = {make_stone_keys(3), make_stone_keys(4),
                                                            make_stone_keys(5), make_stone_keys(6)};
  return kKeys[static_cast<std::size_t>(size - 3)];
}

void mix_in(Tactics::Key& key, const ImageKeys& change) {
  for (std::size_t i = 0; i < change.size(); ++i) key.hashes[i] ^= change[i];
}

}  // namespace

Board zone(const games::yavalath::State& state, const Forcing::Win& win) {
  const int mover = state.to_move();
  Board attacker = state.stones(1 - mover), defender = state.stones(mover), empty = state.empty();
  Board zone;
  // Threats stand at even places; the last one is followed by a reply and perhaps the four.
  const int last = (win.line.size() / 2 - 1) * 2;
  for (int i = 0; i <= last; i += 2) {
    const Board threat = Board::single(static_cast<int>(win.line[i].code));
    attacker |= threat;
    empty &= ~threat;
    const Board holes = four_makers(attacker) & empty;
    zone |= threat | holes | threat_makers(defender, empty);
    if (i == last) break;
    defender |= holes;
    empty &= ~holes;
  }
  return zone;
}

QuickCheck Tactics::quick_check(const State& state) {
  const int mover = state.to_move();
  const Board empty = state.empty();
  if ((four_makers(state.stones(mover)) & empty).any()) return {Verdict::kWins, std::nullopt};
  const Board blocks = four_makers(state.stones(1 - mover)) & empty;
  if (blocks.none()) return {};
  const Board safe = blocks & ~three_makers(state.stones(mover));
  if (blocks.count() > 1 || safe.none()) return {Verdict::kLoses, std::nullopt};
  return {Verdict::kOpen, action_of(blocks.first())};
}

Tactics::Judgement Tactics::judge(const State& state) {
  Seen& seen = seen_[state.hash() >> (64 - kSeenBits)];
  if (seen.hash == state.hash()) return seen.judgement;
  seen.hash = state.hash();
  Judgement& judgement = seen.judgement;
  judgement = {};
  if (forcing_.find(state, kMaxCells, settings_.chain_nodes)) {
    judgement.verdict = Verdict::kWins;
    return judgement;
  }
  judgement.cells = state.empty() & ~three_makers(state.stones(state.to_move()));
  if (const auto chain = forcing_.find_after_pass(state, kMaxCells, settings_.zone_nodes)) {
    judgement.cells &= zone(state, *chain);
  }
  if (judgement.cells.none()) judgement.verdict = Verdict::kLoses;
  return judgement;
}

Verdict Tactics::expand(const State& state, ActionList<State>& list) {
  list.clear();
  if (state.may_swap()) {
    state.legal_actions(list);
    return Verdict::kOpen;
  }
  const Judgement judgement = judge(state);
  if (judgement.verdict == Verdict::kOpen) {
    judgement.cells.for_each([&](int cell) { list.push_back(action_of(cell)); });
  }
  return judgement.verdict;
}

std::optional<Action> Tactics::winning_action(const State& state) {
  const auto chain = forcing_.find(state, kMaxCells, kPatientNodes);
  if (!chain) return std::nullopt;
  return chain->line[0];
}

Tactics::Key Tactics::key(const State& state) const {
  Key key;
  const StoneKeys& keys = stone_keys(state.options().size);
  for (int player = 0; player < 2; ++player) {
    state.stones(player).for_each([&](int cell) { mix_in(key, keys[player][cell]); });
  }
  for (auto& hash : key.hashes) hash ^= games::yavalath::detail::kMoverKeys[state.to_move()];
  return key;
}

Tactics::Key Tactics::key_after(const Key& key, const State& before, Action action) const {
  if (action == State::kSwap) {
    State after = before;
    after.apply(action);
    return this->key(after);
  }
  using games::yavalath::detail::kMoverKeys;
  Key next = key;
  mix_in(next, stone_keys(before.options().size)[before.to_move()][action.code]);
  for (auto& hash : next.hashes) hash ^= kMoverKeys[0] ^ kMoverKeys[1];
  return next;
}

std::uint64_t Tactics::number(const Key& key) {
  return *std::min_element(key.hashes.begin(), key.hashes.end());
}

}  // namespace eval::yavalath
