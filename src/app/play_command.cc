// tabuleiro play: a game in the terminal.
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "app/command.h"
#include "app/proof_files.h"
#include "engine/bounds.h"
#include "engine/player.h"
#include "terminal/full_screen.h"
#include "terminal/plain.h"

namespace app {

using text::Error;
using text::Message;

namespace {

constexpr const char* kSeatFlags[] = {"--p1", "--p2", "--p3"};
constexpr long long kPlayTime = 1000;

// Without --seed every game is another one.
std::uint64_t fresh_seed() {
  return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
}

games::Parsed<terminal::SessionSetup> read_setup(const Arguments& arguments) {
  terminal::SessionSetup setup;
  const auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  setup.game = *game;
  auto options = read_options(**game, arguments);
  if (!options) return options.error();
  setup.options = *std::move(options);
  const int seats = games::Position::start(*setup.game, setup.options)->player_count();
  for (int i = 0; i < 3; ++i) {
    if (!arguments.has(kSeatFlags[i])) {
      setup.seats.emplace_back(terminal::kHuman);
      continue;
    }
    if (i >= seats) return Error(Message::kSeatNotThere, {std::to_string(seats), kSeatFlags[i]});
    setup.seats.push_back(arguments.value(kSeatFlags[i]));
    if (auto error = terminal::check_who(setup.seats.back())) {
      return error->in(Message::kVerbatim, {kSeatFlags[i]});
    }
  }
  const auto time = number_or(arguments, "--time", kPlayTime, 1, engine::kMaxTurnTime);
  if (!time) return time.error();
  setup.time = engine::Milliseconds(*time);
  const auto seed = number_or(arguments, "--seed", 0, 0, engine::kMaxSeed);
  if (!seed) return seed.error();
  note_refused_proofs(**game, arguments.language());
  setup.seed = arguments.has("--seed") ? static_cast<std::uint64_t>(*seed) : fresh_seed();
  return setup;
}

int run_plain(const Arguments& arguments, const terminal::SessionSetup& setup) {
  terminal::Unfinished unfinished;
  terminal::PlainSetup plain;
  plain.language = arguments.language();
  plain.input = STDIN_FILENO;
  plain.out = [](const std::string& line) {
    print(line + '\n');
    std::fflush(stdout);
  };
  // A script neither wants to be asked nor to leave anything behind.
  if (isatty(STDIN_FILENO)) plain.unfinished = &unfinished;
  return terminal::play_plain(terminal::Session(setup), plain);
}

terminal::FullScreenSetup screen_setup(const Arguments& arguments) {
  terminal::FullScreenSetup setup;
  setup.language = arguments.language();
  setup.language_given = arguments.has("--lang");
  setup.ascii = arguments.has("--ascii");
  return setup;
}

games::Parsed<int> run_play(const Arguments& arguments) {
  const auto setup = read_setup(arguments);
  if (!setup) return setup.error();
  if (arguments.has("--plain") || !terminal::is_terminal()) return run_plain(arguments, *setup);
  auto screen = screen_setup(arguments);
  screen.game = *setup;
  return terminal::run_full_screen(screen);
}

}  // namespace

std::optional<int> run_menu(const Arguments& arguments) {
  if (!terminal::is_terminal()) return std::nullopt;
  return terminal::run_full_screen(screen_setup(arguments));
}

const Command& play_command() {
  static const std::string who = core::join(engine::who_texts(), ", ");
  static const Command command = {
      "play",
      {"GAME"},
      {{"--p1", "WHO", Message::kHelpSeat, {"1", who}},
       {"--p2", "WHO", Message::kHelpSeat, {"2", who}},
       {"--p3", "WHO", Message::kHelpSeat, {"3", who}},
       {"--options", "K=V,K=V", Message::kHelpOptions},
       {"--seed", "N", Message::kHelpSeed, {"-"}},
       {"--time", "MS", Message::kHelpPlayTime, {std::to_string(kPlayTime)}},
       {"--plain", "", Message::kHelpPlain},
       {"--ascii", "", Message::kHelpAscii}},
      Message::kHelpPlay,
      run_play};
  return command;
}

}  // namespace app
