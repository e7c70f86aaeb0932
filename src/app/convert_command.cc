// tabuleiro convert: game records from one format into another.
#include <chrono>
#include <ctime>

#include "app/command.h"
#include "app/record_file.h"
#include "games/abstractplay.h"

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

games::Parsed<games::Record> read_record(const Arguments& arguments) {
  const auto text = read_text(arguments.positional(0));
  if (!text) return text.error();
  RecordFormat format = games::format_of(*text);
  if (arguments.has("--from")) {
    const auto asked = games::parse_format(arguments.value("--from"));
    if (!asked) return asked.error();
    format = *asked;
  } else if (arguments.has("--game")) {
    format = RecordFormat::kAbstractPlay;
  }
  return format == RecordFormat::kAbstractPlay ? read_abstractplay(*text, arguments)
                                               : games::parse_record(*text, format);
}

games::Parsed<int> run_convert(const Arguments& arguments) {
  if (!arguments.has("--to")) return Error(Message::kMissingArgument, {"--to"});
  const auto format = games::parse_format(arguments.value("--to"));
  if (!format) return format.error();
  const auto record = read_record(arguments);
  if (!record) return record.error();
  const auto text = games::write_record(*record, *format, now_text());
  if (!text) return text.error();
  print(*text);
  return 0;
}

}  // namespace

const Command& convert_command() {
  static const Command command = {
      "convert",
      {"FILE"},
      {{"--to", "FORMAT", Message::kHelpConvertTo, {games::format_names()}},
       {"--from", "FORMAT", Message::kHelpConvertFrom, {games::format_names()}},
       {"--game", "GAME", Message::kHelpConvertGame},
       {"--options", "K=V,K=V", Message::kHelpConvertOptions}},
      Message::kHelpConvert,
      run_convert};
  return command;
}

}  // namespace app
