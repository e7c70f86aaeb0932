// What a tournament says at its end, and while it runs, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "arena/standings.h"
#include "text/text.h"

namespace app {

struct ArenaReport {
  arena::Standings standings;
  int planned = 0;  // games
  std::optional<arena::Sprt> sprt;
  bool interrupted = false;
  double overhead = 0;  // of this run; see arena::WorkTime
  std::string resume;   // the command; "" where nothing is kept
};

// The table of players, one line each under a heading.
std::vector<std::string> standing_lines(const arena::Standings& standings, text::Language language);
// The state of the sequential test.
std::string sprt_line(const arena::Sprt& sprt, const arena::Pentanomial& pairs,
                      text::Language language);

std::string report_text(const ArenaReport& report, text::Language language);
// One object; what is infinite is null.
std::string report_json(const ArenaReport& report);

// `text` filled up with blanks to a number of characters, on the left or on the right.
std::string padded_left(const std::string& text, std::size_t width);
std::string padded_right(const std::string& text, std::size_t width);

}  // namespace app
