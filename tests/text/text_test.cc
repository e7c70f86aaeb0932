// The catalogue: complete in both languages, with the same places to fill in.
#include "text/text.h"

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/file.h"
#include "core/scan.h"
#include "support.h"
#include "text/catalogue.h"

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
  std::string name, english, portuguese;
};

using Json = nlohmann::ordered_json;

// A data file of the catalogue: sections of messages. JSON lets a later one with the same name
// replace an earlier one without a word, so the names are heard as they are read.
Json read_sections(const std::string& file) {
  std::set<Json> seen;
  const auto hear = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::key && depth <= 2) {
      EXPECT_TRUE(seen.insert(parsed).second) << file << ": " << parsed << " twice";
    }
    return true;
  };
  return Json::parse(*core::read_file(source_path(file)), hear);
}

const std::string kOfThePage = "src/text/catalogue/page.json";

void add_entries(const std::string& file, std::vector<Entry>& all) {
  const Json sections = read_sections(file);
  for (const auto& [section, messages] : sections.items()) {
    for (const auto& [name, texts] : messages.items()) {
      EXPECT_EQ(texts.size(), 2u) << name;
      all.push_back({name, texts.at("en"), texts.at("pt")});
    }
  }
}

std::vector<Entry> entries_of_the_program() {
  std::vector<Entry> all;
  for (const auto& file : source_files("src/text/catalogue")) {
    if (file != kOfThePage) add_entries(file, all);
  }
  return all;
}

// What the program says and what only the page says.
std::vector<Entry> every_entry() {
  auto all = entries_of_the_program();
  add_entries(kOfThePage, all);
  return all;
}

TEST(Catalogue, EveryMessageExistsInBothLanguages) {
  // The same words in both languages: fine for these, forgotten for any other.
  const std::set<std::string> same_in_both = {
      "kLabBootstrap", "kLabDrama",     "kLabWilson", "kOk",           "kValueEpaminondasCrossings",
      "kVerbatim",     "kWebSayStones", "kWebSays",   "kWebStudyThree"};
  std::set<std::string> names;
  for (const auto& [name, english, portuguese] : every_entry()) {
    EXPECT_TRUE(names.insert(name).second) << name << " twice";
    EXPECT_FALSE(core::trim(english).empty()) << name;
    EXPECT_FALSE(core::trim(portuguese).empty()) << name;
    EXPECT_EQ(slots(english), slots(portuguese)) << name;
    EXPECT_TRUE(english != portuguese || same_in_both.contains(name)) << name;
  }
}

TEST(Catalogue, TheProgramCarriesTheTextsOfTheFiles) {
  const auto files = entries_of_the_program();
  std::map<std::string_view, const text::Entry*> carried;
  for (const auto& entry : text::catalogue()) carried[entry.name] = &entry;
  EXPECT_EQ(text::catalogue().size(), files.size());
  for (const auto& [name, english, portuguese] : files) {
    ASSERT_TRUE(carried.contains(name)) << name;
    EXPECT_EQ(carried[name]->pattern[static_cast<int>(Language::kEnglish)], english) << name;
    EXPECT_EQ(carried[name]->pattern[static_cast<int>(Language::kPortuguese)], portuguese) << name;
  }
  EXPECT_EQ(text::message_name(Message::kCellTaken), "kCellTaken");
  EXPECT_EQ(text::message_name(Message::kLearnEigTurn), "kLearnEigTurn");
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
    collect(*core::read_file(source_path(file)), "Message::", used);
  }
  collect(*core::read_file(source_path("src/games/colours.json")), "\"", used);
  for (const auto& file : source_files("web/src")) {
    collect(*core::read_file(source_path(file)), "Message.", used);
  }
  for (const Entry& entry : every_entry()) {
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

// The first variable that is set and not empty decides, even where it names a third language.
TEST(Catalogue, TheEnvironmentDecidesInItsOrder) {
  const auto language_of = [](const char* all, const char* messages, const char* lang) {
    const auto set = [](const char* name, const char* value) {
      value == nullptr ? unsetenv(name) : setenv(name, value, 1);
    };
    set("LC_ALL", all);
    set("LC_MESSAGES", messages);
    set("LANG", lang);
    const auto language = text::environment_language();
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) unsetenv(name);
    return language;
  };
  EXPECT_EQ(language_of(nullptr, nullptr, "pt_PT.UTF-8"), Language::kPortuguese);
  EXPECT_EQ(language_of(nullptr, "pt_PT.UTF-8", "en_GB.UTF-8"), Language::kPortuguese);
  EXPECT_EQ(language_of("en_GB.UTF-8", "pt_PT.UTF-8", "pt_PT.UTF-8"), Language::kEnglish);
  EXPECT_EQ(language_of("C.UTF-8", nullptr, "pt_PT.UTF-8"), Language::kEnglish);
  EXPECT_EQ(language_of("", "", "pt_PT.UTF-8"), Language::kPortuguese);
  EXPECT_EQ(language_of(nullptr, nullptr, nullptr), Language::kEnglish);
}

TEST(Catalogue, DecimalsHaveTheSignOfTheLanguage) {
  EXPECT_EQ(text::decimal(7.74, 1, Language::kEnglish), "7.7");
  EXPECT_EQ(text::decimal(7.74, 1, Language::kPortuguese), "7,7");
  EXPECT_EQ(text::decimal(7.74, 0, Language::kPortuguese), "8");
}

}  // namespace
}  // namespace tests
