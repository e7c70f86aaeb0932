// tabuleiro play: a game in the terminal, new or from a record.
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "app/command.h"
#include "app/proof_files.h"
#include "engine/bounds.h"
#include "engine/player.h"
#include "games/record_list.h"
#include "terminal/advice.h"
#include "terminal/full_screen.h"
#include "terminal/plain.h"
#include "terminal/words.h"

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

std::optional<Error> read_seats(const Arguments& arguments, int seats,
                                std::vector<std::string>& who) {
  for (int i = 0; i < 3; ++i) {
    who.emplace_back(terminal::kHuman);
    if (!arguments.has(kSeatFlags[i])) continue;
    if (i >= seats) return Error(Message::kSeatNotThere, {std::to_string(seats), kSeatFlags[i]});
    auto named = terminal::read_who(arguments.value(kSeatFlags[i]));
    if (!named) return named.error().in(Message::kVerbatim, {kSeatFlags[i]});
    who.back() = *std::move(named);
  }
  return std::nullopt;
}

// What does not depend on the game.
std::optional<Error> read_times(const Arguments& arguments, terminal::SessionSetup& setup) {
  const auto time = number_or(arguments, "--time", kPlayTime, 1, engine::kMaxTurnTime);
  if (!time) return time.error();
  setup.time = engine::Milliseconds(*time);
  const auto seed = number_or(arguments, "--seed", 0, 0, engine::kMaxSeed);
  if (!seed) return seed.error();
  setup.seed = arguments.has("--seed") ? static_cast<std::uint64_t>(*seed) : fresh_seed();
  if (!arguments.has("--clock")) return std::nullopt;
  if (arguments.has("--time")) return Error(Message::kFlagsExclude, {"--clock", "--time"});
  setup.clock = engine::parse_clock(arguments.value("--clock"));
  if (setup.clock) return std::nullopt;
  return Error(Message::kArenaClock, {core::quoted(arguments.value("--clock"))});
}

// A game by its name, from its start or from --position.
games::Parsed<terminal::Session> new_session(const Arguments& arguments,
                                             terminal::SessionSetup setup) {
  for (const char* flag : {"--at", "--number"}) {
    if (arguments.has(flag)) return Error(Message::kOnlyWithRecord, {flag});
  }
  const auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  const auto position = read_position(**game, arguments);
  if (!position) return position.error();
  if (auto error = read_seats(arguments, position->player_count(), setup.seats)) {
    return *std::move(error);
  }
  return terminal::Session::from_position(*position, setup);
}

// A record from a file, from its end or from --at; who plays is as it says where no flag does.
games::Parsed<terminal::Session> recorded_session(const Arguments& arguments,
                                                  const terminal::SessionSetup& setup) {
  for (const char* flag : {"--options", "--position"}) {
    if (arguments.has(flag)) return Error(Message::kNotWithRecord, {flag});
  }
  const auto number = number_or(arguments, "--number", 1, 1, games::kMaxRecordsBytes);
  if (!number) return number.error();
  auto loaded =
      terminal::load_game(arguments.positional(0), static_cast<std::size_t>(*number), setup);
  if (!loaded) return loaded.error();
  terminal::Session session = std::move(loaded->session);
  const auto at = number_or(arguments, "--at", session.turns(), 0, session.turns());
  if (!at) return at.error();
  if (arguments.has("--at")) session.go_to_turn(static_cast<int>(*at));
  std::vector<std::string> who;
  if (auto error = read_seats(arguments, session.players(), who)) return *std::move(error);
  for (int i = 0; i < session.players(); ++i) {
    if (arguments.has(kSeatFlags[i])) session.set_seat(i, who[static_cast<std::size_t>(i)]);
  }
  return session;
}

// What is no game but a file is a record.
bool names_record(const Arguments& arguments) {
  const std::string name = arguments.positional(0);
  if (games::find_game(name) != nullptr) return false;
  return terminal::is_file(name) || name.find_first_of("./") != std::string::npos;
}

