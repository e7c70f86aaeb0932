// tabuleiro perft: counts action sequences. The count stands alone on the last line of standard
// output; timing goes to standard error.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "app/command.h"
#include "games/perft.h"

namespace app {

using text::Message;

namespace {

// Prints "ACTION COUNT" for every action, sorted, and returns the sum.
std::uint64_t divide(const games::Position& position, int depth) {
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto action : position.legal_actions()) {
    games::Position next = position;
    next.apply(action);
    counts.emplace_back(position.action_text(action), next.perft(depth - 1));
  }
  std::sort(counts.begin(), counts.end());
  std::uint64_t sum = 0;
  for (const auto& [text, count] : counts) {
    print(text + ' ' + std::to_string(count) + '\n');
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
  const bool by_action = arguments.has("--divide") && plies > 0;
  const auto count = by_action ? divide(*position, plies) : position->perft(plies);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  print(std::to_string(count) + '\n');
  const auto speed = static_cast<double>(count) / std::max(taken.count(), 1e-9) / 1e6;
  const text::Note timing{Message::kPerftTiming, {fixed(taken.count(), 3), fixed(speed, 1)}};
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
