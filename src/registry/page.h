// What the page shows of a game besides its boards.
#pragma once

#include <string_view>
#include <vector>

#include "text/text.h"

namespace registry {

// The beginning of a real game between computers, for the small boards.
struct Sample {
  int shown;               // so many turns have been played on the board at first
  std::string_view turns;  // separated by blanks
};

// A kind of action (games::step_kind), the word on its chip, and what it needs, told where the
// position has none.
struct ActionKind {
  std::string_view kind;
  text::Message label;
  text::Message needs;
};

// What people call a value of an option; numbers, on and off need no word. Where the value is
// empty, the option itself: one that other games have too (size, players …) needs none.
struct ValueName {
  std::string_view key, value;
  text::Message name;
};

struct Page {
  text::Message tag;  // the game in a few words
  std::vector<text::Message>
      rules;  // in two or three sentences, the last of which says how one wins
  std::vector<ValueName> values;
  Sample sample;
  // The kinds of action that a turn is made of, to show what is still to be had; none where every
  // turn is one action, or where the board shows it.
  std::vector<ActionKind> kinds;
  bool aids;  // does the scene say where a stone wins or loses at once?
};

}  // namespace registry
