#include "search/rules_key.h"

#include "core/random.h"

namespace search {

std::uint64_t rules_key(const games::OptionMap& options,
                        const std::vector<games::OptionSpec>& specs) {
  std::uint64_t key = 0;
  for (const games::OptionSpec& spec : specs) {
    const std::string& value = games::option_value(options, spec.key, specs);
    if (value == spec.default_value) continue;
    std::uint64_t of_option = 0;
    for (const char c : spec.key + '=' + value) {
      of_option = core::mix(of_option ^ static_cast<unsigned char>(c));
    }
    key ^= of_option;
  }
  return key;
}

}  // namespace search
