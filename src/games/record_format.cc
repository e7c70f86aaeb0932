#include "games/record_format.h"

#include <array>
#include <utility>

#include "core/scan.h"
#include "games/abstractplay.h"

namespace games {

namespace {

constexpr std::array<std::pair<std::string_view, RecordFormat>, 3> kFormats = {
    {{"pgn", RecordFormat::kPgn},
     {"json", RecordFormat::kJson},
     {"abstractplay", RecordFormat::kAbstractPlay}}};

}  // namespace

Parsed<RecordFormat> parse_format(std::string_view name) {
  for (const auto& [known, format] : kFormats) {
    if (name == known) return format;
  }
  return text::Error(text::Message::kUnknownFormat, {core::quoted(name), format_names()});
}

std::string format_names() {
  std::string names;
  for (const auto& [name, format] : kFormats) {
    names += (names.empty() ? "" : "|") + std::string(name);
  }
  return names;
}

RecordFormat format_of(std::string_view text) {
  if (!core::trim(text).starts_with('{')) return RecordFormat::kPgn;
  return is_abstractplay(text) ? RecordFormat::kAbstractPlay : RecordFormat::kJson;
}

Parsed<Record> parse_record(std::string_view text, RecordFormat format) {
  switch (format) {
    case RecordFormat::kPgn: return parse_pgn(text);
    case RecordFormat::kJson: return parse_record_json(text);
    case RecordFormat::kAbstractPlay: break;
  }
  return parse_abstractplay(text);
}

Parsed<std::string> write_record(const Record& record, RecordFormat format,
                                 const std::string& now) {
  switch (format) {
    case RecordFormat::kPgn: return to_pgn(record);
    case RecordFormat::kJson: return to_json(record);
    case RecordFormat::kAbstractPlay: break;
  }
  return to_abstractplay(record, now);
}

}  // namespace games
