#include "engine/player.h"

#include <algorithm>

#include "core/scan.h"
#include "registry/games.h"

namespace engine {

namespace {

constexpr std::string_view kLevelPrefix = "level:";

template <class Choose>
std::vector<games::Action> turn_by(games::Position position, Choose choose) {
  std::vector<games::Action> turn;
  do {
    turn.push_back(choose(position));
    position.apply(turn.back());
  } while (!position.at_turn_start() && !position.outcome().over());
  return turn;
}

games::Action classic_action(const games::Position& position, core::Rng& rng) {
  return std::visit(
      [&]<class State>(const State& state) {
        return registry::Registration<State>::classic(state, rng);
      },
      position.state());
}

}  // namespace

std::vector<std::string> player_spec_texts() {
  std::vector<std::string> texts = {"random", "classic"};
#ifndef TABULEIRO_NO_PLAIN
  texts.push_back("plain");
#endif
  texts.push_back("terms");
  for (int level = 1; level <= kTopLevel; ++level) {
    texts.push_back(std::string(kLevelPrefix) + std::to_string(level));
  }
  return texts;
}

bool is_for_measuring(std::string_view spec) { return spec == "plain" || spec == "terms"; }

games::Parsed<PlayerSpec> parse_player_spec(std::string_view text) {
  if (text == "random") return PlayerSpec{.kind = PlayerSpec::Kind::kRandom};
  if (text == "classic") return PlayerSpec{.kind = PlayerSpec::Kind::kClassic};
#ifndef TABULEIRO_NO_PLAIN
  if (text == "plain") return PlayerSpec{.kind = PlayerSpec::Kind::kPlain};
#endif
  if (text == "terms") return PlayerSpec{.kind = PlayerSpec::Kind::kTerms};
  if (text.starts_with(kLevelPrefix)) {
    const auto level = core::whole_number(text.substr(kLevelPrefix.size()), kTopLevel);
    if (level && *level >= 1) return PlayerSpec{.level = static_cast<int>(*level)};
  }
  return text::Error(text::Message::kPlayerUnknown,
                     {core::quoted(text), core::join(player_spec_texts(), ", ")});
}

bool limits_itself(const PlayerSpec& who) {
  return who.kind == PlayerSpec::Kind::kRandom || who.kind == PlayerSpec::Kind::kClassic ||
         (who.kind == PlayerSpec::Kind::kLevel && who.level < kTopLevel);
}

bool takes_draw(const games::History& history, int player, const ProofBook* proofs) {
  // No more than this part of an even share is expected.
  constexpr double kDrawShare = 0.9;
  constexpr std::uint64_t kDrawNodes = 20'000;
  constexpr std::size_t kDrawHash = 8;
  Engine judge(kDrawHash, proofs);
  Budget budget;
  budget.nodes = kDrawNodes;
  const auto lines = judge.best_lines(history, budget, 1);
  const auto& position = history.position();
  int playing = 0;
  for (int other = 0; other < position.player_count(); ++other) {
    playing += !position.is_out(other);
  }
  return !lines.empty() &&
         lines[0].chances[static_cast<std::size_t>(player)] <= kDrawShare / playing;
}

Player::Player(PlayerSpec who, std::uint64_t seed, std::size_t hash_megabytes,
               const ProofBook* proofs)
    : who_(who), seed_(seed), rng_(seed), engine_(hash_megabytes, proofs) {}

void Player::set_spec(PlayerSpec who) { who_ = who; }

void Player::set_seed(std::uint64_t seed) {
  seed_ = seed;
  rng_ = core::Rng(seed);
}

// Nothing for full strength.
std::optional<Level> Player::level_of_player(const games::Position& position) const {
  if (who_.kind == PlayerSpec::Kind::kCustom) return who_.custom;
  if (who_.kind != PlayerSpec::Kind::kLevel || who_.level == kTopLevel) return std::nullopt;
  return level_of(position.game().name, position.player_count(), who_.level);
}

// Three players are searched without a table.
bool Player::needs_table(const games::Position& position) const {
  return who_.kind != PlayerSpec::Kind::kRandom && who_.kind != PlayerSpec::Kind::kClassic &&
         position.player_count() == 2;
}

bool Player::set_hash(std::size_t megabytes, const games::Position& position) {
  return engine_.set_hash(megabytes, needs_table(position));
}

void Player::prepare(const games::Position& position) {
  const bool searches =
      who_.kind != PlayerSpec::Kind::kRandom && who_.kind != PlayerSpec::Kind::kClassic;
  if (searches) engine_.prepare(position);
}

std::vector<games::Action> Player::think(const games::History& history, Budget budget,
                                         const Engine::OnProgress& on_progress) {
  const auto& position = history.position();
  // Those who choose at once still have to keep their answer while they ponder.
  if (who_.kind == PlayerSpec::Kind::kRandom) {
    engine_.await_ponderhit(budget);
    return turn_by(position, [&](const auto& p) { return p.random_action(rng_); });
  }
  if (who_.kind == PlayerSpec::Kind::kClassic) {
    engine_.await_ponderhit(budget);
    return turn_by(position, [&](const auto& p) { return classic_action(p, rng_); });
  }
  PlayStyle style;
  style.plain = who_.kind == PlayerSpec::Kind::kPlain;
  style.seed = seed_;
  style.proofs = who_.kind == PlayerSpec::Kind::kTerms ||
                 (who_.kind == PlayerSpec::Kind::kLevel && who_.level == kTopLevel);
  style.net = who_.kind != PlayerSpec::Kind::kTerms;
  style.constants = who_.constants;
  if (const auto level = level_of_player(position)) {
    budget.nodes = std::min(budget.nodes.value_or(level->nodes), level->nodes);
    style.noise = {level->noise, seed_};
    style.threat_nodes = level->threat_nodes;
    // The ladder of levels was measured by terms, and people lose at the end, too.
    style.net = false;
    style.ends = false;
  }
  engine_.set_play_style(style);
  return engine_.think(history, budget, on_progress);
}

}  // namespace engine
