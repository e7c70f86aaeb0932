#include "store/sql_store.h"

#include <mutex>

namespace store {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;

constexpr std::string_view kGameOf = "SELECT created_ms, setup, finished FROM games WHERE id = ?1";
constexpr std::string_view kSeatsOf =
    "SELECT player, who, name, token_hash, invite_hash FROM seats WHERE game = ?1 ORDER BY player";
constexpr std::string_view kEventsOf =
    "SELECT number, at_ms, kind, body FROM events WHERE game = ?1 ORDER BY number";
constexpr std::string_view kReviewOf = "SELECT body FROM reviews WHERE game = ?1";
constexpr std::string_view kUnfinished =
    "SELECT id FROM games WHERE finished = 0 ORDER BY changed DESC";
constexpr std::string_view kLastChange = "SELECT coalesce(max(changed), 0) FROM games";
constexpr std::string_view kEventCount = "SELECT events FROM games WHERE id = ?1";

constexpr std::string_view kAddGame =
    "INSERT INTO games(id, created_ms, setup, finished, events, changed) "
    "VALUES(?1, ?2, ?3, ?4, 0, 0) ON CONFLICT DO NOTHING";
// Counting the events in their game makes sure that no number is left out or given twice.
constexpr std::string_view kCount =
    "UPDATE games SET events = ?3, changed = ?4 WHERE id = ?1 AND events = ?2";
constexpr std::string_view kTouch = "UPDATE games SET changed = ?2 WHERE id = ?1";
constexpr std::string_view kFinish = "UPDATE games SET finished = ?2 WHERE id = ?1";
constexpr std::string_view kAddEvent =
    "INSERT INTO events(game, number, at_ms, kind, body) VALUES(?1, ?2, ?3, ?4, ?5)";
constexpr std::string_view kPutSeat =
    "INSERT INTO seats(game, player, who, name, token_hash, invite_hash) "
    "VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(game, player) DO UPDATE SET who = excluded.who, "
    "name = excluded.name, token_hash = excluded.token_hash, invite_hash = excluded.invite_hash";
constexpr std::string_view kPutReview =
    "INSERT INTO reviews(game, body) VALUES(?1, ?2) "
    "ON CONFLICT(game) DO UPDATE SET body = excluded.body";

constexpr const char* kVersion1 = R"(
CREATE TABLE games(
  id BYTES NOT NULL PRIMARY KEY,
  created_ms BIGINT NOT NULL,
  setup BYTES NOT NULL,
  finished BIGINT NOT NULL,
  events BIGINT NOT NULL,
  changed BIGINT NOT NULL);
CREATE TABLE seats(
  game BYTES NOT NULL REFERENCES games(id),
  player BIGINT NOT NULL,
  who BYTES NOT NULL,
  name BYTES NOT NULL,
  token_hash BYTES NOT NULL,
  invite_hash BYTES NOT NULL,
  PRIMARY KEY(game, player)) CLUSTERED;
CREATE TABLE events(
  game BYTES NOT NULL REFERENCES games(id),
  number BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  kind BYTES NOT NULL,
  body BYTES NOT NULL,
  PRIMARY KEY(game, number)) CLUSTERED;
CREATE TABLE reviews(
  game BYTES NOT NULL PRIMARY KEY REFERENCES games(id),
  body BYTES NOT NULL);
)";

int number_in(const Value& value) { return static_cast<int>(std::get<std::int64_t>(value)); }
std::string& text_in(Value& value) { return std::get<std::string>(value); }

