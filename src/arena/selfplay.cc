#include "arena/selfplay.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "core/json_number.h"
#include "core/random.h"
#include "registry/games.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kOtherMegabytes = 1;

enum ActionFlags : unsigned { kSearched = 1, kForced = 2, kTactical = 4 };

bool is_noisy(const games::AnyState& any, games::Action action) {
  return std::visit(
      [&](const auto& state) {
        using State = std::decay_t<decltype(state)>;
        return registry::EvaluatorOf<State>().is_noisy(state, action);
      },
      any);
}

void play_random_turns(int turns, games::History& history, SelfplayGame& game, core::Rng& rng) {
  for (int i = 0; i < turns; ++i) {
    do {
      if (history.outcome().over() || game.actions.size() >= kMostActions) return;
      const auto action = history.position().random_action(rng);
      game.actions.push_back({.action = action});
      history.apply(action);
    } while (!history.position().at_turn_start());
  }
}

// --- Bytes: numbers of any size, seven bits a byte, the lowest first ---

void put_number(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>(number | 0x80));
  bytes.push_back(static_cast<char>(number));
}

std::uint64_t folded(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
std::int64_t unfolded(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

std::optional<std::uint64_t> take_number(std::string_view& bytes, std::uint64_t most) {
  std::uint64_t number = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return number <= most ? std::optional(number) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<SelfplayAction> take_action(std::string_view& bytes) {
  const auto code = take_number(bytes, 0xffffffff);
  const auto flags = take_number(bytes, kSearched | kForced | kTactical);
  if (!code || !flags) return std::nullopt;
  SelfplayAction action{.action = {static_cast<std::uint32_t>(*code)},
                        .searched = (*flags & kSearched) != 0,
                        .forced = (*flags & kForced) != 0,
                        .tactical = (*flags & kTactical) != 0};
  if (!action.searched) return action;
  const auto value = take_number(bytes, folded(-search::kInfinity));
  if (!value) return std::nullopt;
  action.value = static_cast<search::Value>(unfolded(*value));
  return action;
}

}  // namespace

nlohmann::json more_of(const SelfplaySettings& settings) {
  const SelfplaySettings usual;
  nlohmann::json more = nlohmann::json::object();
  if (settings.against) more["against"] = *settings.against;
  if (settings.random_turns != usual.random_turns) more["random_turns"] = settings.random_turns;
  if (settings.noise != usual.noise) more["noise"] = settings.noise;
  if (settings.to_the_end != usual.to_the_end) more["to_the_end"] = settings.to_the_end;
  return more;
}

void read_more(const nlohmann::json& more, SelfplaySettings& settings) {
  const auto number = [&](const char* key, std::uint64_t otherwise) {
    const auto at = more.find(key);
    return at == more.end() ? otherwise
                            : core::whole_number<std::uint64_t>(*at).value_or(otherwise);
  };
  if (more.contains("against")) settings.against = number("against", 1);
  const auto most = [](std::uint64_t value, std::uint64_t limit) {
    return static_cast<int>(std::min(value, limit));
  };
  settings.random_turns = most(number("random_turns", 8), kMostActions);
  settings.noise = most(number("noise", 0), search::kMaxEvaluation);
  settings.to_the_end = more.value("to_the_end", false);
}

std::uint64_t nodes_of(const SelfplaySettings& settings, int number, int player) {
  const bool other = settings.against && (number + player) % 2 != 0;
  return other ? *settings.against : settings.nodes;
}

namespace {

engine::PlayStyle style_of(const SelfplaySettings& settings, std::uint64_t seed) {
  engine::PlayStyle style;
  style.net = settings.net;
  style.proofs = false;
  style.noise = {settings.noise, seed};
  return style;
}

// One action of whoever is to move; what search thinks of it for that player.
SelfplayAction searched_action(const games::History& history, std::uint64_t nodes,
                               engine::Engine& engine, core::Rng& rng) {
  engine::Budget budget;
  // Uneven effort: otherwise a game repeats what the same position led to before.
  budget.nodes = nodes / 2 + rng.below(static_cast<std::uint32_t>(nodes));
  const auto best = engine.best_lines(history, budget, 1)[0];
  return {.action = best.line[0],
          .searched = true,
          .forced = history.position().legal_actions().size() == 1,
          .tactical = is_noisy(history.position().state(), best.line[0]),
          .value = best.value};
}

}  // namespace

SelfplayGame play_selfplay_game(const SelfplaySettings& settings, int number,
                                engine::Engine& engine) {
  const auto seed = core::mix(settings.seed) + static_cast<std::uint64_t>(number);
  core::Rng rng(seed);
  games::History history(*games::Position::start(*settings.game, settings.options));
  SelfplayGame game;
  game.number = number;
  // Whoever plays against another one does not read in his table.
  engine::Engine other(kOtherMegabytes);
  for (engine::Engine* player : {&engine, &other}) player->set_play_style(style_of(settings, seed));
  engine.clear_hash();
  const bool at_random = settings.nodes == 0 && !settings.against;
  play_random_turns(
      at_random
          ? static_cast<int>(kMostActions)
          : static_cast<int>(rng.below(static_cast<std::uint32_t>(settings.random_turns) + 1)),
      history, game, rng);
  while (!history.outcome().over() && game.actions.size() < kMostActions) {
    const int mover = history.position().to_move();
    const auto nodes = std::max<std::uint64_t>(1, nodes_of(settings, number, mover));
    const bool by_other = settings.against && (number + mover) % 2 != 0;
    game.actions.push_back(searched_action(history, nodes, by_other ? other : engine, rng));
    const auto& last = game.actions.back();
    if (search::is_proven(last.value) && !settings.to_the_end) {
      game.winner = search::is_loss(last.value) ? 1 - mover : mover;
      return game;
    }
    history.apply(last.action);
  }
  if (history.outcome().over() && !history.outcome().is_draw()) {
    game.winner = history.outcome().winner();
  }
  return game;
}

std::string selfplay_bytes(const SelfplayGame& game) {
  std::string bytes;
  put_number(bytes, static_cast<std::uint64_t>(game.number));
  const int winner = game.winner + 1;  // 0 for none
  put_number(bytes, static_cast<std::uint64_t>(winner));
  put_number(bytes, game.actions.size());
  for (const SelfplayAction& action : game.actions) {
    put_number(bytes, action.action.code);
    put_number(bytes, (action.searched ? kSearched : 0u) | (action.forced ? kForced : 0u) |
                          (action.tactical ? kTactical : 0u));
    if (action.searched) put_number(bytes, folded(action.value));
  }
  return bytes;
}

games::Parsed<SelfplayGame> read_selfplay_game(std::string_view bytes) {
  const auto number = take_number(bytes, 0x7fffffff), winner = take_number(bytes, 2);
  const auto count = take_number(bytes, kMostActions);
  if (!number || !winner || !count) return Error(Message::kSelfplayDamaged);
  SelfplayGame game;
  game.number = static_cast<int>(*number);
  game.winner = static_cast<int>(*winner) - 1;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto action = take_action(bytes);
    if (!action) return Error(Message::kSelfplayDamaged);
    game.actions.push_back(*action);
  }
  if (!bytes.empty()) return Error(Message::kSelfplayDamaged);
  return game;
}

}  // namespace arena
