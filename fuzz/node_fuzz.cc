// What servers say to each other: bytes of any kind are read as each of the messages, and what can
// be read is written and read again to the same.
#include "api/node_json.h"
#include "support.h"

namespace {

const api::JsonNodeFormat format;

template <class Read>
void try_reading(std::string_view bytes, const Read& read) {
  const auto message = read(bytes);
  if (!message) return;
  const auto text = format.write(*message);
  const auto again = read(text);
  fuzz::require(again && format.write(*again) == text, "what was read is written the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try_reading(bytes, [](std::string_view text) { return format.read_act(text); });
  try_reading(bytes, [](std::string_view text) { return format.read_answer(text); });
  try_reading(bytes, [](std::string_view text) { return format.read_news(text); });
  try_reading(bytes, [](std::string_view text) { return format.read_follow(text); });
  try_reading(bytes, [](std::string_view text) { return format.read_states(text); });
  try_reading(bytes, [](std::string_view text) { return format.read_sightings(text); });
  return 0;
}
