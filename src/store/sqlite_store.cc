#include "store/sqlite_store.h"

#include <sqlite3.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "core/utf8.h"
#include "store/spelling.h"
#include "store/sqlite_backup.h"
#include "store/sqlite_file.h"

namespace store {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;

// How long to wait for a stranger who holds the file, say a backup.
constexpr std::chrono::milliseconds kBusy{2000}, kBusyPause{5};
// The same for all calls together, once the program is about to end.
constexpr std::chrono::milliseconds kBusyAtEnd{1000};

// WAL with FULL: a commit is on the disk when it returns, and costs one flush.
constexpr const char* kSqliteSettings = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA cell_size_check = ON;
)";

// However a transaction is left, also by an exception, it must not stay open: no other could begin.
class RollBack {
 public:
  explicit RollBack(sqlite3* connection) : connection_(connection) {}
  ~RollBack() {
    // After some errors SQLite has rolled back by itself.
    if (sqlite3_get_autocommit(connection_) != 0) return;
    sqlite3_exec(connection_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  RollBack(const RollBack&) = delete;
  RollBack& operator=(const RollBack&) = delete;

 private:
  sqlite3* connection_;
};

// A statement that was left must be ready for the next time.
class Reset {
 public:
  explicit Reset(sqlite3_stmt* statement) : statement_(statement) {}
  ~Reset() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }
  Reset(const Reset&) = delete;
  Reset& operator=(const Reset&) = delete;

 private:
  sqlite3_stmt* statement_;
};

// For whoever only reads beside them.
constexpr const char* kReaderSettings = R"(
PRAGMA query_only = ON;
PRAGMA cell_size_check = ON;
)";

class SqliteDatabase final : public Database {
 public:
  // `writer`: of a reader, the one that holds the file.
  explicit SqliteDatabase(core::TimeSource& time, SqliteDatabase* writer = nullptr)
      : time_(time), writer_(writer) {}
  ~SqliteDatabase() override {
    for (const auto& [text, statement] : statements_) sqlite3_finalize(statement);
    const bool sound = opened_ && !suspect_ && file_.in_place();
    const bool closed = sqlite3_close(connection_) == SQLITE_OK;
    if (sound && closed) file_.closed_in_order();
  }
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  Problem open(const std::string& path, OpenOptions options) {
    // Two servers on one file would number the same events.
    if (auto problem = file_.hold(path)) return problem;
    if (auto problem = connect(path, kSqliteSettings)) return problem;
    auto problem = options.check || !file_.in_order() ? check() : std::nullopt;
    if (!problem) problem = refuse_foreign();
    file_.remember();
    opened_ = !problem;
    return problem;
  }

  Stored<std::unique_ptr<Database>> reader() override {
    if (!file_.in_place()) return Error(Message::kStoreFileGone);
    auto reader = std::make_unique<SqliteDatabase>(time_, this);
    if (auto problem = reader->connect(file_.path(), kReaderSettings)) return *std::move(problem);
    return std::unique_ptr<Database>(std::move(reader));
  }

  Problem transaction(const Body& body) override {
    const auto& file = writer_ != nullptr ? writer_->file_ : file_;
    if (!file.in_place()) return Error(Message::kStoreFileGone);
    if (auto problem = script(writer_ != nullptr ? "BEGIN" : "BEGIN IMMEDIATE")) return problem;
    const RollBack unless_committed(connection_);
    auto problem = body();
    if (!problem) problem = script("COMMIT");
    // Nobody is told that something is stored which went into a file that is gone.
    if (!problem && !file.in_place()) problem = Error(Message::kStoreFileGone);
    return problem;
  }

  Stored<std::vector<Row>> query(const Statement& sql) override {
    std::vector<Row> rows;
    if (auto problem = execute(sql, &rows)) return *std::move(problem);
    return rows;
  }

  Stored<std::vector<std::int64_t>> run(const std::vector<Statement>& statements) override {
    std::vector<std::int64_t> changed;
    for (const auto& sql : statements) {
      if (auto problem = execute(sql, nullptr)) return *std::move(problem);
      changed.push_back(sqlite3_changes64(connection_));
    }
    return changed;
  }

  Problem backup(const std::string& path, const std::stop_token& stop) override {
    if (!file_.in_place()) return Error(Message::kStoreFileGone);
    return copy_sqlite(file_.path(), path, stop);
  }

  Problem check(const std::stop_token& stop) override {
    if (!file_.in_place()) return Error(Message::kStoreFileGone);
    return check_sqlite(file_.path(), stop);
  }

  void begin_shutdown() override { end_ = (time_.now() + kBusyAtEnd).time_since_epoch(); }

