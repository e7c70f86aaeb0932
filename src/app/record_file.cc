#include "app/record_file.h"

#include <array>
#include <cstdio>
#include <filesystem>

#include "core/scan.h"

namespace app {

using text::Error;
using text::Message;

namespace {

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

}  // namespace app
