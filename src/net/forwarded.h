// Who stands behind a proxy: the headers Forwarded (RFC 7239) and X-Forwarded-For, -Proto. They can
// be written by anybody, so they count from trusted proxies only, and of their list the last
// address that is no such proxy: what stands before it is hearsay.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "net/address.h"

namespace net {

// As they came, each joined by commas where it came several times; "" where it did not.
struct ProxyHeaders {
  std::string forwarded;
  std::string forwarded_for;
  std::string forwarded_proto;
};

struct Sender {
  // `visitor_name` of his address, or a name the proxy has for him (`_a1`); "" where it is not
  // told.
  std::string name;
  bool loopback = false;
  std::string scheme;  // "http", "https", or "" where it is not told
};

// X-Forwarded-For counts where both are there: most proxies write it and let the other pass.
Sender sender_behind(const ProxyHeaders& headers, const std::vector<Network>& trusted);

}  // namespace net
