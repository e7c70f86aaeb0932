// An analysis as lines of text.
#pragma once

#include <string>

#include "engine/analysis.h"

namespace terminal {

// The position, whose turn it is, and the best lines; without lines the evaluation term by term.
// `holes`: pieces that have holes are drawn with all of them.
std::string analysis_text(const engine::Analysis& analysis, text::Language language,
                          bool holes = false);

// The best lines alone, with a heading.
std::string lines_table(const engine::Analysis& analysis, text::Language language);

}  // namespace terminal
