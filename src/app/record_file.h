// Files with game records, as review and convert read them.
#pragma once

#include "app/command.h"
#include "games/record_format.h"

namespace app {

// The content of a file, or of standard input for "-". A little more than the largest record at
// most, so that whoever parses it can refuse it.
games::Parsed<std::string> read_text(const std::string& path);

}  // namespace app
