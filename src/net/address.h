// Addresses of the Internet: who counts as one visitor, and which networks are trusted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace net {

// IPv6; those of IPv4 stand in ::ffff:0:0/96.
using Address = std::array<std::uint8_t, 16>;

// `192.0.2.7`, `2001:db8::1` (perhaps with a %zone); nothing where it is no address.
std::optional<Address> parse_address(std::string_view text);

bool is_loopback(const Address& address);

// Who counts as one visitor: an IPv4 address, or the network of an IPv6 one (`2001:db8::/64`), in
// which everybody has as many addresses as he likes.
std::string visitor_name(const Address& address);

// All addresses that begin with the same bits.
struct Network {
  Address address{};
  int bits = 128;

  bool contains(const Address& other) const;
};

// `10.0.0.0/8`, `2001:db8::/32`, or a single address.
std::optional<Network> parse_network(std::string_view text);

bool contains(const std::vector<Network>& networks, const Address& address);

}  // namespace net
