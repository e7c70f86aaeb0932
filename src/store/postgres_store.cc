#include "store/postgres_store.h"

#include <chrono>
#include <map>
#include <pqxx/pqxx>
#include <thread>

#include "store/spelling.h"

namespace store {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;
using Clock = std::chrono::steady_clock;

// How long a database that went away is waited for, and the one before us that still holds it.
constexpr std::chrono::seconds kPatience{10};
constexpr std::chrono::seconds kPatienceAtStart{2};
constexpr std::chrono::milliseconds kPause{50};

// Any number that others are unlikely to lock: "tabuleir" in ASCII.
constexpr const char* kTakeLock = "SELECT pg_try_advisory_lock(8386092237609855346)";

constexpr const char* kSettings = R"(
SET client_min_messages = warning;
SET synchronous_commit = on;
SET statement_timeout = '30s';
SET search_path = tabuleiro;
)";

// A whole number as PostgreSQL's BIGINT travels: eight bytes, the highest first.
std::string big_endian(std::int64_t number) {
  std::string bytes(8, '\0');
  for (int at = 7; at >= 0; --at, number >>= 8) {
    bytes[static_cast<std::size_t>(at)] = static_cast<char>(number & 0xff);
  }
  return bytes;
}

std::vector<pqxx::binarystring> parameters(const std::vector<Argument>& arguments) {
  std::vector<pqxx::binarystring> list;
  for (const auto& argument : arguments) {
    if (const auto* number = std::get_if<std::int64_t>(&argument)) {
      list.emplace_back(big_endian(*number));
    } else {
      const auto text = std::get<std::string_view>(argument);
      list.emplace_back(text.data(), text.size());
    }
  }
  return list;
}

Answer answer_of(const pqxx::result& result) {
  constexpr pqxx::oid kBytes = 17;
  Answer answer;
  answer.changed = static_cast<std::int64_t>(result.affected_rows());
  for (const auto& found : result) {
    Row row;
    for (const auto& field : found) {
      if (field.type() == kBytes) {
        row.emplace_back(pqxx::binarystring(field).str());
      } else {
        row.emplace_back(field.as<std::int64_t>());
      }
    }
    answer.rows.push_back(std::move(row));
  }
  return answer;
}

