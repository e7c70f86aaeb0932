#include "terminal/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace terminal {

using std::chrono::milliseconds;
using text::Message;
using text::Note;

namespace {

constexpr milliseconds kLongWork{2000}, kRedrawEvery{200};
constexpr int kProgressBar = 30;
constexpr std::string_view kWipe = "\r\x1b[K";

void write_error(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string minutes_text(milliseconds elapsed) {
  const auto seconds = elapsed.count() / 1000;
  return std::to_string(seconds / 60) + ':' + (seconds % 60 < 10 ? "0" : "") +
         std::to_string(seconds % 60);
}

}  // namespace

std::string progress_bar(int done, int all, int width) {
  const int full = all > 0 ? static_cast<int>(static_cast<long long>(width) * done / all) : width;
  return '[' + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(width - full), '.') + ']';
}

ProgressLine::ProgressLine(text::Language language, core::TimeSource& time, Write write)
    : language_(language), time_(time), write_(std::move(write)), begin_(time.now()) {}

ProgressLine::ProgressLine(text::Language language)
    : ProgressLine(language, core::steady_time(), write_error) {
  if (isatty(STDERR_FILENO) == 0) return;
  thread_ = std::thread([this] {
    std::unique_lock lock(mutex_);
    while (!ended_changed_.wait_for(lock, kRedrawEvery, [this] { return ended_; })) {
      lock.unlock();
      tick();
      lock.lock();
    }
  });
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  wipe();
}

std::string ProgressLine::line(milliseconds elapsed) const {
  const long long whole = whole_ms_;
  if (whole > 0) {
    const long long gone = std::min<long long>(elapsed.count(), whole);
    const auto bar = progress_bar(static_cast<int>(1000 * gone / whole), 1000, kProgressBar);
    return text::render(Note{Message::kProgressSeconds,
                             {bar, std::to_string(gone / 1000), std::to_string(whole / 1000)}},
                        language_);
  }
  const long long all = std::max<long long>(1, all_), done = std::clamp<long long>(done_, 0, all);
  const auto bar = progress_bar(static_cast<int>(1000 * done / all), 1000, kProgressBar);
  return text::render(Note{Message::kProgress,
                           {bar, std::to_string(done), std::to_string(all), minutes_text(elapsed)}},
                      language_);
}

void ProgressLine::tick() {
  const auto elapsed = std::chrono::duration_cast<milliseconds>(time_.now() - begin_);
  if (elapsed < kLongWork) return;
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  write_(std::string(kWipe) + line(elapsed));
  drawn_ = true;
}

void ProgressLine::wipe() {
  const std::lock_guard lock(mutex_);
  wipe_drawn();
}

void ProgressLine::wipe_drawn() {
  if (drawn_) write_(kWipe);
  drawn_ = false;
}

}  // namespace terminal
