// Man pages and completion: every command and every flag is there, and their readers understand it.
#include <cstdlib>
#include <regex>

#include "core/file.h"
#include "core/scan.h"
#include "process.h"
#include "support.h"

namespace tests {
namespace {

std::set<std::string> found(const std::string& text, const std::string& pattern) {
  std::set<std::string> all;
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    all.insert((*at)[1]);
  }
  return all;
}

std::set<std::string> all_commands() {
  const auto help = run_program({"--help"}).out;
  const auto begin = help.find("commands:");
  return found(help.substr(begin, help.find("options:") - begin), "\n  ([a-z-]+) ");
}

std::set<std::string> flags_of(const std::string& command) {
  return found(run_program({command, "--help"}).out, "\n  (--[a-z0-9-]+)");
}

std::string without_hyphens(const std::string& page) {
  return std::regex_replace(page, std::regex("\\\\-"), "-");
}

TEST(Manual, EveryCommandAndFlagHasItsPlace) {
  const auto commands = all_commands();
  EXPECT_GE(commands.size(), 14u);
  const auto whole = without_hyphens(run_program({"manual"}).out);
  for (const auto& command : commands) {
    EXPECT_NE(whole.find("\\fBtabuleiro-" + command + "\\fR(1)"), std::string::npos) << command;
    const auto page = without_hyphens(run_program({"manual", command}).out);
    EXPECT_EQ(page.substr(0, 4), ".TH ") << command;
    for (const auto& flag : flags_of(command)) {
      EXPECT_NE(page.find(".TP\n\\fB" + flag + "\\fR"), std::string::npos)
          << command << ' ' << flag;
    }
  }
  EXPECT_NE(run_program({"manual", "serve"}).out.find("\\fBTABULEIRO_NO_LIMITS\\fR"),
            std::string::npos);
  EXPECT_NE(run_program({"manual", "serve", "--lang", "pt"}).out.find(".SH AMBIENTE"),
            std::string::npos);
  expect_refused({"manual", "chess"}, "unknown command 'chess'");
}

TEST(Manual, CompletionKnowsThemToo) {
  const auto bash = run_program({"completion", "bash"}).out;
  const auto zsh = run_program({"completion", "zsh"}).out;
  const auto fish = run_program({"completion", "fish"}).out;
  for (const auto& command : all_commands()) {
    EXPECT_NE(bash.find("\n      " + command + ") "), std::string::npos) << command;
    EXPECT_NE(zsh.find("'" + command + ":"), std::string::npos) << command;
    EXPECT_NE(fish.find(" -a " + command + " -d "), std::string::npos) << command;
    const auto from = fish.find("from " + command + "'");
    for (const auto& flag : flags_of(command)) {
      EXPECT_NE(fish.find("from " + command + "' -l " + flag.substr(2) + ' ', from),
                std::string::npos)
          << command << ' ' << flag;
      EXPECT_NE(zsh.find(flag + '['), std::string::npos) << flag;
    }
  }
  const std::string verbs = "games retention stats close message backup restore check";
  for (const auto& verb : core::words(verbs)) {
    EXPECT_NE(found(bash, "\n      admin\\) words='([^']*)'").begin()->find(verb),
              std::string::npos)
        << verb;
  }
  EXPECT_NE(zsh.find(":(" + verbs + ")'"), std::string::npos);
  EXPECT_NE(fish.find("from admin' -a '" + verbs + " list show export delete'"), std::string::npos);
  expect_refused({"completion", "csh"}, "unknown shell 'csh'");
}

TEST(Manual, AMistypedPathMakesNoFolders) {
  const TempFolder folder;
  expect_refused({"manual", "--all", folder.path() + "/shaer/manual"}, "does not exist");
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/shaer"));
  EXPECT_EQ(run_program({"manual", "--all", folder.path() + "/share/"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/share/man/man1/tabuleiro.1"));
}

TEST(Manual, TheFilesAreReadByTheirReaders) {
  const TempFolder folder;
  const auto share = folder.path() + "/share";
  ASSERT_EQ(run_program({"manual", "--all", share}).status, 0);
  const auto shell = [](const std::string& command) { return std::system(command.c_str()); };
  EXPECT_EQ(shell("bash -n " + share + "/bash-completion/completions/tabuleiro"), 0);
  // A shell completes with it.
  EXPECT_EQ(shell("bash -c '. " + share +
                  "/bash-completion/completions/tabuleiro; COMP_WORDS=(tabuleiro serve --no); "
                  "COMP_CWORD=2; _tabuleiro; [[ ${COMPREPLY[*]} == --no-limits ]]'"),
            0);
  EXPECT_EQ(shell("bash -c '. " + share +
                  "/bash-completion/completions/tabuleiro; COMP_WORDS=(tabuleiro play yav); "
                  "COMP_CWORD=2; _tabuleiro; [[ ${COMPREPLY[*]} == yavalath ]]'"),
            0);
  EXPECT_EQ(shell("bash -c '. " + share +
                  "/bash-completion/completions/tabuleiro; COMP_WORDS=(tabuleiro admin ret); "
                  "COMP_CWORD=2; _tabuleiro; [[ ${COMPREPLY[*]} == retention ]]'"),
            0);
  const auto try_with = [&](const std::string& program, const std::string& rest) {
    if (shell("command -v " + program + " >/dev/null") != 0) return;
    EXPECT_EQ(shell(program + ' ' + rest), 0) << program;
  };
  try_with("zsh", "-n " + share + "/zsh/site-functions/_tabuleiro");
  try_with("fish", "--no-execute " + share + "/fish/vendor_completions.d/tabuleiro.fish");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(share + "/man")) {
    if (!entry.is_regular_file()) continue;
    const auto warnings = folder.path() + "/warnings";
    try_with("groff", "-K utf8 -man -ww -z " + entry.path().string() + " 2>" + warnings);
    EXPECT_EQ(core::read_file(warnings).value_or(""), "") << entry.path();
  }
}

}  // namespace
}  // namespace tests
