#include "local/signature.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>

#include "engine/bench.h"
#include "local/host.h"

namespace local {

void tell_signature(const std::string& name) {
  const auto* game = games::find_game(name);
  if (game == nullptr) return;
  engine::bench_search(*game);  // the net is here now, and the code is warm
  const auto begin = std::chrono::steady_clock::now();
  const auto bench = engine::bench_search(*game);
  const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
  char signature[17];
  std::snprintf(signature, sizeof signature, "%016" PRIx64, bench.signature);
  tell_host(
      {{"signature",
        {{"game", name}, {"search", signature}, {"nodes", bench.nodes}, {"ms", ms.count()}}}});
}

}  // namespace local
