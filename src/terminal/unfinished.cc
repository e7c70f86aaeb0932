#include "terminal/unfinished.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "core/scan.h"
#include "terminal/settings.h"

namespace terminal {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "unfinished-", kSuffix = ".pgn";

// Is the program that wrote this file still there? A number that another program has by now does
// not count.
bool owner_lives(const std::string& name) {
  const auto digits =
      std::string_view(name).substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
  const auto pid = core::whole_number(digits, 1'000'000'000);
  if (!pid || *pid == 0) return false;
  if (*pid == getpid()) return true;
  std::error_code error;
  const auto own = fs::read_symlink("/proc/self/exe", error);
  const auto other = fs::read_symlink("/proc/" + std::string(digits) + "/exe", error);
  if (error) return kill(static_cast<pid_t>(*pid), 0) == 0;
  return own.filename() == other.filename();
}

}  // namespace

Unfinished::Unfinished() : folder_(state_folder()) {}

std::string Unfinished::own_file() const {
  return folder_ + '/' + std::string(kPrefix) + std::to_string(getpid()) + std::string(kSuffix);
}

std::optional<text::Error> Unfinished::keep(const Session& session) {
  if (session.history().actions().empty() || folder_.empty()) return std::nullopt;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  auto error = write_file(own_file(), games::to_pgn(session.record()));
  if (!error) {
    // From now on the own file is the one copy.
    if (!taken_.empty()) fs::remove(taken_, ignored);
    taken_.clear();
    told_ = false;
    return std::nullopt;
  }
  if (told_) return std::nullopt;
  told_ = true;
  return error;
}

void Unfinished::forget() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove(own_file(), ignored);
  if (!taken_.empty()) fs::remove(taken_, ignored);
  taken_.clear();
}

std::optional<games::Record> Unfinished::find() {
  std::error_code error;
  std::optional<games::Record> newest;
  fs::file_time_type newest_time{};
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix) || owner_lives(name)) continue;
    std::error_code bad;
    const auto time = fs::last_write_time(it->path(), bad);
    auto record = read_record(it->path().string());
    // A damaged file stays where it is: a person may still mend it.
    if (bad || !record || (newest && time <= newest_time)) continue;
    newest = *std::move(record);
    newest_time = time;
    taken_ = it->path().string();
  }
  return newest;
}

}  // namespace terminal
