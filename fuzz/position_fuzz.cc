// Position texts: the first byte chooses game and options, the rest is the text. An accepted text
// must print and read back as the same position, and its actions must be playable.
#include "support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& variant = fuzz::choose_variant(data[0]);
  const auto position =
      games::Position::parse(*variant.game, fuzz::text_of(data + 1, size - 1), variant.options);
  if (!position) {
    fuzz::require(!text::render(position.error(), text::Language::kPortuguese).empty(), "error");
    return 0;
  }
  const auto text = position->to_text();
  const auto again = games::Position::parse(*variant.game, text, variant.options);
  fuzz::require(bool(again), "a printed position is read");
  fuzz::require(again->to_text() == text, "a printed position prints the same");
  fuzz::require(again->hash() == position->hash(), "the same position has the same hash");
  const auto actions = position->legal_actions();
  fuzz::require(actions.empty() == position->outcome().over(), "over means no actions");
  for (const auto action : actions) {
    auto next = *position;
    next.apply(action);
    const auto parsed = position->parse_action(position->action_text(action));
    fuzz::require(parsed && *parsed == action, "a printed action is read");
  }
  position->scene();
  return 0;
}
