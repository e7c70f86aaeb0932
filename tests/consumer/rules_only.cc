// Counts leaves: the rules without an engine.
#include <cstdio>

#include "games/position.h"

int main() {
  const auto start = games::Position::start(*games::find_game("yavalath"));
  if (!start || start->perft(3) != 219'600) return 1;
  std::puts("rules work");
}
