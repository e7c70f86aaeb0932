#include "puzzles/set_file.h"

#include <string>

#include "core/embedded.h"

namespace puzzles {

std::span<const core::EmbeddedFile> puzzle_files();  // src/puzzles/sets, by tools/embed_files.cmake

std::string_view set_file(std::string_view game) {
  return core::content_of(puzzle_files(), std::string(game) + ".jsonl");
}

}  // namespace puzzles
