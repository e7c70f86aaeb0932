#include "store/sql_administration.h"

#include <algorithm>

#include "store/row_reader.h"
#include "store/sql_archive.h"

namespace store {

using text::Error;
using text::Message;

namespace {

constexpr std::string_view kNewest =
    "SELECT id, created_ms, setup, finished FROM games ORDER BY created_ms DESC, id LIMIT ?1";
constexpr std::string_view kNames =
    "SELECT player, who, name FROM seats WHERE game = ?1 ORDER BY player";
// A game knows how many events it has; counting them takes far longer.
constexpr std::string_view kCounts =
    "SELECT id, finished, events, "
    "CASE WHEN EXISTS(SELECT 1 FROM reviews WHERE reviews.game = games.id) THEN 1 ELSE 0 END "
    "FROM games WHERE id > ?1 ORDER BY id LIMIT ?2";
const std::string kIsNameless =
    "finished <> 0 AND NOT EXISTS("
    "SELECT 1 FROM seats WHERE seats.game = games.id AND seats.name <> '') AND "
    "coalesce((SELECT max(at_ms) FROM events WHERE events.game = games.id), created_ms) < ";
const std::string kNameless = "SELECT id, CASE WHEN " + kIsNameless +
                              "?3 THEN 1 ELSE 0 END FROM games WHERE id > ?1 ORDER BY id LIMIT ?2";
const std::string kStillNameless = "SELECT id FROM games WHERE id = ?1 AND " + kIsNameless + "?2";
// Changes nothing, but whoever else would change the game waits.
constexpr std::string_view kHold = "UPDATE games SET events = events WHERE id = ?1";
constexpr std::string_view kStillFinished = "SELECT id FROM games WHERE id = ?1 AND finished <> 0";
// Of all games, at once.
constexpr std::int64_t kLookedAt = 200;
constexpr std::string_view kRemoval[] = {
    "DELETE FROM reviews WHERE game = ?1", "DELETE FROM events WHERE game = ?1",
    "DELETE FROM seats WHERE game = ?1", "DELETE FROM games WHERE id = ?1"};
// More at once would let players wait.
constexpr std::size_t kRemovedAtOnce = 100;

}  // namespace

void add_removal(const std::string& game, std::vector<Statement>& steps) {
  for (const auto step : kRemoval) steps.push_back({step, {game}});
}

Stored<std::vector<Row>> SqlAdministration::ask(const Statement& sql) {
  const std::lock_guard lock(mutex_);
  return database_.query_once(sql);
}

std::optional<Error> SqlAdministration::read_games(int limit, std::vector<Game>& games) {
  games.clear();
  auto rows = database_.query({kNewest, {std::int64_t{limit}}});
  if (!rows) return rows.error();
  for (auto& row : *rows) {
    RowReader reader(row);
    Game& game = games.emplace_back();
    game.id = reader.text();
    game.created_ms = reader.long_number();
    game.setup = reader.text();
    game.finished = reader.long_number() != 0;
    auto seats = database_.query({kNames, {game.id}});
    if (!seats) return seats.error();
    for (auto& one : *seats) {
      RowReader seat(one);
      auto& read = game.seats.emplace_back();
      read.player = seat.number();
      read.who = seat.text();
      read.name = seat.text();
    }
  }
  return std::nullopt;
}

Stored<std::vector<Game>> SqlAdministration::newest(int limit) {
  const std::lock_guard lock(mutex_);
  std::vector<Game> games;
  auto problem = database_.transaction([&] { return read_games(limit, games); });
  if (problem) return *std::move(problem);
  return games;
}

std::optional<Error> SqlAdministration::for_all(
    std::string_view statement, const std::vector<Argument>& more, const std::stop_token& stop,
    const std::function<void(RowReader&, std::string)>& each) {
  std::string last;
  while (true) {
    if (stop.stop_requested()) return Error(Message::kServerStops);
    std::vector<Argument> arguments = {last, kLookedAt};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto rows = ask({statement, arguments});
    if (!rows) return rows.error();
    if (rows->empty()) return std::nullopt;
    for (auto& row : *rows) {
      RowReader reader(row);
      last = reader.text();
      each(reader, last);
      if (!reader.fine()) return Error(Message::kStoreDamaged);
    }
  }
}

Stored<Counts> SqlAdministration::counts(const std::stop_token& stop) {
  Counts counts;
  auto problem = for_all(kCounts, {}, stop, [&](RowReader& row, const std::string&) {
    ++counts.games;
    counts.finished += row.long_number() != 0 ? 1 : 0;
    counts.events += row.long_number();
    counts.reviews += row.long_number();
  });
  if (problem) return *std::move(problem);
  return counts;
}

Stored<std::vector<std::string>> SqlAdministration::nameless(std::int64_t before_ms,
                                                             const std::stop_token& stop) {
  std::vector<std::string> ids;
  auto problem = for_all(kNameless, {before_ms}, stop, [&](RowReader& row, std::string id) {
    if (row.long_number() != 0) ids.push_back(std::move(id));
  });
  if (problem) return *std::move(problem);
  return ids;
}

// Within the transaction that deletes it. REQUIRES: it is there, and held.
Stored<bool> SqlAdministration::may_remove(const std::string& id, const Removable& removable) {
  if (!removable.finished && !removable.nameless_before) return true;
  Statement asked{kStillFinished, {id}};
  if (removable.nameless_before) asked = {kStillNameless, {id, *removable.nameless_before}};
  const auto rows = database_.query(asked);
  if (!rows) return rows.error();
  return !rows->empty();
}

std::optional<Error> SqlAdministration::remove_some(const std::vector<std::string>& ids,
                                                    const Removable& removable,
                                                    std::vector<std::string>& removed) {
  const std::lock_guard lock(mutex_);
  return database_.transaction([&]() -> std::optional<Error> {
    removed.clear();
    std::vector<Statement> holds, steps;
    for (const auto& id : ids) holds.push_back({kHold, {id}});
    const auto there = database_.run(holds);
    if (!there) return there.error();
    for (std::size_t at = 0; at < ids.size(); ++at) {
      if (there->at(at) == 0) continue;
      const auto may = may_remove(ids[at], removable);
      if (!may) return may.error();
      if (!*may) continue;
      removed.push_back(ids[at]);
      add_removal(ids[at], steps);
    }
    if (auto problem = removed.empty() ? std::nullopt : database_.lock_counts()) return problem;
    for (const auto& id : removed) {
      if (auto problem = hide(database_, id)) return problem;
    }
    const auto changed = database_.run(steps);
    return changed ? std::nullopt : std::optional(changed.error());
  });
}

Stored<std::vector<std::string>> SqlAdministration::remove(const std::vector<std::string>& ids,
                                                           const Removable& removable,
                                                           const std::stop_token& stop) {
  std::vector<std::string> removed;
  for (std::size_t from = 0; from < ids.size(); from += kRemovedAtOnce) {
    if (stop.stop_requested()) return Error(Message::kServerStops);
    const auto first = ids.begin() + static_cast<std::ptrdiff_t>(from);
    const auto count = std::min(ids.size() - from, kRemovedAtOnce);
    std::vector<std::string> some;
    auto problem =
        remove_some({first, first + static_cast<std::ptrdiff_t>(count)}, removable, some);
    if (problem) return *std::move(problem);
    removed.insert(removed.end(), some.begin(), some.end());
  }
  return removed;
}

// Not under the lock: it takes as long as the file is large.
std::optional<Error> SqlAdministration::backup(const std::string& path,
                                               const std::stop_token& stop) {
  return database_.backup(path, stop);
}

// Nor this.
std::optional<Error> SqlAdministration::check(const std::stop_token& stop) {
  return database_.check(stop);
}

}  // namespace store
