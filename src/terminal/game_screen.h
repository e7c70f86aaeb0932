// A game on the full screen: keys and clicks in, a canvas out. Knows nothing of file descriptors,
// so that tests can play on it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "terminal/board_view.h"
#include "terminal/input.h"
#include "terminal/line_editor.h"
#include "terminal/popup.h"
#include "terminal/screen.h"
#include "terminal/settings.h"
#include "terminal/unfinished.h"
#include "terminal/work.h"

namespace terminal {

class GameScreen {
 public:
  struct Setup {
    Looks looks;
    text::Language language = text::Language::kEnglish;
    Settings* settings = nullptr;      // colours, pace and language; changed by commands
    Unfinished* unfinished = nullptr;  // none: nothing is kept
    Wake wake;
  };

  GameScreen(Session session, Setup setup);

  void press(const Key& key);
  // Takes what was thought meanwhile and lets the next computer think. Call it now and then.
  void work();
  Canvas draw(int rows, int columns);
  // How long nothing will change without a key or a wake.
  std::chrono::milliseconds patience() const;

  bool done() const { return done_; }
  const Session& session() const { return session_; }
  // The game stays for the next start. False where it could not be written.
  bool keep();
  text::Language language() const { return language_; }

 private:
  // A legal action with what a person points at.
  struct Choice {
    games::Action action;
    games::Step step;
    std::string text;
  };
  enum class Focus { kBoard, kHoles, kChips };
  // A question at the bottom; what happens when it is answered.
  struct Question {
    std::string text;
    std::function<void(bool yes)> answered;
  };

  std::string say(text::Message message) const { return text::render(message, language_); }
  std::string say(const text::Note& note) const { return text::render(note, language_); }
  void tell(std::string text) { message_ = std::move(text), alarming_ = false; }
  void warn(std::string text) { message_ = std::move(text), alarming_ = true; }
  void warn(const text::Error& error) { warn(text::render(error, language_)); }
  std::string label(int player) const;

  // The position is another one: everything that hangs on it is made anew.
  void refresh();
  void replace(Session session);
  int centre_cell() const;
  bool human_acts() const;
  bool watching() const { return session_.humans() == 0; }

  // Keys.
  bool press_popup(const Key& key);
  void press_board(const Key& key);
  void move_cursor(Direction direction);
  void click(const Key& key);
  void cycle_focus();
  void back();
  void act();
  void act_on_hole();
  void act_on_cell(int cell);
  void choose_among(std::vector<Choice> choices);
  void refuse_cell(int cell);
  void complete();
  void submit();

  // Playing.
  void play(const Steps& steps);
  void start_thinking();
  void take_turn(const Thinker::Answer& answer);
  void analyse_now();

  // Commands.
  void run(const CommandLine& line);
  void report(const std::optional<text::Error>& error, std::string done);
  void take_back();
  void redo();
  void offer_draw(int next);
  void ask_to_leave();
  void set_language(const std::string& name);
  void set_colour(const std::string& argument);
  void set_pace(const std::string& argument);
  void ask(std::string text, std::function<void(bool)> answered);
  std::string help_text() const;

  // Drawing.
  void draw_title(Canvas& canvas) const;
  int draw_board(Canvas& canvas);
  void draw_rail(Canvas& canvas, int column);
  int draw_players(Canvas& canvas, int row, int column) const;
  int draw_prompt(Canvas& canvas, int row, int column);
  int draw_turns(Canvas& canvas, int row, int column, int last_row) const;
  int draw_analysis(Canvas& canvas, int row, int column, int last_row) const;
  void draw_bottom(Canvas& canvas) const;
  std::string thinking_text() const;
  std::string prompt() const;
  std::string pointed_at() const;
  Marks marks() const;
  std::vector<Choice> chips() const;
  std::optional<int> cell_named(const std::string& name) const;
  const std::string& name_of(int cell) const;

  Session session_;
  Setup setup_;
  text::Language language_;
  games::Scene scene_;
  std::vector<Choice> choices_;  // all legal actions where a person acts
  std::unique_ptr<BoardView> view_;
  int board_row_ = 1, board_column_ = 0;
  int piece_row_ = -1, piece_column_ = 0;  // of the large piece, -1: not drawn
  int chips_row_ = -1, rail_column_ = 0;

  Focus focus_ = Focus::kBoard;
  int cursor_ = 0;
  int hole_ = 0;
  int chip_ = 0;
  std::optional<int> chosen_;
  bool flipped_ = false;

  LineEditor editor_;
  bool refused_ = false;  // does the line show what was refused?
  std::string message_;
  bool alarming_ = false;
  std::optional<Pager> pager_;
  std::optional<Chooser> chooser_;
  std::vector<Choice> offered_;  // by the chooser
  std::optional<Question> question_;

  bool analysing_ = false;
  bool paused_ = false;
  bool done_when_asked_again_ = false;  // a second Ctrl-C leaves at once
  bool done_ = false;
  std::chrono::steady_clock::time_point last_turn_{};
  // Threads end before what they look at.
  Analyst analyst_;
  Job hint_;
  Job review_;
  Thinker thinker_;
};

}  // namespace terminal
