#include "store/sql_store.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/scan.h"
#include "store/row_reader.h"
#include "store/sql_administration.h"
#include "store/sql_archive.h"

namespace store {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;

constexpr std::string_view kGameOf = "SELECT created_ms, setup, finished FROM games WHERE id = ?1";
constexpr std::string_view kSeatsOf =
    "SELECT player, who, name, token_hash, invite_hash, shown FROM seats WHERE game = ?1 ORDER BY "
    "player";
constexpr std::string_view kEventsOf =
    "SELECT number, at_ms, kind, body FROM events WHERE game = ?1 ORDER BY number";
constexpr std::string_view kReviewOf = "SELECT body FROM reviews WHERE game = ?1";
constexpr std::string_view kEventCount = "SELECT events, epoch FROM games WHERE id = ?1";

constexpr std::string_view kAddGame =
    "INSERT INTO games(id, created_ms, setup, finished, events, changed, owner, epoch) "
    "VALUES(?1, ?2, ?3, ?4, 0, 0, ?5, ?6) ON CONFLICT DO NOTHING";
// Counting the events in their game makes sure that no number is left out or given twice, and that
// no server adds one that does not decide about the game any more.
constexpr std::string_view kCount =
    "UPDATE games SET events = ?3 WHERE id = ?1 AND events = ?2 AND (?4 = 0 OR epoch = ?4)";
// Changes nothing, but tells whether there is such a game.
constexpr std::string_view kClaim = "UPDATE games SET events = events WHERE id = ?1";
constexpr std::string_view kFinish = "UPDATE games SET finished = ?2 WHERE id = ?1";
constexpr std::string_view kAddEvent =
    "INSERT INTO events(game, number, at_ms, kind, body) VALUES(?1, ?2, ?3, ?4, ?5)";
constexpr std::string_view kPutSeat =
    "INSERT INTO seats(game, player, who, name, token_hash, invite_hash, shown) "
    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(game, player) DO UPDATE SET "
    "who = excluded.who, name = excluded.name, token_hash = excluded.token_hash, "
    "invite_hash = excluded.invite_hash, shown = excluded.shown";
constexpr std::string_view kPutReview =
    "INSERT INTO reviews(game, body) VALUES(?1, ?2) "
    "ON CONFLICT(game) DO UPDATE SET body = excluded.body";

class SqlStore final : public Store {
 public:
  explicit SqlStore(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Problem prepare(const UpgradeSteps& steps) {
    return database_->transaction([&] { return upgrade(steps); });
  }

  Problem commit(const std::vector<Change>& changes) override {
    for (const auto& change : changes) {
      if (auto problem = check(change)) return problem;
    }
    const std::lock_guard lock(mutex_);
    return database_->transaction([&]() -> Problem {
      if (auto problem = claim(changes)) return problem;
      if (auto problem = fill_in(changes)) return problem;
      return show_and_hide(changes);
    });
  }

  Stored<std::optional<Game>> load(const std::string& id) override {
    const std::lock_guard lock(mutex_);
    std::optional<Game> game;
    auto problem = database_->transaction([&] { return read_game(id, game); });
    if (problem) return *std::move(problem);
    return game;
  }

  Stored<std::optional<std::string>> review(const std::string& id) override {
    auto rows = query({kReviewOf, {id}});
    if (!rows) return rows.error();
    if (rows->empty()) return std::optional<std::string>();
    RowReader row(rows->at(0));
    auto body = row.text();
    if (!row.fine()) return damaged(id);
    return std::optional(std::move(body));
  }

  void begin_shutdown() override { database_->begin_shutdown(); }
  Administration* administration() override { return &administration_; }
  Archive* archive() override { return &archive_; }

 private:
  Problem upgrade(const UpgradeSteps& steps) {
    auto problem = database_->lock_schema();
    if (problem) return problem;
    problem = database_->script("CREATE TABLE IF NOT EXISTS schema(version BIGINT NOT NULL)");
    if (problem) return problem;
    auto versions = database_->query({"SELECT version FROM schema", {}});
    if (!versions) return versions.error();
    const bool fresh = versions->empty();
    const auto newest = static_cast<std::int64_t>(steps.size());
    std::int64_t version = 0;
    if (!fresh) {
      RowReader row(versions->at(0));
      version = row.long_number();
      if (!row.fine()) return Error(Message::kStoreDamaged);
    }
    if (version < 0 || version > newest) {
      return Error(Message::kStoreNewer, {std::to_string(version), std::to_string(newest)});
    }
    if (version == newest) return std::nullopt;
    for (auto step = version; step < newest; ++step) {
      problem = database_->script(steps[static_cast<std::size_t>(step)]);
      if (problem) return problem->in(Message::kInUpgrade, {std::to_string(step + 1)});
    }
    const auto noted = database_->run(
        {{fresh ? "INSERT INTO schema(version) VALUES(?1)" : "UPDATE schema SET version = ?1",
          {newest}}});
    if (!noted) return noted.error();
    return std::nullopt;
  }

  Stored<std::vector<Row>> query(const Statement& sql) {
    const std::lock_guard lock(mutex_);
    std::vector<Row> rows;
    auto problem = database_->transaction([&]() -> Problem {
      auto found = database_->query(sql);
      if (!found) return found.error();
      rows = *std::move(found);
      return std::nullopt;
    });
    if (problem) return *std::move(problem);
    return rows;
  }

  Problem read_game(const std::string& id, std::optional<Game>& game) {
    game.reset();
    auto found = database_->query({kGameOf, {id}});
    if (!found) return found.error();
    if (found->empty()) return std::nullopt;
    auto seats = database_->query({kSeatsOf, {id}});
    if (!seats) return seats.error();
    auto events = database_->query({kEventsOf, {id}});
    if (!events) return events.error();
    RowReader row(found->at(0));
    Game read;
    read.id = id;
    read.created_ms = row.long_number();
    read.setup = row.text();
    read.finished = row.number() != 0;
    bool fine = row.fine();
    for (auto& one : *seats) fine = read_seat(one, read.seats.emplace_back()) && fine;
    for (auto& one : *events) fine = read_event(one, read.events.emplace_back()) && fine;
    if (!fine) return damaged(id);
    game = std::move(read);
    return std::nullopt;
  }

  static bool read_seat(Row& from, Seat& seat) {
    RowReader row(from);
    seat.player = row.number();
    seat.who = row.text();
    seat.name = row.text();
    seat.token_hash = row.text();
    seat.invite_hash = row.text();
    seat.show = row.number() != 0;
    return row.fine();
  }

  static bool read_event(Row& from, Event& event) {
    RowReader row(from);
    event.number = row.number();
    event.at_ms = row.long_number();
    event.kind = row.text();
    event.body = row.text();
    return row.fine();
  }

  static Error damaged(const std::string& id) {
    return Error(Message::kTableDamaged, {core::quoted(id)});
  }

  // What a change says of itself.
  static Problem check(const Change& change) {
    if (change.created && change.created->id != change.game) {
      return Error(Message::kStoreOtherGame, {change.game, change.created->id});
    }
    std::int64_t expected = change.created ? 1 : 0;  // 0: whatever the first one says
    for (const auto* events : events_of(change)) {
      for (const auto& event : *events) {
        if (expected == 0) expected = std::max(event.number, 1);
        if (event.number != expected) return not_next(change.game, event.number, expected);
        ++expected;
      }
    }
    return std::nullopt;
  }

  // Those that a new game brings along, and those behind them.
  static std::vector<const std::vector<Event>*> events_of(const Change& change) {
    if (change.created) return {&change.created->events, &change.events};
    return {&change.events};
  }

  // 0: whoever comes may add events.
  static std::int64_t epoch_of(const Change& change) {
    return change.tenure ? change.tenure->epoch : 0;
  }

  // First the rows of the games: they tell whether the changes fit what is there. What follows in
  // fill_in() cannot be refused any more.
  Problem claim(const std::vector<Change>& changes) {
    std::vector<Statement> steps;
    std::vector<Error> errors;  // where a step changes nothing
    for (const auto& change : changes) {
      const std::string& id = change.game;
      if (const auto& game = change.created) {
        steps.push_back(
            {kAddGame,
             {id, game->created_ms, game->setup, std::int64_t{game->finished},
              change.tenure ? std::string_view(change.tenure->node) : "", epoch_of(change)}});
        errors.emplace_back(Message::kStoreGameThere, std::vector{id});
      }
      std::int64_t first = 0, last = 0;
      for (const auto* events : events_of(change)) {
        if (events->empty()) continue;
        if (first == 0) first = events->front().number;
        last = events->back().number;
      }
      if (last == 0) {
        steps.push_back({kClaim, {id}});
        errors.emplace_back(Message::kStoreNoGame, std::vector{id});
      } else {
        steps.push_back({kCount, {id, first - 1, last, epoch_of(change)}});
        errors.push_back(not_next(id, first, 0));
      }
    }
    const auto changed = database_->run(steps);
    if (!changed) return changed.error();
    for (std::size_t at = 0; at < steps.size(); ++at) {
      if (changed->at(at) == 0) return explained(errors[at]);
    }
    return std::nullopt;
  }

  static Error not_next(const std::string& game, std::int64_t number, std::int64_t expected) {
    return Error(Message::kStoreNotNext, {std::to_string(expected), std::to_string(number), game});
  }

  // Which number was expected, that another server has the game, or that there is no such game.
  Problem explained(const Error& error) {
    if (error.notes[0].message != Message::kStoreNotNext) return error;
    const auto& arguments = error.notes[0].arguments;
    auto count = database_->query({kEventCount, {arguments[2]}});
    if (!count) return count.error();
    if (count->empty()) return Error(Message::kStoreNoGame, {arguments[2]});
    RowReader row(count->at(0));
    const auto expected = row.long_number() + 1;
    if (!row.fine()) return damaged(arguments[2]);
    if (std::to_string(expected) == arguments[1]) {
      return Error(Message::kStoreOtherServer, {arguments[2]});
    }
    return Error(Message::kStoreNotNext, {std::to_string(expected), arguments[1], arguments[2]});
  }

  Problem fill_in(const std::vector<Change>& changes) {
    std::vector<Statement> steps;
    const auto put_seats = [&](const std::string& id, const std::vector<Seat>& seats) {
      for (const auto& seat : seats) {
        steps.push_back({kPutSeat,
                         {id, std::int64_t{seat.player}, seat.who, seat.name, seat.token_hash,
                          seat.invite_hash, std::int64_t{seat.show}}});
      }
    };
    for (const auto& change : changes) {
      const std::string& id = change.game;
      for (const auto* events : events_of(change)) {
        for (const auto& event : *events) {
          steps.push_back(
              {kAddEvent, {id, std::int64_t{event.number}, event.at_ms, event.kind, event.body}});
        }
      }
      if (change.created) put_seats(id, change.created->seats);
      put_seats(id, change.seats);
      if (change.finished) steps.push_back({kFinish, {id, std::int64_t{*change.finished}}});
      if (change.review) steps.push_back({kPutReview, {id, *change.review}});
    }
    const auto done = database_->run(steps);
    if (!done) return done.error();
    return std::nullopt;
  }

  // The archive, and games that go for good.
  Problem show_and_hide(const std::vector<Change>& changes) {
    std::vector<Statement> steps;
    const auto run = [&]() -> Problem {
      const auto done = database_->run(std::exchange(steps, {}));
      return done ? std::nullopt : Problem(done.error());
    };
    bool locked = false;
    for (const auto& change : changes) {
      if (!change.shown && !change.hidden && !change.removed) continue;
      if (!std::exchange(locked, true)) {
        if (auto problem = database_->lock_counts()) return problem;
      }
      // A new game cannot be there yet; another one may, as it ended before.
      if (!change.created || change.hidden || change.removed) {
        if (auto problem = run()) return problem;
        if (auto problem = hide(*database_, change.game)) return problem;
      }
      if (change.shown && !change.removed) add_showing(change.game, *change.shown, steps);
      if (change.removed) add_removal(change.game, steps);
    }
    return run();
  }

  std::mutex mutex_;
  std::unique_ptr<Database> database_;
  SqlAdministration administration_{*database_, mutex_};
  SqlArchive archive_{*database_};
};

}  // namespace

Stored<std::unique_ptr<Store>> open_tables(std::unique_ptr<Database> database,
                                           const UpgradeSteps& steps) {
  auto store = std::make_unique<SqlStore>(std::move(database));
  if (auto problem = store->prepare(steps)) return *std::move(problem);
  return std::unique_ptr<Store>(std::move(store));
}

// The change is at fault, not the database.
bool refused(const Error& error) {
  switch (error.notes.back().message) {
    case Message::kStoreOtherGame:
    case Message::kStoreGameThere:
    case Message::kStoreNoGame:
    case Message::kStoreNotNext:
    case Message::kStoreOtherServer:
    case Message::kStoreTooLarge:
    case Message::kTableDamaged: return true;
    default: return false;
  }
}

}  // namespace store
