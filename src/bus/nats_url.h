// Reading nats://… for two purposes: connecting, and telling people where without telling them the
// password.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "text/text.h"

namespace bus {

struct NatsUrl {
  std::string server;          // nats://host:port, without what is secret
  std::string user, password;  // both, or
  std::string token;           // this, or nothing
  // For people: no password and no token in it.
  std::string place() const;
};

// nats://[USER:PASSWORD@|TOKEN@]HOST[:PORT]; odd characters as %40. The error does not repeat it.
core::Result<NatsUrl, text::Error> parse_nats_url(std::string_view url);

}  // namespace bus
