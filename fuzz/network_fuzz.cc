// The network half of the server: bytes of any kind come in over a real connection. The first byte
// says what they are: HTTP, what follows the handshake of a WebSocket, or the texts of its
// messages, one a line.
#include <cstdlib>
#include <memory>

#include "core/scan.h"
#include "net/listener.h"
#include "served.h"
#include "socket_client.h"
#include "support.h"

namespace {

// A listener with the real service behind it.
class House {
 public:
  House() {
    service_ = fuzz::make_service();
    net::ListenerSettings network;
    network.threads = 1;
    network.trusted_proxies = {*net::parse_network("127.0.0.1")};  // reads what proxies say
    auto opened = net::Listener::open(network, *service_);
    fuzz::require(bool(opened), "it listens");
    listener_ = *std::move(opened);
  }
  ~House() {
    listener_->stop();
    service_->stop();
  }
  int port() const { return listener_->port(); }

 private:
  std::unique_ptr<net::Service> service_;
  std::unique_ptr<net::Listener> listener_;
};

// Whatever came, the other side answers properly or hangs up, and does not wait for ever.
void expect_answers(tests::SocketClient& client) {
  for (auto answer = client.answer(); answer.status != 0; answer = client.answer()) {
    fuzz::require(answer.status >= 100 && answer.status < 600, "a status");
  }
  fuzz::require(client.closes(std::chrono::seconds(20)), "it hangs up");
}

void expect_frames(tests::SocketClient& client) {
  for (auto frame = client.frame(); frame.opcode >= 0; frame = client.frame()) {
    const bool known = frame.opcode == 1 || (frame.opcode >= 8 && frame.opcode <= 10);
    fuzz::require(known && frame.final, "a frame of ours");
  }
  fuzz::require(client.closes(std::chrono::seconds(20)), "it hangs up");
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/) {
  fuzz::warm_up();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Now and then a new one: what was made at its tables would fill the memory.
  constexpr int kInputsOfAHouse = 2000;
  static std::unique_ptr<House> house;
  static int inputs = 0;
  if (inputs++ % kInputsOfAHouse == 0) {
    house.reset();
    house = std::make_unique<House>();
  }
  if (size == 0) return 0;
  const auto text = fuzz::text_of(data, size).substr(1);
  tests::SocketClient client(house->port());
  const int kind = data[0] % 3;
  if (kind > 0) fuzz::require(client.upgrade() == 101, "a WebSocket");
  if (kind == 2) {
    for (const auto line : core::split(text, '\n')) client.send_text(line);
  } else {
    client.send(text);
  }
  client.shut_writing();
  if (kind == 0) {
    expect_answers(client);
  } else {
    expect_frames(client);
  }
  return 0;
}
