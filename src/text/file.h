// What the system refuses, in words; files written with the reason where that fails.
#pragma once

#include <optional>
#include <string>

#include "text/text.h"

namespace text {

// An errno in words.
Error system_error(int problem);

Error file_unreadable(const std::string& path, int problem);
Error file_unwritable(const std::string& path, int problem);

// Whole or not at all: see core::write_file. Nothing on success.
std::optional<Error> write_file(const std::string& path, const std::string& content);

}  // namespace text
