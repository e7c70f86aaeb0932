// tabuleiro convert: game records from one format into another.
#include <chrono>
#include <ctime>

#include "app/command.h"
#include "app/record_file.h"
#include "games/abstractplay.h"
#include "terminal/progress_line.h"

namespace app {

using games::RecordFormat;
using text::Error;
using text::Message;

namespace {

std::string now_text() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Only lists of moves leave the game and its options open.
games::Parsed<games::Record> read_abstractplay(const std::string& text,
                                               const Arguments& arguments) {
  const std::string game = arguments.value("--game");
  if (game.empty()) {
    if (arguments.has("--options") && !games::is_abstractplay(text)) {
      return Error(Message::kApNoGame);
    }
    return games::parse_abstractplay(text);
  }
  const auto info = find_game(game);
  if (!info) return info.error();
  const auto options = read_options(**info, arguments);
  if (!options) return options.error();
  return games::parse_abstractplay(text, game, *options);
}

games::Parsed<games::Record> read_game(const games::RecordText& game, const Arguments& arguments) {
  if (game.format != RecordFormat::kAbstractPlay) return games::parse_record(game);
  auto record = read_abstractplay(std::string(game.text), arguments);
  if (!record) return games::in_game(record.error(), game);
  return record;
}

games::Parsed<RecordFile> read_file(const Arguments& arguments) {
  if (!arguments.has("--from")) {
    const auto listed = RecordFormat::kAbstractPlay;  // --game is for lists of moves
    return arguments.has("--game") ? read_record_file(arguments, listed)
                                   : read_record_file(arguments);
  }
  const auto asked = games::parse_format(arguments.value("--from"));
  if (!asked) return asked.error();
  return read_record_file(arguments, *asked);
}

// Everything before the first letter is printed: an error leaves no half of a file.
games::Parsed<std::string> converted(const RecordFile& file, const ReadGame& read,
                                     RecordFormat format) {
  const auto now = now_text();
  std::vector<std::string> texts;
  for (const auto& game : file.games) {
    const auto record = read(game);
    if (!record) return record.error();
    auto text = games::write_record(*record, format, now);
    if (!text) return games::in_game(text.error(), game);
    texts.push_back(*std::move(text));
  }
  return joined_records(texts, format);
}

games::Parsed<int> run_convert(const Arguments& arguments) {
  const bool lists = arguments.has("--list");
  if (!arguments.has("--to") && !lists) return Error(Message::kMissingArgument, {"--to"});
  const auto format = games::parse_format(lists ? "pgn" : arguments.value("--to"));
  if (!format) return format.error();
  const auto file = read_file(arguments);
  if (!file) return file.error();
  const auto text = [&] {
    terminal::ProgressLine progress(arguments.language());
    long long done = 0;
    const ReadGame read = [&](const auto& game) {
      progress.show(done++, static_cast<long long>(file->games.size()));
      return read_game(game, arguments);
    };
    return lists ? list_of(*file, read, arguments.language()) : converted(*file, read, *format);
  }();
  if (!text) return text.error();
  print(*text);
  return 0;
}

std::vector<Flag> convert_flags() {
  std::vector<Flag> flags = {
      {"--to", "FORMAT", Message::kHelpConvertTo, {games::format_names()}},
      {"--from", "FORMAT", Message::kHelpConvertFrom, {games::format_names()}},
      {"--game", "GAME", Message::kHelpConvertGame},
      {"--options", "K=V,K=V", Message::kHelpConvertOptions}};
  for (Flag& flag : record_flags()) flags.push_back(std::move(flag));
  return flags;
}

}  // namespace

const Command& convert_command() {
  static const Command command = {
      "convert", {"FILE"}, convert_flags(), Message::kHelpConvert, run_convert};
  return command;
}

}  // namespace app
