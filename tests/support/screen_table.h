// A game on the full screen without a terminal, and plain lines without a program.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support.h"
#include "terminal/game_screen.h"
#include "terminal/plain.h"

namespace tests {

inline terminal::SessionSetup session_setup(const std::string& game,
                                            const std::vector<std::string>& seats = {},
                                            const std::string& options = "") {
  const auto& info = *games::find_game(game);
  terminal::SessionSetup setup;
  setup.game = &info;
  setup.options = *games::parse_options(options, info.options);
  setup.seats = seats;
  setup.seed = 5;
  setup.time = engine::Milliseconds(20);
  return setup;
}

class ScreenTable {
 public:
  explicit ScreenTable(terminal::Session session, terminal::GameScreen::Setup setup = {}) {
    settings_.pace_ms = 0;
    setup.settings = &settings_;
    setup.looks.ascii = true;
    setup.wake = [] {};
    screen_ = std::make_unique<terminal::GameScreen>(std::move(session), std::move(setup));
    show();
  }
  explicit ScreenTable(const terminal::SessionSetup& setup)
      : ScreenTable(terminal::Session(setup)) {}

  terminal::GameScreen& screen() { return *screen_; }
  const terminal::Session& session() const { return screen_->session(); }
  std::string show(int rows = 24, int columns = 80) { return screen_->draw(rows, columns).text(); }
  bool shows(const std::string& text) { return show().find(text) != std::string::npos; }

  void press(terminal::Key key) {
    screen_->work();
    screen_->press(key);
    show();
  }
  void press(terminal::Key::Kind kind) { press({kind, "", 0, 0}); }
  void type(const std::string& text) {
    for (const char c : text) press({terminal::Key::Kind::kText, std::string(1, c), 0, 0});
  }
  void enter(const std::string& line) {
    type(line);
    press(terminal::Key::Kind::kEnter);
  }
  // Works until something is so; what never comes is given up after a long time.
  bool wait_until(const std::function<bool()>& done) {
    for (int i = 0; i < 60'000; ++i) {
      screen_->work();
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  bool wait_for(const std::string& text) {
    return wait_until([&] { return shows(text); });
  }

 private:
  terminal::Settings settings_;
  std::unique_ptr<terminal::GameScreen> screen_;
};

struct PlainLines {
  int status = 0;
  std::string out;
};

// Plays lines as they come from a pipe.
inline PlainLines play_lines(terminal::Session session, const std::string& input,
                             bool person = false) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  // Less than a pipe holds.
  EXPECT_EQ(write(ends[1], input.data(), input.size()), static_cast<ssize_t>(input.size()));
  close(ends[1]);
  PlainLines played;
  terminal::PlainSetup plain;
  plain.input = ends[0];
  plain.person = person;
  plain.out = [&](const std::string& line) { played.out += line + '\n'; };
  played.status = terminal::play_plain(std::move(session), plain);
  close(ends[0]);
  return played;
}

}  // namespace tests
