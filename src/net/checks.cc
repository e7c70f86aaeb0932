#include "net/checks.h"

#include <arpa/inet.h>

#include <algorithm>

#include "core/lower.h"
#include "core/scan.h"

namespace net {

namespace {

bool printable(char c) { return c >= ' ' && c <= '~' && c != '\\'; }

std::optional<std::string> decoded_path(std::string_view text) {
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int code = core::percent_code(text.substr(i));
      if (code < 0 || code == '/') return std::nullopt;
      c = static_cast<char>(code);
      i += 2;
    }
    if (!printable(c)) return std::nullopt;
    path += c;
  }
  return path;
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
    return core::lower(authority.substr(1, end - 1));
  }
  const auto colon = authority.find(':');
  if (colon != std::string_view::npos && !is_port(authority.substr(colon + 1))) return "";
  std::string host = core::lower(authority.substr(0, colon));
  if (host.ends_with('.')) host.pop_back();
  return host;
}

HostNames::HostNames(const std::vector<std::string>& names) : names_{"localhost"} {
  for (const auto& name : names) names_.push_back(core::lower(name));
}

bool HostNames::allow(std::string_view host_header) const {
  const std::string host = host_of(host_header);
  return is_address(host) || host.ends_with(".localhost") ||
         std::find(names_.begin(), names_.end(), host) != names_.end();
}

bool same_origin(std::string_view origin, std::string_view host_header, std::string_view scheme) {
  constexpr std::string_view kMark = "://";
  const auto mark = origin.find(kMark);
  const auto own = origin.substr(0, mark);
  if (mark == std::string_view::npos || (own != "http" && own != "https")) return false;
  if (!scheme.empty() && own != scheme) return false;
  return !host_header.empty() &&
         core::lower(origin.substr(mark + kMark.size())) == core::lower(host_header);
}

std::string table_of(std::string_view path) {
  constexpr std::string_view kTables = "/api/tables/";
  if (!path.starts_with(kTables)) return "";
  path.remove_prefix(kTables.size());
  path = path.substr(0, path.find('/'));
  constexpr std::size_t kMaxId = 40;
  return path.size() <= kMaxId ? std::string(path) : "";
}

}  // namespace net
