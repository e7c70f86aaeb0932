// AbstractPlay's records and lists of moves: what is accepted is a sound record, and one that can
// be written comes back with the same turns and result.
#include "games/abstractplay.h"
#include "support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte chooses the game of a bare list, and two or three players.
  static constexpr const char* kGames[] = {"", "yavalath", "epaminondas", "yavalath"};
  const auto choice = data[0] % 4;
  games::OptionMap options;
  if (choice == 3) options["players"] = "3";
  const auto record =
      games::parse_abstractplay(fuzz::text_of(data + 1, size - 1), kGames[choice], options);
  fuzz::check_record(record);
  if (!record) return 0;
  const auto text = games::to_abstractplay(*record, "2026-11-15T10:00:00Z");
  if (!text) return 0;
  const auto back = games::parse_abstractplay(*text);
  fuzz::require(bool(back), "a written record is read");
  fuzz::require(back->turns == record->turns, "with the same turns");
  fuzz::require(back->result == record->result, "and the same result");
  return 0;
}
