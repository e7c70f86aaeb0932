#include "terminal/online_words.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include "core/scan.h"
#include "terminal/words.h"
#include "text/file.h"

namespace terminal {

using client::News;
using text::Language;
using text::Message;
using text::Note;

namespace {

// --- Commands ---

struct OnlineWord {
  OnlineCommand command;
  std::string_view english, portuguese;
  Message help;
};

// Words that only a server's table knows.
constexpr std::array<OnlineWord, 5> kOwnWords = {{
    {OnlineCommand::kAccept, "accept", "aceitar", Message::kOnlineCmdAccept},
    {OnlineCommand::kDecline, "decline", "recusar", Message::kOnlineCmdDecline},
    {OnlineCommand::kWithdraw, "withdraw", "retirar", Message::kOnlineCmdWithdraw},
    {OnlineCommand::kTakeback, "takeback", "voltar", Message::kOnlineCmdTakeback},
    {OnlineCommand::kSay, "say", "dizer", Message::kOnlineCmdSay},
}};

// Those that it shares with a game at one's own table, some with another meaning.
struct SharedWord {
  Command typed;
  OnlineCommand command;
  Message help;
};
constexpr std::array<SharedWord, 22> kSharedWords = {{
    {Command::kHelp, OnlineCommand::kHelp, Message::kCmdHelp},
    {Command::kMoves, OnlineCommand::kMoves, Message::kCmdMoves},
    {Command::kUndo, OnlineCommand::kTakeback, Message::kOnlineCmdTakeback},
    {Command::kDraw, OnlineCommand::kDraw, Message::kOnlineCmdDraw},
    {Command::kResign, OnlineCommand::kResign, Message::kCmdResign},
    {Command::kRematch, OnlineCommand::kRematch, Message::kOnlineCmdRematch},
    {Command::kGo, OnlineCommand::kGo, Message::kCmdGo},
    {Command::kFlip, OnlineCommand::kFlip, Message::kCmdFlip},
    {Command::kBoard, OnlineCommand::kBoard, Message::kCmdBoard},
    {Command::kPiece, OnlineCommand::kPiece, Message::kCmdPiece},
    {Command::kPosition, OnlineCommand::kPosition, Message::kCmdPosition},
    {Command::kBack, OnlineCommand::kBack, Message::kCmdBack},
    {Command::kForward, OnlineCommand::kForward, Message::kCmdForward},
    {Command::kAt, OnlineCommand::kAt, Message::kCmdAt},
    {Command::kSave, OnlineCommand::kSave, Message::kCmdSave},
    {Command::kRules, OnlineCommand::kRules, Message::kCmdRules},
    {Command::kColour, OnlineCommand::kColour, Message::kCmdColour},
    {Command::kTheme, OnlineCommand::kTheme, Message::kCmdTheme},
    {Command::kBell, OnlineCommand::kBell, Message::kCmdBell},
    {Command::kTitle, OnlineCommand::kTitle, Message::kCmdTitle},
    {Command::kLanguage, OnlineCommand::kLanguage, Message::kCmdLanguage},
    {Command::kQuit, OnlineCommand::kQuit, Message::kOnlineCmdQuit},
}};

const OnlineWord* find_own_word(std::string_view word) {
  const OnlineWord* found = nullptr;
  for (const auto& one : kOwnWords) {
    if (one.english == word || one.portuguese == word) return &one;
    if (word.size() < 2 || !(one.english.starts_with(word) || one.portuguese.starts_with(word))) {
      continue;
    }
    if (found != nullptr) return nullptr;
    found = &one;
  }
  return found;
}

const SharedWord* find_shared_word(Command typed) {
  for (const auto& one : kSharedWords) {
    if (one.typed == typed) return &one;
  }
  return nullptr;
}

std::vector<std::string_view> names_known_online() {
  std::vector<std::string_view> names;
  for (const auto& info : all_commands()) {
    if (find_shared_word(info.command) == nullptr) continue;
    for (const auto name : names_of(info)) names.push_back(name);
  }
  for (const auto& own : kOwnWords) names.insert(names.end(), {own.english, own.portuguese});
  return names;
}

// --- Phrases ---

struct PhraseWord {
  std::string_view code;
  Message words;
};
constexpr std::array<PhraseWord, 10> kPhraseWords = {{
    {"hello", Message::kWebPhraseHello},
    {"good_luck", Message::kWebPhraseGoodLuck},
    {"nice_turn", Message::kWebPhraseNiceTurn},
    {"oops", Message::kWebPhraseOops},
    {"thanks", Message::kWebPhraseThanks},
    {"sorry", Message::kWebPhraseSorry},
    {"one_moment", Message::kWebPhraseOneMoment},
    {"good_game", Message::kWebPhraseGoodGame},
    {"play_again", Message::kWebPhrasePlayAgain},
    {"goodbye", Message::kWebPhraseGoodbye},
}};

// Capitals and what stands for a blank do not matter.
std::string plainly(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    out += c == '_' ? ' ' : c;
  }
  return out;
}

bool offered(const std::vector<int>& players, const client::Table& table, bool own) {
  return std::any_of(players.begin(), players.end(),
                     [&](int player) { return table.is_own(player) == own; });
}

int first_of(const std::vector<int>& players, const client::Table& table, bool own) {
  const auto at = std::find_if(players.begin(), players.end(),
                               [&](int player) { return table.is_own(player) == own; });
  return at == players.end() ? -1 : *at;
}

// Has everybody here answered what somebody else wants to take back?
bool waits_for_us(const client::TakebackOffer& offer, const client::Table& table) {
  return !table.is_own(offer.player) && !offered(offer.agreed, table, true);
}

std::string told_answer(const News& news, const std::string& label, Language language) {
  if (news.text == "decline") {
    return text::render(Note{Message::kOnlineDeclines, {label}}, language);
  }
  if (news.text == "withdraw") {
    return text::render(Note{Message::kOnlineWithdraws, {label}}, language);
  }
  return "";
}

}  // namespace

