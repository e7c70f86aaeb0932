// The log, for all commands that run for a long time.
#pragma once

#include "app/command.h"
#include "logs/logs.h"

namespace app {

Flag log_level_flag(const char* otherwise);
Flag log_format_flag();
Flag log_file_flag();
// `level`: where none is asked for.
games::Parsed<logs::Settings> read_log_settings(const Arguments& arguments, logs::Level level);

}  // namespace app
