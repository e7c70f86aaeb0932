// The contract as OpenAPI 3.1, for programs.
#include <algorithm>

#include "api/contract.h"
#include "api/schema.h"
#include "core/scan.h"

namespace api {

namespace {

constexpr const char* kTextType = "text/plain; charset=utf-8";

Json content_of(Json schema, const std::string& type = "application/json") {
  return {{type, {{"schema", std::move(schema)}}}};
}

Json parameters_of(std::string_view path, const Json& query) {
  Json list = Json::array();
  for (const auto part : core::split(path, '/')) {
    if (!part.starts_with('{')) continue;
    list.push_back({{"name", part.substr(1, part.size() - 2)},
                    {"in", "path"},
                    {"required", true},
                    {"schema", schema_of("string")}});
  }
  for (const auto& [text, notation] : query.items()) {
    const Key key(text);
    list.push_back({{"name", key.name},
                    {"in", "query"},
                    {"required", !key.optional},
                    {"schema", schema_of(notation.get_ref<const std::string&>())}});
  }
  return list;
}

// What comes where all went well.
Json answer_of(const Json& route, const std::string& notation) {
  Json answer = {{"description", route.at("")}};
  if (!notation.empty()) answer["content"] = content_of(schema_of(notation));
  if (route.contains("text")) {
    answer["content"].update(
        content_of(schema_of(route["text"].get_ref<const std::string&>()), kTextType));
  }
  if (route.contains("picture")) {
    answer["content"] = content_of(Json::object(), route["picture"].get<std::string>());
  }
  return answer;
}

// "x-codes" are the codes that an error of this status may have here.
Json refusal_of(const std::set<std::string>& codes) {
  std::string text;
  for (const auto& code : codes) {
    text += (text.empty() ? "" : "; ") + code + ": " +
            contract().errors.at(code).get_ref<const std::string&>();
  }
  return {{"description", text}, {"content", content_of(schema_of("Error"))}, {"x-codes", codes}};
}

Json operation_of(const std::string& name, const Json& route) {
  Json operation = {{"summary", route.at("")}};
  auto parameters = parameters_of(name, route.value("query", Json::object()));
  if (!parameters.empty()) operation["parameters"] = std::move(parameters);
  if (route.contains("body")) {
    const auto& body = route["body"].get_ref<const std::string&>();
    operation["requestBody"] = {{"required", true}, {"content", content_of(schema_of(body))}};
  }
  if (route.contains("token")) {
    operation["security"] = Json::array({{{"seat", Json::array()}}});
    if (route["token"] == "optional") operation["security"].push_back(Json::object());
  }
  Json& responses = operation["responses"] = Json::object();
  for (const auto& [status, notation] : route.at("answer").items()) {
    responses[status] = answer_of(route, notation.get_ref<const std::string&>());
  }
  for (const auto& [status, codes] : refusals_of_route(name)) responses[status] = refusal_of(codes);
  return operation;
}

Json socket_json(const Json& socket) {
  Json client = Json::object();
  for (const auto& [type, message] : socket.at("client").items()) {
    Json errors = Json::array({"message"});
    for (const auto& item : message.value("errors", Json::array())) errors.push_back(item);
    client[type] = {{"message", schema_of(message.at("message").get_ref<const std::string&>())},
                    {"answers", schema_of(message.at("answers").get_ref<const std::string&>())},
                    {"x-codes", refusals_of(errors)}};
  }
  return {{"path", "/api/socket"},
          {"client", std::move(client)},
          {"server", schema_of(socket.at("server").get_ref<const std::string&>())},
          {"refused", schema_of("RefusedMessage")},
          {"x-codes", refusals_of(Json::array({"unread"}))}};
}

Json paths_json(const Json& routes) {
  Json paths = Json::object();
  for (const auto& [name, route] : routes.items()) {
    const auto space = name.find(' ');
    auto method = name.substr(0, space);
    std::transform(method.begin(), method.end(), method.begin(),
                   [](char c) { return static_cast<char>(c - 'A' + 'a'); });
    paths[name.substr(space + 1)][method] = operation_of(name, route);
  }
  return paths;
}

Json schemas_json(const Json& types) {
  Json schemas = Json::object();
  for (const auto& [name, type] : types.items()) schemas[name] = schema_of_type(type, types);
  return schemas;
}

}  // namespace

const Json& openapi() {
  static const Json description = {
      {"openapi", "3.1.0"},
      {"info", {{"title", "Tabuleiro"}, {"version", TABULEIRO_VERSION}}},
      {"paths", paths_json(contract().routes)},
      {"components",
       {{"schemas", schemas_json(contract().types)},
        {"securitySchemes",
         {{"seat",
           {{"type", "apiKey"},
            {"in", "header"},
            {"name", "Authorization"},
            {"description", "Seat TOKEN"}}}}}}},
      {"x-socket", socket_json(contract().socket)}};
  return description;
}

}  // namespace api
