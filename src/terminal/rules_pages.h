// The rules pages of docs/rules, built into the program.
#pragma once

#include <string>
#include <string_view>

#include "terminal/popup.h"
#include "text/text.h"

namespace terminal {

// "" for a game without a page.
std::string_view rules_page(std::string_view game, text::Language language);

// The page as plain lines, and as a page to scroll.
std::string rules_text(std::string_view game, text::Language language);
Pager rules_pager(std::string_view game, text::Language language);

}  // namespace terminal
