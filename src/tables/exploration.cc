#include "tables/exploration.h"

#include <algorithm>
#include <cstddef>

namespace tables {

namespace {

// Enough for everybody who is there at one time; beyond it somebody is forgotten.
constexpr std::size_t kMaxTablesOfOne = 16, kMaxAddresses = 20'000, kMaxLeft = 20'000;

// From which turn on a position tells whose game it is. Where every game begins is no secret.
constexpr std::size_t kTellingTurn = 3, kFirstTurn = 1;

bool forbidden(const Table& table) { return !table.setup().exploration && !table.over(); }

}  // namespace

Exploration::Played Exploration::played(const games::History& history) {
  return {history.initial().game().name, history.turn_starts()};
}

void Exploration::seen(const std::string& address, const Table& table) {
  if (address.empty() || !forbidden(table)) return;
  const std::lock_guard lock(mutex_);
  if (!note_seen(address, table.id()) || !shares_) return;
  seen_.emplace_back(address, table.id());
  told_turns_.try_emplace(table.id(), 0);
}

// False where it was known. REQUIRES: locked.
bool Exploration::note_seen(const std::string& address, const std::string& table) {
  if (tables_of_.size() >= kMaxAddresses && !tables_of_.contains(address)) {
    tables_of_.erase(tables_of_.begin());
  }
  auto& tables = tables_of_[address];
  if (std::find(tables.begin(), tables.end(), table) != tables.end()) return false;
  tables.push_back(table);
  if (tables.size() > kMaxTablesOfOne) tables.pop_front();
  return true;
}

// REQUIRES: locked.
void Exploration::keep(const std::string& table, Played board) {
  if (left_.size() >= kMaxLeft && !left_.contains(table)) left_.erase(left_.begin());
  left_[table] = std::move(board);
}

Sightings Exploration::news(const InMemory& in_memory) {
  Sightings news;
  std::unordered_map<std::string, std::size_t> told;
  {
    const std::lock_guard lock(mutex_);
    news.seen.swap(seen_);
    told = told_turns_;
  }
  for (const auto& [id, turns] : told) {
    const auto snapshot = in_memory(id);
    if (snapshot == nullptr) continue;
    const auto board = played(snapshot->table().history());
    const bool over = !forbidden(snapshot->table());
    if (!over && board.starts.size() == turns) continue;
    news.boards.push_back({id, board.game, board.starts, over});
  }
  const std::lock_guard lock(mutex_);
  for (const auto& board : news.boards) {
    told_turns_[board.table] = board.starts.size();
    if (board.over) told_turns_.erase(board.table);
  }
  return news;
}

void Exploration::hear(const Sightings& sightings) {
  const std::lock_guard lock(mutex_);
  for (const auto& [address, table] : sightings.seen) note_seen(address, table);
  for (const auto& board : sightings.boards) {
    if (board.over) {
      left_.erase(board.table);
    } else {
      keep(board.table, {board.game, board.starts});
    }
  }
}

void Exploration::left(const Table& table) {
  const std::lock_guard lock(mutex_);
  if (!forbidden(table)) {
    left_.erase(table.id());
    return;
  }
  keep(table.id(), played(table.history()));
}

// The game came through what is asked, or what is asked through where the game stands, `from` that
// turn on.
bool Exploration::touches(const Played& game, const Played& asked, std::size_t from) {
  if (game.game != asked.game || game.starts.size() <= from || asked.starts.empty()) return false;
  const auto contains = [](auto first, auto last, std::uint64_t start) {
    return std::find(first, last, start) != last;
  };
  const auto first = game.starts.begin() + static_cast<std::ptrdiff_t>(from);
  return contains(first, game.starts.end(), asked.starts.back()) ||
         contains(asked.starts.begin(), asked.starts.end(), game.starts.back());
}

std::deque<std::string> Exploration::tables_of(const std::string& address) {
  const std::lock_guard lock(mutex_);
  const auto at = tables_of_.find(address);
  return at == tables_of_.end() ? std::deque<std::string>() : at->second;
}

std::optional<Exploration::Played> Exploration::left_at(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto at = left_.find(id);
  return at == left_.end() ? std::nullopt : std::optional(at->second);
}

bool Exploration::forbids(const Explorer& who, const games::History& asked,
                          const InMemory& in_memory) {
  const auto about = played(asked);
  auto ids = tables_of(who.address);
  ids.insert(ids.end(), who.tables.begin(), who.tables.end());
  for (const auto& id : ids) {
    bool his = std::find(who.tables.begin(), who.tables.end(), id) != who.tables.end();
    const auto snapshot = in_memory(id);
    if (snapshot == nullptr) {
      const auto left = left_at(id);
      if (left && touches(*left, about, his ? kFirstTurn : kTellingTurn)) return true;
      continue;
    }
    const Table& table = snapshot->table();
    his = his || !table.actor(who.token_hash).empty();
    const auto from = his ? kFirstTurn : kTellingTurn;
    if (forbidden(table) && touches(played(table.history()), about, from)) return true;
  }
  return false;
}

}  // namespace tables