OnlineInput read_online_input(const games::Position& position, std::string_view line) {
  Input input = read_input(position, line, names_known_online());
  if (auto* steps = std::get_if<Steps>(&input)) return std::move(*steps);
  if (const auto* typed = std::get_if<CommandLine>(&input)) {
    const auto* shared = find_shared_word(typed->command);
    if (shared != nullptr) return OnlineLine{shared->command, typed->argument};
    return Refused{text::Error(Message::kOnlineNotHere), {}};
  }
  line = core::trim(line);
  const auto blank = std::min(line.find_first_of(" \t"), line.size());
  if (const auto* own = find_own_word(plainly(line.substr(0, blank)))) {
    return OnlineLine{own->command, std::string(core::trim(line.substr(blank)))};
  }
  return std::get<Refused>(std::move(input));
}

bool is_about_command(const Refused& refused) {
  const Message message = refused.error.notes[0].message;
  return message == Message::kMeantCommand || message == Message::kOnlineNotHere ||
         message == Message::kAmbiguousCommand;
}

std::vector<std::pair<std::string, Message>> online_help(Language language) {
  const bool portuguese = language == Language::kPortuguese;
  std::vector<std::pair<std::string, Message>> lines;
  for (const auto& shared : kSharedWords) {
    for (const auto& info : all_commands()) {
      if (info.command != shared.typed) continue;
      lines.emplace_back(command_usage(info, language), shared.help);
    }
  }
  for (const auto& own : kOwnWords) {
    if (own.command == OnlineCommand::kTakeback) continue;  // `undo` is its name in the list
    std::string name(portuguese ? own.portuguese : own.english);
    if (own.command == OnlineCommand::kSay) {
      name += ' ' + text::render(Message::kArgumentPhrase, language);
    }
    lines.emplace_back(std::move(name), own.help);
  }
  return lines;
}

