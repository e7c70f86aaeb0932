#include "terminal/rules_pages.h"

#include <string>

namespace terminal {

// Written by tools/embed.cmake.
struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};
extern const EmbeddedFile kRulesPages[];
extern const int kRulesPagesCount;

std::string_view rules_page(std::string_view game, text::Language language) {
  const std::string name =
      std::string(game) + (language == text::Language::kPortuguese ? ".pt.md" : ".md");
  for (int i = 0; i < kRulesPagesCount; ++i) {
    if (kRulesPages[i].name == name) return kRulesPages[i].content;
  }
  return "";
}

}  // namespace terminal
