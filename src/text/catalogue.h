// The texts of all messages, in the order of the enum. The build writes both from
// src/text/catalogue/*.json (tools/write_catalogue.cmake), so a reworded message compiles one file.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "text/text.h"

namespace text {

struct Entry {
  std::string_view name;
  std::array<std::string_view, kLanguages> pattern;  // with its `{0}`, `{1}` … in place
};

std::span<const Entry> catalogue();

// As the build writes them: name and patterns of one message after the other, each ended by a zero.
// Beside each other they pack well, and need no table of where each is.
std::string_view catalogue_texts();

}  // namespace text
