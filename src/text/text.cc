#include "text/text.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <vector>

#include "core/scan.h"
#include "text/catalogue.h"

namespace text {

namespace {

std::vector<Entry> entries_of(std::string_view texts) {
  const auto next = [&] {
    const auto text = texts.substr(0, texts.find('\0'));
    texts.remove_prefix(text.size() + 1);
    return text;
  };
  std::vector<Entry> entries;
  while (!texts.empty()) {
    Entry& entry = entries.emplace_back();
    entry.name = next();
    for (auto& pattern : entry.pattern) pattern = next();
  }
  return entries;
}

const Entry& entry(Message message) { return catalogue()[static_cast<std::size_t>(message)]; }

// The text of a message with its `{0}`, `{1}` … still in place.
std::string_view pattern(Message message, Language language) {
  return entry(message).pattern[static_cast<int>(language)];
}

// Puts argument N where the pattern says {N}. A number without an argument stays as it is.
std::string fill(std::string_view pattern, const std::vector<std::string>& arguments) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool slot = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}' &&
                      pattern[i + 1] >= '0' && pattern[i + 1] <= '9';
    const std::size_t index = slot ? pattern[i + 1] - '0' : 0;
    if (slot && index < arguments.size()) {
      out += arguments[index];
      i += 2;
    } else {
      out += pattern[i];
    }
  }
  return out;
}

}  // namespace

std::span<const Entry> catalogue() {
  static const std::vector<Entry> entries = entries_of(catalogue_texts());
  return entries;
}

std::string_view message_name(Message message) { return entry(message).name; }

std::optional<Message> message_named(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, Message> all;
    const auto& entries = catalogue();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      all.emplace(entries[i].name, static_cast<Message>(i));
    }
    return all;
  }();
  const auto at = by_name.find(name);
  return at == by_name.end() ? std::nullopt : std::optional(at->second);
}

std::string render(const Note& note, Language language) {
  return fill(pattern(note.message, language), note.arguments);
}

std::string render(const Phrase& phrase, Language language) {
  if (const auto* verbatim = std::get_if<std::string>(&phrase.head)) return *verbatim;
  std::vector<std::string> arguments;
  for (const Phrase& part : phrase.parts) arguments.push_back(render(part, language));
  return fill(pattern(std::get<Message>(phrase.head), language), arguments);
}

std::string render(const Error& error, Language language) {
  std::string out;
  for (const Note& note : error.notes) {
    if (!out.empty()) out += ": ";
    out += render(note, language);
  }
  return out;
}

std::string render(Message message, Language language) {
  return std::string(pattern(message, language));
}

std::optional<Language> parse_language(std::string_view name) {
  const auto code = name.substr(0, name.find_first_of("_.@-"));
  if (code == "en") return Language::kEnglish;
  if (code == "pt") return Language::kPortuguese;
  return std::nullopt;
}

Language environment_language() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    return parse_language(value).value_or(Language::kEnglish);
  }
  return Language::kEnglish;
}

std::string decimal(double number, int digits, Language language) {
  std::string text = core::fixed(number, digits);
  if (language == Language::kPortuguese) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

}  // namespace text