  Problem script(std::string_view statements) override {
    const auto text = spelt(statements, {{"BYTES", "TEXT"}, {"CLUSTERED", "WITHOUT ROWID"}});
    if (sqlite3_exec(connection_, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return trouble();
  }

 private:
  Problem connect(const std::string& path, const char* settings) {
    const int code = sqlite3_open_v2(path.c_str(), &connection_,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK) return trouble();
    sqlite3_extended_result_codes(connection_, 1);
    sqlite3_busy_handler(connection_, wait_on, this);
    sqlite3_create_function(connection_, "folded", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                            folded, nullptr, nullptr);
    return script(settings);
  }

  // core::folded(), for steps from one version of the tables to the next.
  static void folded(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
    const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
    const auto bytes = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
    const auto result = core::folded({text, text == nullptr ? 0 : bytes});
    sqlite3_result_text(context, result.data(), static_cast<int>(result.size()), SQLITE_TRANSIENT);
  }

  // Another program holds the file: is it to be waited for? `tries`: how often it was.
  static int wait_on(void* self, int tries) {
    auto& database = *static_cast<SqliteDatabase*>(self);
    const auto now = database.time_.now().time_since_epoch();
    const auto& end = database.writer_ != nullptr ? database.writer_->end_ : database.end_;
    const bool waits = tries * kBusyPause < kBusy && now < end.load();
    if (waits) std::this_thread::sleep_for(kBusyPause);
    return waits ? 1 : 0;
  }

  // Better no start than a start on sand. Takes time in proportion to the file.
  Problem check() {
    const auto found = query({"PRAGMA quick_check(1)", {}});
    if (!found) return found.error();
    if (found->size() != 1 || found->at(0) != Row{"ok"}) return Error(Message::kStoreDamaged);
    return std::nullopt;
  }

  // What other programs made.
  Problem refuse_foreign() {
    const auto tables =
        query({"SELECT count(*), coalesce(sum(name = 'schema'), 0) FROM sqlite_schema "
               "WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
               {}});
    if (!tables) return tables.error();
    const Row& counts = tables->at(0);
    if (counts[0] != Value{0} && counts[1] == Value{0}) return Error(Message::kStoreForeign);
    return std::nullopt;
  }

  Problem execute(const Statement& sql, std::vector<Row>* rows) {
    sqlite3_stmt* statement = prepared(sql.statement);
    if (statement == nullptr) return trouble();
    const Reset afterwards(statement);
    if (!bind(statement, sql.arguments)) return trouble();
    int code = sqlite3_step(statement);
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
      if (rows != nullptr) rows->push_back(row_of(statement));
    }
    if (code != SQLITE_DONE) return trouble();
    return std::nullopt;
  }

  sqlite3_stmt* prepared(std::string_view text) {
    const auto known = statements_.find(text);
    if (known != statements_.end()) return known->second;
    sqlite3_stmt* statement = nullptr;
    const std::string whole(text);
    if (sqlite3_prepare_v3(connection_, whole.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement,
                           nullptr) != SQLITE_OK) {
      return nullptr;
    }
    statements_.emplace(text, statement);
    return statement;
  }

  static bool bind(sqlite3_stmt* statement, const std::vector<Argument>& arguments) {
    for (int at = 1; const auto& argument : arguments) {
      int code = SQLITE_OK;
      if (const auto* number = std::get_if<std::int64_t>(&argument)) {
        code = sqlite3_bind_int64(statement, at, *number);
      } else {
        const auto text = std::get<std::string_view>(argument);
        // A null pointer would bind NULL. Static: the arguments outlive the run.
        code = sqlite3_bind_text64(statement, at, text.empty() ? "" : text.data(), text.size(),
                                   SQLITE_STATIC, SQLITE_UTF8);
      }
      if (code != SQLITE_OK) return false;
      ++at;
    }
    return true;
  }

  static Row row_of(sqlite3_stmt* statement) {
    Row row;
    const int columns = sqlite3_column_count(statement);
    for (int at = 0; at < columns; ++at) {
      if (sqlite3_column_type(statement, at) == SQLITE_INTEGER) {
        row.emplace_back(sqlite3_column_int64(statement, at));
        continue;
      }
      const void* bytes = sqlite3_column_blob(statement, at);
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, at));
      row.emplace_back(bytes == nullptr ? std::string()
                                        : std::string(static_cast<const char*>(bytes), size));
    }
    return row;
  }

  // Right after the call that failed.
  Error trouble() {
    const int system = errno;
    if (connection_ == nullptr) return cannot_open(ENOMEM);
    const int code = sqlite3_extended_errcode(connection_);
    // SQLite itself knows of full disks only, not of quotas and limits.
    const bool no_room = system == ENOSPC || system == EDQUOT || system == EFBIG;
    if (code == SQLITE_IOERR_WRITE && no_room) return Error(Message::kDiskFull);
    const int kind = code & 0xff;
    if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_IOERR) {
      (writer_ != nullptr ? writer_->suspect_ : suspect_) = true;
    }
    switch (kind) {
      case SQLITE_FULL: return Error(Message::kDiskFull);
      case SQLITE_NOTADB: return Error(Message::kStoreNotADatabase);
      case SQLITE_CORRUPT: return Error(Message::kStoreDamaged);
      case SQLITE_BUSY:
      case SQLITE_LOCKED: return Error(Message::kStoreLocked);
      case SQLITE_TOOBIG: return Error(Message::kStoreTooLarge);
      case SQLITE_CANTOPEN: return cannot_open(system);
      default: return Error(Message::kStoreTrouble, {sqlite3_errmsg(connection_)});
    }
  }

  core::TimeSource& time_;
  SqliteDatabase* const writer_;  // of a reader
  SqliteFile file_;
  bool opened_ = false;
  std::atomic<bool> suspect_ = false;  // an error says that the file may not be whole
  std::atomic<std::chrono::steady_clock::duration> end_ =
      std::chrono::steady_clock::duration::max();  // nobody is waited for after it
  sqlite3* connection_ = nullptr;
  std::map<std::string, sqlite3_stmt*, std::less<>> statements_;
};

}  // namespace

Stored<std::unique_ptr<Store>> open_sqlite(const std::string& path, const UpgradeSteps& statements,
                                           OpenOptions options, core::TimeSource& time) {
  // One file has one lock, by whichever way it is named. An absolute path is never one of the
  // names that mean something to SQLite.
  std::error_code failed;
  const auto absolute = std::filesystem::absolute(path, failed);
  if (failed) return cannot_open(path.empty() ? ENOENT : failed.value());
  const auto whole = std::filesystem::weakly_canonical(absolute, failed);
  if (failed) return cannot_open(failed.value());
  auto database = std::make_unique<SqliteDatabase>(time);
  if (auto problem = database->open(whole.string(), options)) return *std::move(problem);
  return open_tables(std::move(database), statements);
}

}  // namespace store
