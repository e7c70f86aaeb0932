#include "store/postgres_store.h"

#include <atomic>
#include <thread>
#include <utility>

#include "core/utf8.h"
#include "store/postgres_connection.h"
#include "store/spelling.h"

namespace store {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;
using Clock = std::chrono::steady_clock;

// A program that was killed may hold the database a little longer.
constexpr std::chrono::seconds kPatienceAtStart{2};
constexpr std::chrono::milliseconds kPause{50};
// A server that refuses does so at once; one that is silent takes its time.
constexpr std::chrono::milliseconds kLongTry{1000};

// Keepalives: PostgreSQL frees the lock of a program whose machine is gone.
constexpr const char* kPostgresSettings = R"(
SET client_min_messages = warning;
SET synchronous_commit = on;
SET statement_timeout = '10s';
SET tcp_keepalives_idle = 10;
SET tcp_keepalives_interval = 5;
SET tcp_keepalives_count = 3;
SET search_path = tabuleiro;
)";
constexpr std::string_view kHasSchema = "SELECT (to_regnamespace('tabuleiro') IS NOT NULL)::int";
// Any number that others are unlikely to lock: "tabuleir" in ASCII.
constexpr std::string_view kTakeLock = "SELECT pg_try_advisory_lock(8386092237609855346)::int",
                           kShareLock =
                               "SELECT pg_try_advisory_lock_shared(8386092237609855346)::int";
constexpr const char* kLockSchema =
    "DO $$BEGIN PERFORM pg_advisory_xact_lock(8386092237609855347); END$$";
constexpr const char* kLockCounts =
    "DO $$BEGIN PERFORM pg_advisory_xact_lock(8386092237609855348); END$$";
// A program that stops in the middle of a transaction must not keep the others waiting for the rows
// that it has locked; nor must one whose network ends there, of which only a part of what it said
// may have come. All of it sooner than a lease is over (leases.h).
constexpr const char* kSharedSettings = R"(
SET idle_in_transaction_session_timeout = '2s';
SET tcp_keepalives_idle = 1;
SET tcp_keepalives_interval = 1;
SET tcp_keepalives_count = 2;
SET tcp_user_timeout = '2500ms';
)";
// Of the transaction under way; 0 where it wrote nothing.
constexpr std::string_view kNumber = "SELECT coalesce(txid_current_if_assigned(), 0)";
constexpr std::string_view kFate =
    "SELECT CASE txid_status(?1) WHEN 'committed' THEN 1 WHEN 'aborted' THEN 0 ELSE -1 END";

// core::folded() of the column `name`, whose letters are small already: most names have no byte of
// those with accents. What is no ASCII is spelt \303\240 while letters are replaced.
std::string folded_name() {
  std::string expression = "encode(name, 'escape')";
  for (int last = 0x80; last <= 0xbf; ++last) {
    const std::string letter = {'\xc3', static_cast<char>(last)};
    const std::string spelt = {'\\',
                               '3',
                               '0',
                               '3',
                               '\\',
                               '2',
                               static_cast<char>('0' + last / 8 % 8),
                               static_cast<char>('0' + last % 8)};
    expression = "replace(" + expression + ", '" + spelt + "', '" + core::folded(letter) + "')";
  }
  return "(CASE WHEN position('\\xc3'::bytea IN name) = 0 THEN name ELSE decode(" + expression +
         ", 'escape') END)";
}

class PostgresDatabase final : public Database {
 public:
  // `writer`: of a reader, the one that holds the database.
  PostgresDatabase(const PostgresUrl& url, Patience patience, Holding holding,
                   const PostgresDatabase* writer = nullptr)
      : url_(url),
        patience_(patience),
        holding_(holding),
        reads_(writer != nullptr),
        hurried_(reads_ ? writer->hurried_ : std::make_shared<std::atomic<bool>>(false)),
        connection_(url_, patience.answer, *hurried_) {}

  Problem open() {
    const auto deadline = Clock::now() + kPatienceAtStart;
    while (true) {
      auto problem = connect();
      const bool held = problem && problem->notes.back().message == Message::kStoreInUse;
      if (!held || Clock::now() > deadline) return problem;
      std::this_thread::sleep_for(kPause);
    }
  }

  Problem transaction(const Body& body) override {
    // Where it is known to be away not everybody waits for it again.
    if (away_ && (*hurried_ || Clock::now() < away_->until)) return away_->problem;
    auto problem = persist(body, away_ ? Clock::now() : Clock::now() + patience_.away);
    if (problem && !away_ && connection_.was_silent()) {
      away_ = Away{PostgresConnection::silence(), Clock::now()};
    }
    return problem;
  }

  // It connects when it is first asked something.
  Stored<std::unique_ptr<Database>> reader() override {
    return std::unique_ptr<Database>(new PostgresDatabase(url_, patience_, holding_, this));
  }

  Stored<std::vector<Row>> query(const Statement& sql) override {
    begin();
    connection_.queue(sql);
    const auto results = connection_.results();
    if (!results) return results.error();
    return rows_of(results->at(0).get());
  }

  Stored<std::vector<std::int64_t>> run(const std::vector<Statement>& statements) override {
    std::vector<std::int64_t> changed;
    if (statements.empty()) return changed;
    begin();
    for (const auto& sql : statements) connection_.queue_prepared(sql);
    connection_.queue_prepared({kNumber, {}});
    const auto results = connection_.results();
    if (!results) return results.error();
    for (std::size_t at = 0; at < statements.size(); ++at) {
      changed.push_back(changed_by(results->at(at).get()));
    }
    number_ = number_in(results->back().get());
    return changed;
  }

