// The rules pages of docs/rules, built into the program.
#pragma once

#include <string>
#include <string_view>

#include "text/text.h"

namespace terminal {

// "" for a game without a page.
std::string_view rules_page(std::string_view game, text::Language language);

// The page for a terminal: without the signs of Markdown that stand for type and code.
std::string rules_text(std::string_view game, text::Language language);

}  // namespace terminal
