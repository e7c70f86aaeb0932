// tabuleiro manual: man pages, and completion for shells.
#include <filesystem>

#include "app/manual.h"
#include "app/out_path.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Language;
using text::Message;

namespace {

// All files by their places below share/.
std::map<std::string, std::string> all_files() {
  std::map<std::string, std::string> files;
  for (const auto& [folder, language] :
       {std::pair("man/man1/", Language::kEnglish), {"man/pt/man1/", Language::kPortuguese}}) {
    files[std::string(folder) + "tabuleiro.1"] = program_manual(language);
    for (const Command* command : commands()) {
      files[folder + ("tabuleiro-" + std::string(command->name)) + ".1"] =
          command_manual(*command, language);
    }
  }
  files["bash-completion/completions/tabuleiro"] = completions().at("bash")();
  files["zsh/site-functions/_tabuleiro"] = completions().at("zsh")();
  files["fish/vendor_completions.d/tabuleiro.fish"] = completions().at("fish")();
  return files;
}

// The folder may be new; the one around it is there already.
games::Parsed<int> write_all(const std::string& folder) {
  if (const auto error = check_out_path(folder, OutKind::kFolder)) return *error;
  for (const auto& [name, content] : all_files()) {
    const auto path = std::filesystem::path(folder) / name;
    std::error_code problem;
    std::filesystem::create_directories(path.parent_path(), problem);
    if (problem) return text::file_unwritable(path.parent_path().string(), problem.value());
    if (const auto error = text::write_file(path.string(), content)) return *error;
  }
  return 0;
}

games::Parsed<int> run_manual(const Arguments& arguments) {
  if (arguments.has("--all")) return write_all(arguments.value("--all"));
  const auto name = arguments.positional(0);
  if (name.empty()) {
    print(program_manual(arguments.language()));
    return 0;
  }
  const auto command = find_command(name);
  if (!command) return command.error();
  print(command_manual(**command, arguments.language()));
  return 0;
}

games::Parsed<int> run_completion(const Arguments& arguments) {
  const auto shell = arguments.positional(0);
  const auto at = completions().find(shell);
  if (at == completions().end()) {
    return Error(Message::kUnknownShell, {core::quoted(shell), "bash, fish, zsh"});
  }
  print(at->second());
  return 0;
}

}  // namespace

const Command& manual_command() {
  static const Command command = {"manual",
                                  {"[COMMAND]"},
                                  {{"--all", "FOLDER", Message::kHelpManualAll}},
                                  Message::kHelpManual,
                                  run_manual};
  return command;
}

const Command& completion_command() {
  static const Command command = {
      "completion", {"bash|zsh|fish"}, {}, Message::kHelpCompletion, run_completion};
  return command;
}

}  // namespace app
