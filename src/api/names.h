// What people call themselves. Others read it, so it must be seen and stay in its line.
#pragma once

#include "api/json.h"

namespace api {

inline constexpr std::size_t kMaxNameBytes = 400;

// The field `name`, cleaned: one line of at most 40 letters, each of which has a shape. "" where
// none was given; one that nobody could see, or with accents piled up, is refused.
std::string read_name(Fields& fields);

}  // namespace api
