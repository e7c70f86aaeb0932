// A report of the lab as one page that loads nothing and needs no script.
#pragma once

#include <string>

#include "lab/report.h"

namespace app {

// "yavalath.en.html": what the pages of a report are called, since each leads to the other.
std::string lab_page_name(const std::string& game, text::Language language);

std::string lab_html(const lab::Report& report, text::Language language);

}  // namespace app
