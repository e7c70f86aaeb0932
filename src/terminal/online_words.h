// Words and commands of a server's table, the same in both faces of the terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/remote_table.h"
#include "terminal/input.h"

namespace terminal {

// --- What is typed ---

enum class OnlineCommand {
  kHelp,
  kMoves,
  kBoard,
  kPosition,
  kRules,
  kSave,
  kFlip,
  kPiece,
  kBack,
  kForward,
  kAt,
  kColour,
  kTheme,
  kBell,
  kTitle,
  kLanguage,
  kTakeback,
  kDraw,
  kResign,
  kRematch,
  kAccept,
  kDecline,
  kWithdraw,
  kSay,
  kGo,
  kQuit,
};

struct OnlineLine {
  OnlineCommand command;
  std::string argument;
};

using OnlineInput = std::variant<Steps, OnlineLine, Refused>;

// A line that is a legal step is never taken as a command. A mistyped word is guessed among those
// that a server's table knows.
OnlineInput read_online_input(const games::Position& position, std::string_view line);

// Is this about a command, whoever's turn it is? A word that was mistyped, or means nothing here.
bool is_about_command(const Refused& refused);

// "undo          take back a step, or ask for a turn back": names and what they do.
std::vector<std::pair<std::string, text::Message>> online_help(text::Language language);

// How a line that is being typed may go on.
std::vector<std::string> online_completions(const games::Position& position, std::string_view line);

// --- Phrases ---

// The phrase that is meant: its code, its words in the language, its number, or a beginning of it.
std::optional<std::string> find_phrase(std::string_view text, text::Language language);
std::string phrase_words(std::string_view code, text::Language language);
// "1 Hello!", one a line.
std::vector<std::string> phrase_list(text::Language language);

// --- What happens at the table ---

// "player 1 (W)"
std::string online_label(const client::RemoteTable& remote, int player, text::Language language);
// "Ana", "level 3", "guest", "nobody yet"
std::string seat_name(const client::Seat& seat, text::Language language);
// "Ana, you", "Rui, away", "level 3"
std::string seat_text(const client::Seat& seat, text::Language language);

// What happened in a sentence; "" where the board tells it, or nobody needs to be told.
std::string told(const client::News& news, const client::RemoteTable& remote,
                 text::Language language);
// What others offer and wait for, and what oneself offered; one a line.
std::vector<std::string> open_offers(const client::RemoteTable& remote, text::Language language);
// "player 1 has won: four in a line". REQUIRES: over.
std::string online_ending(const client::Table& table, text::Language language);
// Whose turn it is, or for whom the table waits.
std::string online_state(const client::RemoteTable& remote, text::Language language);

// The game so far as a record, in the spelling that the name of the file asks for. A file that is
// there stays as it is.
std::optional<text::Error> save_online(const client::RemoteTable& remote, const std::string& path,
                                       text::Language language);

// Answers what others offer, newest kind first; nothing where nothing was offered.
enum class Answering { kDone, kNothing, kOffline };
Answering answer_offer(client::RemoteTable& remote, const std::string& answer);

}  // namespace terminal
