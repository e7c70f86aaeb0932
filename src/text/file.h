// Files written, with the reason in words where that fails.
#pragma once

#include <optional>
#include <string>

#include "text/text.h"

namespace text {

// Whole or not at all: see core::write_file. Nothing on success.
std::optional<Error> write_file(const std::string& path, const std::string& content);

}  // namespace text
