#include "registry/eigenstate.h"

namespace registry {

using text::Message;
using Own = Registration<games::eigenstate::State>;

const Ladder& Own::ladder(int) {
  static constexpr Ladder kLadder{{{60, 313},
                                   {123, 190},
                                   {254, 210},
                                   {525, 161},
                                   {1083, 117},
                                   {2232, 70},
                                   {4602, 50},
                                   {9486, 0},
                                   {30000, 0}}};
  return kLadder;
}

const Calibration& Own::calibration() {
  static const Calibration kCalibration = {.optimism = 18,
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
  return kCalibration;
}

const Calibration& Own::net_calibration() {
  static const Calibration kCalibration = {.optimism = -2,
                                           .knots = {{0, 0.5},
                                                     {5, 0.5},
                                                     {15, 0.515},
                                                     {27, 0.538},
                                                     {39, 0.561},
                                                     {53, 0.604},
                                                     {67, 0.615},
                                                     {83, 0.646},
                                                     {101, 0.682},
                                                     {122, 0.696},
                                                     {151, 0.762},
                                                     {208, 0.838},
                                                     {272, 0.894},
                                                     {320, 0.939},
                                                     {387, 0.982}}};
  return kCalibration;
}

search::SearchConstants Own::search_constants() { return {}; }

Page Own::page() {
  return {
      .tag = Message::kTagEigenstate,
      .rules = {Message::kRulesEigenstate1, Message::kRulesEigenstate2, Message::kRulesEigenstate3},
      .values = {{"fill", "both", Message::kValueEigenstateBoth},
                 {"fill", "any", Message::kValueEigenstateAny}},
      .sample = {.shown = 9,
                 .turns =
                     "d1-d2,a1+e5,e1+c5 c6-c5,c5+b1,c5+a1 e1-e3,d2+d3,d2+a5 c5-b3,f6+c1,b3+d1 "
                     "a1-a2,e3+a1,a2+d4 b3-a1,a6+e2,a1+c4 a2-c4,d2+a4,c4+d5 a6-a5,a1+d3,d6+d3 "
                     "c4xd6,d2+a2,d6+a3 b6-b5,f6+a3,a1+e3 d6-b6,b1+c5,b6+b2 a1xb1,b5+c4,b5+d3 "
                     "b6xa5,a5+c2,a5+d3 b1xc1,c1+e5,e6+a1 e3xc1,c1+d3,c1+b4 b5-c5,f6+b1,e6+d3"},
      .kinds = {},
      .aids = false};
}

}  // namespace registry
