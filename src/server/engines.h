// Engines that remember: whoever asks about a game again, deeper or a turn further on, goes on from
// what was found before.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "engine/engine.h"

namespace server {

// Keeps the engines that were used last, each for its key. An engine that is taken is nobody else's
// until it comes back, so that none ever searches twice at once. Thread-safe; outlives what is
// taken.
class Engines {
 public:
  static constexpr std::size_t kHashMegabytes = 32;

  explicit Engines(std::size_t most = 8) : most_(most) {}

  // Comes back by itself.
  class Taken {
   public:
    Taken(Engines& home, std::string key, std::unique_ptr<engine::Engine> engine)
        : home_(home), key_(std::move(key)), engine_(std::move(engine)) {}
    ~Taken() { home_.give_back(std::move(key_), std::move(engine_)); }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

    engine::Engine& get() const { return *engine_; }

   private:
    Engines& home_;
    std::string key_;
    std::unique_ptr<engine::Engine> engine_;
  };

  // The engine of a key, ready to think, or a new one where none is kept.
  Taken take(const std::string& key);
  // How many are kept; the memory they hold is so many times that of a hash table.
  std::size_t kept() const;

 private:
  struct Kept {
    std::string key;
    std::unique_ptr<engine::Engine> engine;
  };

  void give_back(std::string key, std::unique_ptr<engine::Engine> engine);

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::list<Kept> kept_;  // the one used last goes first
};

// One visitor's engine for one game: its table serves every position of that game.
std::string engines_key(const std::string& visitor, const games::Position& position);

}  // namespace server
