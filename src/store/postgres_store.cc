#include "store/postgres_store.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

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
// For an answer, once the program is about to end.
constexpr std::chrono::milliseconds kHurried{1000};

// Statements that go together. PostgreSQL takes time for each in proportion to all of them.
constexpr std::size_t kMaxSent = 1 << 16;

// Keepalives: PostgreSQL frees the lock of a program whose machine is gone.
constexpr const char* kPostgresSettings = R"(
SET client_min_messages = warning;
SET standard_conforming_strings = on;
SET synchronous_commit = on;
SET statement_timeout = '10s';
SET tcp_keepalives_idle = 10;
SET tcp_keepalives_interval = 5;
SET tcp_keepalives_count = 3;
SET search_path = tabuleiro;
)";
constexpr const char* kHasSchema = "SELECT (to_regnamespace('tabuleiro') IS NOT NULL)::int";
// Any number that others are unlikely to lock: "tabuleir" in ASCII.
constexpr const char* kTakeLock = "SELECT pg_try_advisory_lock(8386092237609855346)::int";
// Of the transaction under way; 0 where it wrote nothing.
constexpr const char* kNumber = "SELECT coalesce(txid_current_if_assigned(), 0)";

struct Closing {
  void operator()(PGconn* connection) const { PQfinish(connection); }
  void operator()(PGresult* result) const { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, Closing>;
using Result = std::unique_ptr<PGresult, Closing>;

// In hexadecimal, so that nothing in it can break out.
std::string quoted_bytes(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "'\\x";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text + "'::bytea";
}

// The statement with its values in their places.
std::string written_out(const Step& step) {
  std::string text;
  for (std::size_t at = 0; at < step.statement.size(); ++at) {
    if (step.statement[at] != '?') {
      text += step.statement[at];
      continue;
    }
    const auto& argument = step.arguments.at(static_cast<std::size_t>(step.statement[++at] - '1'));
    const auto* number = std::get_if<std::int64_t>(&argument);
    text += number != nullptr ? std::to_string(*number)
                              : quoted_bytes(std::get<std::string_view>(argument));
  }
  return text;
}

std::int64_t number_in(const PGresult* result, int row = 0, int column = 0) {
  return std::strtoll(PQgetvalue(result, row, column), nullptr, 10);
}

std::string bytes_in(const PGresult* result, int row, int column) {
  std::size_t size = 0;
  const auto* text = reinterpret_cast<const unsigned char*>(PQgetvalue(result, row, column));
  unsigned char* bytes = PQunescapeBytea(text, &size);
  std::string content(reinterpret_cast<char*>(bytes), size);
  PQfreemem(bytes);
  return content;
}

// What the column holds, also where somebody gave it another type by hand.
Value value_in(const PGresult* result, int row, int column) {
  constexpr Oid kBytes = 17, kBigInt = 20, kInt = 23;
  const auto type = PQftype(result, column);
  if (type == kBytes) return bytes_in(result, row, column);
  const bool number = type == kBigInt || type == kInt;
  if (number && PQgetisnull(result, row, column) == 0) return number_in(result, row, column);
  return std::string(PQgetvalue(result, row, column));
}

std::vector<Row> rows_of(const PGresult* result) {
  std::vector<Row> rows(static_cast<std::size_t>(PQntuples(result)));
  for (int at = 0; auto& row : rows) {
    for (int column = 0; column < PQnfields(result); ++column) {
      row.push_back(value_in(result, at, column));
    }
    ++at;
  }
  return rows;
}

// How long connecting may take. Nothing where there are several servers to try, each for its own
// time, or no limit: both are best left to libpq.
std::optional<std::chrono::seconds> connect_time(PGconn* connection) {
  long seconds = 0;
  bool several = false;
  PQconninfoOption* options = PQconninfo(connection);
  for (const auto* one = options; one != nullptr && one->keyword != nullptr; ++one) {
    const std::string_view key = one->keyword, value = one->val != nullptr ? one->val : "";
    if (key == "connect_timeout") seconds = std::strtol(std::string(value).c_str(), nullptr, 10);
    if (key == "host" || key == "hostaddr") several |= value.find(',') != std::string_view::npos;
  }
  PQconninfoFree(options);
  if (several || seconds <= 0) return std::nullopt;
  return std::chrono::seconds(std::clamp(seconds, 2L, 3600L));
}

class PostgresDatabase final : public Database {
 public:
  PostgresDatabase(PostgresUrl url, Patience patience)
      : url_(std::move(url)), patience_(patience) {}

  Problem open() {
    const auto deadline = Clock::now() + kPatienceAtStart;
    while (true) {
      auto problem = connect();
      const bool held = problem && problem->notes.back().message == Message::kStoreInUse;
      if (!held || Clock::now() > deadline) return problem;
      std::this_thread::sleep_for(kPause);
    }
  }

  // Where the connection breaks, nothing of the transaction is stored, except that the answer to
  // the commit itself may be what was lost; then PostgreSQL is asked for the fate of it.
  Problem transaction(const Body& body) override {
    // Where it is known to be away not everybody waits for it again.
    if (away_ && (hurried_ || Clock::now() < away_->until)) return away_->problem;
    const auto deadline = away_ ? Clock::now() : Clock::now() + patience_.away;
    while (true) {
      if (auto problem = reconnect(deadline)) return problem;
      std::int64_t in_doubt = 0;
      auto problem = attempt(body, in_doubt);
      const bool lost = !connected();
      if (in_doubt != 0) {
        const auto committed = fate(in_doubt, Clock::now() + patience_.away);
        if (!committed) return committed.error();
        if (*committed) return std::nullopt;
      }
      if (!lost || hurried_ || Clock::now() > deadline) return problem;
    }
  }

  Stored<std::vector<Row>> query(const Step& step) override {
    const auto results = send(written_out(step));
    if (!results) return results.error();
    return rows_of(results->at(0).get());
  }

  Stored<std::vector<std::int64_t>> run(const std::vector<Step>& steps) override {
    std::vector<std::int64_t> changed;
    std::string together;
    const auto send_together = [&]() -> Problem {
      const auto results = send(std::exchange(together, {}));
      if (!results) return results.error();
      for (const auto& result : *results) {
        changed.push_back(std::strtoll(PQcmdTuples(result.get()), nullptr, 10));
      }
      return std::nullopt;
    };
    for (const auto& step : steps) {
      const auto statement = written_out(step);
      if (!together.empty() && together.size() + statement.size() > kMaxSent) {
        if (auto problem = send_together()) return *std::move(problem);
      }
      together += statement + ';';
    }
    if (!together.empty()) {
      if (auto problem = send_together()) return *std::move(problem);
    }
    return changed;
  }

  Problem script(std::string_view statements) override {
    return done(spelt(statements, {{"BYTES", "BYTEA"}, {"CLUSTERED", ""}}));
  }

  void hurry() override { hurried_ = true; }

 private:
  bool connected() const { return connection_ && PQstatus(connection_.get()) == CONNECTION_OK; }

  Problem connect() {
    if (!reached()) return no_answer();
    if (!connected()) return give_up(trouble(nullptr));
    PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
    PQsetnonblocking(connection_.get(), 1);  // send() does the waiting
    if (auto problem = done(kPostgresSettings)) return give_up(*problem);
    const auto there = send(kHasSchema);
    if (!there) return give_up(there.error());
    // Not IF NOT EXISTS, which asks for the right to make one even where there is one.
    if (number_in(there->at(0).get()) == 0) {
      if (auto problem = done("CREATE SCHEMA tabuleiro")) return give_up(*problem);
    }
    const auto locked = send(kTakeLock);
    if (!locked) return give_up(locked.error());
    if (number_in(locked->at(0).get()) == 0) return give_up(Error(Message::kStoreInUse));
    return std::nullopt;
  }

  // As PQconnectdb, except that nobody who is in a hurry waits long for a silent server. False
  // where the time is over.
  bool reached() {
    connection_.reset(PQconnectStart(url_.connect.c_str()));
    if (!connection_) return false;
    const auto time = connect_time(connection_.get());
    if (!time) {
      connection_.reset(PQconnectdb(url_.connect.c_str()));
      return true;
    }
    const auto deadline = Clock::now() + *time;
    auto state = PGRES_POLLING_WRITING;
    while (PQstatus(connection_.get()) != CONNECTION_BAD && state != PGRES_POLLING_OK) {
      if (!wait_for(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline)) return false;
      state = PQconnectPoll(connection_.get());
    }
    return true;
  }

  Problem give_up(Error error) {
    connection_.reset();
    return error;
  }

  // At least one try; more until then.
  Problem reconnect(Clock::time_point deadline) {
    while (!connected()) {
      const auto begin = Clock::now();
      auto problem = connect();
      const auto end = Clock::now();
      if (!problem) break;
      if (hurried_ || end > deadline) {
        // Tries that take long take at most half of the time.
        away_ = Away{*problem, end - begin < kLongTry ? end : end + (end - begin)};
        return problem;
      }
      std::this_thread::sleep_for(kPause);
    }
    away_.reset();
    return std::nullopt;
  }

  // in_doubt: the number of the transaction, where its commit went out and did not succeed.
  Problem attempt(const Body& body, std::int64_t& in_doubt) {
    if (auto problem = done("BEGIN")) return problem;
    std::int64_t number = 0;
    Problem problem;
    try {
      problem = body();
      if (!problem) problem = look_up_number(number);
    } catch (...) {
      connection_.reset();  // which rolls back, whatever was under way
      throw;
    }
    if (problem) {
      if (connected()) done("ROLLBACK");
      return problem;
    }
    problem = done("COMMIT");
    if (problem) in_doubt = number;
    return problem;
  }

  Problem look_up_number(std::int64_t& number) {
    const auto found = send(kNumber);
    if (!found) return found.error();
    number = number_in(found->at(0).get());
    return std::nullopt;
  }

  // Was the transaction committed, though the answer was lost?
  Stored<bool> fate(std::int64_t number, Clock::time_point deadline) {
    const auto question = "SELECT CASE txid_status(" + std::to_string(number) +
                          ") WHEN 'committed' THEN 1 WHEN 'aborted' THEN 0 ELSE -1 END";
    while (!hurried_ && !reconnect(deadline)) {
      const auto answer = send(question);
      if (answer && number_in(answer->at(0).get()) >= 0) return number_in(answer->at(0).get()) == 1;
      if (Clock::now() > deadline) break;
      std::this_thread::sleep_for(kPause);
    }
    return Error(Message::kStoreUncertain);
  }

  Problem done(const std::string& statements) {
    const auto results = send(statements);
    if (!results) return results.error();
    return std::nullopt;
  }

  // One result a statement, or the first error.
  Stored<std::vector<Result>> send(const std::string& statements) {
    std::vector<Result> results;
    Problem problem;
    const auto deadline = Clock::now() + patience_.answer;
    if (PQsendQuery(connection_.get(), statements.c_str()) == 0) problem = trouble(nullptr);
    if (!sent(deadline)) return no_answer();
    while (true) {
      if (!arrived(deadline)) return no_answer();
      PGresult* next = PQgetResult(connection_.get());
      if (next == nullptr) break;
      results.emplace_back(next);
      const auto status = PQresultStatus(next);
      const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
      if (!good && !problem) problem = trouble(next);
    }
    if (!problem && !connected()) problem = trouble(nullptr);
    if (problem) return *std::move(problem);
    return results;
  }

  // Both wait at most until then; of a broken connection PQgetResult tells.
  bool sent(Clock::time_point deadline) {
    while (PQflush(connection_.get()) > 0) {
      if (!wait_for(POLLIN | POLLOUT, deadline)) return false;
      if (PQconsumeInput(connection_.get()) == 0) break;
    }
    return true;
  }
  bool arrived(Clock::time_point deadline) {
    while (PQisBusy(connection_.get()) != 0) {
      if (!wait_for(POLLIN, deadline)) return false;
      if (PQconsumeInput(connection_.get()) == 0) break;
    }
    return true;
  }

  bool wait_for(int events, Clock::time_point deadline) {
    pollfd socket{PQsocket(connection_.get()), static_cast<short>(events), 0};
    // In small pieces, because somebody may be in a hurry by now.
    for (const auto begin = Clock::now(); Clock::now() < deadline;) {
      if (poll(&socket, 1, kPause.count()) > 0) return true;
      if (hurried_ && Clock::now() > begin + kHurried) break;
    }
    return false;
  }

  Error no_answer() {
    connection_.reset();
    away_ = Away{Error(Message::kStoreUnreachable, {std::strerror(ETIMEDOUT)}), Clock::now()};
    return away_->problem;
  }

  Error trouble(const PGresult* result) {
    const char* field = result != nullptr ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
    const std::string code = field != nullptr ? field : "";
    const std::string told =
        result != nullptr ? PQresultErrorMessage(result) : PQerrorMessage(connection_.get());
    if (code == "53100") return Error(Message::kDiskFull);
    if (code.starts_with("54")) return Error(Message::kStoreTooLarge);
    const auto message = connected() ? Message::kStoreTrouble : Message::kStoreUnreachable;
    return Error(message, {without_secrets(told, url_)});
  }

  const PostgresUrl url_;
  const Patience patience_;
  Connection connection_;
  // It does not answer, or the last try to connect failed; the next one is not before `until`.
  struct Away {
    Error problem;
    Clock::time_point until;
  };
  std::optional<Away> away_;
  std::atomic<bool> hurried_ = false;
};

}  // namespace

Stored<std::unique_ptr<Store>> open_postgres(const PostgresUrl& url, const UpgradeSteps& steps,
                                             Patience patience) {
  auto database = std::make_unique<PostgresDatabase>(url, patience);
  if (auto problem = database->open()) return *std::move(problem);
  return open_tables(std::move(database), steps);
}

}  // namespace store
