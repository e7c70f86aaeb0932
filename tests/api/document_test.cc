// docs/api.md against the contract: its last chapter lists all that the contract has, and what
// stands before it names nothing else.
#include <regex>
#include <set>

#include "api/contract.h"
#include "api/schema.h"
#include "core/file.h"
#include "core/scan.h"
#include "support.h"

namespace tests {
namespace {

using api::Json;
using Names = std::set<std::string>;

const std::string kChapter = "## Everything\n";

std::string code(std::string_view text) {
  std::string escaped = "`";
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped + '`';
}

std::string keys_text(const Json& object) {
  std::string text;
  const auto add = [&](const std::string& item) {
    text += (text.empty() ? "" : ", ") + code(item);
  };
  for (const auto& [key, notation] : object.items()) {
    const api::Notation taken(notation.get_ref<const std::string&>());
    if (key == "...") {
      for (const auto name : core::split(taken.type, ','))
        add("..." + std::string(core::trim(name)));
    } else if (!key.empty()) {
      add(key + ": " + std::string(taken.type));
    }
  }
  return text;
}

std::string refusals_text(const Json& list) {
  std::string text;
  for (const auto& [status, codes] : api::refusals_of(list)) {
    text += (text.empty() ? "" : ", ") + status;
    for (const auto& one : codes) text += ' ' + code(one);
  }
  return text;
}

std::string takes_text(const Json& route) {
  std::string text = route.contains("body") ? code(route["body"].get<std::string>())
                                            : keys_text(route.value("query", Json::object()));
  if (!route.contains("token")) return text;
  return std::string(route["token"] == "required" ? "token" : "token?") +
         (text.empty() ? "" : ", " + text);
}

std::string gives_text(const Json& route) {
  std::string text;
  for (const auto& [status, type] : route["answer"].items()) {
    text += status + (type == "" ? "" : ' ' + code(type.get<std::string>()));
  }
  if (route.contains("picture")) text += ' ' + code(route["picture"].get<std::string>());
  return text + (route.contains("text") ? ", or plain text" : "");
}

std::string requests_text() {
  std::string text = "| Request | Takes | Gives | Refuses with |\n|---|---|---|---|\n";
  for (const auto& [name, route] : api::contract().routes.items()) {
    text += "| " + code(name) + " | " + takes_text(route) + " | " + gives_text(route) + " | " +
            refusals_text(route.value("errors", Json::array())) + " |\n";
  }
  return text;
}

std::string messages_text() {
  const auto& socket = api::contract().socket;
  std::string text = "| Message | Answers | Refused with |\n|---|---|---|\n";
  for (const auto& [type, message] : socket["client"].items()) {
    text += "| " + code(message["message"].get<std::string>()) + " | " +
            code(message["answers"].get<std::string>()) + " | " +
            refusals_text(message.value("errors", Json::array())) + " |\n";
  }
  return text + "| | " + code(socket["server"].get<std::string>()) + " | |\n";
}

std::string types_text() {
  std::string text = "| Type | |\n|---|---|\n";
  for (const auto& [name, type] : api::contract().types.items()) {
    if (name == "ErrorCode") continue;
    const auto shape = type.is_string()
                           ? code(api::Notation(type.get_ref<const std::string&>()).type)
                           : keys_text(type);
    text += "| " + code(name) + " | " + shape + " |\n";
  }
  return text;
}

std::string errors_text() {
  std::string text = "| Code | |\n|---|---|\n";
  for (const auto& [name, meaning] : api::contract().errors.items()) {
    text += "| " + code(name) + " | " + meaning.get<std::string>() + " |\n";
  }
  return text;
}

std::string groups_text() {
  const auto of = [](const char* group) { return refusals_text(Json::array({group})); };
  return "Every request may be refused with " + of("every") + ", those with a body also with " +
         of("body") + ",\nand what is no request of these with " + of("elsewhere") +
         ". Every message may be refused with\n" + of("message") +
         ", one that has no meaning with " + of("unread") + ".\n";
}

std::string document() { return *core::read_file(source_path("docs/api.md")); }

// What the document should end with.
std::string chapter() {
  return "\n### Requests\n\n" + requests_text() + "\n### Messages\n\n" + messages_text() + "\n" +
         groups_text() + "\n### Types\n\n" + types_text() + "\n### Errors\n\n" + errors_text();
}

TEST(Document, ItsLastChapterIsTheContract) {
  const auto text = document();
  const auto start = text.find("\n### Requests\n");
  ASSERT_NE(start, std::string::npos) << chapter();
  EXPECT_EQ(text.substr(start), chapter()) << "docs/api.md should end with:\n" << chapter();
}

// docs/operating.md has a table of all that comes to an end by waiting. (A damaged table does not.)
TEST(Document, WhatWaitingHelpsAgainstIsToldToWhoeverRunsTheServer) {
  std::set<std::pair<std::string, std::string>> known, told;
  const auto look = [&](const Json& list) {
    for (const auto& [status, codes] : api::refusals_of(list)) {
      if (status != "429" && status != "503") continue;
      for (const auto& one : codes) known.emplace(status, one);
    }
  };
  for (const auto& [name, group] : api::contract().groups.items()) look(group);
  for (const auto& route : api::contract().routes) look(route.value("errors", Json::array()));
  for (const auto& message : api::contract().socket["client"]) {
    look(message.value("errors", Json::array()));
  }
  known.erase({"503", "damaged"});
  const auto text = *core::read_file(source_path("docs/operating.md"));
  const std::regex row(R"(\n\| (\d{3}) \| `(\w+)` \|)");
  for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at) {
    told.emplace((*at)[1], (*at)[2]);
  }
  EXPECT_EQ(told, known);
}

// --- What stands before it ---

std::string prose() {
  const auto text = document();
  return text.substr(0, text.find(kChapter));
}

std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  std::vector<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

// The keys of a sketch of JSON, in which values may be missing: `{"name","options":[…]}`. A string
// is a key where it begins an item of an object.
Names keys_in_sketch(const std::string& sketch) {
  Names keys;
  std::string open;  // brackets
  char before = 0;   // the last of {[,:
  for (std::size_t i = 0; i < sketch.size(); ++i) {
    const char c = sketch[i];
    if (c == '{' || c == '[') open += c;
    if ((c == '}' || c == ']') && !open.empty()) open.pop_back();
    if (c == '{' || c == '[' || c == ',' || c == ':') before = c;
    if (sketch.compare(i, 2, "//") == 0) i = std::min(sketch.find('\n', i), sketch.size());
    if (c != '"') continue;
    const auto end = std::min(sketch.find('"', i + 1), sketch.size());
    const bool key = open.ends_with('{') && (before == '{' || before == ',');
    if (key) keys.insert(sketch.substr(i + 1, end - i - 1));
    i = end;
  }
  return keys;
}

TEST(Document, KeysOfSketches) {
  EXPECT_EQ(keys_in_sketch(R"({"name","list":["white","black"],  // a "word", {"odd"}
                              "more"?:[{"key":"a{"}],"x":1|null})"),
            (Names{"name", "list", "more", "key", "x"}));
}

