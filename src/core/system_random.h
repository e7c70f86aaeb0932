// Randomness from the system, for what nobody may guess: tokens, names of nodes, seeds of games.
#pragma once

#include <span>

namespace core {

// Fills them all. There is no safe way on without randomness: then the program ends.
void fill_with_system_random(std::span<unsigned char> bytes);

}  // namespace core
