#include "client/link.h"

#include <algorithm>

#include "core/scan.h"

namespace client {

namespace {

constexpr std::size_t kMaxId = 40, kMaxToken = 100;
constexpr int kMaxPort = 65'535;

// Letters of ids and tokens: nothing that means something in a path or a header.
bool is_plain(std::string_view text, std::size_t most) {
  return !text.empty() && text.size() <= most && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

bool is_host(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != 0x7f &&
           std::string_view("@\\\"<>[]%").find(c) == std::string_view::npos;
  });
}

std::optional<net::ServerAddress> parse_server(std::string_view text, bool secure) {
  net::ServerAddress server;
  server.secure = secure;
  server.port = secure ? 443 : 80;
  std::string_view port;
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    server.host = text.substr(1, end - 1);
    port = text.substr(end + 1);
  } else {
    const auto colon = text.find(':');
    server.host = text.substr(0, colon);
    if (colon != std::string_view::npos) port = text.substr(colon);
  }
  if (!is_host(server.host)) return std::nullopt;
  if (port.empty()) return server;
  const auto number = port[0] == ':' ? core::whole_number(port.substr(1), kMaxPort) : std::nullopt;
  if (!number || *number == 0) return std::nullopt;
  server.port = static_cast<int>(*number);
  return server;
}

// The value of `seat` in "seat=TOKEN&player=2"; "" where there is none.
std::string_view seat_of(std::string_view fragment) {
  constexpr std::string_view kSeat = "seat=";
  for (const auto field : core::split(fragment, '&')) {
    if (field.starts_with(kSeat)) return field.substr(kSeat.size());
  }
  return "";
}

std::optional<TableLink> read(std::string_view text) {
  constexpr std::string_view kPlain = "http://", kSecure = "https://", kTable = "/g/";
  const bool secure = text.starts_with(kSecure);
  if (!secure && !text.starts_with(kPlain)) return std::nullopt;
  text.remove_prefix(secure ? kSecure.size() : kPlain.size());
  const auto hash = text.find('#');
  const auto fragment = hash == std::string_view::npos ? "" : text.substr(hash + 1);
  text = text.substr(0, std::min(hash, text.find('?')));
  const auto slash = text.find('/');
  if (slash == std::string_view::npos || !text.substr(slash).starts_with(kTable)) {
    return std::nullopt;
  }
  const auto server = parse_server(text.substr(0, slash), secure);
  auto id = text.substr(slash + kTable.size());
  if (id.ends_with('/')) id.remove_suffix(1);
  const auto token = seat_of(fragment);
  if (!server || !is_plain(id, kMaxId)) return std::nullopt;
  if (!token.empty() && !is_plain(token, kMaxToken)) return std::nullopt;
  return TableLink{*server, std::string(id), std::string(token)};
}

}  // namespace

games::Parsed<TableLink> parse_link(std::string_view text) {
  auto link = read(core::trim(text));
  if (link) return *std::move(link);
  constexpr std::size_t kShown = 80;
  return text::Error(text::Message::kOnlineBadLink, {core::quoted(text, kShown)});
}

}  // namespace client
