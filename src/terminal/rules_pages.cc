#include "terminal/rules_pages.h"

#include "core/embedded.h"
#include "core/scan.h"

namespace terminal {

std::span<const core::EmbeddedFile> rules_files();  // docs/rules

std::string_view rules_page(std::string_view game, text::Language language) {
  const std::string name =
      std::string(game) + (language == text::Language::kPortuguese ? ".pt.md" : ".md");
  return core::content_of(rules_files(), name);
}

std::string rules_text(std::string_view game, text::Language language) {
  std::string out;
  for (const auto line : core::split(rules_page(game, language), '\n')) {
    if (line.starts_with("```")) continue;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '`') continue;
      if (line.substr(i, 2) == "**") {
        ++i;
        continue;
      }
      out += line[i];
    }
    out += '\n';
  }
  return out;
}

}  // namespace terminal
