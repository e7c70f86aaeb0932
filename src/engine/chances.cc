#include "engine/chances.h"

#include <cassert>
#include <cmath>

#include "games/list.h"

namespace engine {

namespace {

const Calibration& calibration_of(std::string_view game) {
  static const Calibration kEigenstate = {.optimism = 18,
                                          .knots = {{0, 0.5},
                                                    {15, 0.532},
                                                    {26, 0.575},
                                                    {38, 0.604},
                                                    {52, 0.644},
                                                    {69, 0.677},
                                                    {95, 0.693},
                                                    {138, 0.701},
                                                    {189, 0.764},
                                                    {232, 0.880},
                                                    {278, 0.966},
                                                    {392, 0.983}}};
  static const Calibration kSixteenStone = {.optimism = 0,
                                            .knots = {{0, 0.5},
                                                      {6, 0.525},
                                                      {17, 0.551},
                                                      {30, 0.570},
                                                      {43, 0.607},
                                                      {57, 0.666},
                                                      {73, 0.697},
                                                      {94, 0.754},
                                                      {122, 0.804},
                                                      {162, 0.863},
                                                      {218, 0.931},
                                                      {305, 0.984},
                                                      {515, 0.998}}};
  static const Calibration kYavalath = {.optimism = 0,
                                        .knots = {{0, 0.5},
                                                  {11, 0.553},
                                                  {19, 0.595},
                                                  {31, 0.626},
                                                  {47, 0.693},
                                                  {62, 0.771},
                                                  {87, 0.783},
                                                  {107, 0.856},
                                                  {155, 0.893}}};
  static const Calibration kEpaminondas = {.optimism = 0,
                                           .knots = {{0, 0.5},
                                                     {9, 0.505},
                                                     {22, 0.578},
                                                     {39, 0.609},
                                                     {60, 0.637},
                                                     {79, 0.675},
                                                     {102, 0.681},
                                                     {132, 0.763},
                                                     {176, 0.833},
                                                     {242, 0.871},
                                                     {422, 0.924}}};
  if (game == games::eigenstate::State::kName) return kEigenstate;
  if (game == games::sixteen_stone::State::kName) return kSixteenStone;
  if (game == games::yavalath::State::kName) return kYavalath;
  assert(game == games::epaminondas::State::kName && "a new game needs a calibration");
  return kEpaminondas;
}

double interpolated(const std::vector<Calibration::Knot>& knots, double value) {
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const auto &low = knots[i - 1], &high = knots[i];
    if (value >= high.value) continue;
    return low.chance + (high.chance - low.chance) * (value - low.value) / (high.value - low.value);
  }
  return knots.back().chance;
}

}  // namespace

double Calibration::chance_to_win(search::Value value) const {
  if (search::is_proven(value)) return search::is_win(value) ? 1 : 0;
  const double lead = value - optimism;
  const double chance = interpolated(knots, std::abs(lead));
  return lead < 0 ? 1 - chance : chance;
}

double chance_to_win(std::string_view game, search::Value value) {
  return calibration_of(game).chance_to_win(value);
}

std::array<double, 3> chances_of_two(std::string_view game, search::Value value, int mover) {
  const double chance = chance_to_win(game, value);
  return mover == 0 ? std::array<double, 3>{chance, 1 - chance, 0}
                    : std::array<double, 3>{1 - chance, chance, 0};
}

}  // namespace engine
