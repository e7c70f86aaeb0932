#include "app/manual.h"

#include <algorithm>

#include "app/help.h"
#include "app/settings.h"

namespace app {

using text::Language;
using text::Message;

namespace {

// Text as troff reads it back; a line must not begin like a request.
std::string troff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string bold(std::string_view text) { return "\\fB" + troff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + troff(text) + "\\fR"; }

class ManualPage {
 public:
  ManualPage(const std::string& name, Language language) : language_(language) {
    std::string title = name;
    std::transform(title.begin(), title.end(), title.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    text_ = ".TH " + troff(title) + " 1 \"\" \"tabuleiro " TABULEIRO_VERSION "\" Tabuleiro\n";
  }
  void heading(Message message) { text_ += ".SH " + text::render(message, language_) + '\n'; }
  void line(const std::string& text) { text_ += text + '\n'; }
  // A term and what it means.
  void item(const std::string& term, const std::string& meaning) {
    text_ += ".TP\n" + term + '\n' + troff(meaning) + '\n';
  }
  void flag(const Flag& flag) { item(spelling(flag), flag_meaning(flag, language_)); }
  std::string spelling(const Flag& flag) const {
    if (flag.value.empty()) return bold(flag.name);
    return bold(flag.name) + ' ' + italic(with_places(flag.value, language_));
  }
  const std::string& text() const { return text_; }

 private:
  const Language language_;
  std::string text_;
};

void add_settings(ManualPage& page, const Command& command, Language language) {
  page.heading(Message::kManualEnvironment);
  page.line(troff(text::render(Message::kManualVariables, language)));
  for (const Flag& flag : command.flags) {
    if (may_stand(flag, /*in_file=*/false))
      page.item(bold(variable_of(flag)), flag_spelling(flag, language));
  }
  page.heading(Message::kManualFiles);
  page.item(italic("/etc/tabuleiro/tabuleiro.conf"),
            text::render(Message::kManualSettingsFile, language));
}

}  // namespace

std::string command_manual(const Command& command, Language language) {
  const auto name = "tabuleiro-" + std::string(command.name);
  ManualPage page(name, language);
  page.heading(Message::kManualName);
  page.line(troff(name) + " \\- " + troff(text::render(command.help, language)));
  page.heading(Message::kManualSynopsis);
  page.line(bold("tabuleiro " + std::string(command.name)));
  for (const auto positional : command.positionals)
    page.line(italic(with_places(positional, language)));
  for (const Flag& flag : command.flags) page.line('[' + page.spelling(flag) + ']');
  page.heading(Message::kManualOptions);
  for (const auto* flags : {&command.flags, &common_flags()}) {
    for (const Flag& flag : *flags) page.flag(flag);
  }
  if (takes_game(command)) {
    page.heading(Message::kManualGames);
    for (const auto& game : games::all_games()) page.line(".br\n" + bold(game.name));
  }
  if (command.settings) add_settings(page, command, language);
  page.heading(Message::kManualSeeAlso);
  page.line(bold("tabuleiro") + "(1)");
  return page.text();
}

std::string program_manual(Language language) {
  ManualPage page("tabuleiro", language);
  page.heading(Message::kManualName);
  page.line("tabuleiro \\- " + troff(text::render(Message::kProgramSummary, language)));
  page.heading(Message::kManualSynopsis);
  page.line(bold("tabuleiro") + " [" + italic("COMMAND") + " ...]");
  page.heading(Message::kManualCommands);
  for (const Command* command : commands()) {
    page.item(bold(command->name), text::render(command->help, language));
  }
  page.heading(Message::kManualOptions);
  for (const Flag& flag : common_flags()) page.flag(flag);
  page.item(bold("--version") + ", " + bold("-V"), text::render(Message::kHelpVersion, language));
  page.heading(Message::kManualSeeAlso);
  std::string others;
  for (const Command* command : commands()) {
    others +=
        (others.empty() ? "" : ", ") + bold("tabuleiro-" + std::string(command->name)) + "(1)";
  }
  page.line(others);
  return page.text();
}

}  // namespace app
