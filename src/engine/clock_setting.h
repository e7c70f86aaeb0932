// A clock for a game: what each player has for all turns, and what a turn adds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"

namespace engine {

struct ClockSetting {
  Milliseconds initial{};
  Milliseconds increment{};
  friend bool operator==(const ClockSetting&, const ClockSetting&) = default;
};

// "300000+2000": milliseconds, as the commands spell it. Nothing for anything else.
std::optional<ClockSetting> parse_clock(std::string_view text);
std::string to_text(const ClockSetting& clock);

}  // namespace engine