std::vector<std::string> online_completions(const games::Position& position,
                                            std::string_view line) {
  std::vector<std::string> found;
  for (auto& one : completions(position, line)) {
    const auto input = read_input(position, one);
    const auto* typed = std::get_if<CommandLine>(&input);
    if (typed == nullptr || find_shared_word(typed->command) != nullptr) {
      found.push_back(std::move(one));
    }
  }
  const std::string typed = plainly(line);
  for (const auto& own : kOwnWords) {
    for (const auto name : {own.english, own.portuguese}) {
      if (!typed.empty() && name.starts_with(typed)) found.emplace_back(name);
    }
  }
  return found;
}

// --- Phrases ---

std::string phrase_words(std::string_view code, Language language) {
  for (const auto& phrase : kPhraseWords) {
    if (phrase.code == code) return text::render(phrase.words, language);
  }
  return core::printable(code);
}

std::vector<std::string> phrase_list(Language language) {
  std::vector<std::string> lines;
  for (const auto& phrase : kPhraseWords) {
    lines.push_back(std::to_string(lines.size() + 1) + ' ' + text::render(phrase.words, language));
  }
  return lines;
}

std::optional<std::string> find_phrase(std::string_view text, Language language) {
  const auto wanted = plainly(core::trim(text));
  if (wanted.empty()) return std::nullopt;
  const auto number = core::whole_number(wanted, static_cast<long long>(kPhraseWords.size()));
  if (number && *number > 0) {
    return std::string(kPhraseWords[static_cast<std::size_t>(*number) - 1].code);
  }
  for (const auto& phrase : kPhraseWords) {
    const auto words = plainly(text::render(phrase.words, language));
    if (plainly(phrase.code).starts_with(wanted) || words.starts_with(wanted)) {
      return std::string(phrase.code);
    }
  }
  return std::nullopt;
}

// --- What happens at the table ---

std::string online_label(const client::RemoteTable& remote, int player, Language language) {
  return player_label(remote.shown().position().scene(), player, language);
}

std::string seat_name(const client::Seat& seat, Language language) {
  if (!seat.taken) return text::render(Message::kOnlineOpenSeat, language);
  if (seat.who != kHuman) return who_label(seat.who, language);
  if (seat.name.empty()) return text::render(Message::kOnlineAnonymous, language);
  return core::printable(seat.name);
}

std::string seat_text(const client::Seat& seat, Language language) {
  std::string text = seat_name(seat, language);
  if (seat.yours) return text + ", " + text::render(Message::kOnlineYou, language);
  if (seat.taken && seat.who == kHuman && !seat.online) {
    text += ", " + text::render(Message::kOnlineAway, language);
  }
  return text;
}

std::string told(const News& news, const client::RemoteTable& remote, Language language) {
  const auto& table = remote.table();
  const auto say = [&](Message message, std::vector<std::string> arguments) {
    return text::render(Note{message, std::move(arguments)}, language);
  };
  const std::string who = news.player >= 0 && table.known() && news.player < table.game->players()
                              ? online_label(remote, news.player, language)
                              : "";
  switch (news.kind) {
    case News::Kind::kTable:
    case News::Kind::kTurn:
    case News::Kind::kOver: return "";
    case News::Kind::kTakenBack:
      return say(Message::kOnlineTakenBack, {std::to_string(news.number)});
    case News::Kind::kSeated: {
      const auto name = news.text.empty() ? text::render(Message::kOnlineAnonymous, language)
                                          : core::printable(news.text);
      return say(Message::kOnlineSitsDown, {who, name});
    }
    case News::Kind::kTakenOver:
      return say(Message::kOnlineTakesOver, {who, who_label(news.text, language)});
    // What still stands is told by open_offers().
    case News::Kind::kDraw:
    case News::Kind::kTakeback:
    case News::Kind::kRematch: return told_answer(news, who, language);
    case News::Kind::kPhrase:
      return say(Message::kOnlineSaid, {who, phrase_words(news.text, language)});
    case News::Kind::kOnline: return say(Message::kOnlineComesBack, {who});
    case News::Kind::kAway: return say(Message::kOnlineGoesAway, {who});
    case News::Kind::kDeleted: return say(Message::kOnlineDeleted, {who});
    case News::Kind::kLost: return text::render(Message::kOnlineLost, language);
    case News::Kind::kBack: return text::render(Message::kOnlineBack, language);
    case News::Kind::kRefused: return say(Message::kOnlineRefused, {news.text});
    case News::Kind::kNotice: return core::printable(news.text);
    case News::Kind::kNextTable: return say(Message::kOnlineNextGame, {news.text});
  }
  return "";
}

