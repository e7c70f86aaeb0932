#include "arena/archive.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/descriptor.h"
#include "core/file.h"
#include "core/scan.h"
#include "text/file.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

constexpr int kFormat = 1;

std::string settings_path(const std::string& folder) { return folder + "/settings.json"; }
std::string games_path(const std::string& folder) { return folder + "/games.pgn"; }

games::Parsed<SettingsMap> read_settings(const std::string& folder) {
  const auto content = core::read_file(settings_path(folder));
  if (!content) return Error(Message::kNoTournament, {core::quoted(folder)});
  auto settings = parse_settings(*content);
  if (!settings) return bad_settings(folder);
  return *std::move(settings);
}

}  // namespace

Error bad_settings(const std::string& folder) {
  return Error(Message::kArchiveSettings, {core::quoted(settings_path(folder))});
}

std::string settings_json(const SettingsMap& settings) {
  nlohmann::ordered_json json = {{"format", kFormat}, {"settings", nlohmann::json::object()}};
  for (const auto& [name, values] : settings) {
    json["settings"][name] =
        values.size() == 1 ? nlohmann::ordered_json(values[0]) : nlohmann::ordered_json(values);
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::optional<SettingsMap> parse_settings(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("format", 0) != kFormat) return std::nullopt;
  const auto settings = json.find("settings");
  if (settings == json.end() || !settings->is_object()) return std::nullopt;
  SettingsMap map;
  for (const auto& [name, values] : settings->items()) {
    const auto list = values.is_array() ? values : nlohmann::json::array({values});
    for (const auto& value : list) {
      if (!value.is_string()) return std::nullopt;
      map[name].push_back(value.get<std::string>());
    }
    if (list.empty()) return std::nullopt;
  }
  return map;
}

// A record is tags, a blank line, turns, a blank line; neither part has a blank line of its own.
games::Parsed<RecordsRead> read_records(std::string_view content) {
  constexpr std::string_view kBlank = "\n\n";
  RecordsRead read;
  while (true) {
    const auto rest = content.substr(read.bytes);
    const auto turns = rest.find(kBlank);
    if (turns == std::string_view::npos) return read;
    const auto end = rest.find(kBlank, turns + kBlank.size());
    if (end == std::string_view::npos) return read;
    auto record = games::parse_pgn(rest.substr(0, end));
    if (!record) {
      return record.error().in(Message::kInGame, {std::to_string(read.records.size() + 1)});
    }
    read.records.push_back(*std::move(record));
    read.bytes += end + kBlank.size();
  }
}

games::Parsed<ArchiveRead> read_archive(const std::string& folder) {
  auto settings = read_settings(folder);
  if (!settings) return settings.error();
  const std::string path = games_path(folder);
  const auto content = core::read_file(path);
  // A tournament that has just begun has settings and no games yet.
  if (!content && errno != ENOENT) return text::file_unreadable(path, errno);
  auto read = read_records(content.value_or(""));
  if (!read) return read.error().in(Message::kInFile, {core::quoted(path)});
  return ArchiveRead{*std::move(settings), std::move(read->records)};
}

games::Parsed<Archive> Archive::create(const std::string& folder, const SettingsMap& settings) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return text::file_unwritable(folder, code.value());
  if (std::filesystem::exists(settings_path(folder), code) ||
      std::filesystem::exists(games_path(folder), code)) {
    return Error(Message::kTournamentThere, {core::quoted(folder)});
  }
  Archive archive;
  archive.folder_ = folder;
  archive.settings_ = settings;
  if (auto error = text::write_file(settings_path(folder), settings_json(settings))) {
    return *std::move(error);
  }
  if (auto error = archive.open_games()) return *std::move(error);
  return archive;
}

games::Parsed<Archive> Archive::open(const std::string& folder) {
  auto settings = read_settings(folder);
  if (!settings) return settings.error();
  Archive archive;
  archive.folder_ = folder;
  archive.settings_ = *std::move(settings);
  if (auto error = archive.open_games()) return *std::move(error);
  return archive;
}

// A file that only grows. A thread of its own makes it safe against a power cut: waiting for the
// disk would take more time than many a game.
class Archive::SyncedFile {
 public:
  explicit SyncedFile(core::Descriptor file)
      : file_(std::move(file)), thread_([this] { work(); }) {}
  ~SyncedFile() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  SyncedFile(const SyncedFile&) = delete;
  SyncedFile& operator=(const SyncedFile&) = delete;

  // False, with errno, where this or an earlier text cannot be kept.
  bool append(std::string_view text) {
    if (!core::write_all(file_.get(), text)) return false;
    const std::lock_guard lock(mutex_);
    if (error_ != 0) {
      errno = error_;
      return false;
    }
    dirty_ = true;
    changed_.notify_one();
    return true;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return dirty_ || closing_; });
      if (!dirty_) return;
      dirty_ = false;
      lock.unlock();
      const int error = ::fsync(file_.get()) == 0 ? 0 : errno;
      lock.lock();
      if (error != 0) error_ = error;
    }
  }

  core::Descriptor file_;
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  bool dirty_ = false;
  bool closing_ = false;
  int error_ = 0;
  std::thread thread_;  // last: it uses all of the above
};

Archive::Archive() = default;
Archive::Archive(Archive&&) noexcept = default;
Archive::~Archive() = default;

// The lock goes with the file, however the program ends.
std::optional<Error> Archive::open_games() {
  const std::string path = games_path(folder_);
  core::Descriptor opened(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!opened.open()) return text::file_unwritable(path, errno);
  const int file = opened.get();
  file_ = std::make_unique<SyncedFile>(std::move(opened));
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    return Error(Message::kTournamentBusy, {core::quoted(folder_)});
  }
  const auto content = core::read_file(path);
  if (!content) return text::file_unreadable(path, errno);
  auto read = read_records(*content);
  if (!read) return read.error().in(Message::kInFile, {core::quoted(path)});
  if (read->bytes < content->size() && ::ftruncate(file, static_cast<off_t>(read->bytes)) != 0) {
    return text::file_unwritable(path, errno);
  }
  games_ = std::move(read->records);
  core::sync_folder(folder_);
  return std::nullopt;
}

std::optional<Error> Archive::append(const games::Record& record) {
  const auto tidy = games::checked(record);
  if (!tidy) return tidy.error();
  if (!file_->append(games::to_pgn(*tidy) + '\n')) {
    return text::file_unwritable(games_path(folder_), errno);
  }
  return std::nullopt;
}

}  // namespace arena
