// tabuleiro join, tabuleiro watch: a seat at a server's table, and a look at one.
#include <unistd.h>

#include <cstdio>

#include "app/command.h"
#include "client/seating.h"
#include "terminal/online.h"
#include "terminal/screen.h"

namespace app {

using text::Message;

namespace {

constexpr int kNotThere = 1;

// One line, and a status that a script sees. Arguments are right: no hint about them.
int report(const text::Error& error, text::Language language) {
  std::fprintf(stderr, "tabuleiro: %s\n", text::render(error, language).c_str());
  return kNotThere;
}

int play_at(const terminal::OnlineSetup& setup, bool plain) {
  if (!plain && terminal::is_terminal()) return terminal::run_online_screen(setup);
  terminal::OnlinePlainSetup lines;
  lines.input = STDIN_FILENO;
  lines.person = isatty(STDIN_FILENO) != 0;
  lines.out = [](const std::string& line) {
    print(line + '\n');
    std::fflush(stdout);
  };
  return terminal::run_online_plain(setup, lines);
}

terminal::OnlineSetup online_setup(const Arguments& arguments, const client::TableLink& link) {
  terminal::OnlineSetup setup;
  setup.link = link;
  setup.language = arguments.language();
  setup.ascii = arguments.has("--ascii");
  return setup;
}

games::Parsed<int> run_join(const Arguments& arguments) {
  const auto link = client::parse_link(arguments.positional(0));
  if (!link) return link.error();
  const client::KeptSeats seats;
  const client::Guest guest{arguments.value("--name"), arguments.language()};
  const auto token = client::sit_down(*link, guest, seats);
  if (!token) return report(token.error(), arguments.language());
  auto setup = online_setup(arguments, *link);
  setup.link.token = *token;
  // The seat of a rematch is the same person's: its link alone finds it again.
  setup.moved = [&seats, link = setup.link](const std::string& table) mutable {
    link.table = table;
    seats.keep(link, link.token);
  };
  return play_at(setup, arguments.has("--plain"));
}

games::Parsed<int> run_watch(const Arguments& arguments) {
  auto link = client::parse_link(arguments.positional(0));
  if (!link) return link.error();
  // Whoever looks on needs no seat, even where the link has one.
  link->token.clear();
  if (const auto error = client::look_up(*link, {"", arguments.language()})) {
    return report(*error, arguments.language());
  }
  return play_at(online_setup(arguments, *link), arguments.has("--plain"));
}

}  // namespace

const Command& join_command() {
  static const Command command = {"join",
                                  {"URL"},
                                  {{"--name", "NAME", Message::kHelpOnlineName},
                                   {"--plain", "", Message::kHelpPlain},
                                   {"--ascii", "", Message::kHelpAscii}},
                                  Message::kHelpJoin,
                                  run_join};
  return command;
}

const Command& watch_command() {
  static const Command command = {
      "watch",
      {"URL"},
      {{"--plain", "", Message::kHelpPlain}, {"--ascii", "", Message::kHelpAscii}},
      Message::kHelpWatch,
      run_watch};
  return command;
}

}  // namespace app
