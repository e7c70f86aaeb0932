#include "store/postgres_connection.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "store/spelling.h"

namespace store {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;

// Between two looks whether somebody is in a hurry.
constexpr std::chrono::milliseconds kLook{50};
// For an answer, once the program is about to end.
constexpr std::chrono::milliseconds kHurried{1000};
constexpr int kBinaryResult = 1;

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

// PostgreSQL numbers values with another sign.
std::string in_postgres(std::string_view statement) { return spelt(statement, {{"?", "$"}}); }

}  // namespace

Problem PostgresConnection::connect() {
  close();
  silent_ = false;
  if (!reach()) return give_up();
  if (!connected()) {
    auto problem = trouble(nullptr);
    close();
    return problem;
  }
  PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
  PQsetnonblocking(connection_.get(), 1);  // the waiting is done here
  return std::nullopt;
}

// As PQconnectdb, except that nobody who is in a hurry waits long for a silent server. False
// where the time is over.
bool PostgresConnection::reach() {
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

void PostgresConnection::close() {
  connection_.reset();
  prepared_.clear();
  preparing_.clear();
  wanted_.clear();
  refused_ = false;
}

Error PostgresConnection::silence() {
  return Error(Message::kStoreUnreachable, {std::strerror(ETIMEDOUT)});
}

Error PostgresConnection::give_up() {
  close();
  silent_ = true;
  return silence();
}

Problem PostgresConnection::script(const std::string& statements) {
  if (PQsendQuery(connection_.get(), statements.c_str()) == 0) return trouble(nullptr);
  if (!flush()) return give_up();
  Problem problem;
  while (true) {
    if (!arrived()) return give_up();
    const PostgresResult result(PQgetResult(connection_.get()));
    if (!result) break;
    if (!problem) problem = problem_of(result.get());
  }
  if (!problem && !connected()) problem = trouble(nullptr);
  return problem;
}

// The connection, ready to queue a statement.
PGconn* PostgresConnection::pipeline() {
  if (wanted_.empty()) PQenterPipelineMode(connection_.get());
  return connection_.get();
}

void PostgresConnection::enqueue(const Statement& sql, const std::string& name, bool wanted) {
  auto* connection = pipeline();
  const PostgresParameters values(sql.arguments);
  if (name.empty()) {
    expect(PQsendQueryParams(connection, in_postgres(sql.statement).c_str(), values.count(),
                             values.types(), values.values(), values.sizes(), values.formats(),
                             kBinaryResult),
           wanted);
  } else {
    expect(PQsendQueryPrepared(connection, name.c_str(), values.count(), values.values(),
                               values.sizes(), values.formats(), kBinaryResult),
           wanted);
  }
}

// The statement's name. A name is never used again: after an error nobody knows which are taken.
std::string PostgresConnection::prepared(const Statement& sql) {
  for (const auto* known : {&prepared_, &preparing_}) {
    if (const auto at = known->find(sql.statement); at != known->end()) return at->second;
  }
  const auto name = "s" + std::to_string(++names_);
  auto* connection = pipeline();
  const PostgresParameters values(sql.arguments);
  expect(PQsendPrepare(connection, name.c_str(), in_postgres(sql.statement).c_str(), values.count(),
                       values.types()),
         false);
  preparing_.emplace(sql.statement, name);
  return name;
}

void PostgresConnection::expect(int sent, bool wanted) {
  refused_ = refused_ || sent == 0;
  wanted_.push_back(wanted);
}

Stored<std::vector<PostgresResult>> PostgresConnection::results() {
  auto* connection = connection_.get();
  if (refused_ || PQpipelineSync(connection) == 0) {
    // Nobody knows what is on its way.
    const std::string told = PQerrorMessage(connection);
    close();
    return Error(Message::kStoreUnreachable, {without_secrets(told, url_)});
  }
  std::vector<PostgresResult> results;
  auto problem = flush() ? receive(results) : give_up();
  if (!problem) prepared_.merge(preparing_);
  preparing_.clear();
  wanted_.clear();
  if (PQexitPipelineMode(connection_.get()) == 0) close();
  if (problem) return *std::move(problem);
  return results;
}

// All that was queued, up to the mark at its end.
Problem PostgresConnection::receive(std::vector<PostgresResult>& results) {
  Problem problem;
  std::size_t at = 0;
  for (bool gap = false; connected();) {
    if (!arrived()) return give_up();
    PostgresResult result(PQgetResult(connection_.get()));
    // Nothing stands between the results of two statements, once.
    if (!result && gap) break;
    gap = !result;
    if (gap) continue;
    const auto status = PQresultStatus(result.get());
    if (status == PGRES_PIPELINE_SYNC) return problem;
    if (status == PGRES_PIPELINE_ABORTED) continue;
    if (!problem) problem = problem_of(result.get());
    if (!problem && wanted_.at(at++)) results.push_back(std::move(result));
  }
  return problem ? problem : trouble(nullptr);
}

Problem PostgresConnection::problem_of(const PGresult* result) {
  const auto status = PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return std::nullopt;
  return trouble(result);
}

// Both wait as long as something moves; of a broken connection PQgetResult tells.
bool PostgresConnection::flush() {
  while (PQflush(connection_.get()) > 0) {
    if (!wait_for(POLLIN | POLLOUT, Clock::now() + patience_)) return false;
    if (PQconsumeInput(connection_.get()) == 0) break;
  }
  return true;
}

bool PostgresConnection::arrived() {
  while (PQisBusy(connection_.get()) != 0) {
    if (!wait_for(POLLIN, Clock::now() + patience_)) return false;
    if (PQconsumeInput(connection_.get()) == 0) break;
  }
  return true;
}

bool PostgresConnection::wait_for(int events, Clock::time_point deadline) {
  pollfd socket{PQsocket(connection_.get()), static_cast<short>(events), 0};
  for (const auto begin = Clock::now(); Clock::now() < deadline;) {
    if (poll(&socket, 1, kLook.count()) > 0) return true;
    if (hurried_ && Clock::now() > begin + kHurried) break;
  }
  return false;
}

Error PostgresConnection::trouble(const PGresult* result) {
  const char* field = result != nullptr ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
  const std::string code = field != nullptr ? field : "";
  const std::string told =
      result != nullptr ? PQresultErrorMessage(result) : PQerrorMessage(connection_.get());
  if (code == "53100") return Error(Message::kDiskFull);
  if (code.starts_with("54")) return Error(Message::kStoreTooLarge);
  const auto message = connected() ? Message::kStoreTrouble : Message::kStoreUnreachable;
  return Error(message, {without_secrets(told, url_)});
}

}  // namespace store
