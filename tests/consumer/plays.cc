// The engine plays a whole game against itself; the last line says how it ended.
#include <cstdio>

#include "engine/engine.h"

int main() {
  games::History game(*games::Position::start(*games::find_game("yavalath")));
  engine::Engine engine;
  engine::Budget budget;
  budget.nodes = 2'000;
  while (!game.outcome().over()) {
    const auto turn = engine.think(game, budget);
    std::puts(games::turn_text(game.position(), turn).c_str());
    for (const auto action : turn) game.apply(action);
  }
  std::puts(games::result_code(game.outcome()));
}
