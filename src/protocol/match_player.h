// Whoever fills a seat without a person: one of our own players, or another program speaking UGI.
// Matches and the terminal see no difference; the server seats only our own players.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/player.h"
#include "protocol/ugi_client.h"

namespace protocol {

class MatchPlayer {
 public:
  virtual ~MatchPlayer() = default;

  // What it calls itself; for our own players their spelling.
  virtual std::string name() const = 0;

  // What is random starts from here with the next new_game(). Another program chooses by itself.
  virtual void set_seed(std::uint64_t /*seed*/) {}
  // A new game begins: nothing of the last one is kept.
  virtual void new_game() = 0;

  // The rest of the turn, legal. Blocks; progress is told from the same thread. An error says what
  // went wrong with another program; our own players make none. After one its process is gone; the
  // next new_game() or think() starts it again. What it tells of its progress may lack anything,
  // the line included. REQUIRES: the game is not over.
  virtual games::Parsed<std::vector<games::Action>> think(
      const games::History& history, const engine::Budget& budget,
      const engine::Engine::OnProgress& on_progress = {}) = 0;

  // Makes the think() under way answer soon. From any thread.
  virtual void stop() = 0;
  // Forgets an earlier stop(); called before the next think() is started.
  virtual void clear_stop() = 0;
};

// What stands before the command of another program in a WHO.
inline constexpr std::string_view kEnginePrefix = "engine:";

struct MatchPlayerSetup {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  std::uint64_t seed = 0;
  std::size_t hash_megabytes = 64;
  EngineDeadlines deadlines = {};             // of another program
  const engine::ProofBook* proofs = nullptr;  // of our own players
  // Asked to stop: another program is given up at once, also in the middle of its start.
  std::stop_token unwanted = {};
};

// The spellings of WHO without `human`, for help and errors.
std::vector<std::string> match_player_texts();

// WHO without `human`: random, classic, plain, terms, level:N, or engine:COMMAND, a UGI program
// that `/bin/sh -c COMMAND` starts. That one is started here, so that a command that does not work
// is told at once. REQUIRES: the game accepts the options.
games::Parsed<std::unique_ptr<MatchPlayer>> make_match_player(std::string_view who,
                                                              const MatchPlayerSetup& setup);
// One of our own players under a name.
std::unique_ptr<MatchPlayer> make_match_player(std::string_view name, const engine::PlayerSpec& who,
                                               const MatchPlayerSetup& setup);

}  // namespace protocol
