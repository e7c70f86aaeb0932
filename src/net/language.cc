#include "net/language.h"

#include "core/scan.h"

namespace net {

namespace {

// The weight of `;q=0.7` in thousandths; 1000 where there is none, 0 where it makes no sense.
int weight_of(std::string_view parameters) {
  const auto at = parameters.find("q=");
  if (at == std::string_view::npos) return 1000;
  const auto number = core::trim(parameters.substr(at + 2));
  if (number.starts_with('1')) return 1000;
  if (!number.starts_with("0.")) return 0;
  int weight = 0, unit = 100;
  for (const char digit : number.substr(2, 3)) {
    if (digit < '0' || digit > '9') return 0;
    weight += (digit - '0') * unit;
    unit /= 10;
  }
  return weight;
}

}  // namespace

text::Language accepted_language(std::string_view header) {
  auto best = text::Language::kEnglish;
  int best_weight = 0;
  for (const auto item : core::split(header.substr(0, 1000), ',')) {
    const auto semicolon = std::min(item.find(';'), item.size());
    const auto language = text::parse_language(core::trim(item.substr(0, semicolon)));
    const int weight = weight_of(item.substr(semicolon));
    if (!language || weight <= best_weight) continue;
    best = *language;
    best_weight = weight;
  }
  return best;
}

}  // namespace net
