#include "app/solve_report.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/command.h"

namespace app {

using search::ProofStatus;
using solve::GameValue;
using text::Message;
using text::Note;

namespace {

constexpr auto kLiveEvery = std::chrono::milliseconds(250);
constexpr auto kLineEvery = std::chrono::seconds(10);

std::string number(std::uint64_t n) { return std::to_string(n); }

std::string reply_line(const solve::Work& work, const solve::ReplyWork& reply,
                       text::Language language) {
  const std::string cell = work.cell(reply.reply);
  const auto& [first, second] = reply.questions;
  const std::uint64_t nodes = first.nodes + second.nodes;
  const GameValue value = reply.value();
  const auto& answered = second.answer == ProofStatus::kOpen ? first : second;
  Note note{Message::kSolveReplySolved, {cell, solve::value_code(value), number(nodes)}};
  if (value == GameValue::kOpen && reply.not_won()) {
    note = {Message::kSolveReplyNotWon, {cell, number(nodes)}};
  } else if (value == GameValue::kOpen) {
    note = {Message::kSolveReplyOpen,
            {cell, number(first.numbers.proof), number(first.numbers.disproof), number(nodes),
             std::to_string(first.attempts)}};
  } else if (value != GameValue::kDraw && answered.turns > 0) {
    note = {Message::kSolveReplyKept,
            {cell, solve::value_code(value), std::to_string(answered.turns),
             number(answered.positions), number(nodes)}};
  }
  return "  " + text::render(note, language) + '\n';
}

}  // namespace

SolveScreen::SolveScreen(text::Language language)
    : language_(language), live_(isatty(STDERR_FILENO) != 0), begin_(search::Clock::now()) {}

std::string SolveScreen::line(const solve::Work& work, const solve::SolverProgress& progress,
                              double seconds) const {
  const double speed = static_cast<double>(progress.nodes) / std::max(seconds, 1e-3);
  std::string text = text::render(
      Note{Message::kSolveProgress,
           {fixed(seconds, 0), std::to_string(progress.solved), std::to_string(progress.replies),
            number(progress.nodes), fixed(speed, 0)}},
      language_);
  for (const auto& running : progress.running) {
    text +=
        "; " + text::render(Note{Message::kSolveRunning,
                                 {work.cell(running.opening), work.cell(running.reply),
                                  number(running.numbers.proof), number(running.numbers.disproof),
                                  number(running.nodes), fixed(100 * running.table_fill, 0)}},
                            language_);
    if (live_) break;  // one line is all there is
  }
  return text;
}

void SolveScreen::show(const solve::Work& work, const solve::SolverProgress& progress) {
  const auto now = search::Clock::now();
  const bool news = progress.solved != last_solved_;
  const bool first = last_ == search::Clock::time_point();
  const bool last = news && progress.solved == progress.replies;
  const auto every = live_ || news ? search::Clock::duration(kLiveEvery) : kLineEvery;
  if (!first && !last && now - last_ < every) return;
  last_ = now;
  last_solved_ = progress.solved;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const std::string text = line(work, progress, seconds);
  std::fprintf(stderr, live_ ? "\r\x1b[K%s" : "%s\n", text.c_str());
  drawn_ = live_;
}

void SolveScreen::finish() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

void SolveScreen::say(const std::string& line) {
  finish();
  std::fprintf(stderr, "%s\n", line.c_str());
}

GameValue value_by_options(const solve::Work& work) {
  const auto of = [&](const solve::OpeningWork& opening) {
    const GameValue value = opening.value();
    return work.swap && value == GameValue::kWin ? GameValue::kLoss : value;
  };
  if (!work.all) return of(work.openings[0]);
  if (!work.swap) return work.value();
  bool open = false;
  for (const auto& opening : work.openings) {
    if (of(opening) == GameValue::kDraw) return GameValue::kDraw;
    open = open || of(opening) == GameValue::kOpen;
  }
  return open ? GameValue::kOpen : GameValue::kLoss;
}

std::string solve_report(const solve::Work& work, text::Language language) {
  std::string text;
  for (const auto& opening : work.openings) {
    std::uint64_t nodes = 0;
    for (const auto& reply : opening.replies) {
      for (const auto& question : reply.questions) nodes += question.nodes;
    }
    text += text::render(Note{Message::kSolveOpeningValue,
                              {work.cell(opening.opening), solve::value_code(opening.value()),
                               std::to_string(opening.count(GameValue::kWin)),
                               std::to_string(opening.replies.size()), number(nodes)}},
                         language) +
            '\n';
    for (const auto& reply : opening.replies) text += reply_line(work, reply, language);
  }
  if (work.swap) text += text::render(Message::kSolveSwap, language) + '\n';
  return text + solve::value_code(value_by_options(work)) + '\n';
}

}  // namespace app
