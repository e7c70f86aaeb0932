#include "bus/nats_url.h"

#include <algorithm>
#include <optional>

#include "core/scan.h"

namespace bus {

namespace {

constexpr std::string_view kScheme = "nats://";

bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

bool is_host(std::string_view host) {
  return !host.empty() && host.size() <= 255 &&
         std::all_of(host.begin(), host.end(), is_host_character);
}

// HOST or HOST:PORT; with its port, where it has none with that of NATS.
std::optional<std::string> host_and_port(std::string_view authority) {
  const auto colon = authority.find(':');
  const auto host = authority.substr(0, colon);
  if (!is_host(host)) return std::nullopt;
  if (colon == std::string_view::npos) return std::string(host) + ":4222";
  const auto port = core::whole_number(authority.substr(colon + 1), 65535);
  if (!port || *port == 0) return std::nullopt;
  return std::string(authority);
}

// One part of what stands before the @.
std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int code = core::percent_code(text.substr(i));
      if (code <= 0) return std::nullopt;
      c = static_cast<char>(code);
      i += 2;
    } else if (c <= ' ' || c > '~' || c == '/' || c == '@') {
      return std::nullopt;
    }
    out += c;
  }
  if (out.empty()) return std::nullopt;
  return out;
}

// USER:PASSWORD or TOKEN, into the URL.
bool read_credentials(std::string_view text, NatsUrl& url) {
  const auto colon = text.find(':');
  const auto first = decoded(text.substr(0, colon));
  if (!first) return false;
  if (colon == std::string_view::npos) {
    url.token = *first;
    return true;
  }
  const auto second = decoded(text.substr(colon + 1));
  if (!second) return false;
  url.user = *first;
  url.password = *second;
  return true;
}

}  // namespace

std::string NatsUrl::place() const {
  const auto who = user.empty() ? "" : user + '@';
  return core::printable(std::string(kScheme) + who + server.substr(kScheme.size()));
}

core::Result<NatsUrl, text::Error> parse_nats_url(std::string_view url) {
  const text::Error wrong(text::Message::kBusUrl);
  if (!url.starts_with(kScheme)) return wrong;
  auto rest = url.substr(kScheme.size());
  if (rest.ends_with('/')) rest.remove_suffix(1);
  NatsUrl parsed;
  if (const auto at = rest.rfind('@'); at != std::string_view::npos) {
    if (!read_credentials(rest.substr(0, at), parsed)) return wrong;
    rest.remove_prefix(at + 1);
  }
  const auto server = host_and_port(rest);
  if (!server) return wrong;
  parsed.server = std::string(kScheme) + *server;
  return parsed;
}

}  // namespace bus
