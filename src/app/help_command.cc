// tabuleiro help, tabuleiro version: what --help and --version say, for whoever types them so.
#include "app/help.h"
#include "terminal/text_table.h"

namespace app {

using text::Message;

namespace {

games::Parsed<int> run_help(const Arguments& arguments) {
  const auto name = arguments.positional(0);
  if (name.empty()) {
    print(program_help(arguments.language(), terminal::output_columns()));
    return 0;
  }
  const auto command = find_command(name);
  if (!command) return command.error();
  print(command_help(**command, arguments.language(), terminal::output_columns()));
  return 0;
}

games::Parsed<int> run_version(const Arguments&) {
  print(version_line());
  return 0;
}

}  // namespace

const Command& help_command() {
  static const Command command = {"help", {"[COMMAND]"}, {}, Message::kHelpHelpCommand, run_help};
  return command;
}

const Command& version_command() {
  static const Command command = {"version", {}, {}, Message::kHelpVersionCommand, run_version};
  return command;
}

}  // namespace app
