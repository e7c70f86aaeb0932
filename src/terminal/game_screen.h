// A game on the full screen: keys and clicks in, a canvas out. Knows nothing of file descriptors,
// so that tests can play on it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "study/review.h"
#include "terminal/guide.h"
#include "terminal/popup.h"
#include "terminal/screen.h"
#include "terminal/settings.h"
#include "terminal/table_face.h"
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
    Guide* guide = nullptr;          // who sets tasks, where it is an exercise
    std::optional<Command> first{};  // what to do at once, as if it had been typed
    study::Judge judge = {};         // of reviews; none: the engine
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
  // The keys and commands.
  static std::string help_text(text::Language language);

  // What the window is to be called now; "" where the person wants no title.
  std::string window_title() const;
  // Is the bell to be rung? Once for each turn of others that came to its end, for who wants it.
  bool take_bell();

 private:
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
  const games::Scene& scene() const { return pointing_.scene(); }
  std::string label(int player) const;

  // The position is another one: everything that hangs on it is made anew.
  void refresh();
  // What is on the board: the game, or what somebody looks at.
  games::History shown() const;
  void replace(Session session);
  bool human_acts() const;  // and the game is on the board
  bool watching() const { return session_.humans() == 0; }

  // Looking at earlier turns.
  bool looking() const { return looking_.has_value(); }
  void look_at(int turn);
  void return_to_game();  // a review included
  bool press_looking(const Key& key);
  std::string looking_text() const;

  // Review on the board.
  struct Reviewed {
    games::History history;
    games::Record record;
    study::Review review;
  };
  void start_review();
  void open_review();
  void close_review();
  bool press_review(const Key& key);
  void next_mistake(int direction);
  void show_line();
  bool press_line(const Key& key);
  void start_trial();
  void end_trial();
  void judge_trial();
  void take_verdict();
  // The turn that is looked at; none at the start, or behind what was reviewed.
  const study::ReviewedTurn* reviewed_turn() const;
  std::vector<int> pointed_out() const;   // where the next turn of the better line goes
  std::vector<int> reason_cells() const;  // where the reasons that are told are to be seen

  // Keys.
  bool press_popup(const Key& key);
  void press_board(const Key& key);
  void move_cursor(Direction direction);
  void click(const Key& key);
  void back();
  void act();
  void complete();
  void submit();

  // Playing.
  void play(const Steps& steps);
  void start_thinking();
  void take_turn(const Thinker::Reply& answer);
  bool lose_on_time();
  void finish();
  void analyse_now();

  // Exercises (game_screen_guide.cc).
  bool press_guide(const Key& key);
  void consult();
  void next_exercise();
  void introduce();
  // False: the command does what it always does.
  bool run_exercise(const CommandLine& line);

  // Commands.
  void run(const CommandLine& line);
  void report(const std::optional<text::Error>& error, std::string done);
  void save(const std::string& argument);
  void save_as(const std::string& path);
  void resign();
  void take_back();
  void redo();
  void offer_draw(int next);
  void ask_to_leave();
  void set_language(const std::string& name);
  void set_pace(const std::string& argument);
  void tell_changed(const games::Parsed<std::string>& changed);
  void show_page(const std::string& title, const games::Parsed<std::string>& page);
  void ask(std::string text, std::function<void(bool)> answered);

  // Drawing.
  void draw_title(Canvas& canvas) const;
  TableShown table_shown() const;
  std::string who(int player) const;
  void draw_rail(Canvas& canvas);
  int draw_prompt(Canvas& canvas, int row, int last_row);
  int draw_analysis(Canvas& canvas, int row, int column, int last_row) const;
  bool analysis_runs() const;
  // A column of the players' chances beside the list of turns; returns where the list begins.
  int draw_chances(Canvas& canvas, int row, int column, int last_row) const;
  std::vector<double> chances_shown() const;
  std::string review_words_of_turn() const;
  std::string line_words() const;
  std::string trial_words() const;
  text::Message keys_shown() const;
  void draw_bottom(Canvas& canvas) const;
  std::string thinking_text() const;
  std::string narrow_prompt() const;
  std::string narrow_analysis() const;
  Marks marks() const;

  Session session_;
  Setup setup_;
  text::Language language_;
  Pointing pointing_;  // with the scene that is shown
  TableFace face_;

  LineEditor editor_;
  std::string message_;
  std::optional<Pager> pager_;
  std::optional<Chooser> chooser_;
  std::vector<Pointing::Choice> offered_;  // by the chooser
  std::optional<Question> question_;

  std::optional<int> looking_;  // the board after so many turns is shown; none: the game
  std::shared_ptr<const Reviewed> reviewed_;
  std::shared_ptr<Reviewed> being_reviewed_;  // belongs to the thread until it has ended
  std::optional<int> line_step_;              // so many turns of the better line are shown
  // While somebody looks for a better turn, the game stands aside and session_ is the trial.
  std::optional<Session> aside_;
  int trial_turn_ = 0;  // that a better one is looked for
  std::string tried_;
  std::shared_ptr<double> trial_loss_;  // as being_reviewed_

  bool flipped_ = false;
  bool refused_ = false;   // does the line show what was refused?
  bool alarming_ = false;  // the message
  bool analysing_ = false;
  bool paused_ = false;
  bool done_when_asked_again_ = false;  // a second Ctrl-C leaves at once
  bool done_ = false;
  bool bell_due_ = false;
  std::chrono::steady_clock::time_point last_turn_{};
  // Threads end before what they look at.
  Analyst analyst_;
  BackgroundTask hint_;
  BackgroundTask review_;
  BackgroundTask verdict_;
  Thinker thinker_;
};

}  // namespace terminal
