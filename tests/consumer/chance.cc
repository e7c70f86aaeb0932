// Many random games with the installed library: who wins Yavalath by chance.
#include <cstdio>

#include "wide/playouts.h"

int main() {
  const auto start = games::Position::start(*games::find_game("yavalath"), {{"swap", "off"}});
  if (!start) return 1;
  games::PlayoutTotals totals;
  wide::play_out_many(*start, 1'000'000, 1, totals);
  const double first = static_cast<double>(totals.wins[0]) / static_cast<double>(totals.playouts);
  std::printf("the first player wins %.1f %%\n", 100 * first);
  return first > 0.46 && first < 0.48 ? 0 : 1;
}
