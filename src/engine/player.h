// Whoever fills a seat without a person or another program: random, classic, plain, terms,
// level:1 … level:10. docs/players.md describes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/levels.h"

namespace engine {

struct PlayerSpec {
  enum class Kind { kRandom, kClassic, kPlain, kTerms, kLevel, kCustom };
  Kind kind = Kind::kLevel;
  int level = kTopLevel;
  Level custom{};                                      // for finding out what a level should be
  std::optional<search::SearchConstants> constants{};  // for trying others
};

// The spellings that a game offers, weakest first; those for measuring before the levels.
std::vector<std::string> player_spec_texts();
// Of these: nobody plays against them for pleasure.
bool is_for_measuring(std::string_view spec);
games::Parsed<PlayerSpec> parse_player_spec(std::string_view text);
// Has it a measure of effort of its own? The others think as long as they are given.
bool limits_itself(const PlayerSpec& who);
// Who takes over when one of three players gives up.
inline constexpr std::string_view kSubstitute = "level:5";
// Would a computer on this seat take a draw? A quick look. REQUIRES: the game is not over.
bool takes_draw(const games::History& history, int player, const ProofBook* proofs = nullptr);

class Player {
 public:
  explicit Player(PlayerSpec who = {}, std::uint64_t seed = 0,
                  std::size_t hash_megabytes = kDefaultHashMegabytes,
                  const ProofBook* proofs = nullptr);

  void set_spec(PlayerSpec who);
  // What is random starts again from here.
  void set_seed(std::uint64_t seed);
  Engine& engine() { return engine_; }
  // As Engine::set_hash, at once where this player needs the table for the position.
  bool set_hash(std::size_t megabytes, const games::Position& position);
  // Makes what the first think() would have to make, so that it answers as fast as the later ones.
  void prepare(const games::Position& position);

  // The rest of the turn. Levels below 10 think up to their own effort and never beyond the
  // budget. REQUIRES: the game is not over.
  std::vector<games::Action> think(const games::History& history, Budget budget,
                                   const Engine::OnProgress& on_progress = {});

 private:
  std::optional<Level> level_of_player(const games::Position& position) const;
  bool needs_table(const games::Position& position) const;

  PlayerSpec who_;
  std::uint64_t seed_;
  core::Rng rng_;
  Engine engine_;
};

}  // namespace engine
