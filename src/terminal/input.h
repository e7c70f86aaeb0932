// What a line means that a person typed: steps of a turn, or a command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "games/position.h"

namespace terminal {

enum class Command {
  kHelp,
  kMoves,
  kHint,
  kAnalyse,
  kLevel,
  kSeat,
  kUndo,
  kRedo,
  kFlip,
  kSave,
  kLoad,
  kResign,
  kDraw,
  kNew,
  kRematch,
  kReview,
  kRules,
  kLanguage,
  kColour,
  kGo,
  kPause,
  kPace,
  kBoard,
  kPiece,
  kPosition,
  kTheme,
  kBell,
  kTitle,
  kBack,
  kForward,
  kAt,
  kQuit,
};

// A command as people see it: its names, first the one that help shows in each language.
struct CommandInfo {
  Command command;
  std::string_view english;
  std::string_view portuguese;
  std::string_view also;  // another spelling, or ""
  std::string_view arguments;
  text::Message help;
};

const std::vector<CommandInfo>& all_commands();

struct CommandLine {
  Command command;
  std::string argument;  // the rest of the line
};

// Steps of the turn under way, all legal one after the other.
using Steps = std::vector<games::Action>;

// A line that is a legal action is never taken as a command. What is neither gives an error, and
// with it the legal steps that look most like what was typed, or the command that does.
struct Refused {
  text::Error error;
  std::vector<std::string> nearest;
};

using Input = std::variant<Steps, CommandLine, Refused>;

// `known`: the names of commands that a mistyped word may have been meant for; none: all of them.
Input read_input(const games::Position& position, std::string_view line,
                 const std::vector<std::string_view>& known = {});

// "yes", "y", "sim", "s"; "no", "n", "não"; anything else is no answer.
std::optional<bool> read_answer(std::string_view line);

// How a line that is being typed may go on: legal steps, then commands. Whole lines.
std::vector<std::string> completions(const games::Position& position, std::string_view line);

// The legal actions that look most like a text, best first.
std::vector<std::string> nearest_actions(const games::Position& position, std::string_view text);

// The names of a command; and as help shows it: "save FILE".
std::vector<std::string_view> names_of(const CommandInfo& info);
std::string command_usage(const CommandInfo& info, text::Language language);

// A line for help: "undo          take back a step or a turn".
std::vector<std::pair<std::string, text::Message>> command_help(text::Language language);

}  // namespace terminal
