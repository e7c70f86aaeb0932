// Lines from a file descriptor: never more than one line in memory, however long a stranger's is.
#pragma once

#include <string>

namespace core {

class LineReader {
 public:
  LineReader(int input, std::size_t max_bytes) : input_(input), max_bytes_(max_bytes) {}

  enum class Got { kLine, kTooLong, kEnd };

  // The next line without its break; what stands before the end of input counts as a line.
  Got next(std::string& line);
  // Can next() answer without reading?
  bool has_line() const { return buffer_.find('\n', at_) != std::string::npos; }

 private:
  bool fill();

  int input_;
  std::size_t max_bytes_;
  std::string buffer_;
  std::size_t at_ = 0;
};

}  // namespace core
