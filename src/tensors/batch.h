// Many games of one kind that are stepped together, each on its own turn: what programs that learn
// play in. A game that ends begins again in the same step, and what is left of it are its rewards.
//
// The numbers go into buffers of whoever owns the batch: a step writes what it changes. Draws by
// repetition and long play are those of games::History. Not for several threads at once; inside it
// uses as many as it was given.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "games/perft.h"
#include "games/position.h"
#include "tensors/encoding.h"

namespace tensors {

// Where the games that ended in a step stood when they did; other rows keep what was there before.
struct FinalBuffers {
  std::uint8_t* observations;  // n × the shape
  std::uint8_t* masks;   // n × actions: what could have been done, where the game was given up
  std::int8_t* to_play;  // n: who sees the observation
  bool* ended;           // n: did the game end in this step, for whatever reason?
};

// For n games of p players, row by row: one row a game. All of it is written by reset().
struct Buffers {
  std::uint8_t* observations;  // n × the shape
  std::uint8_t* masks;         // n × actions
  float* rewards;              // n × p: what the step brought to each player
  bool* terminated;            // n: did the game end by its rules in this step?
  bool* truncated;             // n: was it given up after max_actions?
  std::int8_t* to_play;        // n: the player to move, from 0
  std::int32_t* lengths;       // n: actions of the game that ended last; 0 before the first
  std::optional<FinalBuffers> finals = std::nullopt;  // for who wants them
};

struct BatchSettings {
  int games = 1;
  int threads = 1;
  std::uint64_t seed = 0;  // game i draws its random actions from core::Rng(seed + i)
  int max_actions = games::kMaxPlayoutActions;
};

// The first game whose action is not legal.
struct IllegalAction {
  int game;
  std::int64_t action;
};

class Batch {
 public:
  virtual ~Batch() = default;

  // All games anew; random actions start again from the seed.
  virtual void reset(std::uint64_t seed) = 0;
  // One action in each game. Where one is not legal nothing changes. REQUIRES: one for each game.
  virtual std::optional<IllegalAction> step(std::span<const std::int32_t> actions) = 0;
  // A random legal action for each game. REQUIRES: room for them.
  virtual void sample(std::span<std::int32_t> actions) = 0;
  // Where game i stands. REQUIRES: 0 <= i < games.
  virtual games::AnyState state(int i) const = 0;
};

// Starts and restarts from this position, with all buffers filled. They must outlive the batch.
// REQUIRES: not over; games, threads and max_actions > 0.
std::unique_ptr<Batch> make_batch(const games::Position& start, const BatchSettings& settings,
                                  const Buffers& buffers);

}  // namespace tensors
