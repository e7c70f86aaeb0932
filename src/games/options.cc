#include "games/options.h"

#include <algorithm>
#include <cassert>

#include "core/scan.h"

namespace games {

using text::Message;

namespace {

const OptionSpec* find_spec(std::string_view key, const std::vector<OptionSpec>& specs) {
  const auto at = std::find_if(specs.begin(), specs.end(),
                               [&](const OptionSpec& spec) { return spec.key == key; });
  return at == specs.end() ? nullptr : &*at;
}

}  // namespace

Parsed<OptionMap> with_option(OptionMap options, std::string_view key, std::string_view value,
                              const std::vector<OptionSpec>& specs) {
  const OptionSpec* spec = find_spec(key, specs);
  if (spec == nullptr) {
    std::vector<std::string> known;
    for (const auto& s : specs) known.push_back(s.key);
    return text::Error(Message::kOptionUnknown, {core::quoted(key), core::join(known, ", ")});
  }
  if (std::find(spec->values.begin(), spec->values.end(), value) == spec->values.end()) {
    return text::Error(Message::kOptionValue,
                       {spec->key, core::quoted(value), core::join(spec->values, ", ")});
  }
  options[spec->key] = value;
  return options;
}

Parsed<OptionMap> parse_options(std::string_view text, const std::vector<OptionSpec>& specs) {
  OptionMap options;
  if (text.empty()) return options;
  for (const auto pair : core::split(text, ',')) {
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos) {
      return text::Error(Message::kOptionSyntax, {core::quoted(pair)});
    }
    const auto key = pair.substr(0, equals);
    if (options.contains(std::string(key))) {
      return text::Error(Message::kOptionTwice, {core::quoted(key)});
    }
    auto wider = with_option(std::move(options), key, pair.substr(equals + 1), specs);
    if (!wider) return wider.error();
    options = *std::move(wider);
  }
  return options;
}

const std::string& option_value(const OptionMap& options, std::string_view key,
                                const std::vector<OptionSpec>& specs) {
  const auto at = options.find(std::string(key));
  if (at != options.end()) return at->second;
  const OptionSpec* spec = find_spec(key, specs);
  assert(spec != nullptr);
  return spec->default_value;
}

std::string options_text(const OptionMap& options) {
  std::vector<std::string> pairs;
  for (const auto& [key, value] : options) pairs.push_back(key + '=' + value);
  return core::join(pairs, ",");
}

}  // namespace games
