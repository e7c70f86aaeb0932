// Options of a game: key=value pairs that its rules page names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "text/text.h"

namespace games {

template <class T>
using Parsed = core::Result<T, text::Error>;

// What was asked for; a key that is missing has its default.
using OptionMap = std::map<std::string, std::string>;

// One option as a game lists it; menus, protocols and help are made from this list.
struct OptionSpec {
  std::string key;
  std::vector<std::string> values;
  std::string default_value;
  text::Message description;
};

// Reads "k=v,k=v" ("" is no option) and checks keys and values against the list.
Parsed<OptionMap> parse_options(std::string_view text, const std::vector<OptionSpec>& specs);

// Checks one key and value against the list.
Parsed<OptionMap> with_option(OptionMap options, std::string_view key, std::string_view value,
                              const std::vector<OptionSpec>& specs);

// The value of a key, its default where it was not asked for. REQUIRES: the key is in the list.
const std::string& option_value(const OptionMap& options, std::string_view key,
                                const std::vector<OptionSpec>& specs);

// "k=v,k=v" of what was asked for, sorted by key.
std::string options_text(const OptionMap& options);

}  // namespace games
