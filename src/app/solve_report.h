// What `tabuleiro solve` says: while it works, on standard error, and at its end.
#pragma once

#include <string>

#include "solve/solver.h"
#include "text/text.h"

namespace app {

class SolveScreen {
 public:
  explicit SolveScreen(text::Language language);

  // Shows where the work stands: redrawn in place on a terminal, otherwise a line now and then.
  void show(const solve::Work& work, const solve::SolverProgress& progress);
  // Takes the live line away.
  void finish();
  // A line of its own.
  void say(const std::string& line);

 private:
  std::string line(const solve::Work& work, const solve::SolverProgress& progress,
                   double seconds) const;

  text::Language language_;
  bool live_;
  bool drawn_ = false;
  search::Clock::time_point begin_;
  search::Clock::time_point last_;
  int last_solved_ = -1;
};

// The value for the first player by the options asked for: with the swap rule the second player
// takes every opening that wins.
solve::GameValue value_by_options(const solve::Work& work);

// A paragraph an opening, with every reply that matters; the value alone on the last line.
std::string solve_report(const solve::Work& work, text::Language language);

}  // namespace app
