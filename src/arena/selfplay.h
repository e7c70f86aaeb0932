// Games of the program against itself, with what search thought at every action: what nets learn
// from. A game depends on its settings and its number alone.
#pragma once

#include <atomic>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace arena {

struct SelfplaySettings {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  std::uint64_t nodes = 1000;  // an action, on average; 0: every action is chosen at random
  std::uint64_t seed = 1;
  bool net = true;  // judges by the net that comes with the program
  // Nets learn from varied and decided games, whoever measures a game wants whole ones.
  std::optional<std::uint64_t> against = {};  // nodes of the other player
  int random_turns = 8;                       // at most so many at the start are chosen at random
  int noise = 0;                              // in what leaves are worth (search::EvalNoise)
  bool to_the_end = false;                    // goes on when it is proven who wins
};

// Those that were added later: an object with what differs from the values above, so that files
// and jobs of before stay what they were.
nlohmann::json more_of(const SelfplaySettings& settings);
void read_more(const nlohmann::json& more, SelfplaySettings& settings);

// The nodes of a player: of two who differ each is the first player in every other game.
std::uint64_t nodes_of(const SelfplaySettings& settings, int number, int player);

struct SelfplayAction {
  games::Action action;     // played
  bool searched = false;    // those at the start are chosen at random
  bool forced = false;      // the only one
  bool tactical = false;    // would change the value at once: a capture, a threat
  search::Value value = 0;  // for the player to move, where it was searched
  friend bool operator==(const SelfplayAction&, const SelfplayAction&) = default;
};

inline constexpr std::size_t kMostActions = 2000;  // a longer game counts as drawn

struct SelfplayGame {
  static constexpr int kDraw = -1;
  int number = 0;
  int winner = kDraw;
  std::vector<SelfplayAction> actions;
  friend bool operator==(const SelfplayGame&, const SelfplayGame&) = default;
};

// Ends as soon as search has proven who wins, or at the end. The engine forgets what it knew.
SelfplayGame play_selfplay_game(const SelfplaySettings& settings, int number,
                                engine::Engine& engine);

// As it stands in a file and in a worker's answer, and back; an error where it is none of this
// game.
std::string selfplay_bytes(const SelfplayGame& game);
games::Parsed<SelfplayGame> read_selfplay_game(std::string_view bytes);

}  // namespace arena
