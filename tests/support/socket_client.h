// A client of the server on plain sockets: it sends any bytes, also those that no library would.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tests {

struct HttpAnswer {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// One frame of a WebSocket.
struct Frame {
  int opcode = 1;  // 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong
  std::string payload;
  bool final = true;
};
// As a client sends it. `masked` only to do it wrong.
std::string frame_bytes(const Frame& frame, bool masked = true);
// Takes the first frame that a server sent off the bytes, if it is whole.
std::optional<Frame> take_frame(std::string& bytes);
// Takes the first answer off the bytes, if it is whole. `head`: an answer to HEAD.
std::optional<HttpAnswer> take_answer(std::string& bytes, bool head = false);

std::string upgrade_text(std::string_view path = "/api/socket", std::string_view more = "",
                         std::string_view host = "localhost");

// Blocking, with a limit on everything, a minute unless another is set: only what never comes is
// given up.
class SocketClient {
 public:
  static constexpr std::chrono::milliseconds kPatience{60'000};

  // `from`: which of this machine's addresses it comes from, 127.0.0.1 and so on; "" for any.
  explicit SocketClient(int port, const std::string& from = "");
  ~SocketClient();
  SocketClient(const SocketClient&) = delete;
  SocketClient& operator=(const SocketClient&) = delete;
  SocketClient(SocketClient&& other) noexcept;

  void set_patience(std::chrono::milliseconds time) { patience_ = time; }

  // False where the other side closed. May block while the other side does not read.
  bool send(std::string_view bytes);
  // The next answer; status 0 where the connection ended or nothing came.
  HttpAnswer answer(bool head = false);
  HttpAnswer get(std::string_view path, std::string_view more_headers = "");
  HttpAnswer post(std::string_view path, std::string_view body);

  // Makes it a WebSocket; the status of the answer.
  int upgrade(std::string_view path = "/api/socket", std::string_view more_headers = "");
  void send_text(std::string_view text);
  // Is there one that was read already?
  bool has_frame() const;
  // The next frame; opcode -1 where the connection ended or nothing came.
  Frame frame();

  // Does the other side close? What it sends before is kept.
  bool closes(std::chrono::milliseconds within = kPatience);
  // Does the other side end it in order, and not by a reset?
  bool ends_in_order();
  bool ended() const { return ended_; }  // as far as was read
  // Sends nothing any more; still reads.
  void shut_writing();
  // The receive buffer of the kernel, for one who reads slowly.
  void receive_little();
  int file() const { return file_; }

 private:
  // False at the end of the stream or when nothing comes for `time`.
  bool read_more(std::chrono::milliseconds time);

  int file_;
  std::chrono::milliseconds patience_ = kPatience;
  bool ended_ = false, reset_ = false;
  std::string buffer_;
};

}  // namespace tests
