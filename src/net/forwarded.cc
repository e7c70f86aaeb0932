#include "net/forwarded.h"

#include <algorithm>
#include <string_view>

#include "core/lower.h"
#include "core/scan.h"

namespace net {

namespace {

// One proxy's word on whom it had the request from.
struct Hop {
  std::string node;
  std::string scheme;
};

// Cuts where quotes do not protect.
std::vector<std::string_view> split_outside_quotes(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted && text[i] == '\\') ++i;
    if (quoted || i >= text.size() || text[i] != separator) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// Neither addresses nor schemes need a backslash: what has one stays what it is and is no address.
std::string_view unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return text;
  return text.substr(1, text.size() - 2);
}

// `for=192.0.2.60;proto=https, for="[2001:db8::1]:4711"`.
std::vector<Hop> hops_of_forwarded(std::string_view header) {
  std::vector<Hop> hops;
  for (const auto element : split_outside_quotes(header, ',')) {
    Hop hop;
    for (const auto pair : split_outside_quotes(element, ';')) {
      const auto equals = pair.find('=');
      if (equals == std::string_view::npos) continue;
      const auto name = core::lower(core::trim(pair.substr(0, equals)));
      const auto value = unquoted(core::trim(pair.substr(equals + 1)));
      if (name == "for") hop.node = value;
      if (name == "proto") hop.scheme = core::lower(value);
    }
    hops.push_back(std::move(hop));
  }
  return hops;
}

// The scheme is that of the last proxy, whichever hop counts.
std::vector<Hop> hops_of_list(std::string_view addresses, std::string_view schemes) {
  const auto scheme = core::lower(core::trim(schemes.substr(schemes.rfind(',') + 1)));
  std::vector<Hop> hops;
  for (const auto address : core::split(addresses, ',')) {
    hops.push_back({std::string(core::trim(address)), scheme});
  }
  return hops;
}

// `192.0.2.7`, `192.0.2.7:80`, `2001:db8::1`, `[2001:db8::1]:80`.
std::optional<Address> address_of_node(std::string_view node) {
  if (node.starts_with('[')) {
    const auto end = node.find(']');
    return end == std::string_view::npos ? std::nullopt : parse_address(node.substr(1, end - 1));
  }
  const auto colon = node.find(':');
  const bool port = colon != std::string_view::npos && node.find(':', colon + 1) == node.npos;
  return parse_address(port ? node.substr(0, colon) : node);
}

// A proxy may give its visitors names of its own.
bool is_obfuscated(std::string_view node) {
  constexpr std::size_t kMaxName = 64;
  return node.starts_with('_') && node.size() <= kMaxName &&
         std::all_of(node.begin(), node.end(), [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

Sender sender_behind(const ProxyHeaders& headers, const std::vector<Network>& trusted) {
  const auto hops = headers.forwarded_for.empty()
                        ? hops_of_forwarded(headers.forwarded)
                        : hops_of_list(headers.forwarded_for, headers.forwarded_proto);
  Sender sender;
  for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
    const auto address = address_of_node(hop->node);
    if (!address && !is_obfuscated(hop->node)) break;
    sender.name = address ? visitor_name(*address) : hop->node;
    sender.loopback = address && is_loopback(*address);
    sender.scheme = hop->scheme;
    if (!address || !contains(trusted, *address)) break;
  }
  if (sender.name.empty()) sender.scheme = core::lower(core::trim(headers.forwarded_proto));
  if (sender.scheme != "http" && sender.scheme != "https") sender.scheme.clear();
  return sender;
}

}  // namespace net
