// Numbers with a point, read from strangers.
#pragma once

#include <optional>
#include <string_view>

namespace core {

// A number such as "0.25" or "1e-3", nothing around it.
std::optional<double> decimal_number(std::string_view text);

}  // namespace core
