#include "core/scan.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/utf8.h"

namespace core {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Does a letter show as itself, without moving or turning what stands around it? Not the control
// characters, nor marks of direction, joiners and blanks without width.
bool is_seen(char32_t code) {
  if (code < 0xA1) return code >= 0x20 && code < 0x7F;
  const bool hidden = code == 0xAD || (code >= 0x300 && code < 0x370) || code == 0x61C ||
                      (code >= 0x2000 && code < 0x2010) || (code >= 0x2028 && code < 0x2030) ||
                      (code >= 0x205F && code < 0x2070) || code == 0x3000 ||
                      (code >= 0xE000 && code < 0xF900) || (code >= 0xFE00 && code < 0xFE10) ||
                      code == 0xFEFF || (code >= 0xFFF0 && code < 0x10000) || code >= 0xE0000;
  return !hidden;
}

void add_hex(std::string& out, char c) {
  static constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  out += "\\x";
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  while (true) {
    const auto from = text.find_first_not_of(kBlanks);
    if (from == std::string_view::npos) return found;
    text.remove_prefix(from);
    const auto length = std::min(text.find_first_of(kBlanks), text.size());
    found.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

std::string_view trim(std::string_view text) {
  const auto from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

std::optional<long long> whole_number(std::string_view text, long long max) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  long long value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    if (value > max / 10) return std::nullopt;
    value = value * 10 + (c - '0');
    if (value > max) return std::nullopt;
  }
  return value;
}

std::string quoted(std::string_view text, std::size_t max_bytes) {
  std::string out = "'";
  std::size_t done = 0;
  while (done < text.size() && done < max_bytes) {
    const auto letter = first_letter(text.substr(done));
    const bool seen = letter && is_seen(letter->code);
    const std::size_t bytes = seen ? letter->bytes : 1;
    if (done + bytes > max_bytes) break;  // half a letter is none
    if (seen) {
      out += text.substr(done, bytes);
    } else {
      add_hex(out, text[done]);
    }
    done += bytes;
  }
  if (done < text.size()) out += "...";
  return out + "'";
}

std::string printable(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto byte = static_cast<unsigned char>(out[i]);
    if (byte < 0x20 || byte == 0x7f) out[i] = '?';
    // The control characters beyond ASCII, in UTF-8.
    if (byte == 0xc2 && i + 1 < out.size() && static_cast<unsigned char>(out[i + 1]) < 0xa0) {
      out[i] = out[i + 1] = '?';
    }
  }
  return out;
}

int percent_code(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return -1;
  const int high = hex_digit(text[1]), low = hex_digit(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

std::string fixed(double number, int digits) {
  if (std::isinf(number)) return number > 0 ? "+inf" : "-inf";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, number);
  return text;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

}  // namespace core
