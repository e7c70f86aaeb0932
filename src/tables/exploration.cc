#include "tables/exploration.h"

#include <algorithm>
#include <utility>

#include "games/symmetry.h"

namespace tables {

namespace {

// From which turn on a position tells whose game it is. Where every game begins is no secret; who
// shares an address with a player begins a game like his by chance, and all the world does so more
// often.
constexpr std::size_t kFirstTurn = 1, kTellingTurn = 3, kUnmistakableTurn = 8;

// While all addresses have running games, it is looked for room so seldom.
constexpr std::size_t kTidyEvery = 1'000;

bool forbidden(const Table& table) { return !table.setup().exploration && !table.over(); }

const std::string& kind_of(const Table& table) { return table.history().initial().game().name; }

}  // namespace

// From that turn on; History has as many.
Exploration::Hashes Exploration::starts_of(const games::History& history, std::size_t from) {
  Hashes starts;
  games::Position position = history.initial();
  std::size_t turn = 0;
  const auto note = [&] {
    if (position.at_turn_start() && turn++ >= from) {
      starts.push_back(games::symmetric_hash(position.state()));
    }
  };
  note();
  for (const auto action : history.actions()) {
    position.apply(action);
    note();
  }
  return starts;
}

// Looks at the turns that were not known yet.
void Exploration::look_again(Board& board, const games::History& history) {
  const auto& exact = history.turn_starts();
  const auto differs =
      std::mismatch(board.exact.begin(), board.exact.end(), exact.begin(), exact.end());
  const auto same = static_cast<std::size_t>(differs.second - exact.begin());
  if (same == exact.size() && board.starts.size() == same) return;
  board.starts.resize(same);
  const auto more = starts_of(history, same);
  board.starts.insert(board.starts.end(), more.begin(), more.end());
  board.exact = exact;
}

// --- What is remembered ---

// REQUIRES (of this part): locked.

Exploration::Board& Exploration::board_of(const std::string& table, const std::string& game) {
  const auto at = boards_.find(table);
  if (at != boards_.end()) return at->second;
  if (boards_.size() >= bounds_.boards) drop(std::string(oldest_.begin()->second));
  Board& board = boards_[table];
  board.game = game;
  board.number = ++numbers_;
  oldest_[board.number] = table;
  return board;
}

void Exploration::drop(const std::string& table) {
  const auto at = boards_.find(table);
  if (at == boards_.end()) return;
  oldest_.erase(at->second.number);
  seen_by_all_.erase(table);
  boards_.erase(at);
}

void Exploration::drop_over(std::set<std::string>& tables) const {
  std::erase_if(tables, [this](const std::string& table) { return !boards_.contains(table); });
}

// False where it was known.
bool Exploration::note_seen(const std::string& address, const std::string& table) {
  if (!seen_.contains(address) && seen_.size() >= bounds_.addresses && !has_room()) return false;
  Seen& seen = seen_[address];
  if (seen.tables.contains(table)) return false;
  if (seen.tables.size() >= bounds_.tables_of_one) drop_over(seen.tables);
  if (seen.tables.size() >= bounds_.tables_of_one) {
    return !std::exchange(seen.all, true);
  }
  seen.tables.insert(table);
  return true;
}

bool Exploration::has_room() {
  if (refused_++ % kTidyEvery != 0) return false;
  for (auto& [address, seen] : seen_) drop_over(seen.tables);
  std::erase_if(seen_,
                [](const auto& entry) { return entry.second.tables.empty() && !entry.second.all; });
  const bool room = seen_.size() < bounds_.addresses;
  if (room) refused_ = 0;
  return room;
}

// --- Tables come and go ---

void Exploration::seen(const std::string& address, const Table& table) {
  if (address.empty() || !forbidden(table)) return;
  const std::lock_guard lock(mutex_);
  board_of(table.id(), kind_of(table));
  if (!note_seen(address, table.id()) || !shares_) return;
  untold_.emplace_back(address, table.id());
  told_turns_.try_emplace(table.id(), 0);
}

void Exploration::came(const Table& table) {
  if (!forbidden(table)) return;
  const std::lock_guard lock(mutex_);
  if (boards_.contains(table.id())) return;
  board_of(table.id(), kind_of(table));
  seen_by_all_.insert(table.id());
}

void Exploration::left(const Table& table) {
  const std::lock_guard lock(mutex_);
  if (!forbidden(table)) {
    drop(table.id());
    if (told_turns_.erase(table.id()) > 0) ended_.push_back(table.id());
    return;
  }
  Board& board = board_of(table.id(), kind_of(table));
  look_again(board, table.history());
  board.exact = {};
}

void Exploration::forget(const std::string& table) {
  const std::lock_guard lock(mutex_);
  drop(table);
  if (told_turns_.erase(table) > 0) ended_.push_back(table);
}

// --- Other servers ---

Sightings Exploration::news(const InMemory& in_memory) {
  Sightings news;
  std::unordered_map<std::string, std::size_t> told;
  {
    const std::lock_guard lock(mutex_);
    news.seen.swap(untold_);
    told = told_turns_;
    for (auto& table : ended_) news.boards.push_back({std::move(table), "", {}, true});
    ended_.clear();
  }
  for (const auto& [id, turns] : told) {
    const auto snapshot = in_memory(id);
    if (snapshot == nullptr) continue;
    const Table& table = snapshot->table();
    const bool over = !forbidden(table);
    const std::lock_guard lock(mutex_);
    if (over) {
      told_turns_.erase(id);
      news.boards.push_back({id, kind_of(table), {}, true});
    } else if (table.history().turn_starts().size() != turns) {
      Board& board = board_of(id, kind_of(table));
      look_again(board, table.history());
      told_turns_[id] = board.starts.size();
      news.boards.push_back({id, board.game, board.starts, false});
    }
  }
  return news;
}

void Exploration::hear(const Sightings& sightings) {
  const std::lock_guard lock(mutex_);
  for (const auto& board : sightings.boards) {
    if (board.over) {
      drop(board.table);
      continue;
    }
    Board& known = board_of(board.table, board.game);
    if (known.exact.empty()) known.starts = board.starts;
  }
  for (const auto& [address, table] : sightings.seen) note_seen(address, table);
}

// --- Questions ---

// The game came through what is asked, or what is asked through where the game stands, `from` that
// turn on.
bool Exploration::touches(const Hashes& game, const Hashes& asked, std::size_t from) {
  if (game.size() <= from || asked.empty()) return false;
  const auto first = game.begin() + static_cast<std::ptrdiff_t>(from);
  return std::find(first, game.end(), asked.back()) != game.end() ||
         std::find(asked.begin(), asked.end(), game.back()) != asked.end();
}

std::vector<Exploration::Known> Exploration::known_to(const Explorer& who,
                                                      const std::string& game) {
  std::map<std::string, std::size_t> known;
  const auto add = [&](const std::string& table, std::size_t from) {
    const auto at = known.try_emplace(table, from).first;
    at->second = std::min(at->second, from);
  };
  const std::lock_guard lock(mutex_);
  for (const auto& table : seen_by_all_) add(table, kUnmistakableTurn);
  const auto at = seen_.find(who.address);
  const bool stranger = at == seen_.end();
  if (stranger ? seen_.size() >= bounds_.addresses : at->second.all) {
    for (const auto& [table, board] : boards_) {
      if (board.game == game) add(table, stranger ? kUnmistakableTurn : kTellingTurn);
    }
  }
  if (!stranger) {
    for (const auto& table : at->second.tables) add(table, kTellingTurn);
  }
  for (const auto& table : who.tables) add(table, kFirstTurn);
  return {known.begin(), known.end()};
}

bool Exploration::is_kept_and_touched(const std::string& table, const Question& asked,
                                      std::size_t from) {
  const std::lock_guard lock(mutex_);
  const auto at = boards_.find(table);
  return at != boards_.end() && at->second.game == asked.game &&
         touches(at->second.starts, asked.starts, from);
}

bool Exploration::is_touched(const Table& table, const Question& asked, std::size_t from) {
  if (!forbidden(table) || kind_of(table) != asked.game) return false;
  const std::lock_guard lock(mutex_);
  Board& board = board_of(table.id(), kind_of(table));
  look_again(board, table.history());
  return touches(board.starts, asked.starts, from);
}

bool Exploration::forbids(const Explorer& who, const games::History& asked,
                          const InMemory& in_memory) {
  const std::string& game = asked.initial().game().name;
  const auto known = known_to(who, game);
  if (known.empty()) return false;
  const Question question{game, starts_of(asked)};
  for (const auto& [id, from] : known) {
    const auto snapshot = in_memory(id);
    if (snapshot == nullptr) {
      if (is_kept_and_touched(id, question, from)) return true;
      continue;
    }
    const Table& table = snapshot->table();
    const bool his = !table.actor(who.token_hash).empty();
    if (is_touched(table, question, his ? kFirstTurn : from)) return true;
  }
  return false;
}

}  // namespace tables
