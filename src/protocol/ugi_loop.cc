// The edge of the UGI engine: a file descriptor in, standard output out.
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "protocol/ugi.h"

namespace protocol {

namespace {

// Splits a stream of bytes into lines and never keeps more than one line in memory.
class LineReader {
 public:
  explicit LineReader(int input) : input_(input) {}

  enum class Got { kLine, kTooLong, kEnd };

  // The next line without its break; what stands before the end of input counts as a line.
  Got next(std::string& line) {
    line.clear();
    bool too_long = false;
    while (true) {
      const auto end = buffer_.find('\n', at_);
      const auto part = buffer_.substr(at_, end == std::string::npos ? end : end - at_);
      too_long = too_long || line.size() + part.size() > kMaxLineBytes;
      if (!too_long) line += part;
      if (end != std::string::npos) {
        at_ = end + 1;
        return too_long ? Got::kTooLong : Got::kLine;
      }
      if (!fill()) {
        if (too_long) return Got::kTooLong;
        return line.empty() ? Got::kEnd : Got::kLine;
      }
    }
  }

 private:
  bool fill() {
    buffer_.resize(kChunk);
    at_ = 0;
    ssize_t got = 0;
    do {
      got = read(input_, buffer_.data(), buffer_.size());
    } while (got < 0 && errno == EINTR);
    buffer_.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return got > 0;
  }

  static constexpr std::size_t kChunk = std::size_t{1} << 16;

  int input_;
  std::string buffer_;
  std::size_t at_ = 0;
};

}  // namespace

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
  LineReader reader(input);
  std::string line;
  while (writable) {
    const auto got = reader.next(line);
    if (got == LineReader::Got::kEnd) break;
    if (got == LineReader::Got::kTooLong) {
      engine.refuse_long_line();
    } else if (!engine.handle(line)) {
      break;
    }
  }
  engine.finish();
  return writable ? 0 : 1;
}

}  // namespace protocol
