// The instruction sets that wide playouts are compiled for, chosen when the program runs.
#pragma once

#include <string_view>
#include <vector>

namespace wide {

// How many games fit one register: one, four or eight.
enum class Instructions { kPlain, kAvx2, kAvx512 };

// "plain", "AVX2", "AVX-512": the same in every language.
std::string_view name(Instructions instructions);
// As it is typed: "plain", "avx2", "avx512".
std::string_view code(Instructions instructions);

// Those that this processor has, the widest last.
const std::vector<Instructions>& instructions_here();

}  // namespace wide
