// Where the server keeps its games, for all commands that need to know.
#pragma once

#include "app/command.h"

namespace app {

// --db
Flag database_flag();
// Its value, or the file in the user's own folder, which is made.
games::Parsed<std::string> read_database(const Arguments& arguments);

}  // namespace app
