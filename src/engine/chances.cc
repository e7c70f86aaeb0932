#include "engine/chances.h"

#include <variant>

#include "eval/net.h"
#include "registry/games.h"
#include "registry/registry.h"

namespace engine {

ValueSource source_of(const games::Position& position, bool net) {
  const bool by_net = std::visit(
      []<class State>(const State& state) {
        using Evaluator = registry::EvaluatorOf<State>;
        if constexpr (eval::HasNetInputs<Evaluator>) {
          return Evaluator::net_fits(state.options()) &&
                 eval::shipped_net(State::kName, Evaluator::kNetInputs) != nullptr;
        }
        return false;
      },
      position.state());
  return net && by_net ? ValueSource::kNet : ValueSource::kTerms;
}

double chance_to_win(std::string_view game, search::Value value, ValueSource source) {
  const auto& entry = registry::entry_of(game);
  const auto& calibration = source == ValueSource::kNet ? entry.net_calibration : entry.calibration;
  return calibration.chance_to_win(value);
}

std::array<double, 3> chances_of_two(std::string_view game, search::Value value, int mover,
                                     ValueSource source) {
  const double chance = chance_to_win(game, value, source);
  return mover == 0 ? std::array<double, 3>{chance, 1 - chance, 0}
                    : std::array<double, 3>{1 - chance, chance, 0};
}

}  // namespace engine
