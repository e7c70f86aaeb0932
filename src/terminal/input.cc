#include "terminal/input.h"

#include <algorithm>

#include "core/nearest.h"
#include "core/scan.h"
#include "core/utf8.h"

namespace terminal {

using text::Error;
using text::Language;
using text::Message;

std::vector<std::string_view> names_of(const CommandInfo& info) {
  std::vector<std::string_view> names = {info.english, info.portuguese};
  if (!info.also.empty()) names.push_back(info.also);
  return names;
}

namespace {

constexpr std::size_t kNearestShown = 4;
// Comparing every legal action with a line of any length would take for ever.
constexpr std::size_t kCompared = 32;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool has_name_from(const CommandInfo& info, std::string_view prefix) {
  const auto names = names_of(info);
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return name.starts_with(prefix); });
}

// The commands that a word may stand for: one where it is a whole name or a unique beginning.
std::vector<const CommandInfo*> find_commands(std::string_view word) {
  std::vector<const CommandInfo*> found;
  for (const CommandInfo& info : all_commands()) {
    const auto names = names_of(info);
    if (std::find(names.begin(), names.end(), word) != names.end()) return {&info};
    if (has_name_from(info, word)) found.push_back(&info);
  }
  return found;
}

// The four numbers of the Epaminondas report: column and row of a stone, then of its target, each
// from 1 at the lower left. As a move between two cells; the last point may be left out. Cells are
// found in the scene, so any board of squares understands it.
std::optional<games::Step> read_numbers(const games::Position& position, std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  const auto parts = core::split(text, '.');
  if (parts.size() != 4) return std::nullopt;
  std::vector<int> numbers;
  for (const auto part : parts) {
    const auto number = core::whole_number(core::trim(part), 99);
    if (!number) return std::nullopt;
    numbers.push_back(static_cast<int>(*number) - 1);
  }
  const auto scene = position.scene();
  const auto name_at = [&](int column, int row) -> std::string {
    for (const auto& cell : scene.cells) {
      if (cell.column == column && cell.row == row) return cell.name;
    }
    return "";
  };
  games::Step step{name_at(numbers[0], numbers[1]), name_at(numbers[2], numbers[3]), ""};
  if (step.from.empty() || step.to.empty()) return std::nullopt;
  return step;
}

// The action of a step, or why there is none, as if it had been typed in letters.
games::Parsed<Steps> find_step(const games::Position& position, const games::Step& step) {
  for (const auto action : position.legal_actions()) {
    if (position.step(action) == step) return Steps{action};
  }
  auto parsed = position.parse_action(step.from + '-' + step.to);
  if (!parsed) return parsed.error();
  return Steps{*parsed};
}

// The name of a command that somebody meant who mistyped it, with how far it is from that. Turns
// have figures or signs in them; a word does not.
std::optional<std::pair<std::size_t, std::string>> meant_command(
    std::string_view word, const std::vector<std::string_view>& known) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (static_cast<unsigned char>(c) & 0x80) != 0;
  };
  if (word.size() < 3 || word.size() > kCompared ||
      !std::all_of(word.begin(), word.end(), is_letter)) {
    return std::nullopt;
  }
  // Two letters of a short word are another word.
  std::size_t best = word.size() < 4 ? 2 : 3;
  std::string meant;
  for (const auto name : known) {
    const auto far = core::edit_distance(word, name);
    if (name.size() >= 3 && far < best) best = far, meant = name;
  }
  if (meant.empty()) return std::nullopt;
  return std::pair(best, meant);
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> all;
  for (const CommandInfo& info : all_commands()) {
    for (const auto name : names_of(info)) all.push_back(name);
  }
  return all;
}

}  // namespace

