// Plain rules of the game, for tests: see games/reference.h.
#pragma once

#include <memory>
#include <string>

#include "games/reference.h"

namespace games::four_in_line {

// An empty `position` means the start. REQUIRES: options and position are valid.
std::unique_ptr<Reference> make_reference(const ReferenceOptions& options,
                                          const std::string& position = "");

}  // namespace games::four_in_line
