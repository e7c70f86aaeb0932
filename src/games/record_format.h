// The spellings of records there are, told apart by their content.
#pragma once

#include <string>
#include <string_view>

#include "games/record.h"

namespace games {

enum class RecordFormat { kPgn, kJson, kAbstractPlay };

// "pgn", "json", "abstractplay"; joined by `|` for help.
Parsed<RecordFormat> parse_format(std::string_view name);
std::string format_names();

// By the content: AbstractPlay's and our own JSON, PGN for everything else.
RecordFormat format_of(std::string_view text);
Parsed<Record> parse_record(std::string_view text, RecordFormat format);
inline Parsed<Record> parse_record(std::string_view text) {
  return parse_record(text, format_of(text));
}

// `now` is the time of writing, "2026-11-15T10:00:00Z".
Parsed<std::string> write_record(const Record& record, RecordFormat format, const std::string& now);

}  // namespace games
