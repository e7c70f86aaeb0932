#include "games/symmetry.h"

#include <algorithm>

#include "core/random.h"
#include "core/scan.h"

namespace games {

namespace {

// Which symmetry leads to the image with the smallest hash; the first of several.
template <Game State>
int canonical_symmetry(const State& state) {
  int best = 0;
  std::uint64_t smallest = state.hash();
  for (int symmetry = 1; symmetry < state.symmetry_count(); ++symmetry) {
    const auto hash = state.transformed(symmetry).hash();
    if (hash >= smallest) continue;
    smallest = hash;
    best = symmetry;
  }
  return best;
}

// One that leads from a state to another, its image.
template <Game State>
int symmetry_between(const State& from, const State& to) {
  int symmetry = 0;
  while (symmetry + 1 < from.symmetry_count() && from.transformed(symmetry).hash() != to.hash()) {
    ++symmetry;
  }
  return symmetry;
}

std::uint64_t salt_of(const Position& position) {
  std::uint64_t salt = 0;
  const auto add = [&salt](std::string_view text) {
    for (const char c : text) salt = core::mix(salt ^ static_cast<unsigned char>(c));
  };
  add(position.game().name);
  add(" ");
  add(options_text(position.options_in_force()));
  return salt;
}

// The spelling of some actions on an image of the state they are played in.
template <Game State>
std::string image_text(State state, const std::vector<Action>& actions, int symmetry) {
  State image = state.transformed(symmetry);
  std::vector<std::string> parts;
  for (const Action action : actions) {
    const Action there = state.transformed_action(action, symmetry);
    parts.push_back(image.action_text(there));
    image.apply(there);
    state.apply(action);
  }
  return core::join(parts, ",");
}

}  // namespace

std::uint64_t symmetric_hash(const AnyState& state) {
  return std::visit([](const auto& one) { return one.transformed(canonical_symmetry(one)).hash(); },
                    state);
}

std::uint64_t symmetric_key(const Position& position) {
  return core::mix(symmetric_hash(position.state()) ^ salt_of(position));
}

std::string canonical_turn(const Position& position, const std::vector<Action>& actions) {
  return std::visit(
      [&](const auto& state) { return image_text(state, actions, canonical_symmetry(state)); },
      position.state());
}

std::vector<std::vector<Action>> symmetric_actions(const Position& position,
                                                   const std::vector<Action>& actions) {
  const auto images = [&]<Game State>(const State& start) {
    std::vector<std::vector<Action>> all = {actions};
    for (int symmetry = 1; symmetry < start.symmetry_count(); ++symmetry) {
      if (start.transformed(symmetry).hash() != start.hash()) continue;
      std::vector<Action> image;
      State state = start;
      for (const Action action : actions) {
        image.push_back(state.transformed_action(action, symmetry));
        state.apply(action);
      }
      all.push_back(std::move(image));
    }
    return all;
  };
  return std::visit(images, position.state());
}

Parsed<std::vector<Action>> turn_from_canonical(const Position& position, std::string_view text) {
  const auto back = [&]<Game State>(const State& state) -> std::string {
    State image = state.transformed(canonical_symmetry(state));
    const int symmetry = symmetry_between(image, state);
    std::vector<Action> actions;
    for (State now = image; const auto part : core::split(text, ',')) {
      const auto action = now.parse_action(part);
      if (!action || now.outcome().over()) return "";
      actions.push_back(*action);
      now.apply(*action);
    }
    return image_text(image, actions, symmetry);
  };
  return parse_turn(position, std::visit(back, position.state()));
}

}  // namespace games
