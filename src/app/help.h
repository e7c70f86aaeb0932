// What --help says, and the parts of it that man pages have too.
#pragma once

#include <string>

#include "app/command.h"

namespace app {

// "tabuleiro 0.2.0" and a line break.
std::string version_line();

// Wrapped at so many columns.
std::string command_help(const Command& command, text::Language language, std::size_t columns);
std::string program_help(text::Language language, std::size_t columns);

// Text in lines of so many columns, all but the first behind an indent.
std::string indented(std::string_view text, std::size_t columns, std::size_t indent);

bool takes_game(const Command& command);
// The words that stand for what a person puts there, in the language: "[FICHEIRO]".
std::string with_places(std::string_view text, text::Language language);
// "--port N", "--out FICHEIRO".
std::string flag_spelling(const Flag& flag, text::Language language);
// What a flag is for, and what counts without it.
std::string flag_meaning(const Flag& flag, text::Language language);

}  // namespace app
