// Nets and games against oneself: the first byte says which. What is accepted is used, and games
// come back the same. The end of a net is its checksum: it is set right, or only noise would be
// tried.
#include "arena/selfplay.h"
#include "core/sha256.h"
#include "eval/sixteen_stone.h"
#include "eval/yavalath.h"
#include "support.h"

namespace {

std::string repaired(std::string_view content) {
  const auto kept = content.substr(0, content.size() - std::min<std::size_t>(content.size(), 32));
  const auto sum = core::sha256(kept);
  return std::string(kept) + std::string(sum.begin(), sum.end());
}

template <class Evaluator>
void try_net(const std::string& bytes) {
  using State = typename Evaluator::State;
  const auto net = eval::Net::read(bytes, State::kName, Evaluator::kNetInputs);
  if (!net) {
    fuzz::require(!text::render(net.error(), text::Language::kPortuguese).empty(), "error");
    return;
  }
  const Evaluator with(&*net);
  const auto start = State::start({});
  fuzz::require(with.evaluate(start) == with.evaluate(start), "the same answer");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = fuzz::text_of(data, size);
  if (text.empty()) return 0;
  if (text[0] == 'g') {
    const auto game = arena::read_selfplay_game(text.substr(1));
    if (!game) return 0;
    const auto again = arena::read_selfplay_game(arena::selfplay_bytes(*game));
    fuzz::require(again && *again == *game, "a game comes back the same");
    return 0;
  }
  const auto bytes = repaired(text.substr(1));
  try_net<eval::YavalathEvaluator>(bytes);
  try_net<eval::SixteenStoneEvaluator>(bytes);
  return 0;
}
