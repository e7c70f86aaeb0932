#include "terminal/record_choice.h"

#include <cerrno>

#include "core/file.h"
#include "core/scan.h"
#include "games/record_list.h"
#include "terminal/words.h"
#include "text/file.h"

namespace terminal {

using text::Message;
using text::Note;

namespace {

// Reading a game plays it: nobody waits for thousands of them to see a list.
constexpr std::size_t kMostRead = 500;

std::string game_line(const games::Record& record, text::Language language) {
  std::vector<std::string> names;
  for (const auto& who : record.players) names.push_back(who_label(who, language));
  const auto date = record.tags.find("Date");
  std::string line =
      game_title(record.game) + "  " + core::join(names, " - ") + "  " +
      text::render(Note{Message::kKeptTurns, {std::to_string(record.turns.size())}}, language);
  if (record.result != "none") line += "  " + record.result;
  if (date != record.tags.end()) line += "  " + core::printable(date->second);
  return line;
}

}  // namespace

games::Parsed<std::vector<std::string>> games_in_file(const std::string& path,
                                                      text::Language language) {
  const auto content = core::read_file(path, games::kMaxRecordsBytes + 1);
  if (!content) return text::file_unreadable(path, errno);
  const auto games = games::split_records(*content);
  if (!games) return games.error().in(Message::kVerbatim, {path});
  std::vector<std::string> lines;
  for (const auto& game : *games) {
    std::string line = std::to_string(game.number) + ". ";
    if (games->size() <= kMostRead) {
      // A damaged game keeps its place, with what is wrong with it.
      const auto record = games::parse_record(game);
      line += record ? game_line(*record, language) : text::render(record.error(), language);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace terminal
