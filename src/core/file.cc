#include "core/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "core/descriptor.h"

namespace core {

namespace {

constexpr std::size_t kReadChunk = std::size_t{1} << 16;
constexpr int kMaxLinks = 40;  // as many as the system itself follows

// The file that a path means, which need not exist: replacing a link would take the name away from
// whoever put the link there. Nothing where the links go in a circle.
std::optional<std::filesystem::path> behind_links(std::filesystem::path path) {
  for (int links = 0; links < kMaxLinks; ++links) {
    std::error_code no_link;
    const auto next = std::filesystem::read_symlink(path, no_link);
    if (no_link) return path;
    path = path.parent_path() / next;
  }
  return std::nullopt;
}

// 0, or what errno said.
int write_into(const std::string& device, const std::string& content) {
  Descriptor file(open(device.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  const bool done = file.open() && write_all(file.get(), content) && file.close();
  return done ? 0 : errno;
}

// A new file, safe on the disk. mode: of the file that it will replace; 0 where there is none.
int write_new(const std::string& path, const std::string& content, mode_t mode) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_TRUNC, 0644));
  if (!file.open()) return errno;
  if (mode != 0) fchmod(file.get(), mode);  // not every disk knows permissions
  const bool done = write_all(file.get(), content) && fsync(file.get()) == 0 && file.close();
  return done ? 0 : errno;
}

}  // namespace

std::optional<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  // A pipe without a writer must not be waited for.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return std::nullopt;
  std::string content;
  ssize_t got = 1;
  while (got > 0 && content.size() < max_bytes) {
    const std::size_t before = content.size();
    content.resize(before + std::min(kReadChunk, max_bytes - before));
    do {
      got = read(file.get(), content.data() + before, content.size() - before);
    } while (got < 0 && errno == EINTR);
    content.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  }
  if (got < 0) return std::nullopt;
  return content;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto wrote = write(file, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

void sync_folder(const std::string& folder) {
  const Descriptor file(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.open()) fsync(file.get());
}

int write_file(const std::string& path, const std::string& content) {
  struct stat there{};
  const bool exists = stat(path.c_str(), &there) == 0;
  // A device or a pipe cannot be replaced by a new file.
  if (exists && !S_ISREG(there.st_mode)) return write_into(path, content);
  const auto target = behind_links(path);
  if (!target) return ELOOP;
  const std::string fresh = target->string() + ".new";
  const int problem = write_new(fresh, content, exists ? there.st_mode & 07777 : 0);
  if (problem != 0 || rename(fresh.c_str(), target->c_str()) != 0) {
    const int reason = problem != 0 ? problem : errno;
    unlink(fresh.c_str());
    return reason;
  }
  sync_folder(target->parent_path() / ".");
  return 0;
}

}  // namespace core
