// An open file, socket or pipe, closed with the object.
#pragma once

#include <unistd.h>

#include <utility>

namespace core {

class Descriptor {
 public:
  explicit Descriptor(int file = -1) : file_(file) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }

  int get() const { return file_; }
  bool open() const { return file_ >= 0; }
  // False, with errno, where what was written may be lost. The file is closed either way.
  bool close() { return !open() || ::close(std::exchange(file_, -1)) == 0; }

 private:
  int file_;
};

}  // namespace core
