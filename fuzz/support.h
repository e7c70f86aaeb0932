// What the fuzz targets share.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "games/position.h"

namespace fuzz {

// A broken promise ends the run, so that libFuzzer keeps the input.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

struct Variant {
  const games::GameInfo* game;
  games::OptionMap options;
};

// Every game with every combination of its options, so that one byte chooses.
inline const Variant& choose_variant(std::uint8_t byte) {
  static const std::vector<Variant> variants = [] {
    std::vector<Variant> list;
    for (const auto& game : games::all_games()) {
      for (const auto& options : games::option_combinations(game)) list.push_back({&game, options});
    }
    return list;
  }();
  return variants[byte % variants.size()];
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace fuzz
