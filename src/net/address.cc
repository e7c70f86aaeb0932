#include "net/address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

#include "core/scan.h"

namespace net {

namespace {

constexpr std::size_t kV4At = 12;  // where an IPv4 address begins in an IPv6 one
constexpr int kV4Bits = 96;

bool is_v4(const Address& address) {
  constexpr std::array<std::uint8_t, kV4At> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  return std::equal(kMapped.begin(), kMapped.end(), address.begin());
}

std::string text_of(const Address& address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (is_v4(address)) {
    inet_ntop(AF_INET, address.data() + kV4At, text, sizeof text);
  } else {
    inet_ntop(AF_INET6, address.data(), text, sizeof text);
  }
  return text;
}

}  // namespace

std::optional<Address> parse_address(std::string_view text) {
  // A zone says by which of our own cables it came.
  const std::string plain(text.substr(0, text.find('%')));
  Address address{};
  if (inet_pton(AF_INET6, plain.c_str(), address.data()) == 1) return address;
  in_addr v4{};
  if (plain.size() != text.size() || inet_pton(AF_INET, plain.c_str(), &v4) != 1) {
    return std::nullopt;
  }
  address = {};
  address[10] = address[11] = 0xff;
  std::memcpy(address.data() + kV4At, &v4, sizeof v4);
  return address;
}

bool is_loopback(const Address& address) {
  constexpr Address kOne = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return address == kOne || (is_v4(address) && address[kV4At] == 127);
}

std::string visitor_name(const Address& address) {
  if (is_v4(address) || is_loopback(address)) return text_of(address);
  auto network = address;
  std::fill(network.begin() + 8, network.end(), std::uint8_t{0});
  return text_of(network) + "/64";
}

bool Network::contains(const Address& other) const {
  for (int bit = 0; bit < bits; ++bit) {
    const auto at = static_cast<std::size_t>(bit / 8);
    if (((address[at] ^ other[at]) >> (7 - bit % 8) & 1) != 0) return false;
  }
  return true;
}

std::optional<Network> parse_network(std::string_view text) {
  const auto slash = text.find('/');
  const auto address = parse_address(text.substr(0, slash));
  if (!address || text.find('%') != std::string_view::npos) return std::nullopt;
  const bool v4 = text.find(':') == std::string_view::npos;
  Network network{*address, 128};
  if (slash != std::string_view::npos) {
    const auto bits = core::whole_number(text.substr(slash + 1), v4 ? 32 : 128);
    if (!bits) return std::nullopt;
    network.bits = static_cast<int>(*bits) + (v4 ? kV4Bits : 0);
  }
  return network;
}

bool contains(const std::vector<Network>& networks, const Address& address) {
  return std::any_of(networks.begin(), networks.end(),
                     [&](const Network& network) { return network.contains(address); });
}

}  // namespace net
