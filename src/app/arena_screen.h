// A tournament while it runs: on a terminal a table and a bar that are redrawn in place, otherwise
// a line a game. All of it on standard error: standard output is for the result.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "app/arena_report.h"
#include "jobs/queue.h"

namespace app {

class ArenaScreen {
 public:
  ArenaScreen(text::Language language, int planned);

  // A game is done, `played` of those planned. The report is made only where it is shown.
  void game_done(const arena::GameResult& game, const std::vector<std::string>& names, int played,
                 const std::function<ArenaReport()>& report);
  // Who plays the games, where workers do.
  void workers(const jobs::Progress& progress);
  // Takes a live table away, so that the final report stands alone.
  void finish();
  // A line of its own.
  void say(const std::string& line);

 private:
  void draw(const ArenaReport& report, int played);
  std::string workers_line() const;

  text::Language language_;
  int planned_;
  bool live_;
  int drawn_lines_ = 0;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point last_draw_;
  int played_before_ = -1;  // games that were there already
  int played_ = 0;
  std::optional<jobs::Progress> workers_;
};

}  // namespace app
