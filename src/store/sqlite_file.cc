#include "store/sqlite_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "core/file.h"
#include "text/file.h"

namespace store {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kMaxMark = 200;

}  // namespace

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

void own_as_folder(const core::Descriptor& file, const std::string& path) {
  struct stat made{}, folder{};
  if (geteuid() != 0 || fstat(file.get(), &made) != 0 || made.st_uid != 0) return;
  if (stat(folder_of(path).c_str(), &folder) != 0 || folder.st_uid == 0) return;
  // Where that cannot be, the store says so when it is opened.
  [[maybe_unused]] const int ignored = fchown(file.get(), folder.st_uid, folder.st_gid);
}

namespace {

// Readable by its owner alone: there are hashes of seats' tokens in it.
core::Descriptor open_file(const std::string& path) {
  core::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file.open()) own_as_folder(file, path);
  return file;
}

// What tells a file from any other, and from itself at another time.
std::string mark_of(const std::string& path) {
  struct stat file{};
  if (stat(path.c_str(), &file) != 0) return "";
  return "closed in order: file " + std::to_string(file.st_ino) + ", bytes " +
         std::to_string(file.st_size) + ", changed " + std::to_string(file.st_mtim.tv_sec) + ' ' +
         std::to_string(file.st_mtim.tv_nsec) + '\n';
}

}  // namespace

Error cannot_open(int problem) { return text::system_error(problem).in(Message::kStoreCannotOpen); }

std::optional<Error> SqliteFile::hold(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return cannot_open(EISDIR);
  const std::string lock = path + "-lock";
  lock_ = open_file(lock);
  if (!lock_.open()) return cannot_open(errno);
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? Error(Message::kStoreInUse) : cannot_open(errno);
  }
  // Only now: closing a file drops the locks that SQLite holds on it in this process.
  if (!open_file(path).open()) return cannot_open(errno);
  path_ = path;
  const auto mark = mark_of(path);
  in_order_ = !mark.empty() && core::read_file(lock, kMaxMark) == mark;
  // Whatever happens from now on, also to the power, is no end in order. Needs no room on the disk.
  if (::ftruncate(lock_.get(), 0) != 0 || ::fsync(lock_.get()) != 0) return cannot_open(errno);
  return std::nullopt;
}

std::array<SqliteFile::Identity, 3> SqliteFile::identities() const {
  std::array<Identity, 3> found;
  for (std::size_t at = 0; const char* ending : {"", "-wal", "-lock"}) {
    struct stat file{};
    if (stat((path_ + ending).c_str(), &file) == 0) found[at] = {file.st_dev, file.st_ino};
    ++at;
  }
  return found;
}

void SqliteFile::remember() { opened_ = identities(); }

bool SqliteFile::in_place() const { return identities() == opened_; }

void SqliteFile::closed_in_order() {
  // Half a mark is none.
  if (core::write_all(lock_.get(), mark_of(path_))) ::fsync(lock_.get());
}

}  // namespace store
