// Asks the engine for a turn and checks that it is legal.
#include <cstdio>

#include "engine/engine.h"

int main() {
  const auto start = games::Position::start(*games::find_game("epaminondas"));
  if (!start) return 1;
  games::History history(*start);
  engine::Engine engine;
  engine::Budget budget;
  budget.nodes = 2'000;
  const auto turn = engine.think(history, budget);
  if (!games::parse_turn(history.position(), games::turn_text(history.position(), turn))) return 1;
  std::puts("engine works");
}