// Who says where to begin wants no other game.
bool chosen_start(const Arguments& arguments) {
  return names_record(arguments) || arguments.has("--position");
}

// Another program may take its time to start: at a terminal it is told what is waited for.
void tell_starting(const terminal::Session& session, text::Language language) {
  if (isatty(STDERR_FILENO) == 0) return;
  for (int player = 0; player < session.players(); ++player) {
    const std::string& who = session.seat(player);
    if (!who.starts_with(protocol::kEnginePrefix)) continue;
    const text::Note note{Message::kEngineStarting,
                          {core::quoted(who.substr(protocol::kEnginePrefix.size()))}};
    std::fprintf(stderr, "%s\n", text::render(note, language).c_str());
  }
}

// Everything that can be wrong is told before the game begins, programs that do not run included.
games::Parsed<terminal::Session> read_session(const Arguments& arguments) {
  terminal::SessionSetup setup;
  if (auto error = read_times(arguments, setup)) return *std::move(error);
  auto session =
      names_record(arguments) ? recorded_session(arguments, setup) : new_session(arguments, setup);
  if (!session) return session;
  note_refused_proofs(session->position().game(), arguments.language());
  tell_starting(*session, arguments.language());
  if (auto error = session->start_engines()) return *std::move(error);
  return session;
}

int run_plain(const Arguments& arguments, terminal::Session session) {
  terminal::Unfinished unfinished;
  terminal::PlainSetup plain;
  plain.language = arguments.language();
  plain.input = STDIN_FILENO;
  plain.out = [](const std::string& line) {
    print(line + '\n');
    std::fflush(stdout);
  };
  // A script neither wants to be asked nor to leave anything behind.
  plain.person = isatty(STDIN_FILENO) != 0;
  if (plain.person) plain.unfinished = &unfinished;
  plain.offers = !chosen_start(arguments);
  return terminal::play_plain(std::move(session), plain);
}

terminal::FullScreenSetup screen_setup(const Arguments& arguments) {
  terminal::FullScreenSetup setup;
  setup.language = arguments.language();
  setup.language_given = arguments.has("--lang");
  setup.ascii = arguments.has("--ascii");
  return setup;
}

games::Parsed<int> run_play(const Arguments& arguments) {
  auto session = read_session(arguments);
  if (!session) return session.error();
  if (arguments.has("--plain") || !terminal::is_terminal()) {
    return run_plain(arguments, *std::move(session));
  }
  auto screen = screen_setup(arguments);
  if (chosen_start(arguments)) {
    screen.session = *std::move(session);
  } else {
    screen.game = session->setup();
    screen.game->started = session->seat_players();
  }
  return terminal::run_full_screen(screen);
}

}  // namespace

std::optional<int> run_menu(const Arguments& arguments) {
  if (!terminal::is_terminal()) return std::nullopt;
  return terminal::run_full_screen(screen_setup(arguments));
}

const Command& play_command() {
  static const std::string top = std::to_string(engine::kTopLevel);
  static const Command command = {
      "play",
      {"GAME|FILE"},
      {{"--p1", "WHO", Message::kHelpSeat, {"1", top}},
       {"--p2", "WHO", Message::kHelpSeat, {"2", top}},
       {"--p3", "WHO", Message::kHelpSeat, {"3", top}},
       {"--options", "K=V,K=V", Message::kHelpOptions},
       {"--seed", "N", Message::kHelpSeed},
       {"--time", "MS", Message::kHelpPlayTime, {std::to_string(kPlayTime)}},
       {"--clock", "MS+MS", Message::kHelpPlayClock},
       {"--position", "TEXT", Message::kHelpPosition},
       {"--at", "N", Message::kHelpPlayAt},
       {"--number", "N", Message::kHelpPlayNumber},
       {"--plain", "", Message::kHelpPlain},
       {"--ascii", "", Message::kHelpAscii}},
      Message::kHelpPlay,
      run_play};
  return command;
}

}  // namespace app
