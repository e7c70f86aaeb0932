#include "engine/chances.h"

#include <cassert>
#include <cmath>

#include "games/list.h"

namespace engine {

namespace {

const Calibration& calibration_of(std::string_view game) {
  static const Calibration kEigenstate = {.optimism = 18,
                                          .knots = {{0, 0.5},
                                                    {6, 0.523},
                                                    {17, 0.545},
                                                    {28, 0.568},
                                                    {40, 0.599},
                                                    {55, 0.647},
                                                    {73, 0.682},
                                                    {96, 0.697},
                                                    {133, 0.710},
                                                    {176, 0.734},
                                                    {222, 0.877},
                                                    {276, 0.964},
                                                    {345, 0.974},
                                                    {514, 0.995}}};
  static const Calibration kSixteenStone = {.optimism = 13,
                                            .knots = {{0, 0.5},
                                                      {7, 0.521},
                                                      {18, 0.555},
                                                      {31, 0.584},
                                                      {44, 0.633},
                                                      {58, 0.677},
                                                      {75, 0.716},
                                                      {96, 0.762},
                                                      {124, 0.824},
                                                      {164, 0.882},
                                                      {222, 0.947},
                                                      {311, 0.986},
                                                      {429, 0.998},
                                                      {640, 0.998}}};
  static const Calibration kYavalath = {.optimism = 1,
                                        .knots = {{0, 0.5},
                                                  {2, 0.5},
                                                  {9, 0.538},
                                                  {16, 0.551},
                                                  {24, 0.591},
                                                  {31, 0.649},
                                                  {39, 0.659},
                                                  {48, 0.672},
                                                  {58, 0.735},
                                                  {69, 0.760},
                                                  {84, 0.779},
                                                  {104, 0.835},
                                                  {130, 0.885},
                                                  {158, 0.907},
                                                  {203, 0.946}}};
  static const Calibration kEpaminondas = {.optimism = 0,
                                           .knots = {{0, 0.5},
                                                     {4, 0.512},
                                                     {13, 0.518},
                                                     {22, 0.557},
                                                     {32, 0.580},
                                                     {45, 0.613},
                                                     {60, 0.655},
                                                     {79, 0.693},
                                                     {101, 0.719},
                                                     {131, 0.804},
                                                     {172, 0.877},
                                                     {236, 0.899},
                                                     {318, 0.942},
                                                     {393, 0.971},
                                                     {544, 0.993}}};
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
