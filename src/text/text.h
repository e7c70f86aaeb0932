// The catalogue: every sentence a person can see, in English and Portuguese.
//
// Games, engines and protocols return a Note (a message and its arguments) or an Error (notes from
// the outermost context to the cause). Only the program's edge renders them, in the language of the
// person who reads. Arguments are never translated: they are notation, names and numbers.
//
// Names and texts are in src/text/catalogue/*.json; the build writes the names as `enum class
// Message` into text/message.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "text/message.h"

namespace text {

enum class Language { kEnglish, kPortuguese };
inline constexpr int kLanguages = 2;

// "kCellTaken" and the like, for machines.
std::string_view message_name(Message message);
// The one of this name; nothing where this program has none.
std::optional<Message> message_named(std::string_view name);

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

// A sentence of several messages: each part fills in a place of the one above it, so that words
// agree and stand in the order of the reader's language. Notation and figures are parts too, as
// they are.
struct Phrase {
  std::variant<Message, std::string> head;
  std::vector<Phrase> parts;

  Phrase(Message message, std::vector<Phrase> filled = {})
      : head(message), parts(std::move(filled)) {}
  Phrase(std::string verbatim) : head(std::move(verbatim)) {}

  friend bool operator==(const Phrase&, const Phrase&) = default;
};

std::string render(const Note& note, Language language);
std::string render(const Phrase& phrase, Language language);
std::string render(const Error& error, Language language);
std::string render(Message message, Language language);

// `en`, `pt` or a locale such as `pt_PT.UTF-8`; nothing for any other language.
std::optional<Language> parse_language(std::string_view name);

// The language that LC_ALL names, else LC_MESSAGES, else LANG: the first that is set and not empty
// decides, as for any other program. English for any other language.
Language environment_language();

// A number with so many digits behind the point, which is a comma in Portuguese: "7.7", "7,7".
std::string decimal(double number, int digits, Language language);

}  // namespace text
