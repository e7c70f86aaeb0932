// A request and its answer, free of any network library: what the service sees of HTTP.
#pragma once

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace server {

struct Request {
  std::string method;  // "GET"
  std::string path;    // decoded, without query: "/api/tables/k3v9"
  std::string query;   // as it came, without `?`
  std::string body;
  std::string address;        // whose limits count: the peer's
  std::string authorization;  // "" where the header is missing; so are the others
  std::string accept_language;
  std::string accept_encoding;
  std::string content_type;
  std::string if_none_match;
  std::stop_token gone;  // stopped when whoever asked hangs up before the answer
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace server
