// Records as PGN, one of them or many: an accepted record must come back the same from both
// spellings.
#include "support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::check_record(games::parse_pgn(fuzz::text_of(data, size)));
  fuzz::check_records(fuzz::text_of(data, size));
  return 0;
}
