// The registrations by the names of the games, for whoever holds no State.
#pragma once

#include <string>
#include <string_view>

#include "registry/calibration.h"
#include "registry/ladder.h"
#include "registry/lesson.h"
#include "registry/page.h"
#include "search/search_constants.h"

namespace registry {

struct Entry {
  std::string_view name;
  const Ladder& (*ladder)(int players);
  const Calibration& calibration;
  const Calibration& net_calibration;
  search::SearchConstants search_constants;
  std::vector<Lesson> lessons;
  Page page;
};

// REQUIRES: a game of games::all_games(). Any other name ends the program.
const Entry& entry_of(std::string_view game);

// What people call an option of a game and a value of it; those without a word are called as they
// are spelt.
std::string option_name(const Page& page, std::string_view key, text::Language language);
std::string value_name(const Page& page, std::string_view key, const std::string& value,
                       text::Language language);

}  // namespace registry
