// The catalogue: every sentence a person can see, in English and Portuguese.
//
// Games, engines and protocols return a Note (a message and its arguments) or an Error (notes from
// the outermost context to the cause). Only the program's edge renders them, in the language of the
// person who reads. Arguments are never translated: they are notation, names and numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace text {

enum class Language { kEnglish, kPortuguese };
inline constexpr int kLanguages = 2;

enum class Message {
#define TABULEIRO_MESSAGE(name, english, portuguese) name,
#include "text/messages.inc"
#undef TABULEIRO_MESSAGE
};

// "kCellTaken" and the like, for machines.
std::string_view message_name(Message message);

struct Note {
  Message message;
  std::vector<std::string> arguments;

  friend bool operator==(const Note&, const Note&) = default;
};

// Why something was refused: outermost context first, "turn 3: move b1-b9: expected a cell".
struct Error {
  std::vector<Note> notes;

  Error(Message message, std::vector<std::string> arguments = {})
      : notes{Note{message, std::move(arguments)}} {}

  // The same error, with where it happened put before it.
  Error in(Message message, std::vector<std::string> arguments = {}) const {
    Error wider = *this;
    wider.notes.insert(wider.notes.begin(), Note{message, std::move(arguments)});
    return wider;
  }

  friend bool operator==(const Error&, const Error&) = default;
};

std::string render(const Note& note, Language language);
std::string render(const Error& error, Language language);
std::string render(Message message, Language language);

// `en`, `pt` or a locale such as `pt_PT.UTF-8`; nothing for any other language.
std::optional<Language> parse_language(std::string_view name);

// The language that LANG names; English for any other.
Language environment_language();

}  // namespace text
