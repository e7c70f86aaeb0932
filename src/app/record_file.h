// Files with game records, as review and convert read them.
#pragma once

#include "app/command.h"
#include "games/record.h"

namespace app {

// The content of a file, or of standard input for "-". A little more than the largest record at
// most, so that whoever parses it can refuse it.
games::Parsed<std::string> read_text(const std::string& path);

enum class RecordFormat { kPgn, kJson, kAbstractPlay };

// "pgn", "json", "abstractplay"; joined by `|` for help.
games::Parsed<RecordFormat> parse_format(const std::string& name);
std::string format_names();

// By the content: AbstractPlay's and our own JSON, PGN for everything else.
RecordFormat format_of(std::string_view text);
games::Parsed<games::Record> parse_record(std::string_view text, RecordFormat format);

}  // namespace app
