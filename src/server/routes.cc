#include "server/routes.h"

#include <optional>

#include "core/scan.h"
#include "server/checks.h"
#include "server/language.h"

namespace server {

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
    const int code = text[i] == '%' ? percent_code(text.substr(i)) : -1;
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
  Response response;
  response.status = status;
  response.body = std::move(json);
  reply(std::move(response));
}

void Call::refuse(const Refusal& refusal) const { reply(refused(refusal, language)); }

void Call::answer(const Answer<Json>& json, int status) const {
  if (json) {
    ok(*json, status);
  } else {
    refuse(json.error());
  }
}

JsonDone Call::later() const {
  return [reply = reply, language = language](const Answer<Json>& json) {
    if (!json) return reply(refused(json.error(), language));
    Response response;
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

void Router::handle(const Request& request, Reply reply) const {
  Call call{request,         {}, {}, Json::object(), accepted_language(request.accept_language),
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
  if (allowed.empty()) return call.refuse(not_found(request));
  call.reply(wrong_method(request, allowed));
}

namespace {

Json schema_of(const std::vector<Parameter>& fields) {
  Json properties = Json::object(), required = Json::array();
  for (const auto& field : fields) {
    properties[std::string(field.name)] = {{"description", field.description}};
    if (field.required) required.push_back(field.name);
  }
  Json schema = {{"type", "object"}, {"additionalProperties", false}};
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

Json operation_of(const Route& route) {
  Json parameters = Json::array();
  for (const auto part : core::split(route.path, '/')) {
    if (!part.starts_with('{')) continue;
    parameters.push_back({{"name", part.substr(1, part.size() - 2)},
                          {"in", "path"},
                          {"required", true},
                          {"schema", {{"type", "string"}}}});
  }
  for (const auto& parameter : route.query) {
    parameters.push_back({{"name", parameter.name},
                          {"in", "query"},
                          {"required", parameter.required},
                          {"description", parameter.description},
                          {"schema", {{"type", "string"}}}});
  }
  Json operation = {{"summary", route.summary}};
  if (!parameters.empty()) operation["parameters"] = std::move(parameters);
  if (route.method == "POST") {
    operation["requestBody"] = {
        {"required", true},
        {"content", {{"application/json", {{"schema", schema_of(route.body)}}}}}};
  }
  if (route.needs_token) operation["security"] = Json::array({{{"seat", Json::array()}}});
  operation["responses"] = {
      {std::to_string(route.success), {{"description", "as docs/api.md says"}}},
      {"default",
       {{"description", "refused"},
        {"content",
         {{"application/json", {{"schema", {{"$ref", "#/components/schemas/Error"}}}}}}}}}};
  return operation;
}

}  // namespace

Json Router::description() const {
  Json paths = Json::object();
  for (const auto& route : routes_) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
    paths[std::string(route.path)][method] = operation_of(route);
  }
  const Json error = {
      {"type", "object"},
      {"properties",
       {{"error",
         {{"type", "object"},
          {"properties", {{"code", {{"type", "string"}}}, {"message", {{"type", "string"}}}}}}}}}};
  return {{"openapi", "3.1.0"},
          {"info", {{"title", "Tabuleiro"}, {"version", TABULEIRO_VERSION}}},
          {"paths", std::move(paths)},
          {"components",
           {{"schemas", {{"Error", error}}},
            {"securitySchemes",
             {{"seat",
               {{"type", "apiKey"},
                {"in", "header"},
                {"name", "Authorization"},
                {"description", "Seat TOKEN"}}}}}}}};
}

}  // namespace server
