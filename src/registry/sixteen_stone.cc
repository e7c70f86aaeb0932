#include "registry/sixteen_stone.h"

namespace registry {

using text::Message;
using Own = Registration<games::sixteen_stone::State>;

const Ladder& Own::ladder(int) {
  static constexpr Ladder kLadder{{{60, 12},
                                   {151, 6},
                                   {384, 6},
                                   {972, 6},
                                   {2459, 26},
                                   {6223, 26},
                                   {15746, 25},
                                   {39844, 0},
                                   {126000, 0}}};
  return kLadder;
}

const Calibration& Own::calibration() {
  static const Calibration kCalibration = {.optimism = 13,
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
  return kCalibration;
}

const Calibration& Own::net_calibration() {
  static const Calibration kCalibration = {.optimism = 0,
                                           .knots = {{0, 0.5},
                                                     {9, 0.544},
                                                     {26, 0.656},
                                                     {42, 0.698},
                                                     {59, 0.76},
                                                     {75, 0.832},
                                                     {92, 0.894},
                                                     {114, 0.922},
                                                     {149, 0.96},
                                                     {202, 0.988},
                                                     {286, 0.997},
                                                     {417, 0.998},
                                                     {588, 0.998}}};
  return kCalibration;
}

search::SearchConstants Own::search_constants() { return {}; }

Page Own::page() {
  return {
      .tag = Message::kTagSixteenStone,
      .rules = {Message::kRulesSixteenStone1, Message::kRulesSixteenStone2,
                Message::kRulesSixteenStone3},
      .values = {{"capture", "forced", Message::kValueSixteenStoneForced},
                 {"capture", "optional", Message::kValueSixteenStoneOptional}},
      .sample = {.shown = 18,
                 .turns = "c4 c3 a3 d3 d2 c2 b4 b3 d4 b2 b5 a1 a2 c1 c5 e2 c4-d5 a1>ne c5-c4,b4>e "
                          "c1>n,e2-e3 d2-d1,d5>s c2-b1,end d1-c2,d4>s c4>sw,c3-c4 c2>ne,d2-c1xb2 "
                          "d1-c2xb2,end e5>s,c5-d4,end e2-d1xc1,c1>nw"},
      .kinds = {{"push", Message::kLabelPush, Message::kWhyNoPushSixteenStone},
                {"move", Message::kLabelMove, Message::kWhyNoMoveSixteenStone},
                {"sacrifice", Message::kLabelSacrifice, Message::kWhyNoSacrificeSixteenStone}},
      .aids = false};
}

}  // namespace registry
