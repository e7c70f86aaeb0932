#include "app/record_file.h"

#include <array>
#include <cerrno>
#include <cstdio>

#include "terminal/review_report.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;

namespace {

std::string rest_of(std::FILE* file) {
  std::string text;
  std::array<char, 65536> part;
  while (text.size() <= games::kMaxRecordsBytes) {
    const auto count = std::fread(part.data(), 1, part.size(), file);
    if (count == 0) break;
    text.append(part.data(), count);
  }
  return text;
}

std::string result_of(const games::Record& record, text::Language language) {
  if (record.result == "none") return text::render(Message::kListedUnfinished, language);
  if (record.result == "draw") return text::render(Message::kReviewDrawn, language);
  const auto winner = terminal::name_of(record, record.result[1] - '1', language);
  return text::render(text::Note{Message::kReviewWon, {core::printable(winner)}}, language);
}

std::string listed(std::size_t number, const games::Record& record, text::Language language) {
  std::vector<std::string> names;
  for (std::size_t p = 0; p < record.players.size(); ++p) {
    names.push_back(core::printable(terminal::name_of(record, static_cast<int>(p), language)));
  }
  const text::Note note{Message::kListedGame,
                        {std::to_string(number), record.game, core::join(names, " - "),
                         result_of(record, language), std::to_string(record.turns.size())}};
  return text::render(note, language) + '\n';
}

}  // namespace

// Not core::read_file, which does not wait for a pipe: here one may come from a shell.
games::Parsed<std::string> read_text(const std::string& path) {
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return text::file_unreadable(path, errno);
  std::string text = rest_of(file);
  const int problem = std::ferror(file) != 0 ? errno : 0;
  if (file != stdin) std::fclose(file);
  if (problem != 0) return text::file_unreadable(path, problem);
  return text;
}

std::vector<Flag> record_flags() {
  return {{"--number", "N", Message::kHelpRecordNumber}, {"--list", "", Message::kHelpRecordList}};
}

games::Parsed<RecordFile> read_record_file(const Arguments& arguments,
                                           std::optional<games::RecordFormat> format) {
  if (arguments.has("--list") && arguments.has("--number")) {
    return Error(Message::kFlagsExclude, {"--list", "--number"});
  }
  const auto number = number_or(arguments, "--number", 0, 1, games::kMaxRecordsBytes);
  if (!number) return number.error();
  auto text = read_text(arguments.positional(0));
  if (!text) return text.error();
  RecordFile file{std::make_shared<const std::string>(*std::move(text)), {}};
  auto games = games::split_records(*file.content, format);
  if (!games) return games.error();
  file.games = *std::move(games);
  if (*number == 0) return file;
  const auto chosen = games::choose_record(file.games, static_cast<std::size_t>(*number));
  if (!chosen) return chosen.error();
  file.games = {*chosen};
  return file;
}

games::Parsed<std::string> list_of(const RecordFile& file, const ReadGame& read,
                                   text::Language language) {
  std::string out;
  for (const auto& game : file.games) {
    const auto record = read(game);
    if (!record) return record.error();
    out += listed(game.number, *record, language);
  }
  return out;
}

std::string joined_records(const std::vector<std::string>& texts, games::RecordFormat format) {
  if (texts.size() == 1) return texts[0];
  if (format == games::RecordFormat::kPgn) return core::join(texts, "\n");
  return "[\n" + core::join(texts, ",\n") + "]\n";
}

}  // namespace app