class SqlStore final : public Store {
 public:
  explicit SqlStore(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Problem prepare(const Steps& steps) {
    return database_->transaction([&]() -> Problem {
      if (auto problem = upgrade(steps)) return problem;
      const auto last = database_->run(kLastChange);
      if (!last) return last.error();
      changes_ = std::get<std::int64_t>(last->rows.at(0).at(0));
      return std::nullopt;
    });
  }

  Problem commit(const std::vector<Change>& changes) override {
    const std::lock_guard lock(mutex_);
    return database_->transaction([&]() -> Problem {
      for (const auto& change : changes) {
        if (auto problem = apply(change)) return problem;
      }
      return std::nullopt;
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
    auto rows = query(kReviewOf, {id});
    if (!rows) return rows.error();
    if (rows->empty()) return std::optional<std::string>();
    return std::optional(std::move(text_in(rows->at(0).at(0))));
  }

  Stored<std::vector<std::string>> unfinished() override {
    auto rows = query(kUnfinished, {});
    if (!rows) return rows.error();
    std::vector<std::string> ids;
    for (auto& row : *rows) ids.push_back(std::move(text_in(row.at(0))));
    return ids;
  }

 private:
  Problem upgrade(const Steps& steps) {
    auto problem = database_->script("CREATE TABLE IF NOT EXISTS schema(version BIGINT NOT NULL)");
    if (problem) return problem;
    const auto versions = database_->run("SELECT version FROM schema");
    if (!versions) return versions.error();
    const bool fresh = versions->rows.empty();
    const auto newest = static_cast<std::int64_t>(steps.size());
    const auto version = fresh ? 0 : std::get<std::int64_t>(versions->rows[0].at(0));
    if (version < 0 || version > newest) {
      return Error(Message::kStoreNewer, {std::to_string(version), std::to_string(newest)});
    }
    if (version == newest) return std::nullopt;
    for (auto step = version; step < newest; ++step) {
      problem = database_->script(steps[static_cast<std::size_t>(step)]);
      if (problem) return problem->in(Message::kInUpgrade, {std::to_string(step + 1)});
    }
    return execute(
        fresh ? "INSERT INTO schema(version) VALUES(?1)" : "UPDATE schema SET version = ?1",
        {newest});
  }

  Stored<std::vector<Row>> query(std::string_view statement,
                                 const std::vector<Argument>& arguments) {
    const std::lock_guard lock(mutex_);
    std::vector<Row> rows;
    auto problem = database_->transaction([&]() -> Problem {
      auto answer = database_->run(statement, arguments);
      if (!answer) return answer.error();
      rows = std::move(answer->rows);
      return std::nullopt;
    });
    if (problem) return *std::move(problem);
    return rows;
  }

  Problem execute(std::string_view statement, const std::vector<Argument>& arguments) {
    const auto answer = database_->run(statement, arguments);
    if (!answer) return answer.error();
    return std::nullopt;
  }

  Problem read_game(const std::string& id, std::optional<Game>& game) {
    game.reset();
    auto found = database_->run(kGameOf, {id});
    if (!found) return found.error();
    if (found->rows.empty()) return std::nullopt;
    auto seats = database_->run(kSeatsOf, {id});
    if (!seats) return seats.error();
    auto events = database_->run(kEventsOf, {id});
    if (!events) return events.error();
    auto& row = found->rows[0];
    game = Game{
        id, std::get<std::int64_t>(row[0]), std::move(text_in(row[1])), number_in(row[2]) != 0, {},
        {}};
    for (auto& seat : seats->rows) {
      game->seats.push_back({number_in(seat[0]), std::move(text_in(seat[1])),
                             std::move(text_in(seat[2])), std::move(text_in(seat[3])),
                             std::move(text_in(seat[4]))});
    }
    for (auto& event : events->rows) {
      game->events.push_back({number_in(event[0]), std::get<std::int64_t>(event[1]),
                              std::move(text_in(event[2])), std::move(text_in(event[3]))});
    }
    return std::nullopt;
  }

  Problem apply(const Change& change) {
    if (change.created) {
      if (auto problem = create(change)) return problem;
    }
    if (auto problem = add_events(change.game, change.events)) return problem;
    if (auto problem = put_seats(change.game, change.seats)) return problem;
    if (change.finished) {
      auto problem = execute(kFinish, {change.game, std::int64_t{*change.finished}});
      if (problem) return problem;
    }
    if (change.review) return execute(kPutReview, {change.game, *change.review});
    return std::nullopt;
  }

  Problem create(const Change& change) {
    const Game& game = *change.created;
    if (game.id != change.game) return Error(Message::kStoreOtherGame, {change.game, game.id});
    const auto added = database_->run(
        kAddGame, {game.id, game.created_ms, game.setup, std::int64_t{game.finished}});
    if (!added) return added.error();
    if (added->changed == 0) return Error(Message::kStoreGameThere, {game.id});
    if (auto problem = add_events(game.id, game.events)) return problem;
    return put_seats(game.id, game.seats);
  }

  // Also notes that the game changed, and that there is such a game.
  Problem add_events(const std::string& game, const std::vector<Event>& events) {
    const std::int64_t change = ++changes_;
    if (events.empty()) {
      const auto touched = database_->run(kTouch, {game, change});
      if (!touched) return touched.error();
      if (touched->changed == 0) return Error(Message::kStoreNoGame, {game});
      return std::nullopt;
    }
    const std::int64_t before = events.front().number - 1;
    const std::int64_t then = events.back().number;
    const auto counted = database_->run(kCount, {game, before, then, change});
    if (!counted) return counted.error();
    if (counted->changed == 0) return wrong_number(game, events.front().number);
    for (auto expected = before + 1; const auto& event : events) {
      if (event.number != expected) return not_next(game, event.number, expected);
      ++expected;
      auto problem = execute(
          kAddEvent, {game, std::int64_t{event.number}, event.at_ms, event.kind, event.body});
      if (problem) return problem;
    }
    return std::nullopt;
  }

  Problem wrong_number(const std::string& game, std::int64_t number) {
    const auto count = database_->run(kEventCount, {game});
    if (!count) return count.error();
    if (count->rows.empty()) return Error(Message::kStoreNoGame, {game});
    return not_next(game, number, std::get<std::int64_t>(count->rows[0].at(0)) + 1);
  }

  static Error not_next(const std::string& game, std::int64_t number, std::int64_t expected) {
    return Error(Message::kStoreNotNext, {std::to_string(expected), std::to_string(number), game});
  }

  Problem put_seats(const std::string& game, const std::vector<Seat>& seats) {
    for (const auto& seat : seats) {
      auto problem = execute(kPutSeat, {game, std::int64_t{seat.player}, seat.who, seat.name,
                                        seat.token_hash, seat.invite_hash});
      if (problem) return problem;
    }
    return std::nullopt;
  }

  std::mutex mutex_;
  std::unique_ptr<Database> database_;
  std::int64_t changes_ = 0;  // numbers changes, so that games can be sorted by the last one
};

}  // namespace

const Steps& schema_steps() {
  static const Steps steps = {kVersion1};
  return steps;
}

Stored<std::unique_ptr<Store>> open_tables(std::unique_ptr<Database> database, const Steps& steps) {
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
    case Message::kStoreTooLarge: return true;
    default: return false;
  }
}

bool uncertain(const Error& error) {
  return error.notes.back().message == Message::kStoreUncertain;
}

}  // namespace store
