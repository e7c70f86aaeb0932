// The program's own folders of a person. Each is "" where there is no home.
#pragma once

#include <string>

namespace core {

// Settings: $XDG_CONFIG_HOME/tabuleiro or ~/.config/tabuleiro.
std::string config_folder();
// What was left unfinished: $XDG_STATE_HOME/tabuleiro or ~/.local/state/tabuleiro.
std::string state_folder();
// Games and proofs: $XDG_DATA_HOME/tabuleiro or ~/.local/share/tabuleiro.
std::string data_folder();

}  // namespace core
