#include "tables/archiving.h"

#include <algorithm>
#include <set>

#include "core/lower.h"
#include "core/utf8.h"
#include "games/symmetry.h"

namespace tables {

namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

// Walks through the first turns of a game, up to symmetry.
std::vector<store::Play> plays_of(const Table& table) {
  const auto& history = table.history();
  std::vector<store::Play> plays;
  std::set<std::int64_t> seen;
  games::Position now = history.initial();
  const auto& actions = history.actions();
  std::size_t at = 0;
  auto key = explorer_key(now);
  for (int turn = 0; turn < kExploredTurns && at < actions.size(); ++turn) {
    const auto before = now;
    std::vector<games::Action> played;
    do {
      played.push_back(actions[at]);
      now.apply(actions[at++]);
    } while (at < actions.size() && !now.at_turn_start());
    const auto next = explorer_key(now);
    if (seen.insert(key).second) {
      plays.push_back({key, next, games::canonical_turn(before, played)});
    }
    key = next;
  }
  // Where it ended.
  if (at == actions.size() && seen.insert(key).second) plays.push_back({key, 0, ""});
  return plays;
}

std::vector<std::string> names_of(const Table& table) {
  std::set<std::string> names;
  for (const auto& seat : table.seats()) {
    names.insert(searched_name(seat.who == kHuman ? seat.name : seat.who));
  }
  names.erase("");
  return {names.begin(), names.end()};
}

}  // namespace

std::int64_t explorer_key(const games::Position& position) {
  return static_cast<std::int64_t>(games::symmetric_key(position));
}

std::string searched_name(std::string_view name) { return core::folded(name); }

std::string why_word(text::Message reason) {
  std::string_view name = text::message_name(reason);
  for (const std::string_view start : {"k", "Reason"}) {
    if (name.starts_with(start)) name.remove_prefix(start.size());
  }
  std::string word;
  for (const char c : name) {
    if (is_capital(c) && !word.empty()) word += '_';
    word += core::lower(c);
  }
  return word;
}

store::Shown shown_of(const Table& table, const TableFormat& format) {
  const auto& position = table.history().initial();
  store::Shown shown;
  shown.ended_ms = table.ended();
  shown.kind = position.game().name;
  shown.options = games::options_text(position.options_in_force());
  shown.result = table.result();
  shown.why = why_word(table.reason().message);
  shown.turns = table.turn_count();
  shown.summary = format.write_summary(table);
  shown.names = names_of(table);
  shown.plays = plays_of(table);
  return shown;
}

}  // namespace tables
