// The catalogue: complete in both languages, with the same places to fill in.
#include "text/text.h"

#include <set>

#include "core/file.h"
#include "core/scan.h"
#include "support.h"

namespace tests {
namespace {

using text::Language;
using text::Message;

std::set<std::string> slots(std::string_view pattern) {
  std::set<std::string> found;
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
    if (pattern[i] == '{' && pattern[i + 2] == '}') found.insert(std::string(pattern.substr(i, 3)));
  }
  return found;
}

struct Entry {
  std::string_view name, english, portuguese;
};

// What the program says and what only the page says.
constexpr Entry kEntries[] = {
#define TABULEIRO_MESSAGE(name, english, portuguese) {#name, english, portuguese},
#include "text/messages.inc"
#include "text/web_messages.inc"
#undef TABULEIRO_MESSAGE
};

TEST(Catalogue, EveryMessageExistsInBothLanguages) {
  // The same words in both languages: fine for these, forgotten for any other.
  const std::set<std::string_view> same_in_both = {"kInField", "kVerbatim", "kWebSayStones",
                                                   "kWebStudyThree"};
  std::set<std::string_view> names;
  for (const auto& [name, english, portuguese] : kEntries) {
    EXPECT_TRUE(names.insert(name).second) << name << " twice";
    EXPECT_FALSE(core::trim(english).empty()) << name;
    EXPECT_FALSE(core::trim(portuguese).empty()) << name;
    EXPECT_EQ(slots(english), slots(portuguese)) << name;
    EXPECT_TRUE(english != portuguese || same_in_both.contains(name)) << name;
  }
}

// Every identifier that stands directly behind `before`.
void collect(std::string_view source, std::string_view before,
             std::set<std::string, std::less<>>& found) {
  for (auto at = source.find(before); at != std::string_view::npos; at = source.find(before, at)) {
    at += before.size();
    auto end = at;
    while (end < source.size() && std::isalnum(static_cast<unsigned char>(source[end]))) ++end;
    found.insert(std::string(source.substr(at, end - at)));
  }
}

TEST(Catalogue, MessageNamesAreUsedSomewhere) {
  // A message that nothing says any more should go.
  std::set<std::string, std::less<>> used;
  for (const auto& file : source_files("src")) {
    if (file.ends_with("messages.inc")) continue;
    collect(*core::read_file(source_path(file)), "Message::", used);
  }
  for (const auto& file : source_files("web/src")) {
    const std::string source = *core::read_file(source_path(file));
    for (const char* quote : {"'", "\""}) collect(source, quote, used);
  }
  for (const Entry& entry : kEntries) {
    EXPECT_TRUE(used.contains(entry.name)) << entry.name << " is not used";
  }
}

TEST(Catalogue, RendersArgumentsAndContexts) {
  const text::Error error = text::Error(Message::kCellTaken, {"e5"})
                                .in(Message::kInAction, {"'e5'"})
                                .in(Message::kInTurn, {"3", "'e5'"});
  EXPECT_EQ(text::render(error, Language::kEnglish), "turn 3, 'e5': action 'e5': e5 is not empty");
  EXPECT_EQ(text::render(error, Language::kPortuguese),
            "turno 3, 'e5': ação 'e5': e5 não está vazia");
  // An argument that looks like a place to fill in is left alone.
  EXPECT_EQ(text::render(text::Note{Message::kCellTaken, {"{0}{1}"}}, Language::kEnglish),
            "{0}{1} is not empty");
}

TEST(Catalogue, LanguageNames) {
  EXPECT_EQ(text::parse_language("pt_PT.UTF-8"), Language::kPortuguese);
  EXPECT_EQ(text::parse_language("pt-BR"), Language::kPortuguese);
  EXPECT_EQ(text::parse_language("en"), Language::kEnglish);
  EXPECT_FALSE(text::parse_language("de_DE"));
  EXPECT_FALSE(text::parse_language("port"));
  EXPECT_FALSE(text::parse_language(""));
}

}  // namespace
}  // namespace tests
