#include "api/routes.h"

#include <optional>

#include "api/contract.h"
#include "core/guarded.h"
#include "core/scan.h"
#include "net/error_response.h"
#include "net/language.h"

namespace api {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kMaxQuery = 2000;

// What stands at the {…} of the pattern; nothing where the path is another one.
std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view path) {
  std::vector<std::string> arguments;
  while (true) {
    const auto wanted = pattern.substr(0, pattern.find('/'));
    const auto part = path.substr(0, path.find('/'));
    if (wanted.starts_with('{') && !part.empty()) {
      arguments.emplace_back(part);
    } else if (wanted != part) {
      return std::nullopt;
    }
    const bool more = wanted.size() < pattern.size();
    if (more != (part.size() < path.size())) return std::nullopt;
    if (!more) return arguments;
    pattern.remove_prefix(wanted.size() + 1);
    path.remove_prefix(part.size() + 1);
  }
}

// A broken % sequence stands for itself.
std::string decoded_query(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int code = text[i] == '%' ? core::percent_code(text.substr(i)) : -1;
    if (code >= 0) {
      out += static_cast<char>(code);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

bool is_json(std::string_view content_type) {
  return core::trim(content_type.substr(0, content_type.find(';'))) == "application/json";
}

}  // namespace

void Call::ok(const Json& json, int status) const { ok_text(dumped(json), status); }

void Call::ok_text(std::string json, int status) const {
  net::Response response;
  response.status = status;
  response.body = std::move(json);
  reply(std::move(response));
}

void Call::refuse(const HttpError& error) const { reply(net::error_response(error, language)); }

void Call::answer(const Expected<Json>& json, int status) const {
  if (json) {
    ok(*json, status);
  } else {
    refuse(json.error());
  }
}

JsonDone Call::later() const {
  return [reply = reply, language = language](const Expected<Json>& json) {
    if (!json) return reply(net::error_response(json.error(), language));
    net::Response response;
    response.body = dumped(*json);
    reply(std::move(response));
  };
}

std::map<std::string, std::string> parse_query(std::string_view query) {
  std::map<std::string, std::string> pairs;
  if (query.empty()) return pairs;
  for (const auto pair : core::split(query.substr(0, kMaxQuery), '&')) {
    const auto equals = std::min(pair.find('='), pair.size());
    pairs[decoded_query(pair.substr(0, equals))] =
        equals < pair.size() ? decoded_query(pair.substr(equals + 1)) : "";
  }
  return pairs;
}

void Router::add(Route route) {
  const auto name = std::string(route.method) + ' ' + route.path;
  if (!has_route(name)) core::broken("not in the contract: " + name);
  routes_.push_back(std::move(route));
}

void Router::handle(const net::Request& request, net::Reply reply) const {
  Call call{
      request,         {}, {}, Json::object(), net::accepted_language(request.accept_language),
      std::move(reply)};
  std::string allowed;
  for (const auto& route : routes_) {
    auto arguments = match(route.path, request.path);
    if (!arguments) continue;
    if (route.method != request.method) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
      continue;
    }
    call.arguments = *std::move(arguments);
    call.query = parse_query(request.query);
    if (request.method == "POST") {
      // A page of another site can send a form, but not JSON.
      if (!is_json(request.content_type)) {
        return call.refuse({415, "wrong_type", Error(Message::kWrongType, {"application/json"})});
      }
      auto body = parse_object(request.body, route.max_body);
      if (!body) return call.refuse(body.error());
      call.body = *std::move(body);
    }
    return route.handler(call);
  }
  if (allowed.empty()) return call.refuse(net::not_found(request));
  call.reply(net::wrong_method(request, allowed));
}

}  // namespace api
