#include "app/record_file.h"

#include <array>
#include <cerrno>
#include <cstdio>

#include "text/file.h"

namespace app {

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

}  // namespace app
