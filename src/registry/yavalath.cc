#include "registry/yavalath.h"

namespace registry {

using text::Message;
using Own = Registration<games::yavalath::State>;

const Ladder& Own::ladder(int players) {
  static constexpr Ladder kLadder{{{34, 620},
                                   {70, 550},
                                   {100, 450},
                                   {283, 298},
                                   {474, 196},
                                   {796, 125},
                                   {1335, 100},
                                   {2240, 0},
                                   {12600, 0}}};
  return players > 2 ? kThreePlayers : kLadder;
}

const Calibration& Own::calibration() {
  static const Calibration kCalibration = {.optimism = 1,
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
  return kCalibration;
}

const Calibration& Own::net_calibration() {
  static const Calibration kCalibration = {.optimism = 1,
                                           .knots = {{0, 0.5},
                                                     {3, 0.502},
                                                     {10, 0.564},
                                                     {18, 0.564},
                                                     {27, 0.601},
                                                     {37, 0.684},
                                                     {50, 0.691},
                                                     {63, 0.76},
                                                     {77, 0.806},
                                                     {95, 0.839},
                                                     {118, 0.903},
                                                     {149, 0.952},
                                                     {188, 0.984},
                                                     {221, 0.998},
                                                     {268, 0.998}}};
  return kCalibration;
}

search::SearchConstants Own::search_constants() { return {}; }

Page Own::page() {
  return {.tag = Message::kTagYavalath,
          .rules = {Message::kRulesYavalath1, Message::kRulesYavalath2, Message::kRulesYavalath3},
          .values = {},
          .sample = {.shown = 9, .turns = "d5 g3 f6 a1 c4 e6 c7 g5 c5 c6 a5 b5 e7 f5 d7"},
          .kinds = {},
          .aids = true};
}

}  // namespace registry