std::vector<std::string> open_offers(const client::RemoteTable& remote, Language language) {
  const auto& table = remote.table();
  const auto& offers = table.offers;
  std::vector<std::string> lines;
  const auto add = [&](Message message, std::vector<std::string> arguments) {
    lines.push_back(text::render(Note{message, std::move(arguments)}, language));
  };
  const auto label = [&](int player) { return online_label(remote, player, language); };
  const bool plays = table.plays();
  const auto both = [&](const std::vector<int>& players, Message theirs, Message own) {
    const int other = first_of(players, table, false);
    if (offered(players, table, true)) {
      add(own, {});
    } else if (other >= 0 && plays) {
      add(theirs, {label(other)});
    }
  };
  both(offers.draw, Message::kOnlineDrawOffered, Message::kOnlineOwnDraw);
  both(offers.rematch, Message::kOnlineRematchAsked, Message::kOnlineOwnRematch);
  if (offers.takeback) {
    const auto turns = std::to_string(offers.takeback->turns);
    if (table.is_own(offers.takeback->player)) {
      add(Message::kOnlineOwnTakeback, {turns});
    } else if (plays && waits_for_us(*offers.takeback, table)) {
      add(Message::kOnlineTakebackAsked, {label(offers.takeback->player), turns});
    }
  }
  return lines;
}

std::string online_ending(const client::Table& table, Language language) {
  const auto reason = core::printable(table.reason);
  if (table.result == "draw") return text::render(Message::kDrawn, language) + ": " + reason;
  return text::render(Note{Message::kWonBy, {table.result.substr(1, 1)}}, language) + ": " + reason;
}

std::string online_state(const client::RemoteTable& remote, Language language) {
  const auto& table = remote.table();
  if (table.over()) return online_ending(table, language);
  if (table.waiting()) return text::render(Message::kOnlineWaiting, language);
  if (!remote.sending().empty()) {
    const auto message = remote.online() ? Message::kOnlineSending : Message::kOnlineWaitsToSend;
    return text::render(Note{message, {remote.sending()}}, language);
  }
  if (!table.clocks.waits_for.empty()) return text::render(Message::kOnlineClockWaits, language);
  const int player = remote.shown().to_move();
  if (table.is_own(player)) return text::render(Message::kOnlineYourTurn, language);
  const auto message = table.thinking ? Message::kOnlineThinks : Message::kOnlineTheirTurn;
  return text::render(Note{message, {online_label(remote, player, language)}}, language);
}

std::optional<text::Error> save_online(const client::RemoteTable& remote, const std::string& path,
                                       Language language) {
  if (path.empty()) return text::Error(Message::kSaveNeedsFile);
  std::vector<std::string> names;
  for (const auto& seat : remote.table().seats) names.push_back(seat_name(seat, language));
  const auto record = remote.table().game->record(std::move(names));
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown)) return text::file_unwritable(path, EEXIST);
  return text::write_file(path,
                          path.ends_with(".json") ? games::to_json(record) : games::to_pgn(record));
}

Answering answer_offer(client::RemoteTable& remote, const std::string& answer) {
  const auto& table = remote.table();
  // Own offers are withdrawn, those of others accepted or declined.
  const bool own = answer == "withdraw";
  std::string what;
  if (table.offers.takeback && (own ? table.is_own(table.offers.takeback->player)
                                    : waits_for_us(*table.offers.takeback, table))) {
    what = "takeback";
  } else if (offered(table.offers.draw, table, own)) {
    what = "draw";
  } else if (offered(table.offers.rematch, table, own)) {
    what = "rematch";
  }
  if (what.empty()) return Answering::kNothing;
  return remote.offer(what, answer) ? Answering::kDone : Answering::kOffline;
}

}  // namespace terminal
