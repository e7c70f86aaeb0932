#include "socket_client.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace tests {

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string big_endian(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(number >> (8 * i));
  return text;
}

}  // namespace

std::string frame_bytes(const Frame& frame, bool masked) {
  constexpr char kMask[] = {0x12, 0x34, 0x56, 0x78};
  const std::size_t size = frame.payload.size();
  const int mask_bit = masked ? 0x80 : 0;
  std::string bytes(1, static_cast<char>((frame.final ? 0x80 : 0) | frame.opcode));
  if (size < 126) {
    bytes += static_cast<char>(mask_bit | static_cast<int>(size));
  } else if (size < 65536) {
    bytes += static_cast<char>(mask_bit | 126) + big_endian(size, 2);
  } else {
    bytes += static_cast<char>(mask_bit | 127) + big_endian(size, 8);
  }
  if (!masked) return bytes + frame.payload;
  bytes.append(kMask, 4);
  for (std::size_t i = 0; i < size; ++i) {
    bytes += static_cast<char>(frame.payload[i] ^ kMask[i % 4]);
  }
  return bytes;
}

std::optional<Frame> take_frame(std::string& bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < 2) return std::nullopt;
  std::size_t size = byte(1) & 0x7f, at = 2;
  const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
  if (bytes.size() < at + more) return std::nullopt;
  if (more > 0) size = 0;
  for (std::size_t i = 0; i < more; ++i) size = size << 8 | byte(at++);
  if (bytes.size() < at + size) return std::nullopt;
  Frame frame{byte(0) & 0x0f, bytes.substr(at, size), (byte(0) & 0x80) != 0};
  bytes.erase(0, at + size);
  return frame;
}

std::optional<HttpAnswer> take_answer(std::string& bytes, bool head) {
  const auto end = bytes.find("\r\n\r\n");
  if (end == std::string::npos) return std::nullopt;
  HttpAnswer answer;
  answer.status = std::stoi(bytes.substr(9, 3));
  for (auto at = bytes.find("\r\n") + 2; at < end;) {
    const auto stop = std::min(bytes.find("\r\n", at), end);
    const auto colon = bytes.find(':', at);
    answer.headers[lower(bytes.substr(at, colon - at))] = bytes.substr(colon + 2, stop - colon - 2);
    at = stop + 2;
  }
  const auto length = answer.headers.find("content-length");
  const std::size_t size = head || length == answer.headers.end() ? 0 : std::stoul(length->second);
  if (bytes.size() < end + 4 + size) return std::nullopt;
  answer.body = bytes.substr(end + 4, size);
  bytes.erase(0, end + 4 + size);
  return answer;
}

std::string upgrade_text(std::string_view path, std::string_view more, std::string_view host) {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: " + std::string(host) +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
         std::string(more) + "\r\n";
}

SocketClient::SocketClient(int port, const std::string& from)
    : file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in own{};
  own.sin_family = AF_INET;
  if (!from.empty() && (inet_pton(AF_INET, from.c_str(), &own.sin_addr) != 1 ||
                        bind(file_, reinterpret_cast<sockaddr*>(&own), sizeof own) != 0)) {
    close(file_);
    throw std::runtime_error("cannot come from " + from);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto connected = [&] {
    return connect(file_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  };
  // Ports of old connections come free a minute later; whoever makes many of them waits.
  bool done = connected();
  for (int tries = 0; !done && errno == EADDRNOTAVAIL && tries < 700; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    done = connected();
  }
  if (!done) {
    close(file_);
    throw std::runtime_error("cannot connect to port " + std::to_string(port));
  }
  const int on = 1;
  setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

SocketClient::SocketClient(SocketClient&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      patience_(other.patience_),
      ended_(other.ended_),
      reset_(other.reset_),
      buffer_(std::move(other.buffer_)) {}

SocketClient::~SocketClient() {
  if (file_ >= 0) close(file_);
}

bool SocketClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool SocketClient::read_more(std::chrono::milliseconds time) {
  pollfd poll_on{file_, POLLIN, 0};
  if (ended_ || poll(&poll_on, 1, static_cast<int>(time.count())) != 1) return false;
  char bytes[65536];
  const auto got = recv(file_, bytes, sizeof bytes, 0);
  ended_ = got <= 0;
  reset_ = got < 0;
  if (!ended_) buffer_.append(bytes, static_cast<std::size_t>(got));
  return !ended_;
}

HttpAnswer SocketClient::answer(bool head) {
  while (true) {
    if (auto answer = take_answer(buffer_, head)) return *std::move(answer);
    if (!read_more(patience_)) return {};
  }
}

HttpAnswer SocketClient::get(std::string_view path, std::string_view more_headers) {
  send("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more_headers) +
       "\r\n");
  return answer();
}

HttpAnswer SocketClient::post(std::string_view path, std::string_view body) {
  send("POST " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
       std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
  return answer();
}

int SocketClient::upgrade(std::string_view path, std::string_view more_headers) {
  send(upgrade_text(path, more_headers));
  return answer().status;
}

void SocketClient::send_text(std::string_view text) { send(frame_bytes({1, std::string(text)})); }

Frame SocketClient::frame() {
  while (true) {
    if (auto frame = take_frame(buffer_)) return *std::move(frame);
    if (!read_more(patience_)) return {-1, "", true};
  }
}

bool SocketClient::has_frame() const {
  auto bytes = buffer_;
  return take_frame(bytes).has_value();
}

bool SocketClient::closes(std::chrono::milliseconds within) {
  const auto end = std::chrono::steady_clock::now() + within;
  while (!ended_) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    read_more(left);
  }
  return true;
}

bool SocketClient::ends_in_order() { return closes() && !reset_; }

void SocketClient::shut_writing() { shutdown(file_, SHUT_WR); }

void SocketClient::receive_little() {
  const int bytes = 4096;
  setsockopt(file_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

}  // namespace tests
