#include "registry/epaminondas.h"

namespace registry {

using text::Message;
using Own = Registration<games::epaminondas::State>;

const Ladder& Own::ladder(int) {
  static constexpr Ladder kLadder{{{60, 260},
                                   {124, 120},
                                   {259, 81},
                                   {540, 73},
                                   {1124, 70},
                                   {2338, 53},
                                   {4865, 25},
                                   {10122, 0},
                                   {18000, 0}}};
  return kLadder;
}

const Calibration& Own::calibration() {
  static const Calibration kCalibration = {.optimism = 0,
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
  return kCalibration;
}

const Calibration& Own::net_calibration() {
  static const Calibration kCalibration = {.optimism = 7,
                                           .knots = {{0, 0.5},
                                                     {5, 0.5},
                                                     {13, 0.533},
                                                     {22, 0.54},
                                                     {32, 0.573},
                                                     {45, 0.597},
                                                     {60, 0.648},
                                                     {79, 0.7},
                                                     {103, 0.742},
                                                     {135, 0.804},
                                                     {179, 0.891},
                                                     {247, 0.973},
                                                     {332, 0.988},
                                                     {406, 0.996},
                                                     {515, 0.998}}};
  return kCalibration;
}

search::SearchConstants Own::search_constants() { return {}; }

Page Own::page() {
  return {
      .tag = Message::kTagEpaminondas,
      .rules = {Message::kRulesEpaminondas1, Message::kRulesEpaminondas2,
                Message::kRulesEpaminondas3},
      .values = {{"rules", "standard", Message::kValueEpaminondasStandard},
                 {"rules", "abbott", Message::kValueEpaminondasAbbott},
                 {"rules", "crossings", Message::kValueEpaminondasCrossings}},
      .sample = {.shown = 18,
                 .turns =
                     "n1-l3 n11-m10 n2-m3 a12-d9 a2-a3 b12-e9 j1-n5 e9-e10 m1-m8 j12-m9 l3-m4 "
                     "m10-j10 k1-n4 n12-k9 e2-n2 h12xm7 l1-n3 m9-m10 m8-n8 g12-j9 a1-n1 g11-h11 "
                     "n5-l3 m7-i11 i1-l4 i12-m8 m6-l6 c10-f10 h1-k4 h11-k11 j3-m6 i10-l7 n1-n6 "
                     "j10-j9"},
      .kinds = {},
      .aids = false};
}

}  // namespace registry
