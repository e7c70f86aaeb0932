// Files that travel inside the program (tools/embed_files.cmake).
#pragma once

#include <span>
#include <string_view>

namespace core {

struct EmbeddedFile {
  std::string_view name;  // path below the folder they were taken from
  std::string_view content;
};

// "" where there is no such file.
inline std::string_view content_of(std::span<const EmbeddedFile> files, std::string_view name) {
  for (const EmbeddedFile& file : files) {
    if (file.name == name) return file.content;
  }
  return "";
}

}  // namespace core
