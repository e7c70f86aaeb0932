#include "app/html.h"

#include <span>

#include "core/embedded.h"
#include "games/scene_svg.h"

namespace app {

std::span<const core::EmbeddedFile> review_page();  // src/app/review_page

std::string attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string(name) + "=\"" + games::html_escaped(value) + '"';
}

std::string element(std::string_view name, std::string_view attributes, std::string_view content) {
  const std::string tag(name);
  return '<' + tag + std::string(attributes) + '>' + std::string(content) + "</" + tag + ">\n";
}

std::string html_page(text::Language language, std::string_view title, std::string_view style,
                      std::string_view body) {
  const bool portuguese = language == text::Language::kPortuguese;
  return std::string("<!DOCTYPE html>\n<html lang=\"") + (portuguese ? "pt" : "en") +
         "\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
         element("title", "", games::html_escaped(title)) + element("style", "", style) +
         "</head>\n<body>\n" + std::string(body) + "</body>\n</html>\n";
}

std::string_view base_style() { return core::content_of(review_page(), "base.css"); }

}  // namespace app
