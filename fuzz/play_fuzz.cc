// Actions: the first byte chooses game and options, each further line is a turn to play. Whatever
// is accepted must be a legal action and leave a position that prints and reads back.
#include <algorithm>

#include "core/scan.h"
#include "games/history.h"
#include "support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& variant = fuzz::choose_variant(data[0]);
  games::History history(*games::Position::start(*variant.game, variant.options));
  for (const auto line : core::split(fuzz::text_of(data + 1, size - 1), '\n')) {
    if (history.outcome().over()) break;
    const auto actions = games::parse_turn(history.position(), line);
    if (!actions) continue;
    for (const auto action : *actions) {
      const auto legal = history.position().legal_actions();
      fuzz::require(std::find(legal.begin(), legal.end(), action) != legal.end(), "legal");
      history.apply(action);
    }
  }
  const auto text = history.position().to_text();
  const auto again = games::Position::parse(*variant.game, text, variant.options);
  fuzz::require(again && again->to_text() == text, "a reached position is read");
  return 0;
}
