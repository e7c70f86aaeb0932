#include "app/record_file.h"

#include <array>
#include <cstdio>
#include <filesystem>

#include "core/scan.h"
#include "games/abstractplay.h"

namespace app {

using text::Error;
using text::Message;

namespace {

constexpr std::array<std::pair<std::string_view, RecordFormat>, 3> kFormats = {
    {{"pgn", RecordFormat::kPgn},
     {"json", RecordFormat::kJson},
     {"abstractplay", RecordFormat::kAbstractPlay}}};

std::string rest_of(std::FILE* file) {
  std::string text;
  std::array<char, 65536> part;
  while (text.size() <= games::kMaxRecordBytes) {
    const auto count = std::fread(part.data(), 1, part.size(), file);
    if (count == 0) break;
    text.append(part.data(), count);
  }
  return text;
}

}  // namespace

games::Parsed<std::string> read_text(const std::string& path) {
  const Error unreadable(Message::kFileUnreadable, {core::quoted(path)});
  std::error_code error;
  if (path != "-" && std::filesystem::is_directory(path, error)) return unreadable;
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return unreadable;
  std::string text = rest_of(file);
  const bool failed = std::ferror(file) != 0;
  if (file != stdin) std::fclose(file);
  if (failed) return unreadable;
  return text;
}

games::Parsed<RecordFormat> parse_format(const std::string& name) {
  for (const auto& [known, format] : kFormats) {
    if (name == known) return format;
  }
  return Error(Message::kUnknownFormat, {core::quoted(name), format_names()});
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
  return games::is_abstractplay(text) ? RecordFormat::kAbstractPlay : RecordFormat::kJson;
}

games::Parsed<games::Record> parse_record(std::string_view text, RecordFormat format) {
  switch (format) {
    case RecordFormat::kPgn: return games::parse_pgn(text);
    case RecordFormat::kJson: return games::parse_record_json(text);
    case RecordFormat::kAbstractPlay: break;
  }
  return games::parse_abstractplay(text);
}

}  // namespace app
