// What the menu remembers: the last game, its options and seats, colours, language, exercises done.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "games/options.h"
#include "games/scene.h"
#include "text/text.h"

namespace terminal {

inline constexpr int kMaxPace = 60'000;  // milliseconds

// Names of colours, one for each seat; "" is the game's own.
using SeatColours = std::array<std::string, 3>;

struct Settings {
  std::string game = "yavalath";
  std::map<std::string, games::OptionMap> options;  // of each game
  std::vector<std::string> seats = {"human", "level:3", "level:3"};
  std::string engine;                          // the command of another program, last typed
  std::map<std::string, SeatColours> colours;  // chosen for each game
  std::string language;                        // "" follows the environment
  int pace_ms = 700;
  std::set<std::string> done;  // lessons and puzzles by their ids
  std::string theme;           // "" is the first one
  bool bell = false;           // ring when it is a person's turn again
  bool title = false;          // tell in the window's title whose turn it is

  friend bool operator==(const Settings&, const Settings&) = default;
};

// The colour of each seat of a scene, a name of the table: never the same for two. What was chosen
// goes first where it can.
SeatColours colours_in_force(const Settings& settings, const std::string& game,
                             const games::Scene& scene);
// Gives a seat a colour; "" is the game's own. False, and nothing changed, where another seat of
// the scene has it.
bool choose_colour(Settings& settings, const std::string& game, const games::Scene& scene, int seat,
                   const std::string& colour);

// What cannot be read or understood has its default: a damaged file never keeps anyone from
// playing. Files of version 0.2 had the same colours for every game.
Settings read_settings(const std::string& text);
std::string settings_text(const Settings& settings);

Settings load_settings();
// Failing is no reason to stop: nothing is told.
void save_settings(const Settings& settings);

}  // namespace terminal
