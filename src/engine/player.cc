#include "engine/player.h"

#include <algorithm>

#include "core/scan.h"
#include "eval/eigenstate_classic.h"
#include "eval/epaminondas_classic.h"
#include "eval/sixteen_stone_classic.h"
#include "eval/yavalath_classic.h"

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

struct ClassicChoice {
  core::Rng& rng;
  games::Action operator()(const games::eigenstate::State& state) const {
    return eval::eigenstate_classic::choose(state, rng);
  }
  games::Action operator()(const games::sixteen_stone::State& state) const {
    return eval::sixteen_stone_classic::choose(state, rng);
  }
  games::Action operator()(const games::yavalath::State& state) const {
    return eval::yavalath_classic::choose(state, rng);
  }
  games::Action operator()(const games::epaminondas::State& state) const {
    return eval::epaminondas_classic::choose(state, rng);
  }
};

}  // namespace

std::vector<std::string> who_texts() {
  std::vector<std::string> texts = {"random", "classic", "plain"};
  for (int level = 1; level <= kTopLevel; ++level) {
    texts.push_back(std::string(kLevelPrefix) + std::to_string(level));
  }
  return texts;
}

games::Parsed<Who> parse_who(std::string_view text) {
  if (text == "random") return Who{.kind = Who::Kind::kRandom};
  if (text == "classic") return Who{.kind = Who::Kind::kClassic};
  if (text == "plain") return Who{.kind = Who::Kind::kPlain};
  if (text.starts_with(kLevelPrefix)) {
    const auto level = core::whole_number(text.substr(kLevelPrefix.size()), kTopLevel);
    if (level && *level >= 1) return Who{.level = static_cast<int>(*level)};
  }
  return text::Error(text::Message::kPlayerUnknown,
                     {core::quoted(text), core::join(who_texts(), ", ")});
}

bool limits_itself(const Who& who) {
  return who.kind == Who::Kind::kRandom || who.kind == Who::Kind::kClassic ||
         (who.kind == Who::Kind::kLevel && who.level < kTopLevel);
}

bool takes_draw(const games::History& history, int player) {
  // No more than this part of an even share is expected.
  constexpr double kDrawShare = 0.9;
  constexpr std::uint64_t kDrawNodes = 20'000;
  constexpr std::size_t kDrawHash = 8;
  Engine judge(kDrawHash);
  Budget budget;
  budget.nodes = kDrawNodes;
  const auto lines = judge.look(history, budget, 1);
  const auto& position = history.position();
  int playing = 0;
  for (int other = 0; other < position.player_count(); ++other) {
    playing += !position.is_out(other);
  }
  return !lines.empty() &&
         lines[0].chances[static_cast<std::size_t>(player)] <= kDrawShare / playing;
}

Player::Player(Who who, std::uint64_t seed, std::size_t hash_megabytes)
    : who_(who), seed_(seed), rng_(seed), engine_(hash_megabytes) {}

void Player::set_who(Who who) { who_ = who; }

void Player::set_seed(std::uint64_t seed) {
  seed_ = seed;
  rng_ = core::Rng(seed);
}

// Nothing for full strength.
std::optional<Level> Player::level_of_player(const games::Position& position) const {
  if (who_.kind == Who::Kind::kCustom) return who_.custom;
  if (who_.kind != Who::Kind::kLevel || who_.level == kTopLevel) return std::nullopt;
  return level_of(position.game().name, position.player_count(), who_.level);
}

void Player::prepare(const games::Position& position) {
  const bool searches = who_.kind != Who::Kind::kRandom && who_.kind != Who::Kind::kClassic;
  // Three players are searched without a table.
  if (searches && position.player_count() == 2) engine_.prepare();
  if (std::holds_alternative<games::yavalath::State>(position.state())) shared_proofs();
}

std::vector<games::Action> Player::think(const games::History& history, Budget budget,
                                         const Engine::OnProgress& on_progress) {
  const auto& position = history.position();
  // Those who choose at once still have to keep their answer while they ponder.
  if (who_.kind == Who::Kind::kRandom) {
    engine_.await_hit(budget);
    return turn_by(position, [&](const auto& p) { return p.random_action(rng_); });
  }
  if (who_.kind == Who::Kind::kClassic) {
    engine_.await_hit(budget);
    return turn_by(position, [&](const games::Position& p) {
      return std::visit(ClassicChoice{rng_}, p.state());
    });
  }
  Style style;
  style.plain = who_.kind == Who::Kind::kPlain;
  style.seed = seed_;
  style.proofs = who_.kind == Who::Kind::kLevel && who_.level == kTopLevel;
  if (const auto level = level_of_player(position)) {
    budget.nodes = std::min(budget.nodes.value_or(level->nodes), level->nodes);
    style.blur = {level->blur, seed_};
    style.foresight = level->foresight;
  }
  engine_.set_style(style);
  return engine_.think(history, budget, on_progress);
}

}  // namespace engine
