// Where a command is asked to write. Long work must not find out at its end that it cannot, and a
// slip of the keyboard must not make folders.
#pragma once

#include <optional>
#include <string>

#include "text/text.h"

namespace app {

// Nothing where a file, or a new folder, can be made at this path: the folder around it is there,
// and the path itself is no folder (`file`) or no file (a folder).
enum class OutKind { kFile, kFolder };
std::optional<text::Error> check_out_path(const std::string& path, OutKind kind);

}  // namespace app
