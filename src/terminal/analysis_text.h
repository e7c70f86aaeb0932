// An analysis as lines of text.
#pragma once

#include <string>

#include "engine/analysis.h"
#include "terminal/text_table.h"

namespace terminal {

// The position, whose turn it is, and the best lines; without lines the evaluation term by term.
// `holes`: pieces that have holes are drawn with all of them.
std::string analysis_text(const engine::Analysis& analysis, text::Language language,
                          bool holes = false, std::size_t columns = kUsualColumns);

// The best lines alone, with a heading; of each as many turns as fit the columns, below its numbers
// where there is no room beside them.
std::string lines_table(const engine::Analysis& analysis, text::Language language,
                        std::size_t columns = kUsualColumns);

}  // namespace terminal
