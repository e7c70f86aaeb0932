#include "core/folders.h"

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

}  // namespace core
