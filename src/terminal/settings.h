// What the menu remembers: the last game, its options and seats, colours, language.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "games/options.h"
#include "text/text.h"

namespace terminal {

inline constexpr int kMaxPace = 60'000;  // milliseconds

struct Settings {
  std::string game = "yavalath";
  std::map<std::string, games::OptionMap> options;  // of each game
  std::vector<std::string> seats = {"human", "level:3", "level:3"};
  std::string engine;  // the command of another program, last typed
  std::array<std::string, 3> colours;
  std::string language;  // "" follows the environment
  int pace_ms = 700;

  friend bool operator==(const Settings&, const Settings&) = default;
};

// What cannot be read or understood has its default: a damaged file never keeps anyone from
// playing.
Settings read_settings(const std::string& text);
std::string settings_text(const Settings& settings);

Settings load_settings();
// Failing is no reason to stop: nothing is told.
void save_settings(const Settings& settings);

}  // namespace terminal
