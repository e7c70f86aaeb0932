// Whoever sets tasks at the board: a lesson, a puzzle. The game screen asks it what to show and
// what a turn is worth; board, cursor and typed lines are those of any game.
#pragma once

#include <string>

#include "terminal/session.h"

namespace terminal {

class Guide {
 public:
  enum class State { kAsked, kWrong, kRight, kShown };
  enum class Next {
    kGoOn,   // with the next task on the same board
    kBegin,  // another exercise: begin() has its board
    kEnd,    // that was the last one
  };

  Guide() = default;
  Guide(const Guide&) = delete;
  Guide& operator=(const Guide&) = delete;
  virtual ~Guide() = default;

  // The board at the start of the exercise.
  virtual Session begin() = 0;
  // After steps of a person: takes wrong ones back, plays on behind right ones.
  virtual void judge(Session& session) = 0;
  // Plays the solution.
  virtual void show(Session& session) = 0;
  // On from a task that is solved.
  virtual Next next() = 0;

  virtual std::string title(text::Language language) const = 0;
  // To read before the first task; "" where there is nothing to tell.
  virtual std::string introduction(text::Language language) const = 0;
  virtual std::string hint(text::Language language) const = 0;
  // To who answered wrongly.
  virtual std::string correction(text::Language language) const = 0;
  // What to do, or what came of it.
  virtual std::string task(text::Language language) const = 0;

  State state() const { return state_; }
  bool solved() const { return state_ == State::kRight || state_ == State::kShown; }

 protected:
  State state_ = State::kAsked;
};

}  // namespace terminal
