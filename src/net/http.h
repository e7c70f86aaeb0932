// A request and its answer, free of any network library: what the service sees of HTTP.
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace net {

// A request or a message is at most so long, unless its route takes records.
inline constexpr std::size_t kMaxBody = std::size_t{64} << 10;

struct Request {
  std::string id;      // for the log; the answer has it as X-Request-Id
  std::string method;  // "GET"
  std::string path;    // decoded, without query: "/api/tables/k3v9"
  std::string query;   // as it came, without `?`
  std::string body;
  std::string address;        // whose limits count: the peer's, or of whoever is behind a proxy
  std::string authorization;  // "" where the header is missing; so are the others
  std::string accept_language;
  std::string accept_encoding;
  std::string content_type;
  std::string if_none_match;
  std::string origin;    // where the sender found us: "http://localhost:8080"
  std::stop_token gone;  // stopped when whoever asked hangs up before the answer
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  // It holds a token. Never packed: from how long packed answers are, who can make a visitor ask
  // again and again learns their secrets letter by letter.
  bool secret = false;
  bool framable = false;  // other sites may show it in a frame
};

}  // namespace net
