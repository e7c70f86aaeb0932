#include "arena/selfplay.h"

#include <optional>
#include <variant>

#include "core/random.h"
#include "registry/games.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

constexpr int kMostRandomTurns = 8;
constexpr std::size_t kMostActions = 2000;  // a longer game counts as drawn

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
      if (history.outcome().over()) return;
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

SelfplayGame play_selfplay_game(const SelfplaySettings& settings, int number,
                                engine::Engine& engine) {
  core::Rng rng(core::mix(settings.seed) + static_cast<std::uint64_t>(number));
  games::History history(*games::Position::start(*settings.game, settings.options));
  SelfplayGame game;
  game.number = number;
  engine::PlayStyle style;
  style.net = settings.net;
  style.proofs = false;
  engine.set_play_style(style);
  engine.clear_hash();
  play_random_turns(static_cast<int>(rng.below(kMostRandomTurns + 1)), history, game, rng);
  while (!history.outcome().over() && game.actions.size() < kMostActions) {
    engine::Budget budget;
    // Uneven effort: otherwise a game repeats what the same position led to before.
    budget.nodes = settings.nodes / 2 + rng.below(static_cast<std::uint32_t>(settings.nodes));
    const auto best = engine.best_lines(history, budget, 1)[0];
    const int mover = history.position().to_move();
    game.actions.push_back({.action = best.line[0],
                            .searched = true,
                            .forced = history.position().legal_actions().size() == 1,
                            .tactical = is_noisy(history.position().state(), best.line[0]),
                            .value = best.value});
    if (search::is_proven(best.value)) {
      game.winner = search::is_loss(best.value) ? 1 - mover : mover;
      return game;
    }
    history.apply(best.line[0]);
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
