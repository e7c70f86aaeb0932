#include "api/names.h"

#include "api/combining_marks.h"
#include "core/scan.h"

namespace api {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kMaxNameLetters = 40;
// More accents than two on one letter are no language's, and grow over the lines around; the
// scripts that write vowels and tones as marks need a few more.
constexpr int kMaxAccents = 2, kMaxMarks = 4;

bool is_in(std::uint32_t letter, std::uint32_t first, std::uint32_t last) {
  return first <= letter && letter <= last;
}

// Letters without a shape of their own that could turn a line around, hide in it or fill it.
bool is_hidden(std::uint32_t letter) {
  return letter < 0x20 || is_in(letter, 0x7f, 0x9f) || letter == 0xad || letter == 0x34f ||
         letter == 0x61c || letter == 0x115f || letter == 0x1160 || is_in(letter, 0x17b4, 0x17b5) ||
         is_in(letter, 0x180b, 0x180f) || is_in(letter, 0x200b, 0x200f) ||
         is_in(letter, 0x2028, 0x202e) || is_in(letter, 0x2060, 0x206f) || letter == 0x2800 ||
         letter == 0x3164 || letter == 0xfeff || letter == 0xffa0 ||
         is_in(letter, 0xfff0, 0xfffb) || is_in(letter, 0x1d173, 0x1d17a) ||
         is_in(letter, 0xe0000, 0xe0fff);
}

bool is_space(std::uint32_t letter) {
  return letter == ' ' || letter == 0xa0 || letter == 0x1680 || is_in(letter, 0x2000, 0x200a) ||
         letter == 0x202f || letter == 0x205f || letter == 0x3000;
}

// Those that may stand on letters of any script.
bool is_accent(std::uint32_t letter) {
  return is_in(letter, 0x300, 0x36f) || is_in(letter, 0x1ab0, 0x1aff) ||
         is_in(letter, 0x1dc0, 0x1dff) || is_in(letter, 0x20d0, 0x20ff) ||
         is_in(letter, 0xfe20, 0xfe2f);
}

// Pictures, which a joiner may make one of: a family, a flag.
bool is_picture(std::uint32_t letter) {
  return is_in(letter, 0x2190, 0x21ff) || is_in(letter, 0x2600, 0x27bf) ||
         is_in(letter, 0x2b00, 0x2bff) || is_in(letter, 0x1f000, 0x1faff);
}

constexpr std::uint32_t kJoiner = 0x200d;

// Puts a name together letter by letter.
class Name {
 public:
  void add(std::uint32_t letter, std::string_view bytes) {
    if (letter == kJoiner && picture_) joins_ = true;
    if (is_hidden(letter) || letters_ == kMaxNameLetters) return;
    // A joiner stays only between the pictures that it joins.
    if (joins_ && is_picture(letter)) text_ += "\u200d";
    joins_ = false;
    ++letters_;
    if (is_combining_mark(letter)) {
      add_mark(letter);
    } else {
      accents_ = marks_ = 0;
      picture_ = is_picture(letter);
      based_ = !is_space(letter);
      seen_ = seen_ || based_;
    }
    text_ += is_space(letter) ? " " : bytes;
  }

  std::string text() const { return std::string(core::trim(text_)); }
  std::optional<Error> problem() const {
    if (!seen_) return Error(Message::kNameUnseen);
    if (piled_) return Error(Message::kNamePiled, {std::to_string(kMaxAccents)});
    return std::nullopt;
  }

 private:
  void add_mark(std::uint32_t letter) {
    accents_ += is_accent(letter) ? 1 : 0;
    ++marks_;
    // One without a letter below it would sit on what stands before the name.
    piled_ = piled_ || !based_ || accents_ > kMaxAccents || marks_ > kMaxMarks;
  }

  std::string text_;
  std::size_t letters_ = 0;
  int accents_ = 0, marks_ = 0;  // on the letter under way
  bool based_ = false;           // there is one, and no blank
  bool seen_ = false, piled_ = false;
  bool picture_ = false, joins_ = false;  // the letter under way is one, and is joined to the next
};

}  // namespace

// It was read from JSON and is valid UTF-8.
std::string read_name(Fields& fields) {
  const auto given = fields.text("name", kMaxNameBytes);
  if (given.find_first_not_of(' ') == std::string::npos) return "";
  Name name;
  for (std::size_t at = 0; at < given.size();) {
    const auto first = static_cast<unsigned char>(given[at]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const auto bytes = std::string_view(given).substr(at, length);
    std::uint32_t letter = length == 1 ? first : first & (0xff >> (length + 1));
    for (const char c : bytes.substr(1)) letter = letter << 6 | (c & 0x3f);
    at += length;
    name.add(letter, bytes);
  }
  if (auto problem = name.problem()) {
    fields.fail(bad_input("bad_field", problem->in(Message::kInKey, {"name"})));
    return "";
  }
  return name.text();
}

}  // namespace api
