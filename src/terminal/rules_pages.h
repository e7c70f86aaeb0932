// The rules pages of docs/rules, built into the program.
#pragma once

#include <string_view>

#include "text/text.h"

namespace terminal {

// "" for a game without a page.
std::string_view rules_page(std::string_view game, text::Language language);

}  // namespace terminal
