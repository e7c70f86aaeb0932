// What the server and its clients say to each other: contract/*.json, one file an area. The build
// of the page makes its types of the same files, and docs/api.md is compared with them.
#pragma once

#include <map>
#include <set>
#include <string>

#include "api/json.h"

namespace api {

struct Contract {
  Json types = Json::object();   // by name, in the notation of schema.h
  Json errors = Json::object();  // code → what it means
  Json groups = Json::object();  // name → errors that come together
  Json routes = Json::object();  // "GET /api/board" → its query, body, answers and errors
  Json socket = Json::object();  // messages
};

// Read once. All codes of errors are the type ErrorCode.
const Contract& contract();

// Does it have this request, such as "GET /api/board"?
bool has_route(const std::string& name);

// Status → codes.
using Refusals = std::map<std::string, std::set<std::string>>;
// A list of "404 no_such_table" and of groups.
Refusals refusals_of(const Json& list);
// Of a request such as "GET /api/board": its own and those of every request.
Refusals refusals_of_route(const std::string& name);

// OpenAPI 3.1; the messages of the socket stand under "x-socket".
const Json& openapi();

}  // namespace api
