// What the self-contained pages have in common: review --html and the lab's reports.
#pragma once

#include <string>
#include <string_view>

#include "text/text.h"

namespace app {

// ` name="value"`, escaped.
std::string attribute(std::string_view name, std::string_view value);

// <name attributes>content</name>, the content as it is.
std::string element(std::string_view name, std::string_view attributes, std::string_view content);

// A whole page that loads nothing. The title is escaped here; the body is as it is.
std::string html_page(text::Language language, std::string_view title, std::string_view style,
                      std::string_view body);

// The looks that all pages share.
std::string_view base_style();

}  // namespace app
