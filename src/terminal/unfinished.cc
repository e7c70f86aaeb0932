#include "terminal/unfinished.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "core/folders.h"
#include "terminal/settings.h"
#include "text/file.h"

namespace terminal {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "unfinished-";
constexpr const char *kGame = ".pgn", *kLock = ".lock";

std::string fresh_name() {
  std::random_device device;
  char digits[32];
  std::snprintf(digits, sizeof digits, "%08x%08x", device(), device());
  return std::string(kPrefix) + digits;
}

}  // namespace

Unfinished::Unfinished() : folder_(core::state_folder()) {}

Unfinished::~Unfinished() {
  release(own_);
  release(found_);
}

std::string Unfinished::path(const std::string& name, const char* ending) const {
  return folder_ + '/' + name + ending;
}

std::optional<Unfinished::Held> Unfinished::hold(const std::string& name) const {
  const int lock = open(path(name, kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return std::nullopt;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) return Held{name, lock};
  close(lock);
  return std::nullopt;
}

void Unfinished::release(std::optional<Held>& held) const {
  if (held) close(held->lock);
  held.reset();
}

void Unfinished::remove(std::optional<Held>& held) const {
  if (!held) return;
  std::error_code ignored;
  fs::remove(path(held->name, kGame), ignored);
  fs::remove(path(held->name, kLock), ignored);
  release(held);
}

std::optional<text::Error> Unfinished::keep(const Session& session) {
  if (folder_.empty()) return std::nullopt;
  if (session.history().actions().empty()) {
    forget();
    return std::nullopt;
  }
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  if (!own_) own_ = hold(fresh_name());
  // Without a lock the write fails too, and says why.
  return text::write_file(path(own_ ? own_->name : fresh_name(), kGame),
                          games::to_pgn(session.record()));
}

void Unfinished::forget() { remove(own_); }
void Unfinished::leave() { release(own_); }

std::optional<games::Record> Unfinished::find() {
  release(found_);
  std::error_code error;
  std::optional<games::Record> newest;
  fs::file_time_type newest_time{};
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const auto& file = it->path();
    const std::string name = file.stem().string();
    if (!name.starts_with(kPrefix) || file.extension() != kGame) continue;
    std::error_code bad;
    const auto time = fs::last_write_time(file, bad);
    if (bad || (newest && time <= newest_time)) continue;
    auto held = hold(name);
    if (!held) continue;
    auto record = read_record(file.string());
    // A damaged file stays where it is: a person may still mend it.
    if (!record) {
      release(held);
      continue;
    }
    newest = *std::move(record);
    newest_time = time;
    release(found_);
    found_ = std::move(held);
  }
  return newest;
}

void Unfinished::take_over() {
  leave();
  own_ = std::move(found_);
  found_.reset();
}

void Unfinished::decline() { remove(found_); }

}  // namespace terminal
