// What is looked at before a request counts as one: its target, its host, its origin.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace net {

struct Target {
  std::string path;  // decoded
  std::string query;
};

// `/api/tables/k3?x=1`. Nothing where it is not an absolute path, where a % sequence is broken or
// hides a slash or an unprintable byte, or where a part of the path is empty, `.` or `..` (only the
// last may be empty).
std::optional<Target> parse_target(std::string_view text);

// The name or address in `name:port` or `[address]:port`, lower case, without brackets; "" where it
// is neither.
std::string host_of(std::string_view authority);

// Is this host ours? A page elsewhere can point a name of its own at our address and read what
// belongs to our page (DNS rebinding), so names must be known; addresses cannot be pointed
// anywhere.
class HostNames {
 public:
  explicit HostNames(const std::vector<std::string>& names);
  bool allow(std::string_view host_header) const;

 private:
  std::vector<std::string> names_;
};

// Does an Origin header name the same host and port as the Host header, and the scheme by which the
// request came, where that is known (not "")?
bool same_origin(std::string_view origin, std::string_view host_header, std::string_view scheme);

// The table that a path of the interface names, "" where it names none: for the log.
std::string table_of(std::string_view path);

}  // namespace net
