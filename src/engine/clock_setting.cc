#include "engine/clock_setting.h"

#include "core/scan.h"
#include "engine/bounds.h"
#include "games/record.h"

namespace engine {

std::optional<ClockSetting> parse_clock(std::string_view text) {
  const auto parts = core::split(text, '+');
  if (parts.size() != 2) return std::nullopt;
  const auto initial = core::whole_number(parts[0], games::kMaxClockMs);
  const auto increment = core::whole_number(parts[1], kMaxTurnTime);
  if (!initial || *initial < 1 || !increment) return std::nullopt;
  return ClockSetting{Milliseconds(*initial), Milliseconds(*increment)};
}

std::string to_text(const ClockSetting& clock) {
  return std::to_string(clock.initial.count()) + '+' + std::to_string(clock.increment.count());
}

}  // namespace engine
