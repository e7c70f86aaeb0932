// One end of a WebSocket on loopback that never waits: whoever has thousands of them asks epoll
// which one has something.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tests {

class NonblockingSocket {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Stage { kClosed, kConnecting, kUpgrading, kOpen };

  NonblockingSocket() = default;
  ~NonblockingSocket() { close(); }
  NonblockingSocket(const NonblockingSocket&) = delete;
  NonblockingSocket& operator=(const NonblockingSocket&) = delete;
  NonblockingSocket(NonblockingSocket&& other) noexcept;

  // Begins to connect, and has epoll tell of it under this tag. False where nobody listens.
  bool open(int port, int epoll, std::uint64_t tag);
  void close();

  Stage stage() const { return stage_; }
  // Nothing has come for so long; since open() where nothing ever came.
  Clock::duration silence() const { return Clock::now() - heard_; }

  // Reads what is there; the texts of whole messages. The socket is closed where it ended.
  std::vector<std::string> receive();
  // How it ended, where it did so by itself since this was asked last; else "".
  std::string take_end() { return std::exchange(why_, ""); }
  void send_text(std::string_view text);
  // What did not fit into the kernel's buffer.
  void flush();

 private:
  void end(const char* why);
  void send(std::string_view bytes);
  bool finish_connecting();
  bool finish_upgrade();

  int file_ = -1, epoll_ = -1;
  std::uint64_t tag_ = 0;
  Stage stage_ = Stage::kClosed;
  Clock::time_point heard_{};
  std::string in_, out_, why_;
};

}  // namespace tests
