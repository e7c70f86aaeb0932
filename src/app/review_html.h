// A Review as one page of HTML.
#pragma once

#include "terminal/review_report.h"

namespace app {

// Self-contained: nothing is loaded from elsewhere, and everything from the record is escaped.
std::string review_html(const terminal::ReviewReport& report);

}  // namespace app
