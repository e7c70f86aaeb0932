#include "terminal/rules_pages.h"

#include <algorithm>

#include "core/embedded.h"
#include "games/list.h"
#include "terminal/markdown.h"

namespace terminal {

namespace {

// Longer lines are hard to read.
constexpr int kPlainColumns = 79, kReadColumns = 96;

}  // namespace

std::span<const core::EmbeddedFile> rules_files();  // docs/rules

std::string_view rules_page(std::string_view game, text::Language language) {
  const std::string name =
      std::string(game) + (language == text::Language::kPortuguese ? ".pt.md" : ".md");
  return core::content_of(rules_files(), name);
}

std::string rules_text(std::string_view game, text::Language language) {
  return page_text(rules_page(game, language), kPlainColumns);
}

Pager rules_pager(std::string_view game, text::Language language) {
  return {games::game_title(game), [page = rules_page(game, language)](int columns) {
            return page_lines(page, std::min(columns, kReadColumns));
          }};
}

}  // namespace terminal
