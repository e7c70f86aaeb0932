#include "core/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace core {

namespace {

constexpr std::size_t kReadChunk = std::size_t{1} << 16;

}  // namespace

std::optional<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  // A pipe without a writer must not be waited for.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  std::string content;
  ssize_t got = 1;
  while (got > 0 && content.size() < max_bytes) {
    const std::size_t before = content.size();
    content.resize(before + std::min(kReadChunk, max_bytes - before));
    do {
      got = read(file, content.data() + before, content.size() - before);
    } while (got < 0 && errno == EINTR);
    content.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  }
  close(file);
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
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

int write_file(const std::string& path, const std::string& content) {
  struct stat there{};
  // A device or a pipe cannot be replaced by a new file.
  const bool replace = stat(path.c_str(), &there) != 0 || S_ISREG(there.st_mode);
  const std::string target = replace ? path + ".new" : path;
  const int file =
      open(target.c_str(), O_WRONLY | O_CLOEXEC | (replace ? O_CREAT | O_TRUNC : O_NONBLOCK), 0644);
  if (file < 0) return errno;
  int problem = 0;
  if (!write_all(file, content) || (replace && fsync(file) != 0)) problem = errno;
  if (close(file) != 0 && problem == 0) problem = errno;
  if (replace && problem == 0 && rename(target.c_str(), path.c_str()) != 0) problem = errno;
  if (replace && problem != 0) unlink(target.c_str());
  if (replace && problem == 0) sync_folder(std::filesystem::path(path).parent_path() / ".");
  return problem;
}

}  // namespace core
