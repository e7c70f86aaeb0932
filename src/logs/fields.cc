#include "logs/fields.h"

#include "core/utf8.h"

namespace logs {

namespace {

// Ends a line, moves the cursor or turns what follows around.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x2028 && code < 0x202f) ||
         (code >= 0x2066 && code < 0x206a);
}

std::string by_number(char32_t code) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[code >> shift & 15];
  return out;
}

// A line stays a line of UTF-8, and nothing in it can end a value.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const auto letter = core::first_letter(text);
    const std::size_t bytes = letter ? letter->bytes : 1;
    if (!letter) {
      out += core::kNoLetter;
    } else if (is_control(letter->code)) {
      out += by_number(letter->code);
    } else {
      if (letter->code == '"' || letter->code == '\\') out += '\\';
      out += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return out + '"';
}

bool is_plain(std::string_view text) {
  for (const char c : text) {
    const bool plain = c > ' ' && c < 0x7f && c != '"' && c != '\\' && c != '=';
    if (!plain) return false;
  }
  return true;
}

}  // namespace

Line::Line(std::string_view event, bool json) : json_(json), text_(event) {
  if (json_) text_ = "\"event\":" + in_quotes(event);
}

void Line::add(const Field& field) {
  if (field.value.empty()) return;
  if (json_) {
    text_ += ',' + in_quotes(field.name) + ':';
    text_ += field.number ? field.value : in_quotes(field.value);
  } else {
    text_ += ' ' + std::string(field.name) + '=';
    text_ += is_plain(field.value) ? field.value : in_quotes(field.value);
  }
}

}  // namespace logs
