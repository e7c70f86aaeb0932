#include "client/kept_seats.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "client/json.h"
#include "core/descriptor.h"
#include "core/file.h"
#include "core/sha256.h"
#include "text/file.h"

namespace client {

namespace fs = std::filesystem;

namespace {

constexpr const char *kSeatPrefix = "seat-", *kSeatEnding = ".json";
constexpr std::size_t kMostSeats = 500, kMaxSeatFile = 4096, kHashDigits = 16;

struct SeatFile {
  fs::path path;
  fs::file_time_type time;
};

// Newest first.
std::vector<SeatFile> seat_files(const std::string& folder, const std::string& prefix) {
  std::vector<SeatFile> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const auto name = it->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(kSeatEnding)) continue;
    std::error_code gone;
    const auto time = fs::last_write_time(it->path(), gone);
    if (!gone) files.push_back({it->path(), time});
  }
  std::sort(files.begin(), files.end(),
            [](const SeatFile& a, const SeatFile& b) { return a.time > b.time; });
  return files;
}

// The token in a file, where it is of this table.
std::optional<std::string> token_in(const fs::path& path, const TableLink& link) {
  const auto text = core::read_file(path.string(), kMaxSeatFile);
  const auto json = text ? read_json(*text) : Json();
  if (text_at(json, "server") != link.server.origin()) return std::nullopt;
  if (text_at(json, "table") != link.table) return std::nullopt;
  auto token = text_at(json, "token");
  if (token.empty()) return std::nullopt;
  return token;
}

}  // namespace

std::string KeptSeats::path_of(const TableLink& link) const {
  const auto hash = core::sha256_text(link.server.origin() + '\n' + link.token);
  return folder_ + '/' + kSeatPrefix + link.table + '-' + hash.substr(0, kHashDigits) + kSeatEnding;
}

std::optional<std::string> KeptSeats::find(const TableLink& link) const {
  if (folder_.empty()) return std::nullopt;
  if (!link.token.empty()) return token_in(path_of(link), link);
  for (const auto& file : seat_files(folder_, kSeatPrefix + link.table + '-')) {
    if (auto token = token_in(file.path, link)) return token;
  }
  return std::nullopt;
}

std::optional<text::Error> KeptSeats::keep(const TableLink& link, const std::string& token) const {
  if (folder_.empty()) return std::nullopt;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  const auto path = path_of(link);
  // Nobody else may read it, not even for a moment: what replaces a file has its permissions.
  core::Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  if (!file.open()) return text::file_unwritable(path, errno);
  file.close();
  const Json json = {{"server", link.server.origin()}, {"table", link.table}, {"token", token}};
  if (auto error = text::write_file(path, json.dump() + '\n')) return error;
  const auto files = seat_files(folder_, kSeatPrefix);
  for (std::size_t i = kMostSeats; i < files.size(); ++i) fs::remove(files[i].path, ignored);
  return std::nullopt;
}

void KeptSeats::forget(const TableLink& link) const {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove(path_of(link), ignored);
}

}  // namespace client
