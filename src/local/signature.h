// Is the search in the browser the same as everywhere? For tests and for measuring.
#pragma once

#include <string>

namespace local {

// Tells the host the game's search as bench/signature.txt has it, and how fast it was. REQUIRES: on
// a fiber.
void tell_signature(const std::string& game);

}  // namespace local
