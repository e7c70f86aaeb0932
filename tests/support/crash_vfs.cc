#include "crash_vfs.h"

#include <sqlite3.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <new>

namespace tests {

namespace {

struct Step {
  enum class Kind { kWrite, kTruncate, kFlush, kDelete } kind;
  std::string file;
  std::size_t offset = 0;  // of a write; the size, of a truncation
  std::string bytes = {};
};

// What SQLite's functions, which know no object, work on.
struct Noted {
  std::mutex mutex;
  std::string folder;
  std::vector<Step> steps;
  sqlite3_vfs* real = nullptr;
  sqlite3_vfs own{};
};
Noted noted;

// The real file lies behind it in memory.
struct File {
  sqlite3_file base;
  std::string* name;  // nothing where it is not noted
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* real(sqlite3_file* file) { return of(file).real(); }

void note(sqlite3_file* file, Step::Kind kind, sqlite3_int64 offset = 0,
          const std::string& bytes = "") {
  if (of(file).name == nullptr) return;
  const std::lock_guard lock(noted.mutex);
  noted.steps.push_back({kind, *of(file).name, static_cast<std::size_t>(offset), bytes});
}

int close_file(sqlite3_file* file) {
  delete of(file).name;
  return real(file)->pMethods->xClose(real(file));
}
int read_from(sqlite3_file* file, void* to, int count, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), to, count, offset);
}
int write_to(sqlite3_file* file, const void* from, int count, sqlite3_int64 offset) {
  note(file, Step::Kind::kWrite, offset,
       {static_cast<const char*>(from), static_cast<std::size_t>(count)});
  return real(file)->pMethods->xWrite(real(file), from, count, offset);
}
int truncate_to(sqlite3_file* file, sqlite3_int64 size) {
  note(file, Step::Kind::kTruncate, size);
  return real(file)->pMethods->xTruncate(real(file), size);
}
int flush(sqlite3_file* file, int flags) {
  const int code = real(file)->pMethods->xSync(real(file), flags);
  if (code == SQLITE_OK) note(file, Step::Kind::kFlush);
  return code;
}
int size_of(sqlite3_file* file, sqlite3_int64* size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
int lock_file(sqlite3_file* file, int level) {
  return real(file)->pMethods->xLock(real(file), level);
}
int unlock_file(sqlite3_file* file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}
int is_reserved(sqlite3_file* file, int* answer) {
  return real(file)->pMethods->xCheckReservedLock(real(file), answer);
}
int control(sqlite3_file* file, int what, void* argument) {
  return real(file)->pMethods->xFileControl(real(file), what, argument);
}
int sector(sqlite3_file* file) { return real(file)->pMethods->xSectorSize(real(file)); }
// No promises of the device: every order of writes must be asked for.
int promises(sqlite3_file*) { return 0; }
int map_shared(sqlite3_file* file, int page, int size, int extend, void volatile** to) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, to);
}
int lock_shared(sqlite3_file* file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
void shared_barrier(sqlite3_file* file) { real(file)->pMethods->xShmBarrier(real(file)); }
int unmap_shared(sqlite3_file* file, int remove) {
  return real(file)->pMethods->xShmUnmap(real(file), remove);
}

const sqlite3_io_methods kMethods = {
    2,           close_file,     read_from,    write_to, truncate_to, flush,    size_of,
    lock_file,   unlock_file,    is_reserved,  control,  sector,      promises, map_shared,
    lock_shared, shared_barrier, unmap_shared, nullptr,  nullptr};

int open_file(sqlite3_vfs*, const char* path, sqlite3_file* file, int flags, int* flags_out) {
  auto& opened = of(file);
  opened.base.pMethods = nullptr;
  opened.name = nullptr;
  const int code = noted.real->xOpen(noted.real, path, opened.real(), flags, flags_out);
  if (code != SQLITE_OK) return code;
  opened.base.pMethods = &kMethods;
  const std::filesystem::path whole(path != nullptr ? path : "");
  if (whole.parent_path() == noted.folder) opened.name = new std::string(whole.filename());
  return code;
}

// SQLite asks for the folder to be flushed where it matters that a name is gone.
int delete_file(sqlite3_vfs*, const char* path, int flush_folder) {
  const std::filesystem::path whole(path);
  if (whole.parent_path() == noted.folder) {
    const std::lock_guard lock(noted.mutex);
    noted.steps.push_back({Step::Kind::kDelete, whole.filename()});
  }
  return noted.real->xDelete(noted.real, path, flush_folder);
}

void apply(const Step& step, std::string& content) {
  if (step.kind == Step::Kind::kTruncate) content.resize(step.offset);
  if (step.kind != Step::Kind::kWrite) return;
  content.resize(std::max(content.size(), step.offset + step.bytes.size()));
  content.replace(step.offset, step.bytes.size(), step.bytes);
}

}  // namespace

CrashVfs::CrashVfs(const std::string& folder) {
  assert(noted.real == nullptr);
  noted.folder = folder;
  noted.steps.clear();
  noted.real = sqlite3_vfs_find(nullptr);
  noted.own = *noted.real;
  noted.own.zName = "crash";
  noted.own.pNext = nullptr;
  noted.own.szOsFile = static_cast<int>(sizeof(File)) + noted.real->szOsFile;
  noted.own.xOpen = open_file;
  noted.own.xDelete = delete_file;
  sqlite3_vfs_register(&noted.own, 1);
}

CrashVfs::~CrashVfs() {
  sqlite3_vfs_unregister(&noted.own);
  sqlite3_vfs_register(noted.real, 1);
  noted.real = nullptr;
}

std::size_t CrashVfs::now() const {
  const std::lock_guard lock(noted.mutex);
  return noted.steps.size();
}

std::map<std::string, std::string> CrashVfs::after_crash(std::size_t moment, Unflushed unflushed,
                                                         core::Rng& rng) const {
  const std::lock_guard lock(noted.mutex);
  std::map<std::string, std::size_t> flushed;  // up to which step a file is safe
  for (std::size_t at = 0; at < moment; ++at) {
    if (noted.steps[at].kind == Step::Kind::kFlush) flushed[noted.steps[at].file] = at;
  }
  std::map<std::string, std::string> files;
  for (std::size_t at = 0; at < moment; ++at) {
    const Step& step = noted.steps[at];
    if (step.kind == Step::Kind::kDelete) {
      files.erase(step.file);
      continue;
    }
    const auto safe = flushed.find(step.file);
    const bool kept = (safe != flushed.end() && at < safe->second) ||
                      unflushed == Unflushed::kKept ||
                      (unflushed == Unflushed::kByChance && rng.below(2) == 0);
    if (kept) apply(step, files[step.file]);
  }
  return files;
}

}  // namespace tests
