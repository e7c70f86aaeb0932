#include "eval/net_file.h"

#include <string>

#include "core/embedded.h"

namespace eval {

std::span<const core::EmbeddedFile> net_files();  // written by tools/embed_files.cmake

std::optional<std::string_view> net_file(std::string_view game) {
  return core::content_of(net_files(), std::string(game) + ".net");
}

}  // namespace eval
