// Lessons and puzzles at the board of the terminal.
#pragma once

#include <string>
#include <vector>

#include "puzzles/daily.h"
#include "study/lessons.h"
#include "terminal/guide.h"
#include "terminal/settings.h"

namespace terminal {

// "lesson/yavalath/four": by which the settings remember that it was done.
std::string lesson_id(const games::GameInfo& game, const study::Lesson& lesson);
std::string puzzle_id(const puzzles::Shipped& puzzle);

// The lessons of a game from one on, as the page has them.
class LessonGuide : public Guide {
 public:
  // REQUIRES: the game has such a lesson.
  LessonGuide(const games::GameInfo& game, std::size_t lesson, Settings& settings)
      : game_(game), lesson_(lesson), settings_(settings) {}

  Session begin() override;
  void judge(Session& session) override;
  void show(Session& session) override;
  Next next() override;
  std::string title(text::Language language) const override;
  std::string introduction(text::Language language) const override;
  std::string hint(text::Language language) const override;
  std::string correction(text::Language language) const override;
  std::string task(text::Language language) const override;

 private:
  const study::Lesson& lesson() const { return study::lessons_of(game_)[lesson_]; }
  const study::LessonStep& step() const { return lesson().steps[step_]; }
  bool last_step() const { return over_ || step_ + 1 >= lesson().steps.size(); }
  std::vector<std::string> right_answers() const;
  bool is_right(const Session& session) const;

  const games::GameInfo& game_;
  std::size_t lesson_;
  Settings& settings_;
  std::size_t step_ = 0;
  bool over_ = false;  // the last turn ended the game, and with it the lesson
};

// Puzzles one after the other.
class PuzzleGuide : public Guide {
 public:
  // REQUIRES: at least one.
  PuzzleGuide(std::vector<puzzles::Shipped> series, Settings& settings)
      : series_(std::move(series)), settings_(settings) {}

  Session begin() override;
  void judge(Session& session) override;
  void show(Session& session) override;
  Next next() override;
  std::string title(text::Language language) const override;
  std::string introduction(text::Language) const override { return ""; }
  std::string hint(text::Language language) const override;
  std::string correction(text::Language language) const override;
  std::string task(text::Language language) const override;

 private:
  const puzzles::Shipped& shipped() const { return series_[at_]; }
  games::Position position() const;
  std::vector<games::Action> solution() const;
  std::string answer() const;
  void play_solution(Session& session) const;

  std::vector<puzzles::Shipped> series_;
  Settings& settings_;
  std::size_t at_ = 0;
  int tries_ = 0;  // wrong ones
};

// How hard the puzzles of a series are.
struct PuzzleBand {
  text::Message name;
  int low, high;  // grades
};
const std::vector<PuzzleBand>& puzzle_bands();

// The puzzles of a game within a band, those that were not done first. Empty where there are none.
std::vector<puzzles::Shipped> puzzle_series(const games::GameInfo& game, const PuzzleBand& band,
                                            const Settings& settings);
// Of a game and a band: so many, and so many of them done.
struct PuzzleCount {
  std::size_t all = 0, done = 0;
};
PuzzleCount puzzle_count(const games::GameInfo& game, const PuzzleBand& band,
                         const Settings& settings);

}  // namespace terminal
