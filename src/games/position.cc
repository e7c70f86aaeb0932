#include "games/position.h"

#include <algorithm>

#include "core/scan.h"
#include "games/perft.h"

namespace games {

using text::Message;

Parsed<Position> Position::start(const GameInfo& game, const OptionMap& asked) {
  auto state = game.start(asked);
  if (!state) return state.error();
  return Position(game, asked, *state);
}

Parsed<Position> Position::parse(const GameInfo& game, std::string_view text,
                                 const OptionMap& asked) {
  auto state = game.parse(text, asked);
  if (!state) return state.error();
  return Position(game, asked, *state);
}

OptionMap Position::options_in_force() const {
  return std::visit([]<Game State>(const State& s) { return State::option_map(s.options()); },
                    state_);
}

int Position::player_count() const {
  return std::visit([](const auto& s) { return s.player_count(); }, state_);
}

int Position::to_move() const {
  return std::visit([](const auto& s) { return s.to_move(); }, state_);
}

Outcome Position::outcome() const {
  return std::visit([](const auto& s) { return s.outcome(); }, state_);
}

std::vector<Action> Position::legal_actions() const {
  return std::visit(
      []<Game State>(const State& s) {
        ActionList<State> list;
        s.legal_actions(list);
        return std::vector<Action>(list.begin(), list.end());
      },
      state_);
}

std::vector<std::string> Position::legal_texts() const {
  std::vector<std::string> texts;
  for (const Action action : legal_actions()) texts.push_back(action_text(action));
  std::sort(texts.begin(), texts.end());
  return texts;
}

bool Position::is_out(int player) const {
  return std::visit([&](const auto& s) { return games::is_out(s, player); }, state_);
}

Action Position::random_action(core::Rng& rng) const {
  return std::visit([&](const auto& s) { return s.random_action(rng); }, state_);
}

void Position::apply(Action action) {
  std::visit([&](auto& s) { s.apply(action); }, state_);
}

std::uint64_t Position::hash() const {
  return std::visit([](const auto& s) { return s.hash(); }, state_);
}

bool Position::at_turn_start() const {
  return std::visit([](const auto& s) { return s.at_turn_start(); }, state_);
}

std::string Position::to_text() const {
  return std::visit([](const auto& s) { return s.to_text(); }, state_);
}

std::string Position::action_text(Action action) const {
  return std::visit([&](const auto& s) { return s.action_text(action); }, state_);
}

Parsed<Action> Position::parse_action(std::string_view text) const {
  auto action = std::visit([&](const auto& s) { return s.parse_action(text); }, state_);
  if (!action) return action.error().in(Message::kInAction, {core::quoted(text)});
  return action;
}

Scene Position::scene() const {
  return std::visit([](const auto& s) { return s.scene(); }, state_);
}

std::vector<Trace> Position::traces(Action action) const {
  return std::visit([&](const auto& s) { return s.traces(action); }, state_);
}

Parsed<Position> Position::composed(const Composition& composition) const {
  const auto text = std::visit([&](const auto& s) { return s.composed(composition); }, state_);
  return parse(*game_, text, options_);
}

std::uint64_t Position::perft(int depth) const {
  return std::visit([&](const auto& s) { return games::perft(s, depth); }, state_);
}

Parsed<std::vector<Action>> parse_turn(const Position& position, std::string_view text) {
  std::vector<Action> actions;
  Position now = position;
  for (const auto part : core::split(text, ',')) {
    if (!actions.empty() && now.at_turn_start() && !now.outcome().over()) {
      return text::Error(Message::kTurnTooLong, {core::quoted(part)});
    }
    auto action = now.parse_action(part);
    if (!action) return action.error();
    actions.push_back(*action);
    now.apply(*action);
  }
  return actions;
}

std::vector<std::string> line_texts(Position position, const std::vector<Action>& actions) {
  std::vector<std::string> turns;
  bool new_turn = true;
  for (const Action action : actions) {
    if (new_turn) turns.emplace_back();
    turns.back() += (new_turn ? "" : ",") + position.action_text(action);
    position.apply(action);
    new_turn = position.at_turn_start();
  }
  return turns;
}

std::string turn_text(Position position, const std::vector<Action>& actions) {
  std::vector<std::string> parts;
  for (const Action action : actions) {
    parts.push_back(position.action_text(action));
    position.apply(action);
  }
  return core::join(parts, ",");
}

}  // namespace games
