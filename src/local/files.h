// Files that the host fetches when they are needed: nets, proofs, puzzles.
#pragma once

#include <string>
#include <string_view>

namespace local {

// The bytes of a file, for as long as the program runs; "" where the host has none, which it is
// asked for again the next time. Waits for them. REQUIRES: on a fiber.
std::string_view wait_for_file(const std::string& name);

// The host brings a file, or says by "" that it has none.
void take_file(const std::string& name, std::string&& content);

}  // namespace local
