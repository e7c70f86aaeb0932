// Records as JSON: an accepted record must come back the same from both spellings.
#include "games/record.h"
#include "support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto record = games::parse_record_json(fuzz::text_of(data, size));
  if (!record) {
    fuzz::require(!text::render(record.error(), text::Language::kPortuguese).empty(), "error");
    return 0;
  }
  const auto pgn = games::to_pgn(*record);
  const auto from_pgn = games::parse_pgn(pgn);
  fuzz::require(bool(from_pgn), "a written PGN is read");
  fuzz::require(games::to_pgn(*from_pgn) == pgn, "a read PGN is written the same");
  const auto json = games::to_json(*record);
  const auto from_json = games::parse_record_json(json);
  fuzz::require(bool(from_json), "a written JSON is read");
  fuzz::require(games::to_json(*from_json) == json, "a read JSON is written the same");
  return 0;
}
