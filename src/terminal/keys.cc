#include "terminal/keys.h"

#include "core/scan.h"
#include "terminal/canvas.h"
#include "terminal/glyph.h"

namespace terminal {

namespace {

using Kind = Key::Kind;

// Longer sequences are noise: a stranger's bytes must not be kept for ever.
constexpr std::size_t kMaxSequence = 64;

std::optional<Kind> kind_of_letter(char letter) {
  switch (letter) {
    case 'A': return Kind::kUp;
    case 'B': return Kind::kDown;
    case 'C': return Kind::kRight;
    case 'D': return Kind::kLeft;
    case 'H': return Kind::kHome;
    case 'F': return Kind::kEnd;
    default: return std::nullopt;
  }
}

std::optional<Kind> kind_of_number(std::string_view number) {
  if (number == "1" || number == "7") return Kind::kHome;
  if (number == "3") return Kind::kDelete;
  if (number == "4" || number == "8") return Kind::kEnd;
  if (number == "5") return Kind::kPageUp;
  if (number == "6") return Kind::kPageDown;
  return std::nullopt;
}

// "<0;12;5" with M: a button pressed at column 12, row 5.
std::optional<Key> mouse_key(std::string_view parameters, char final) {
  const auto parts = core::split(parameters.substr(1), ';');
  if (parts.size() != 3 || final != 'M') return std::nullopt;
  const auto button = core::whole_number(parts[0], 255),
             column = core::whole_number(parts[1], 9999), row = core::whole_number(parts[2], 9999);
  if (!button || !column || !row || *column == 0 || *row == 0) return std::nullopt;
  Key key;
  if (*button == 0) {
    key.kind = Kind::kClick;
  } else if (*button == 64) {
    key.kind = Kind::kWheelUp;
  } else if (*button == 65) {
    key.kind = Kind::kWheelDown;
  } else {
    return std::nullopt;
  }
  key.row = static_cast<int>(*row) - 1;
  key.column = static_cast<int>(*column) - 1;
  return key;
}

}  // namespace

void KeyReader::add(Kind kind, std::string text) {
  Key key;
  key.kind = kind;
  key.text = std::move(text);
  keys_.push_back(std::move(key));
}

void KeyReader::feed(std::string_view bytes) {
  bytes_ += bytes;
  settled_ = false;
  while (!bytes_.empty() && take()) {
  }
}

void KeyReader::settle() {
  settled_ = true;
  while (!bytes_.empty() && take()) {
  }
  settled_ = false;
}

std::optional<Key> KeyReader::next() {
  if (keys_.empty()) return std::nullopt;
  Key key = std::move(keys_.front());
  keys_.pop_front();
  return key;
}

bool KeyReader::take() {
  const auto first = static_cast<unsigned char>(bytes_[0]);
  if (first == 0x1B) return take_sequence();
  if (first >= 0x80) {
    // A character may come in pieces.
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
    if (bytes_.size() < length && !settled_) return false;
    std::string_view rest = bytes_;
    add(Kind::kText, take_character(rest));
    bytes_.erase(0, bytes_.size() - rest.size());
    return true;
  }
  if (first >= 0x20 && first < 0x7F) {
    add(Kind::kText, bytes_.substr(0, 1));
  } else if (first == '\r' || first == '\n') {
    add(Kind::kEnter);
  } else if (first == '\t') {
    add(Kind::kTab);
  } else if (first == 0x7F || first == 0x08) {
    add(Kind::kBackspace);
  } else if (first > 0 && first <= 26) {
    add(Kind::kControl, std::string(1, static_cast<char>('a' + first - 1)));
  }
  bytes_.erase(0, 1);
  return true;
}

bool KeyReader::take_sequence() {
  if (bytes_.size() == 1) {
    if (!settled_) return false;
    add(Kind::kEscape);
    bytes_.clear();
    return true;
  }
  if (bytes_[1] == '\x1B' || (bytes_[1] != '[' && bytes_[1] != 'O')) {
    // Escape, then a key of its own.
    add(Kind::kEscape);
    bytes_.erase(0, 1);
    return true;
  }
  std::size_t end = 2;
  while (end < bytes_.size() && (bytes_[end] < 0x40 || bytes_[end] > 0x7E)) ++end;
  if (end >= bytes_.size()) {
    if (!settled_ && bytes_.size() < kMaxSequence) return false;
    bytes_.clear();
    return true;
  }
  const char final = bytes_[end];
  // The number pad's Enter; behind '[' it is a click in the old form, three bytes long.
  if (final == 'M' && end == 2) {
    if (bytes_[1] == 'O') {
      add(Kind::kEnter);
      bytes_.erase(0, 3);
      return true;
    }
    if (bytes_.size() < 6 && !settled_) return false;
    bytes_.erase(0, 6);
    return true;
  }
  const auto parameters = std::string_view(bytes_).substr(2, end - 2);
  if (parameters.starts_with('<')) {
    if (auto key = mouse_key(parameters, final)) keys_.push_back(*std::move(key));
  } else if (final == '~') {
    if (const auto kind = kind_of_number(core::split(parameters, ';')[0])) add(*kind);
  } else if (const auto kind = kind_of_letter(final)) {
    add(*kind);
  }
  bytes_.erase(0, end + 1);
  return true;
}

}  // namespace terminal
