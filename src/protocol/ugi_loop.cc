// The edge of the UGI engine: a file descriptor in, standard output out.
#include <atomic>
#include <csignal>
#include <cstdio>

#include "core/line_reader.h"
#include "protocol/ugi.h"

namespace protocol {

int run_ugi(const games::GameInfo& game, const games::OptionMap& options, int input) {
  // Ctrl-C in a terminal reaches the engines of a match too; only `quit` and the end of input end
  // them. A peer that is gone shows as a failed write.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  std::atomic<bool> writable{true};  // lines also come from the thread that thinks
  UgiEngine engine(game, options, [&](const std::string& line) {
    const bool written = std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
                         std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
    if (!written) writable = false;
  });
  core::LineReader reader(input, kMaxLineBytes);
  std::string line;
  while (writable) {
    const auto got = reader.next(line);
    if (got == core::LineReader::Got::kEnd) break;
    if (got == core::LineReader::Got::kTooLong) {
      engine.refuse_long_line();
    } else if (!engine.handle(line)) {
      break;
    }
  }
  engine.finish();
  return writable ? 0 : 1;
}

}  // namespace protocol
