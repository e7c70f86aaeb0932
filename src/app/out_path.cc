#include "app/out_path.h"

#include <cerrno>
#include <filesystem>

#include "core/scan.h"
#include "text/file.h"

namespace app {

namespace fs = std::filesystem;

std::optional<text::Error> check_out_path(const std::string& path, OutKind kind) {
  if (path.empty()) return text::file_unwritable(path, ENOENT);
  std::error_code ignored;
  const auto there = fs::status(path, ignored);
  const bool slash = path.ends_with('/');
  if (kind == OutKind::kFile && (fs::is_directory(there) || slash)) {
    return text::file_unwritable(path, EISDIR);
  }
  if (kind == OutKind::kFolder && fs::exists(there) && !fs::is_directory(there)) {
    return text::file_unwritable(path, ENOTDIR);
  }
  auto parent =
      fs::path(slash ? path.substr(0, path.find_last_not_of('/') + 1) : path).parent_path();
  if (parent.empty()) parent = ".";
  if (fs::is_directory(parent, ignored)) return std::nullopt;
  if (fs::exists(parent, ignored)) return text::file_unwritable(path, ENOTDIR);
  return text::Error(text::Message::kNoSuchFolder, {core::quoted(parent.string())});
}

}  // namespace app