class PostgresDatabase final : public Database {
 public:
  explicit PostgresDatabase(PostgresUrl url) : url_(std::move(url)) {}

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
    const auto deadline = Clock::now() + kPatience;
    while (true) {
      if (auto problem = reconnect(deadline)) return problem;
      auto problem = attempt(body);
      const bool lost = std::exchange(lost_, false);
      if (lost) link_.reset();
      if (in_doubt_ != 0) {
        const auto committed = fate(std::exchange(in_doubt_, 0), Clock::now() + kPatience);
        if (!committed) return committed.error();
        if (*committed) return std::nullopt;
      }
      if (!lost || Clock::now() > deadline) return problem;
    }
  }

  Stored<Answer> run(std::string_view statement, const std::vector<Argument>& arguments) override {
    std::optional<Answer> answer;
    auto problem = guarded([&] {
      const auto& name = prepared(statement);
      const auto list = parameters(arguments);
      answer = answer_of(work_->exec_prepared(name, pqxx::prepare::make_dynamic_params(list)));
    });
    if (problem) return *std::move(problem);
    return *std::move(answer);
  }

  Problem script(std::string_view statements) override {
    return guarded(
        [&] { work_->exec(spelt(statements, {{"BYTES", "BYTEA"}, {"CLUSTERED", ""}})); });
  }

 private:
  struct Link {
    explicit Link(const std::string& url) : connection(url), quiet(connection) {
      // Nothing is made anew behind our back: it would come without our settings and the lock.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
      connection.inhibit_reactivation(true);
#pragma GCC diagnostic pop
    }
    pqxx::connection connection;
    pqxx::quiet_errorhandler quiet;
    std::map<std::string, std::string, std::less<>> names;  // of prepared statements
  };

  Problem connect() {
    link_.reset();
    try {
      auto link = std::make_unique<Link>(url_.connect);
      pqxx::nontransaction session(link->connection);
      session.exec(kSettings);
      // Not IF NOT EXISTS, which asks for the right to make one even where there is one.
      if (session.exec1("SELECT to_regnamespace('tabuleiro') IS NULL")[0].as<bool>()) {
        session.exec("CREATE SCHEMA tabuleiro");
      }
      if (!session.exec1(kTakeLock)[0].as<bool>()) return Error(Message::kStoreInUse);
      link_ = std::move(link);
      return std::nullopt;
    } catch (const std::exception& e) {
      return Error(Message::kStoreUnreachable, {without_secrets(e.what(), url_)});
    }
  }

  // At least one try; more until then.
  Problem reconnect(Clock::time_point deadline) {
    Problem problem;
    while (!link_ || !link_->connection.is_open()) {
      if (problem) std::this_thread::sleep_for(kPause);
      problem = connect();
      if (problem && Clock::now() > deadline) return problem;
    }
    return std::nullopt;
  }

  Problem attempt(const Body& body) {
    Problem problem;
    auto lost = guarded([&] {
      pqxx::work work(link_->connection);
      work_ = &work;
      problem = body();
      if (problem) return;
      // Known only where something was written; otherwise nothing can be in doubt.
      const auto number = work.exec1("SELECT coalesce(txid_current_if_assigned(), 0)");
      in_doubt_ = number[0].as<std::int64_t>();
      work.commit();
      in_doubt_ = 0;
    });
    work_ = nullptr;
    return problem ? problem : lost;
  }

  // Was the transaction committed, though the answer was lost?
  Stored<bool> fate(std::int64_t number, Clock::time_point deadline) {
    const auto question = "SELECT coalesce(txid_status(" + std::to_string(number) + "), 'unknown')";
    while (true) {
      if (reconnect(deadline)) break;
      try {
        pqxx::nontransaction session(link_->connection);
        const auto status = session.exec1(question)[0].as<std::string>();
        if (status == "committed") return true;
        if (status == "aborted") return false;
        if (status == "unknown") break;
      } catch (const std::exception&) {
        link_.reset();
      }
      if (Clock::now() > deadline) break;
      std::this_thread::sleep_for(kPause);
    }
    return Error(Message::kStoreUncertain);
  }

  const std::string& prepared(std::string_view statement) {
    auto& names = link_->names;
    const auto known = names.find(statement);
    if (known != names.end()) return known->second;
    const auto name = "s" + std::to_string(names.size());
    link_->connection.prepare(name, spelt(statement, {{"?", "$"}}));
    return names.emplace(statement, name).first->second;
  }

  // The library throws; nobody above us does.
  template <class Action>
  Problem guarded(const Action& action) {
    try {
      action();
      return std::nullopt;
    } catch (const pqxx::disk_full&) {
      return Error(Message::kStoreFull);
    } catch (const pqxx::sql_error& e) {
      // Classes of codes: 08 the connection, 57P the server shuts down or is about to start.
      lost_ = lost_ || e.sqlstate().starts_with("08") || e.sqlstate().starts_with("57P");
      return trouble(e.what());
    } catch (const pqxx::broken_connection& e) {
      lost_ = true;
      return trouble(e.what());
    } catch (const std::exception& e) {
      return trouble(e.what());
    }
  }

  Error trouble(const char* what) {
    lost_ = lost_ || !link_ || !link_->connection.is_open();
    const auto message = lost_ ? Message::kStoreUnreachable : Message::kStoreTrouble;
    return Error(message, {without_secrets(what, url_)});
  }

  PostgresUrl url_;
  std::unique_ptr<Link> link_;
  pqxx::work* work_ = nullptr;
  bool lost_ = false;          // the connection, in this attempt
  std::int64_t in_doubt_ = 0;  // the transaction whose commit was sent and not answered
};

}  // namespace

Stored<std::unique_ptr<Store>> open_postgres(const PostgresUrl& url, const Steps& steps) {
  auto database = std::make_unique<PostgresDatabase>(url);
  if (auto problem = database->open()) return *std::move(problem);
  return open_tables(std::move(database), steps);
}

}  // namespace store
