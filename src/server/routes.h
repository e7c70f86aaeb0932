// HTTP requests to whoever answers them. One table of routes serves both the router and the
// description of the interface for programs, so that the two cannot differ.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/json.h"
#include "server/service.h"

namespace server {

// One request on its way to its handler.
struct Call {
  const Request& request;
  std::vector<std::string> arguments;        // what stands at the {…} of the path
  std::map<std::string, std::string> query;  // decoded
  Json body;                                 // {} for GET
  text::Language language;
  Reply reply;

  void ok(const Json& json, int status = 200) const;
  // The same with JSON that is a text already.
  void ok_text(std::string json, int status = 200) const;
  void refuse(const Refusal& refusal) const;
  // Whichever it is.
  void answer(const Answer<Json>& json, int status = 200) const;
  // Answers when the call is long gone, from any thread.
  JsonDone later() const;
};

struct Parameter {
  std::string_view name;
  std::string_view description;
  bool required = false;
};

struct Route {
  std::string_view method;
  std::string_view path;  // "/api/tables/{id}"
  std::string_view summary;
  std::function<void(Call&)> handler;
  std::vector<Parameter> query = {};
  std::vector<Parameter> body = {};
  bool needs_token = false;
  std::size_t max_body = kMaxBody;
  int success = 200;
};

class Router {
 public:
  void add(Route route) { routes_.push_back(std::move(route)); }

  void handle(const Request& request, Reply reply) const;

  // OpenAPI 3.1.
  Json description() const;

 private:
  std::vector<Route> routes_;
};

// "a=1&b=%20" as pairs; a key that comes twice keeps its last value.
std::map<std::string, std::string> parse_query(std::string_view query);

}  // namespace server
