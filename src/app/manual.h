// Man pages and completion, made from the same descriptions as --help.
#pragma once

#include <map>
#include <string>

#include "app/command.h"

namespace app {

// Of the whole program, and of one command; in the notation of troff.
std::string program_manual(text::Language language);
std::string command_manual(const Command& command, text::Language language);

// "bash", "zsh", "fish" → a script that tells the shell what may follow.
const std::map<std::string, std::string (*)()>& completions();

}  // namespace app
