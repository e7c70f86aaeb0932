// The program's own folders. Those of a person are "" where there is no home.
#pragma once

#include <string>
#include <vector>

namespace core {

// Settings: $XDG_CONFIG_HOME/tabuleiro or ~/.config/tabuleiro.
std::string config_folder();
// What was left unfinished: $XDG_STATE_HOME/tabuleiro or ~/.local/state/tabuleiro.
std::string state_folder();
// Games and proofs: $XDG_DATA_HOME/tabuleiro or ~/.local/share/tabuleiro.
std::string data_folder();
// What was installed for everybody: below each of $XDG_DATA_DIRS, else /usr/local/share and
// /usr/share; the first goes before the others.
std::vector<std::string> shared_data_folders();

}  // namespace core
