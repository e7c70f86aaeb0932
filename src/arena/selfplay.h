// Games of the program against itself, with what search thought at every action: what nets learn
// from. A game depends on its settings and its number alone.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace arena {

struct SelfplaySettings {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  std::uint64_t nodes = 1000;  // an action, on average
  std::uint64_t seed = 1;
  bool net = true;  // judges by the net that comes with the program
};

struct SelfplayAction {
  games::Action action;     // played
  bool searched = false;    // those at the start are chosen at random
  bool forced = false;      // the only one
  bool tactical = false;    // would change the value at once: a capture, a threat
  search::Value value = 0;  // for the player to move, where it was searched
  friend bool operator==(const SelfplayAction&, const SelfplayAction&) = default;
};

struct SelfplayGame {
  static constexpr int kDraw = -1;
  int number = 0;
  int winner = kDraw;
  std::vector<SelfplayAction> actions;
  friend bool operator==(const SelfplayGame&, const SelfplayGame&) = default;
};

// Ends as soon as search has proven who wins. The engine forgets what it knew.
SelfplayGame play_selfplay_game(const SelfplaySettings& settings, int number,
                                engine::Engine& engine);

// As it stands in a file and in a worker's answer, and back; an error where it is none of this
// game.
std::string selfplay_bytes(const SelfplayGame& game);
games::Parsed<SelfplayGame> read_selfplay_game(std::string_view bytes);

}  // namespace arena