const std::vector<CommandInfo>& all_commands() {
  static const std::vector<CommandInfo> commands = {
      {Command::kHelp, "help", "ajuda", "?", "", Message::kCmdHelp},
      {Command::kMoves, "moves", "jogadas", "", "", Message::kCmdMoves},
      {Command::kHint, "hint", "dica", "", "", Message::kCmdHint},
      {Command::kAnalyse, "analyse", "analisar", "analyze", "", Message::kCmdAnalyse},
      {Command::kUndo, "undo", "desfazer", "", "", Message::kCmdUndo},
      {Command::kRedo, "redo", "refazer", "", "", Message::kCmdRedo},
      {Command::kGo, "go", "ja", "já", "", Message::kCmdGo},
      {Command::kPause, "pause", "pausa", "", "", Message::kCmdPause},
      {Command::kPace, "pace", "ritmo", "", "MS", Message::kCmdPace},
      {Command::kLevel, "level", "nivel", "nível", "1-10", Message::kCmdLevel},
      {Command::kSeat, "seat", "lugar", "", "N WHO", Message::kCmdSeat},
      // One letter has always been enough for these two.
      {Command::kFlip, "flip", "virar", "f", "", Message::kCmdFlip},
      {Command::kBoard, "board", "tabuleiro", "b", "[holes]", Message::kCmdBoard},
      {Command::kPiece, "piece", "peca", "peça", "CELL", Message::kCmdPiece},
      {Command::kPosition, "position", "posicao", "posição", "", Message::kCmdPosition},
      {Command::kSave, "save", "guardar", "", "FILE", Message::kCmdSave},
      {Command::kLoad, "load", "abrir", "", "FILE", Message::kCmdLoad},
      {Command::kReview, "review", "rever", "", "", Message::kCmdReview},
      {Command::kBack, "back", "recuar", "", "", Message::kCmdBack},
      {Command::kForward, "forward", "avancar", "avançar", "", Message::kCmdForward},
      {Command::kAt, "at", "em", "", "N", Message::kCmdAt},
      {Command::kResign, "resign", "desistir", "", "", Message::kCmdResign},
      {Command::kDraw, "draw", "empate", "", "", Message::kCmdDraw},
      {Command::kNew, "new", "novo", "", "", Message::kCmdNew},
      {Command::kRematch, "rematch", "desforra", "", "", Message::kCmdRematch},
      {Command::kRules, "rules", "regras", "", "", Message::kCmdRules},
      {Command::kLanguage, "language", "idioma", "", "en|pt", Message::kCmdLanguage},
      {Command::kColour, "colour", "cor", "color", "N NAME", Message::kCmdColour},
      {Command::kTheme, "theme", "tema", "", "THEME", Message::kCmdTheme},
      {Command::kBell, "bell", "campainha", "", "on|off", Message::kCmdBell},
      {Command::kTitle, "title", "titulo", "título", "on|off", Message::kCmdTitle},
      {Command::kQuit, "quit", "sair", "exit", "", Message::kCmdQuit},
  };
  return commands;
}

Input read_input(const games::Position& position, std::string_view line,
                 const std::vector<std::string_view>& known) {
  line = core::trim(line);
  if (line.starts_with(':')) line = core::trim(line.substr(1));
  auto turn = games::parse_turn(position, line);
  // Cells are spelt in small letters; capitals are understood.
  if (!turn && games::parse_turn(position, lower(line))) {
    turn = games::parse_turn(position, lower(line));
  }
  if (turn) return *std::move(turn);
  if (const auto step = read_numbers(position, line)) {
    auto found = find_step(position, *step);
    if (found) return *std::move(found);
    return Refused{found.error(), nearest_actions(position, step->from + '-' + step->to)};
  }
  const auto blank = line.find_first_of(" \t");
  const std::string word = core::folded(line.substr(0, blank));
  const auto found = word.empty() ? std::vector<const CommandInfo*>() : find_commands(word);
  if (found.size() == 1) {
    const auto rest = blank == std::string_view::npos ? "" : core::trim(line.substr(blank));
    return CommandLine{found[0]->command, std::string(rest)};
  }
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const auto* info : found) {
      names.emplace_back(info->english.starts_with(word) ? info->english : info->portuguese);
    }
    return Refused{Error(Message::kAmbiguousCommand, {core::quoted(word), core::join(names, ", ")}),
                   {}};
  }
  const auto last = line.substr(line.rfind(',') + 1);
  auto nearest = nearest_actions(position, last);
  if (const auto meant = meant_command(word, known.empty() ? all_names() : known)) {
    const bool nearer = nearest.empty() || core::edit_distance(word, nearest[0]) > meant->first;
    if (nearer)
      return Refused{Error(Message::kMeantCommand, {core::quoted(word), meant->second}), {}};
  }
  return Refused{turn.error(), std::move(nearest)};
}