  Problem script(std::string_view statements) override {
    const std::string first = std::exchange(begun_, true) ? "" : "BEGIN;";
    return connection_.script(
        first + spelt(statements,
                      {{"BYTES", "BYTEA"}, {"CLUSTERED", ""}, {"FOLDED(name)", folded_name()}}));
  }

  Problem lock_schema() override { return script(kLockSchema); }
  Problem lock_counts() override { return script(kLockCounts); }

  Problem backup(const std::string& /*path*/, const std::stop_token& /*stop*/) override {
    return Error(Message::kAdminPostgres);
  }

  Problem check(const std::stop_token& /*stop*/) override {
    return Error(Message::kAdminCheckPostgres);
  }

  void begin_shutdown() override { *hurried_ = true; }

 private:
  // It goes with the first statement.
  void begin() {
    if (!std::exchange(begun_, true)) connection_.queue_command("BEGIN");
  }

  // Where the connection breaks, nothing of the transaction is stored, except that the answer to
  // the commit itself may be what was lost; then PostgreSQL is asked for the fate of it.
  Problem persist(const Body& body, Clock::time_point deadline) {
    while (true) {
      if (auto problem = reconnect(deadline)) return problem;
      std::int64_t in_doubt = 0;
      auto problem = attempt(body, in_doubt);
      const bool lost = !connection_.connected();
      if (in_doubt != 0) {
        const auto committed = fate(in_doubt, Clock::now() + patience_.away);
        if (!committed) return committed.error();
        if (*committed) return std::nullopt;
      }
      if (!lost || *hurried_ || Clock::now() > deadline) return problem;
    }
  }

  // in_doubt: the number of the transaction, where its commit went out and did not succeed.
  Problem attempt(const Body& body, std::int64_t& in_doubt) {
    begun_ = false;
    number_ = 0;
    Problem problem;
    try {
      problem = body();
    } catch (...) {
      connection_.close();  // which rolls back, whatever was under way
      throw;
    }
    if (!begun_) return problem;
    if (problem) {
      if (connection_.connected()) connection_.script("ROLLBACK");
      return problem;
    }
    problem = connection_.script("COMMIT");
    if (problem) in_doubt = number_;
    return problem;
  }

  // Was the transaction committed, though the answer was lost?
  Stored<bool> fate(std::int64_t number, Clock::time_point deadline) {
    while (!*hurried_ && !reconnect(deadline)) {
      const auto answer = ask({kFate, {number}});
      if (answer && *answer >= 0) return *answer == 1;
      if (Clock::now() > deadline) break;
      std::this_thread::sleep_for(kPause);
    }
    return Error(Message::kStoreUncertain);
  }

  // At least one try; more until then.
  Problem reconnect(Clock::time_point deadline) {
    while (!connection_.connected()) {
      const auto begin = Clock::now();
      auto problem = connect();
      const auto end = Clock::now();
      if (!problem) break;
      if (*hurried_ || end > deadline) {
        // Tries that take long take at most half of the time.
        away_ = Away{*problem, end - begin < kLongTry ? end : end + (end - begin)};
        return problem;
      }
      std::this_thread::sleep_for(kPause);
    }
    away_.reset();
    return std::nullopt;
  }

  Problem connect() {
    auto problem = connection_.connect();
    if (!problem) problem = take_database();
    if (problem) connection_.close();
    return problem;
  }

  Problem take_database() {
    if (auto problem = connection_.script(kPostgresSettings)) return problem;
    if (holding_ == Holding::kShared) {
      if (auto problem = connection_.script(kSharedSettings)) return problem;
    }
    if (reads_) return connection_.script("SET default_transaction_read_only = on");
    if (auto problem = have_schema()) return problem;
    const auto locked = ask({holding_ == Holding::kShared ? kShareLock : kTakeLock, {}});
    if (!locked) return locked.error();
    if (*locked == 0) return Error(Message::kStoreInUse);
    return std::nullopt;
  }

  Problem have_schema() {
    const auto there = ask({kHasSchema, {}});
    if (!there) return there.error();
    if (*there != 0) return std::nullopt;
    // Not IF NOT EXISTS, which asks for the right to make one even where there is one.
    auto problem = connection_.script("CREATE SCHEMA tabuleiro");
    if (!problem || !connection_.connected()) return problem;
    // Another program may have made it at the same moment.
    const auto now_there = ask({kHasSchema, {}});
    return now_there && *now_there != 0 ? std::nullopt : problem;
  }

  // A question that is answered by a number.
  Stored<std::int64_t> ask(const Statement& sql) {
    connection_.queue(sql);
    const auto results = connection_.results();
    if (!results) return results.error();
    return number_in(results->at(0).get());
  }

  const PostgresUrl url_;
  const Patience patience_;
  const Holding holding_;
  const bool reads_;  // beside one that holds the database
  const std::shared_ptr<std::atomic<bool>> hurried_;
  PostgresConnection connection_;
  // It does not answer, or the last try to connect failed; the next one is not before `until`.
  struct Away {
    Error problem;
    Clock::time_point until;
  };
  std::optional<Away> away_;
  // Of the transaction under way.
  bool begun_ = false;
  std::int64_t number_ = 0;  // 0 where nothing was run()
};

}  // namespace

Stored<std::unique_ptr<Database>> open_postgres_database(const PostgresUrl& url, Patience patience,
                                                         Holding holding) {
  auto database = std::make_unique<PostgresDatabase>(url, patience, holding);
  if (auto problem = database->open()) return *std::move(problem);
  return std::unique_ptr<Database>(std::move(database));
}

Stored<std::unique_ptr<Store>> open_postgres(const PostgresUrl& url, const UpgradeSteps& statements,
                                             Patience patience, Holding holding) {
  auto database = open_postgres_database(url, patience, holding);
  if (!database) return database.error();
  return open_tables(*std::move(database), statements);
}

}  // namespace store
