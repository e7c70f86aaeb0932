// The engine protocol: the first byte chooses game and options, the rest are lines.
#include "core/scan.h"
#include "protocol/ugi.h"
#include "support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& variant = fuzz::choose_variant(data[0]);
  protocol::UgiEngine engine(*variant.game, variant.options, [](const std::string& line) {
    // Only the drawing of `d` has several lines.
    fuzz::require(!line.starts_with("error ") || line.find('\n') == std::string::npos,
                  "an error is one line");
  });
  // A small table: it is made anew for every input that thinks.
  engine.handle("setoption name Hash value 1");
  for (const auto line : core::split(fuzz::text_of(data + 1, size - 1), '\n')) {
    // Deep counts take long by nature and are not what is looked for here.
    if (line.find("perft") != std::string_view::npos) continue;
    if (!engine.handle(line)) break;
    // A `go` may be for years: end it before the next line waits for it.
    engine.handle("stop");
  }
  return 0;
}
