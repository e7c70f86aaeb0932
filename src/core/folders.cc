#include "core/folders.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace core {

namespace {

std::string folder(const char* variable, const char* below_home) {
  if (const char* set = std::getenv(variable); set != nullptr && set[0] == '/') {
    return std::string(set) + "/tabuleiro";
  }
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + below_home : "";
}

}  // namespace

std::string config_folder() { return folder("XDG_CONFIG_HOME", "/.config/tabuleiro"); }
std::string state_folder() { return folder("XDG_STATE_HOME", "/.local/state/tabuleiro"); }
std::string data_folder() { return folder("XDG_DATA_HOME", "/.local/share/tabuleiro"); }

std::vector<std::string> shared_data_folders() {
  const char* set = std::getenv("XDG_DATA_DIRS");
  const std::string all = set != nullptr && set[0] != 0 ? set : "/usr/local/share:/usr/share";
  std::vector<std::string> folders;
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find(':', begin), all.size());
    if (all[begin] == '/') folders.push_back(all.substr(begin, end - begin) + "/tabuleiro");
    begin = end + 1;
  }
  return folders;
}

}  // namespace core
