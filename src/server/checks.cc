#include "server/checks.h"

#include <arpa/inet.h>

#include <algorithm>

#include "core/scan.h"

namespace server {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool printable(char c) { return c >= ' ' && c <= '~' && c != '\\'; }

std::optional<std::string> decoded_path(std::string_view text) {
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int code = percent_code(text.substr(i));
      if (code < 0 || code == '/') return std::nullopt;
      c = static_cast<char>(code);
      i += 2;
    }
    if (!printable(c)) return std::nullopt;
    path += c;
  }
  return path;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_port(std::string_view text) {
  return text.empty() || core::whole_number(text, 65535).has_value();
}

bool is_address(const std::string& host) {
  in6_addr ignored{};
  return inet_pton(AF_INET, host.c_str(), &ignored) == 1 ||
         inet_pton(AF_INET6, host.c_str(), &ignored) == 1;
}

}  // namespace

int percent_code(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return -1;
  const int high = hex_digit(text[1]), low = hex_digit(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

std::optional<Target> parse_target(std::string_view text) {
  const auto mark = text.find('?');
  const auto path = decoded_path(text.substr(0, mark));
  if (!path || !path->starts_with('/')) return std::nullopt;
  const auto parts = core::split(std::string_view(*path).substr(1), '/');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    if ((parts[i].empty() && !last) || parts[i] == "." || parts[i] == "..") return std::nullopt;
  }
  Target target{*path, ""};
  if (mark == std::string_view::npos) return target;
  target.query = text.substr(mark + 1);
  if (!std::all_of(target.query.begin(), target.query.end(), printable)) return std::nullopt;
  return target;
}

std::string host_of(std::string_view authority) {
  if (authority.starts_with('[')) {
    const auto end = authority.find(']');
    if (end == std::string_view::npos) return "";
    const auto rest = authority.substr(end + 1);
    if (!rest.empty() && (rest[0] != ':' || !is_port(rest.substr(1)))) return "";
    return lower(authority.substr(1, end - 1));
  }
  const auto colon = authority.find(':');
  if (colon != std::string_view::npos && !is_port(authority.substr(colon + 1))) return "";
  std::string host = lower(authority.substr(0, colon));
  if (host.ends_with('.')) host.pop_back();
  return host;
}

HostNames::HostNames(const std::vector<std::string>& names) : names_{"localhost"} {
  for (const auto& name : names) names_.push_back(lower(name));
}

bool HostNames::allow(std::string_view host_header) const {
  const std::string host = host_of(host_header);
  return is_address(host) || host.ends_with(".localhost") ||
         std::find(names_.begin(), names_.end(), host) != names_.end();
}

bool same_origin(std::string_view origin, std::string_view host_header) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) {
      return !host_header.empty() && lower(origin.substr(scheme.size())) == lower(host_header);
    }
  }
  return false;
}

}  // namespace server
