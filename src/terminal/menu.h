// The first screen: what to do. Two further pages of it hold a new game, with its options and who
// plays, and the settings.
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
  enum class Choice {
    kNone,
    kPlay,
    kContinue,
    kLoad,
    kReview,
    kAnalyse,
    kLearn,
    kPuzzles,
    kRules,
    kHelp,
    kQuit,
  };

  // `unfinished`: so many games to go on with. The cursor begins where `last` was chosen.
  Menu(Settings& settings, text::Language language, std::size_t unfinished,
       Choice last = Choice::kNone);

  Choice press(const Key& key);
  void draw(Canvas& canvas);

  text::Language language() const { return language_; }
  // What was chosen for a new game.
  SessionSetup setup() const;

 private:
  enum class Page { kMain, kNewGame, kSettings };
  enum class Field {
    kChoice,  // something that a whole screen does
    kNewGame,
    kSettings,
    kPlay,
    kGame,
    kOption,
    kSeat,
    kColour,
    kPace,
    kLanguage,
    kTheme,
    kBell,
    kTitle,
    kBack,
  };
  struct Row {
    Field field;
    int index = 0;  // of the option or seat
    Choice choice = Choice::kNone;
  };

  std::string say(text::Message message) const { return text::render(message, language_); }
  std::vector<Row> rows() const;
  std::vector<Row> main_rows() const;
  const games::GameInfo& game() const;
  games::OptionMap options() const;
  games::Position start() const;
  int seats() const;
  std::string label(const Row& row) const;
  std::string value(const Row& row) const;
  // What a row of the first page is for.
  std::string purpose(Choice choice) const;
  std::string players() const;
  bool changes(const Row& row) const;
  void change(const Row& row, int step);
  void change_option(int index, int step);
  void change_seat(int index, int step);
  void change_colour(int seat, int step);
  void change_pace(int step);
  void change_theme(int step);
  Choice enter(const Row& row);
  void open(Page page);
  Choice leave();
  void type_engine(const Key& key);
  void click(const Key& key, Choice& choice);
  void draw_row(Canvas& canvas, int y, const Row& row, bool here, std::size_t wide) const;

  Settings& settings_;
  text::Language language_;
  std::size_t unfinished_;
  Page page_ = Page::kMain;
  int at_ = 0;
  int main_at_ = 0;                 // of the first page, while another one is open
  int first_row_ = 0;               // of the list, at the last drawing
  std::optional<int> typing_seat_;  // the seat whose program is being typed
  LineEditor editor_;
};

}  // namespace terminal
