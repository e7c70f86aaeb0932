#include "core/line_reader.h"

#include <unistd.h>

#include <cerrno>

namespace core {

namespace {

constexpr std::size_t kLineChunk = std::size_t{1} << 16;

}  // namespace

LineReader::Got LineReader::next(std::string& line) {
  line.clear();
  bool too_long = false;
  while (true) {
    const auto end = buffer_.find('\n', at_);
    const auto part = buffer_.substr(at_, end == std::string::npos ? end : end - at_);
    too_long = too_long || line.size() + part.size() > max_bytes_;
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

bool LineReader::fill() {
  buffer_.resize(kLineChunk);
  at_ = 0;
  ssize_t got = 0;
  do {
    got = read(input_, buffer_.data(), buffer_.size());
  } while (got < 0 && errno == EINTR);
  buffer_.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return got > 0;
}

}  // namespace core
