#include "text/text.h"

#include <array>
#include <cstdlib>

namespace text {

namespace {

struct Entry {
  std::string_view name;
  std::array<std::string_view, kLanguages> pattern;
};

constexpr Entry kCatalogue[] = {
#define TABULEIRO_MESSAGE(name, english, portuguese) {#name, {english, portuguese}},
#include "text/messages.inc"
#undef TABULEIRO_MESSAGE
};

const Entry& entry(Message message) { return kCatalogue[static_cast<int>(message)]; }

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

std::string_view message_name(Message message) { return entry(message).name; }

std::string render(const Note& note, Language language) {
  return fill(pattern(note.message, language), note.arguments);
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
  const char* value = std::getenv("LANG");
  return value == nullptr ? Language::kEnglish : parse_language(value).value_or(Language::kEnglish);
}

}  // namespace text
