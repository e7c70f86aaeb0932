// HTTP requests to whoever answers them. What a route takes and gives stands in the contract
// (contract.h); one that is not there cannot be added.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "api/json.h"
#include "net/service.h"

namespace api {

// One request on its way to its handler.
struct Call {
  const net::Request& request;
  std::vector<std::string> arguments;        // what stands at the {…} of the path
  std::map<std::string, std::string> query;  // decoded
  Json body;                                 // {} for GET
  text::Language language;
  net::Reply reply;

  void ok(const Json& json, int status = 200) const;
  // The same with JSON that is a text already.
  void ok_text(std::string json, int status = 200) const;
  void refuse(const HttpError& error) const;
  // Whichever it is.
  void answer(const Expected<Json>& json, int status = 200) const;
  // Answers when the call is long gone, from any thread.
  JsonDone later() const;
};

struct Route {
  std::string_view method;
  std::string path;  // "/api/tables/{id}"
  std::function<void(Call&)> handler;
  std::size_t max_body = kMaxBody;
};

class Router {
 public:
  void add(Route route);

  void handle(const net::Request& request, net::Reply reply) const;

 private:
  std::vector<Route> routes_;
};

// "a=1&b=%20" as pairs; a key that comes twice keeps its last value.
std::map<std::string, std::string> parse_query(std::string_view query);

}  // namespace api
