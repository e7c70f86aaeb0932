// Files with game records, as review and convert read them: one game or many.
#pragma once

#include <functional>
#include <memory>

#include "app/command.h"
#include "games/record_list.h"

namespace app {

// The content of a file, or of standard input for "-". A little more than the largest file of
// records at most, so that whoever parses it can refuse it.
games::Parsed<std::string> read_text(const std::string& path);

// --number N and --list, which both commands have.
std::vector<Flag> record_flags();

// A file with its games; those that --number chooses.
struct RecordFile {
  std::shared_ptr<const std::string> content;
  std::vector<games::RecordText> games;
};
games::Parsed<RecordFile> read_record_file(const Arguments& arguments,
                                           std::optional<games::RecordFormat> format = {});

// How one of the games is read.
using ReadGame = std::function<games::Parsed<games::Record>(const games::RecordText&)>;

// A line for each game: number, game, players, result, turns.
games::Parsed<std::string> list_of(const RecordFile& file, const ReadGame& read,
                                   text::Language language);

// Several records in one text that is read back as these games: PGN one after the other, JSON as an
// array; a single one as it is.
std::string joined_records(const std::vector<std::string>& texts, games::RecordFormat format);

}  // namespace app
