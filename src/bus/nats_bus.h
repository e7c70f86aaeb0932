// The bus over a NATS server. It connects by itself, and again for ever when the connection is
// lost, between 0.2 and 2 s after the last try.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "bus/bus.h"
#include "bus/nats_url.h"

namespace bus {

struct NatsSettings {
  NatsUrl url;
  std::string name = "tabuleiro";  // what the NATS server calls us
  std::chrono::milliseconds connect_timeout{1000};
  // A server that does not answer so many of these in a row is lost: two seconds.
  std::chrono::milliseconds ping{500};
  int pings = 3;
  int threads = 4;                                // for handlers and answers
  std::size_t max_unsent = std::size_t{1} << 25;  // bytes
  std::size_t max_unread = std::size_t{1} << 24;  // bytes, of each subscription
};

// Returns at once, usually before there is a connection. Its end takes at most as long as one try
// to connect, and what the handlers take.
std::unique_ptr<Bus> make_nats_bus(const NatsSettings& settings);

}  // namespace bus
