// Keys and mouse clicks from the bytes that a terminal sends.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace terminal {

struct Key {
  enum class Kind {
    kText,  // one character
    kEnter,
    kEscape,
    kTab,
    kBackspace,
    kDelete,
    kUp,
    kDown,
    kLeft,
    kRight,
    kHome,
    kEnd,
    kPageUp,
    kPageDown,
    kControl,  // Ctrl with a letter, which is in text
    kClick,    // at (row, column), from 0
    kWheelUp,
    kWheelDown,
  };
  Kind kind = Kind::kText;
  std::string text;
  int row = 0;
  int column = 0;
  friend bool operator==(const Key&, const Key&) = default;
};

// Splits bytes into keys. A sequence that is cut short waits for the rest; a lone Escape becomes a
// key when settle() says that nothing follows. Sequences that mean nothing here are dropped.
class KeyReader {
 public:
  void feed(std::string_view bytes);
  void settle();
  bool waits() const { return !bytes_.empty(); }
  bool ready() const { return !keys_.empty(); }
  std::optional<Key> next();

 private:
  bool take();           // one key or dropped sequence off the front; false: more is needed
  bool take_sequence();  // behind an Escape
  void add(Key::Kind kind, std::string text = {});

  std::string bytes_;
  std::deque<Key> keys_;
  bool settled_ = false;
};

}  // namespace terminal
