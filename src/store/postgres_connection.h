// One connection to PostgreSQL: statements out, results in. Nothing here waits long for a server
// that is silent; after an error of the connection it is closed, and whoever needs it connects
// again.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/libpq.h"
#include "store/postgres_url.h"
#include "store/postgres_values.h"

namespace store {

class PostgresConnection {
 public:
  using Clock = std::chrono::steady_clock;

  // patience: how long the server may be silent. hurried: from now on nobody waits long.
  PostgresConnection(PostgresUrl url, std::chrono::milliseconds patience,
                     const std::atomic<bool>& hurried)
      : url_(std::move(url)), patience_(patience), hurried_(hurried) {}

  std::optional<text::Error> connect();
  bool connected() const { return connection_ && PQstatus(connection_.get()) == CONNECTION_OK; }
  void close();

  // Was it closed because the server did not answer? And the error that says so.
  bool was_silent() const { return silent_; }
  static text::Error silence();

  // Several statements without values or answers.
  std::optional<text::Error> script(const std::string& statements);

  // Statements with values go together: each is queued, and results() sends them, all at once, and
  // waits. After the first error none of the others is run.
  void queue(const Statement& sql) { enqueue(sql, "", true); }
  // Without a result of its own.
  void queue_command(std::string_view statement) { enqueue({statement, {}}, "", false); }
  // PostgreSQL reads and plans the statement once in a connection. REQUIRES: the columns of its
  // result cannot change.
  void queue_prepared(const Statement& sql) { enqueue(sql, prepared(sql), true); }
  // Of those that were queued since the last call, in order.
  Stored<std::vector<PostgresResult>> results();

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };

  bool reach();
  PGconn* pipeline();
  void enqueue(const Statement& sql, const std::string& name, bool wanted);
  std::string prepared(const Statement& sql);
  void expect(int sent, bool wanted);
  std::optional<text::Error> receive(std::vector<PostgresResult>& results);
  std::optional<text::Error> problem_of(const PGresult* result);
  bool flush();
  bool arrived();
  bool wait_for(int events, Clock::time_point deadline);
  text::Error give_up();
  text::Error trouble(const PGresult* result);

  const PostgresUrl url_;
  const std::chrono::milliseconds patience_;
  const std::atomic<bool>& hurried_;
  std::unique_ptr<PGconn, Finish> connection_;
  bool silent_ = false;

  std::vector<bool> wanted_;  // of each statement that is queued: whether results() tells
  bool refused_ = false;      // libpq did not take one of them
  // The names of statements that are prepared, and of those that are being prepared.
  std::map<std::string, std::string, std::less<>> prepared_, preparing_;
  int names_ = 0;
};

}  // namespace store
