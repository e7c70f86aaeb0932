// The first screen: which game, with which options, who plays, in which language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "terminal/canvas.h"
#include "terminal/keys.h"
#include "terminal/line_editor.h"
#include "terminal/session.h"
#include "terminal/settings.h"

namespace terminal {

class Menu {
 public:
  // `unfinished`: a game to go on with, named on a line of its own.
  Menu(Settings& settings, text::Language language, std::optional<std::string> unfinished);

  enum class Choice { kNone, kPlay, kContinue, kQuit };
  Choice press(const Key& key);
  void draw(Canvas& canvas);

  text::Language language() const { return language_; }
  // What was chosen. REQUIRES: Choice::kPlay.
  SessionSetup setup() const;

 private:
  enum class Field { kContinue, kGame, kOption, kSeat, kColour, kLanguage, kPlay, kQuit };
  struct Row {
    Field field;
    int index = 0;  // of the option or seat
  };

  std::vector<Row> rows() const;
  const games::GameInfo& game() const;
  games::OptionMap options() const;
  int seats() const;
  std::string label(const Row& row) const;
  std::string value(const Row& row) const;
  void change(const Row& row, int step);
  void change_option(int index, int step);
  void change_seat(int index, int step);
  Choice enter(const Row& row);

  Settings& settings_;
  text::Language language_;
  std::optional<std::string> unfinished_;
  int at_ = 0;
  int first_row_ = 0;               // of the list, at the last drawing
  std::optional<int> typing_seat_;  // the seat whose program is being typed
  LineEditor editor_;
};

}  // namespace terminal
