#include "app/arena_screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/command.h"
#include "terminal/progress_line.h"

namespace app {

using text::Message;
using text::Note;

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kRedraw = std::chrono::milliseconds(200);
constexpr int kBarWidth = 30;

struct Size {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

Size terminal_size() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
  return {size.ws_col, size.ws_row};
}

// A line that wraps would spoil the count of lines to go back.
std::string cut(const std::string& line, std::size_t columns) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xc0) != 0x80 && ++width == columns) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string time_text(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  const auto two = [](long long n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return std::to_string(whole / 3600) + ':' + two(whole / 60 % 60) + ':' + two(whole % 60);
}

}  // namespace

ArenaScreen::ArenaScreen(text::Language language, int planned)
    : language_(language),
      planned_(planned),
      live_(isatty(STDERR_FILENO) != 0),
      begin_(Clock::now()) {}

void ArenaScreen::game_done(const arena::GameResult& game, const std::vector<std::string>& names,
                            int played, const std::function<ArenaReport()>& report) {
  if (played_before_ < 0) played_before_ = played - 1;
  played_ = played;
  if (live_) {
    if (Clock::now() - last_draw_ >= kRedraw || played == planned_) draw(report(), played);
    return;
  }
  std::string seats;
  for (std::size_t seat = 0; seat < game.game.seating.size(); ++seat) {
    seats += (seat == 0 ? "" : " - ") + names[static_cast<std::size_t>(game.game.seating[seat])];
  }
  say(text::render(Note{Message::kArenaGame,
                        {std::to_string(played), std::to_string(planned_),
                         std::to_string(game.game.number + 1), seats, game.result}},
                   language_) +
      (game.fault ? " (" + game.fault->kind + ": " + game.fault->words + ')' : ""));
}

void ArenaScreen::draw(const ArenaReport& report, int played) {
  const Size size = terminal_size();
  auto lines = standing_lines(report.standings, language_);
  if (report.sprt) lines.push_back(sprt_line(*report.sprt, report.standings.pairs, language_));
  const std::chrono::duration<double> elapsed = Clock::now() - begin_;
  const double left = elapsed.count() / std::max(1, played - played_before_) * (planned_ - played);
  const std::size_t below = workers_ ? 3 : 2;
  if (lines.size() + below > size.rows) {
    lines.resize(std::max<std::size_t>(size.rows, below + 1) - below);
  }
  lines.push_back(text::render(
      Note{Message::kArenaProgress,
           {terminal::progress_bar(played, planned_, kBarWidth), std::to_string(played),
            std::to_string(planned_), time_text(elapsed.count()), time_text(left)}},
      language_));
  if (workers_) lines.push_back(workers_line());
  finish();
  for (const auto& line : lines) std::fprintf(stderr, "%s\n", cut(line, size.columns).c_str());
  std::fflush(stderr);
  drawn_lines_ = static_cast<int>(lines.size());
  last_draw_ = Clock::now();
}

// On a terminal the next table has it; elsewhere a line says who came and who went.
void ArenaScreen::workers(const jobs::Progress& progress) {
  const bool others = !workers_ || workers_->workers != progress.workers;
  workers_ = progress;
  if (others && (!live_ || drawn_lines_ == 0)) say(workers_line());
}

std::string ArenaScreen::workers_line() const {
  const std::chrono::duration<double, std::ratio<60>> minutes = Clock::now() - begin_;
  const int games = played_before_ < 0 ? 0 : played_ - played_before_;
  return text::render(Note{Message::kArenaWorkers,
                           {std::to_string(workers_->workers), std::to_string(workers_->claimed),
                            text::decimal(games / std::max(minutes.count(), 1e-9), 1, language_),
                            std::to_string(planned_ - played_)}},
                      language_);
}

void ArenaScreen::finish() {
  // Up to the first line of the table, and everything below it empty.
  if (drawn_lines_ > 0) std::fprintf(stderr, "\x1b[%dA\r\x1b[J", drawn_lines_);
  drawn_lines_ = 0;
}

void ArenaScreen::say(const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); }

}  // namespace app
