#include "engine/levels.h"

#include <array>
#include <cassert>

#include "games/list.h"

namespace engine {

namespace {

// Nodes a turn and blur of each level, weakest first, as tabuleiro_ladder found them.
struct Rung {
  std::uint64_t nodes;
  int blur;
};
using Ladder = std::array<Rung, kTopLevel - 1>;

constexpr Ladder kEigenstate{{{60, 313},
                              {123, 190},
                              {254, 210},
                              {525, 161},
                              {1083, 117},
                              {2232, 70},
                              {4602, 50},
                              {9486, 0},
                              {30000, 0}}};
constexpr Ladder kSixteenStone{{{60, 12},
                                {151, 6},
                                {384, 6},
                                {972, 6},
                                {2459, 26},
                                {6223, 26},
                                {15746, 25},
                                {39844, 0},
                                {126000, 0}}};
constexpr Ladder kYavalath{{{34, 620},
                            {70, 550},
                            {100, 450},
                            {283, 298},
                            {474, 196},
                            {796, 125},
                            {1335, 100},
                            {2240, 0},
                            {12600, 0}}};
constexpr Ladder kEpaminondas{{{60, 260},
                               {124, 120},
                               {259, 81},
                               {540, 73},
                               {1124, 70},
                               {2338, 53},
                               {4865, 25},
                               {10122, 0},
                               {18000, 0}}};
// With three players a node is a playout, and its chance is inaccuracy enough.
constexpr Ladder kThreePlayers{
    {{15, 0}, {30, 0}, {60, 0}, {120, 0}, {250, 0}, {500, 0}, {1000, 0}, {2500, 0}, {6000, 0}}};

const Ladder& ladder_of(std::string_view game, int players) {
  if (players > 2) return kThreePlayers;
  if (game == games::eigenstate::State::kName) return kEigenstate;
  if (game == games::sixteen_stone::State::kName) return kSixteenStone;
  if (game == games::yavalath::State::kName) return kYavalath;
  assert(game == games::epaminondas::State::kName && "a new game needs a ladder");
  return kEpaminondas;
}

}  // namespace

std::uint64_t foresight_of(int level) {
  constexpr std::array<std::uint64_t, kFirstClearLevel - 1> kForesight = {1, 1, 2, 3, 5, 8, 16};
  return level >= kFirstClearLevel ? ~std::uint64_t{0}
                                   : kForesight[static_cast<std::size_t>(level - 1)];
}

Level level_of(std::string_view game, int players, int level) {
  assert(level >= 1 && level < kTopLevel);
  const Rung rung = ladder_of(game, players)[static_cast<std::size_t>(level - 1)];
  return {rung.nodes, rung.blur, foresight_of(level)};
}

}  // namespace engine
