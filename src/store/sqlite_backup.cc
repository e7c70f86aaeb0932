#include "store/sqlite_backup.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>

#include "core/descriptor.h"
#include "core/file.h"
#include "core/scan.h"
#include "store/sqlite_file.h"
#include "store/sqlite_store.h"
#include "text/file.h"

namespace store {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;

struct CloseConnection {
  void operator()(sqlite3* connection) const { sqlite3_close(connection); }
};
using Connection = std::unique_ptr<sqlite3, CloseConnection>;

Connection connect_to(const std::string& path, int flags) {
  sqlite3* opened = nullptr;
  sqlite3_open_v2(path.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  return Connection(opened);
}

Error copy_trouble(sqlite3* connection) {
  switch (sqlite3_errcode(connection)) {
    case SQLITE_NOTADB: return Error(Message::kStoreNotADatabase);
    case SQLITE_CORRUPT: return Error(Message::kStoreDamaged);
    case SQLITE_FULL: return Error(Message::kDiskFull);
    case SQLITE_BUSY: return Error(Message::kStoreLocked);
    default: return Error(Message::kStoreTrouble, {sqlite3_errmsg(connection)});
  }
}

// Within one look at the source, so that nobody's commit comes between and makes it begin again.
Problem copy_pages(sqlite3* from, sqlite3* to, const std::stop_token& stop) {
  constexpr int kPages = 1000;  // at a time
  if (sqlite3_exec(from, "BEGIN; SELECT count(*) FROM sqlite_schema", nullptr, nullptr, nullptr) !=
      SQLITE_OK) {
    return copy_trouble(from);
  }
  auto* backup = sqlite3_backup_init(to, "main", from, "main");
  if (backup == nullptr) return copy_trouble(to);
  int code = SQLITE_OK;
  while (code == SQLITE_OK && !stop.stop_requested()) code = sqlite3_backup_step(backup, kPages);
  const int finished = sqlite3_backup_finish(backup);
  if (code == SQLITE_OK) return Error(Message::kServerStops);
  if (finished != SQLITE_OK) return copy_trouble(to);
  return std::nullopt;
}

Problem check_pages(sqlite3* connection, const std::stop_token& stop) {
  constexpr int kSteps = 10'000;  // of SQLite, some milliseconds
  const auto stops = [](void* asked) {
    return static_cast<const std::stop_token*>(asked)->stop_requested() ? 1 : 0;
  };
  sqlite3_progress_handler(connection, kSteps, stops, const_cast<std::stop_token*>(&stop));
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(connection, "PRAGMA quick_check(1)", -1, &statement, nullptr) !=
      SQLITE_OK) {
    return copy_trouble(connection);
  }
  const bool row = sqlite3_step(statement) == SQLITE_ROW;
  const auto* text = row ? sqlite3_column_text(statement, 0) : nullptr;
  const bool fine = text != nullptr && std::string(reinterpret_cast<const char*>(text)) == "ok";
  // Without an answer it says nothing of the pages: somebody may hold the file.
  const auto trouble = row ? Error(Message::kStoreDamaged) : copy_trouble(connection);
  sqlite3_finalize(statement);
  if (stop.stop_requested()) return Error(Message::kServerStops);
  return fine ? std::nullopt : Problem(trouble);
}

Problem copy_and_check(const std::string& from, const std::string& to,
                       const std::stop_token& stop) {
  const auto source = connect_to(from, SQLITE_OPEN_READWRITE);
  const auto target = connect_to(to, SQLITE_OPEN_READWRITE);
  if (source == nullptr || target == nullptr) return cannot_open(ENOMEM);
  sqlite3_busy_timeout(source.get(), 2000);
  if (sqlite3_errcode(source.get()) != SQLITE_OK) return copy_trouble(source.get());
  if (auto problem = copy_pages(source.get(), target.get(), stop)) return problem;
  return check_pages(target.get(), stop);
}

void empty_journal(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0) return;
  const auto old = connect_to(path, SQLITE_OPEN_READWRITE);
  if (old == nullptr || sqlite3_errcode(old.get()) != SQLITE_OK) return;  // a damaged one
  sqlite3_wal_checkpoint_v2(old.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
}

void remove_store(const std::string& path) {
  std::error_code ignored;
  for (const char* ending : {"-wal", "-shm", "-lock", ""}) {
    std::filesystem::remove(path + ending, ignored);
  }
}

}  // namespace

Problem copy_sqlite(const std::string& from, const std::string& to, const std::stop_token& stop) {
  if (::access(from.c_str(), R_OK) != 0) return text::file_unreadable(from, errno);
  {
    // For its owner alone, as the store itself.
    const core::Descriptor made(::open(to.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!made.open() && errno == EEXIST) {
      return Error(Message::kAdminBackupExists, {core::quoted(to)});
    }
    if (!made.open()) return text::file_unwritable(to, errno);
    own_as_folder(made, to);
  }
  auto problem = copy_and_check(from, to, stop);
  if (problem) remove_store(to);
  core::sync_folder(folder_of(to));
  return problem;
}

Problem check_sqlite(const std::string& path, const std::stop_token& stop) {
  const auto connection = connect_to(path, SQLITE_OPEN_READWRITE);
  if (connection == nullptr) return cannot_open(ENOMEM);
  if (sqlite3_errcode(connection.get()) != SQLITE_OK) return copy_trouble(connection.get());
  sqlite3_busy_timeout(connection.get(), 2000);
  return check_pages(connection.get(), stop);
}

namespace {

// `fresh`: where the copy is made and looked at.
Problem bring_back(const std::string& backup, const std::string& fresh, const std::string& path) {
  if (auto problem = copy_sqlite(backup, fresh)) return problem;
  {
    const auto opened = open_sqlite(fresh, schema_steps(), {.check = true});
    if (!opened) return opened.error().in(Message::kInFile, {core::quoted(backup)});
  }
  // The old journal must be gone before another file stands beside it; what it holds is in the old
  // one first, which stays if the new one cannot take its place.
  empty_journal(path);
  std::error_code code;
  for (const char* ending : {"-wal", "-shm"}) std::filesystem::remove(path + ending, code);
  std::filesystem::rename(fresh, path, code);
  if (code) return text::file_unwritable(path, code.value());
  core::sync_folder(folder_of(path));
  return std::nullopt;
}

}  // namespace

Problem restore_sqlite(const std::string& backup, const std::string& named, bool force) {
  std::error_code code;
  // The file itself, not a link to it: its lock is the one that a server holds.
  const auto whole = std::filesystem::absolute(named, code);
  const std::string path = std::filesystem::weakly_canonical(whole, code);
  const bool there = std::filesystem::exists(path, code);
  if (there && !force) return Error(Message::kAdminExists, {core::quoted(path)});
  SqliteFile file;
  if (auto problem = file.hold(path)) return problem->in(Message::kInStore, {core::quoted(path)});
  const std::string fresh = path + ".restored";
  remove_store(fresh);
  auto problem = bring_back(backup, fresh, path);
  remove_store(fresh);
  if (problem && !there) remove_store(path);
  return problem;
}

}  // namespace store
