// tabuleiro perft: counts action sequences. The count stands alone on the last line of standard
// output; timing goes to standard error.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "app/command.h"
#include "games/perft.h"
#include "terminal/progress_line.h"

namespace app {

using text::Message;

namespace {

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

// What follows every action, sorted by its text. REQUIRES: depth > 0.
Counts divided(const games::Position& position, int depth, text::Language language) {
  terminal::ProgressLine progress(language);
  Counts counts;
  const auto actions = position.legal_actions();
  for (const auto action : actions) {
    progress.show(static_cast<long long>(counts.size()), static_cast<long long>(actions.size()));
    games::Position next = position;
    next.apply(action);
    counts.emplace_back(position.action_text(action), next.perft(depth - 1));
  }
  std::sort(counts.begin(), counts.end());
  return counts;
}

// The count at small depths is over before anybody could look at its progress.
std::uint64_t counted(const games::Position& position, int depth, bool shows_each,
                      text::Language language) {
  if (depth == 0 || (depth == 1 && !shows_each)) return position.perft(depth);
  std::uint64_t sum = 0;
  for (const auto& [text, count] : divided(position, depth, language)) {
    if (shows_each) print(text + ' ' + std::to_string(count) + '\n');
    sum += count;
  }
  return sum;
}

games::Parsed<int> run_perft(const Arguments& arguments) {
  auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  auto depth = read_number("DEPTH", arguments.positional(1), 0, games::kMaxPerftDepth);
  if (!depth) return depth.error();
  auto position = read_position(**game, arguments);
  if (!position) return position.error();

  const auto begin = std::chrono::steady_clock::now();
  const int plies = static_cast<int>(*depth);
  const auto count = counted(*position, plies, arguments.has("--divide"), arguments.language());
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  print(std::to_string(count) + '\n');
  const auto speed = static_cast<double>(count) / std::max(taken.count(), 1e-9) / 1e6;
  const text::Note timing{Message::kPerftTiming,
                          {text::decimal(taken.count(), 3, arguments.language()),
                           text::decimal(speed, 1, arguments.language())}};
  std::fprintf(stderr, "%s\n", text::render(timing, arguments.language()).c_str());
  return 0;
}

}  // namespace

const Command& perft_command() {
  static const Command command = {"perft",
                                  {"GAME", "DEPTH"},
                                  {{"--options", "K=V,K=V", Message::kHelpOptions},
                                   {"--position", "TEXT", Message::kHelpPosition},
                                   {"--divide", "", Message::kHelpDivide}},
                                  Message::kHelpPerft,
                                  run_perft};
  return command;
}

}  // namespace app
