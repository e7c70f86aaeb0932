// Small nets that judge positions: what they look at, their files, and their answers.
//
// A net has three layers. The first adds a row of numbers for every input that is there, and keeps
// what lies between 0 and 1. Where a game has lines, the rows of the patterns around a cell are
// added for each cell, kept between 0 and 1, and added over the board (the pooled numbers). The
// second layer mixes both, the third gives one number; a direct weight an input is added to it.
// Everything is done in whole numbers, so that every build and processor gives the same answer;
// docs/learning.md tells how nets are made, and how a file is laid out.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/static_vector.h"
#include "games/options.h"

namespace eval {

// How many inputs a game has; the sizes of the layers stand in a net's file.
struct NetInputSizes {
  int active;      // inputs that are there or not, numbered from 0
  int counted;     // inputs with a count, numbered behind them
  int patterns;    // patterns of a line, and kinds of cells behind them; 0 where there are no lines
  int cells;       // for which patterns are told
  int max_active;  // so many are there at once in games as they are played
};

// What a position offers to a net, for the player to move.
struct NetInputs {
  static constexpr int kMaxActive = 320, kMaxCounted = 32, kMaxCells = 64;
  static constexpr int kPatternsOfCell = 4;
  core::StaticVector<std::uint16_t, kMaxActive> active;
  core::StaticVector<std::int16_t, kMaxCounted> counts;  // one for each counted input
  core::StaticVector<std::array<std::uint16_t, kPatternsOfCell>, kMaxCells> cells;
};

class Net {
 public:
  // The bytes of a file, for a game with such inputs; an error says why they are none.
  static games::Parsed<Net> read(std::string_view bytes, std::string_view game,
                                 const NetInputSizes& inputs);

  // In hundredths of a logit, for the player to move.
  int evaluate(const NetInputs& inputs) const;

  // The command that made it.
  const std::string& origin() const { return origin_; }

  // What the numbers of a file are multiplied by.
  static constexpr int kFirstScale = 4096;   // first layer and direct weights
  static constexpr int kPatternScale = 256;  // patterns
  static constexpr int kWeightScale = 256;   // second and third layer
  static constexpr int kValueScale = 512;    // what goes into the second and third layer
  static constexpr int kPooledUnit = 8;      // cells that count as one

 private:
  Net() = default;

  std::string origin_;
  int hidden_ = 0, pooled_ = 0, second_ = 0;
  int active_ = 0;
  std::vector<std::int32_t> first_bias_;     // hidden
  std::vector<std::int16_t> first_;          // inputs × hidden
  std::vector<std::int16_t> direct_;         // inputs
  std::vector<std::int16_t> patterns_;       // patterns × pooled
  std::vector<std::int32_t> second_bias_;    // second
  std::vector<std::int16_t> second_weight_;  // (hidden + pooled) × second
  std::int32_t third_bias_ = 0;
  std::vector<std::int16_t> third_;  // second
};

// The net that comes with the program for a game; nullptr where there is none, or it is damaged.
// (A test names a damaged one; whoever plays gets the evaluation by terms.)
const Net* shipped_net(std::string_view game, const NetInputSizes& inputs);

// An evaluator whose game has inputs for a net: kNetInputs says how many, net_fits() for which
// options, and net_inputs() lists them.
template <class Evaluator>
concept HasNetInputs = requires(const typename Evaluator::State state, NetInputs& inputs) {
  { Evaluator::kNetInputs } -> std::convertible_to<NetInputSizes>;
  { Evaluator::net_fits(state.options()) } -> std::same_as<bool>;
  { Evaluator::net_inputs(state, inputs) } -> std::same_as<void>;
};

// What a net says of a position.
template <HasNetInputs Evaluator>
int judged_by(const Net& net, const typename Evaluator::State& state) {
  NetInputs inputs;
  Evaluator::net_inputs(state, inputs);
  return net.evaluate(inputs);
}

}  // namespace eval
