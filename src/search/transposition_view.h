// The table as one search sees it: positions of other rules are not found, and proven results count
// turns from the search's root.
#pragma once

#include <optional>

#include "games/game.h"
#include "search/rules_key.h"
#include "search/transposition_table.h"

namespace search {

template <games::Game State>
class TranspositionView {
 public:
  explicit TranspositionView(TranspositionTable& table) : table_(table) {}

  // REQUIRES: called before anything else, with a state of the rules that are searched.
  void set_rules(const State& state) {
    rules_ = rules_key(State::option_map(state.options()), State::option_specs());
  }

  // `turns`: from the root to the state.
  std::optional<Entry> find(const State& state, int turns) const {
    auto entry = table_.find(key(state));
    if (entry) entry->value = further(entry->value, -turns);
    return entry;
  }
  void store(const State& state, int turns, Entry entry) {
    entry.value = further(entry.value, turns);
    table_.store(key(state), entry);
  }
  void prefetch(const State& state) const { table_.prefetch(key(state)); }

 private:
  std::uint64_t key(const State& state) const { return state.hash() ^ rules_; }

  // A proven result seen from so many turns further on, where its end is closer.
  static Value further(Value value, int turns) {
    return is_win(value) ? value + turns : is_loss(value) ? value - turns : value;
  }

  TranspositionTable& table_;
  std::uint64_t rules_ = 0;
};

}  // namespace search
