// Files that travel inside the program (tools/embed_files.cmake).
#pragma once

#include <string_view>

namespace core {

struct EmbeddedFile {
  std::string_view name;  // path below the folder they were taken from
  std::string_view content;
};

}  // namespace core