std::optional<bool> read_answer(std::string_view line) {
  const std::string word = core::folded(core::trim(line));
  for (const auto* yes : {"yes", "y", "sim", "s"}) {
    if (word == yes) return true;
  }
  for (const auto* no : {"no", "n", "nao"}) {
    if (word == no) return false;
  }
  return std::nullopt;
}

std::vector<std::string> nearest_actions(const games::Position& position, std::string_view text) {
  const std::string typed = lower(text.substr(0, kCompared));
  auto legal = position.legal_texts();
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (auto& action : legal)
    ranked.emplace_back(core::edit_distance(typed, action), std::move(action));
  const auto shown = std::min(ranked.size(), kNearestShown);
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<long>(shown), ranked.end());
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < shown; ++i) nearest.push_back(std::move(ranked[i].second));
  return nearest;
}

std::vector<std::string> completions(const games::Position& position, std::string_view line) {
  // What stands before the last comma is played first; the rest is completed.
  const auto comma = line.rfind(',');
  const std::string_view done = comma == std::string_view::npos ? "" : line.substr(0, comma + 1);
  const std::string_view word = line.substr(done.size());
  games::Position now = position;
  std::vector<std::string> found;
  if (!done.empty()) {
    const auto steps = games::parse_turn(position, done.substr(0, done.size() - 1));
    if (!steps) return found;
    for (const auto action : *steps) now.apply(action);
    if (now.at_turn_start() || now.outcome().over()) return found;
  }
  for (const auto& action : now.legal_texts()) {
    if (action.starts_with(word)) found.push_back(std::string(done) + action);
  }
  if (!done.empty() || word.empty()) return found;
  const std::string typed = core::folded(word);
  for (const CommandInfo& info : all_commands()) {
    const auto name = info.english.starts_with(typed) ? info.english : info.portuguese;
    if (name.starts_with(typed)) found.emplace_back(name);
  }
  return found;
}

namespace {

// What stands behind a command in help: words of the catalogue, or notation as it is.
text::Note argument_words(const CommandInfo& info) {
  if (info.arguments == "FILE") return {Message::kArgumentFile, {}};
  if (info.arguments == "N WHO") return {Message::kArgumentWho, {}};
  if (info.arguments == "N NAME") return {Message::kArgumentColour, {}};
  if (info.arguments == "[holes]") return {Message::kArgumentHoles, {}};
  if (info.arguments == "CELL") return {Message::kArgumentCell, {}};
  if (info.arguments == "THEME") return {Message::kArgumentTheme, {}};
  if (info.arguments == "on|off") return {Message::kArgumentOnOff, {}};
  return {Message::kVerbatim, {std::string(info.arguments)}};
}

}  // namespace

std::string command_usage(const CommandInfo& info, Language language) {
  std::string usage(language == Language::kPortuguese ? info.portuguese : info.english);
  if (!info.arguments.empty()) usage += ' ' + text::render(argument_words(info), language);
  return usage;
}

std::vector<std::pair<std::string, Message>> command_help(Language language) {
  std::vector<std::pair<std::string, Message>> lines;
  for (const CommandInfo& info : all_commands()) {
    lines.emplace_back(command_usage(info, language), info.help);
  }
  return lines;
}

}  // namespace terminal
