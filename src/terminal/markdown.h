// Pages written in Markdown, drawn for a terminal: headings, lists, tables, drawings, emphasis.
// Knows what the rules pages use, no more; what it does not know is shown as it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "terminal/popup.h"

namespace terminal {

// Lines of at most so many columns.
std::vector<PageLine> page_lines(std::string_view markdown, int columns);

// The same without styles, for plain lines: headings are underlined.
std::string page_text(std::string_view markdown, int columns);

}  // namespace terminal