TEST(Document, SketchesHaveTheContractsKeysOnly) {
  const auto& types = api::contract().types;
  Names known = {"size", "swap"};  // options
  for (const auto& type : types) {
    if (!type.is_object()) continue;
    for (const auto& [key, notation] : type.items()) known.insert(api::Key(key).name);
  }
  std::size_t sketches = 0;
  for (const auto& sketch : all_matches(prose(), "(```[^`]*```|`\\{[^`]*`)")) {
    ++sketches;
    for (const auto& key : keys_in_sketch(sketch)) {
      EXPECT_TRUE(known.contains(key)) << key << " in " << sketch;
    }
  }
  EXPECT_GT(sketches, 20u);
}

TEST(Document, ItNamesTheContractsRequestsAndCodesOnly) {
  Names routes, told;
  for (const auto& [name, route] : api::contract().routes.items()) {
    if (name != "GET /api/openapi.json")
      routes.insert(std::regex_replace(name, std::regex("\\{id\\}"), "ID"));
  }
  for (const auto& route : all_matches(prose(), "`((GET|POST) /api/[^?` ]*)")) told.insert(route);
  EXPECT_EQ(told, routes);
  const auto codes = all_matches(prose(), "\\b[45][0-9][0-9] `([a-z_]+)`");
  EXPECT_FALSE(codes.empty());
  for (const auto& one : codes) EXPECT_TRUE(api::contract().errors.contains(one)) << one;
}

}  // namespace
}  // namespace tests
