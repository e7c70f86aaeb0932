#include "eval/net_file.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/embedded.h"
#include "core/file.h"
#include "core/folders.h"

namespace eval {

std::span<const core::EmbeddedFile> net_files();  // written by tools/embed_files.cmake

namespace {

// Where nets may lie as files. A program that carries none is an installed one, whose nets lie
// beside it.
std::vector<std::string> nets_folders() {
  if (const char* asked = std::getenv("TABULEIRO_NETS")) return {asked};
  if (!net_files().empty()) return {};
  auto folders = core::shared_data_folders();
  for (std::string& folder : folders) folder += "/nets";
  return folders;
}

}  // namespace

std::optional<std::string_view> net_file(std::string_view game) {
  static const auto folders = nets_folders();
  const std::string name = std::string(game) + ".net";
  if (folders.empty()) return core::content_of(net_files(), name);
  static std::mutex mutex;
  static std::map<std::string, std::string, std::less<>> contents;
  const std::lock_guard lock(mutex);
  const auto [at, added] = contents.try_emplace(name);
  for (std::size_t i = 0; added && at->second.empty() && i < folders.size(); ++i) {
    at->second = core::read_file(folders[i] + '/' + name).value_or("");
  }
  return at->second;
}

}  // namespace eval
