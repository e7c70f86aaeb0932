#include "terminal/unfinished.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <random>
#include <tuple>

#include "core/folders.h"
#include "core/scan.h"
#include "terminal/words.h"
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

std::string Unfinished::path(const std::string& name, const char* ending) const {
  return folder_ + '/' + name + ending;
}

std::optional<Unfinished::Held> Unfinished::hold(const std::string& name) const {
  core::Descriptor lock(open(path(name, kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.open() || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  return Held{name, std::move(lock)};
}

void Unfinished::remove(std::optional<Held>& held) const {
  if (!held) return;
  std::error_code ignored;
  fs::remove(path(held->name, kGame), ignored);
  fs::remove(path(held->name, kLock), ignored);
  held.reset();
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
void Unfinished::leave() { own_.reset(); }

// A shared lock: two programs that look at the same time do not hide a game from each other.
bool Unfinished::is_played(const std::string& name) const {
  const core::Descriptor lock(open(path(name, kLock).c_str(), O_RDONLY | O_CLOEXEC));
  return lock.open() && flock(lock.get(), LOCK_SH | LOCK_NB) != 0;
}

std::vector<Unfinished::Kept> Unfinished::list(std::string_view game) const {
  std::vector<Kept> found;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const auto& file = it->path();
    const std::string name = file.stem().string();
    if (!name.starts_with(kPrefix) || file.extension() != kGame || is_played(name)) continue;
    std::error_code bad;
    const auto time = fs::last_write_time(file, bad);
    auto record = read_record(file.string());
    if (bad || !record || (!game.empty() && record->game != game)) continue;
    const auto when = std::chrono::file_clock::to_sys(time);
    found.push_back({name, *std::move(record),
                     std::chrono::time_point_cast<std::chrono::system_clock::duration>(when)});
  }
  std::sort(found.begin(), found.end(), [](const Kept& a, const Kept& b) {
    return std::tie(b.when, b.name) < std::tie(a.when, a.name);
  });
  return found;
}

bool Unfinished::take_over(const Kept& kept) {
  auto held = hold(kept.name);
  std::error_code ignored;
  if (!held || !fs::exists(path(kept.name, kGame), ignored)) {
    remove(held);
    return false;
  }
  leave();
  own_ = std::move(held);
  return true;
}

bool Unfinished::discard(const Kept& kept) {
  auto held = hold(kept.name);
  if (!held) return false;
  remove(held);
  return true;
}

std::string kept_label(const Unfinished::Kept& kept, text::Language language) {
  const std::time_t time = std::chrono::system_clock::to_time_t(kept.when);
  std::tm day{};
  char when[32];
  std::strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime_r(&time, &day));
  std::vector<std::string> players;
  for (const auto& who : kept.record.players) players.push_back(who_label(who, language));
  const text::Note turns{text::Message::kKeptTurns, {std::to_string(kept.record.turns.size())}};
  return game_title(kept.record.game) + "  " + when + "  " + text::render(turns, language) + "  " +
         core::join(players, " - ");
}

}  // namespace terminal
