// Seats, players and rows are small ints, as the rules count; containers count in std::size_t.
#pragma once

#include <cstddef>

namespace core {

constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

}  // namespace core
