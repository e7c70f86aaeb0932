// What the fuzz targets share.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "games/position.h"
#include "games/record_list.h"

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

// An accepted record must come back the same from both spellings.
inline void check_record(const games::Parsed<games::Record>& record) {
  if (!record) {
    require(!text::render(record.error(), text::Language::kPortuguese).empty(), "error");
    return;
  }
  const auto from_pgn = games::parse_pgn(games::to_pgn(*record));
  require(from_pgn && *from_pgn == *record, "a written PGN is read as the same record");
  const auto json = games::to_json(*record);
  const auto from_json = games::parse_record_json(json);
  require(bool(from_json), "a written JSON is read");
  // JSON is UTF-8: odd bytes were replaced when it was written, and nothing else may differ.
  const bool replaced = json.find("\xef\xbf\xbd") != std::string::npos;
  require(replaced || *from_json == *record, "a written JSON is read as the same record");
  require(games::to_json(*from_json) == json, "a read JSON is written the same");
}

// A text of any number of games: each is found where it is and as it is, also behind another one.
inline void check_records(std::string_view text) {
  const auto games = games::split_records(text);
  if (!games) {
    require(!text::render(games.error(), text::Language::kPortuguese).empty(), "error");
    return;
  }
  require(!games->empty(), "at least one game");
  std::string pgn;
  std::vector<games::Record> records;
  for (const auto& game : *games) {
    const auto record = games::parse_record(game);
    check_record(record);
    if (!record) continue;
    records.push_back(*record);
    pgn += games::to_pgn(*record);
  }
  if (records.empty()) return;
  const auto again = games::split_records(pgn);
  require(again && again->size() == records.size(), "written games are found again");
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto record = games::parse_record((*again)[i]);
    require(record && *record == records[i], "a game among others is read as the same record");
  }
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace fuzz
