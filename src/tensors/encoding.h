// The numbers of any game, for whoever holds a Position.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "games/position.h"
#include "tensors/codec.h"

namespace tensors {

// A value of no state: shared by all positions of a game with the same options.
class Encoding {
 public:
  virtual ~Encoding() = default;

  virtual Shape shape() const = 0;
  virtual std::vector<std::string> plane_names() const = 0;
  virtual int action_count() const = 0;
  virtual int index_of(games::Action action) const = 0;  // REQUIRES: as in Codec
  virtual games::Action action_at(int index) const = 0;  // REQUIRES: as in Codec
  // REQUIRES: a position of this game with these options; shape().size() and action_count() bytes.
  virtual void observe(const games::Position& position, std::uint8_t* planes) const = 0;
  virtual void mask(const games::Position& position, std::uint8_t* mask) const = 0;
};

// For the game and the options of this position.
std::unique_ptr<const Encoding> encoding_of(const games::Position& position);

// What a finished game is worth to a player: 1 to the winner, 0 to all in a draw; the losers share
// what the winner got, so that the sum is 0.
float return_of(const games::Outcome& outcome, int player, int players);

}  // namespace tensors
