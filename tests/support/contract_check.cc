#include "contract_check.h"

#include <algorithm>
#include <set>

#include "api/contract.h"
#include "core/scan.h"

namespace tests {

using nlohmann::json;

namespace {

const json& description() {
  static const json parsed = json::parse(api::openapi().dump());
  return parsed;
}

// A schema that says more than is checked here would not be checked.
void know(const json& schema) {
  static const std::set<std::string> known = {
      "$ref",  "additionalProperties", "anyOf", "const",   "description", "enum",
      "items", "properties",           "type",  "required"};
  for (const auto& [key, value] : schema.items()) {
    if (!known.contains(key)) throw std::logic_error("add " + key + " to the check");
  }
}

bool is_a(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  throw std::logic_error("add " + type + " to the check");
}

class Checker {
 public:
  // The first problem, with the path to it.
  std::string problem(const json& schema, const json& value, const std::string& at) const {
    know(schema);
    if (const auto ref = schema.find("$ref"); ref != schema.end()) {
      return problem(description().at(json::json_pointer(ref->get<std::string>().substr(1))), value,
                     at);
    }
    if (const auto choice = schema.find("anyOf"); choice != schema.end()) {
      return none_of(*choice, value, at);
    }
    if (const auto only = schema.find("const"); only != schema.end() && *only != value) {
      return at + " is " + shown(value) + ", not " + only->dump();
    }
    if (const auto words = schema.find("enum"); words != schema.end()) {
      if (std::find(words->begin(), words->end(), value) == words->end()) {
        return at + " is " + shown(value) + ", none of " + words->dump();
      }
    }
    const auto type = schema.find("type");
    if (type == schema.end()) return "";
    if (!is_a(value, *type)) return at + " is " + shown(value) + ", no " + type->get<std::string>();
    if (value.is_object()) return in_object(schema, value, at);
    if (value.is_array()) return in_array(schema, value, at);
    return "";
  }

 private:
  static std::string shown(const json& value) { return value.dump().substr(0, 60); }

  std::string none_of(const json& choice, const json& value, const std::string& at) const {
    std::string problems;
    for (const auto& schema : choice) {
      const auto found = problem(schema, value, at);
      if (found.empty()) return "";
      problems += "; " + schema.dump() + ": " + found;
    }
    return at + " is nothing that it may be" + problems;
  }

  std::string in_object(const json& schema, const json& value, const std::string& at) const {
    for (const auto& key : schema.value("required", json::array())) {
      if (!value.contains(key.get<std::string>())) return at + " has no " + key.dump();
    }
    static const json none = json::object();
    const auto listed = schema.find("properties");
    const auto& properties = listed == schema.end() ? none : *listed;
    const auto others = schema.find("additionalProperties");
    for (const auto& [key, item] : value.items()) {
      const auto own = properties.find(key);
      const bool unknown = own == properties.end();
      if (unknown && (others == schema.end() || *others == false)) {
        return at + " has \"" + key + "\", which the contract does not know";
      }
      const auto found = problem(unknown ? *others : *own, item, at + '.' + key);
      if (!found.empty()) return found;
    }
    return "";
  }

  std::string in_array(const json& schema, const json& value, const std::string& at) const {
    const auto items = schema.find("items");
    if (items == schema.end()) return at + " is a list";
    for (std::size_t i = 0; i < value.size(); ++i) {
      auto found = problem(*items, value[i], at + '[' + std::to_string(i) + ']');
      if (!found.empty()) return found;
    }
    return "";
  }
};

bool fits(std::string_view pattern, std::string_view path) {
  const auto wanted = core::split(pattern, '/'), given = core::split(path, '/');
  return std::equal(wanted.begin(), wanted.end(), given.begin(), given.end(),
                    [](auto part, auto real) { return part == real || part.starts_with('{'); });
}

std::string refusal_problem(const json& codes, const json& body) {
  auto problem = schema_problem({{"$ref", "#/components/schemas/ErrorDetail"}}, body);
  if (!problem.empty()) return problem;
  const bool known = std::find(codes.begin(), codes.end(), body["code"]) != codes.end();
  return known ? "" : "the code " + body["code"].dump() + " is none of " + codes.dump();
}

// Where the contract has no such request.
std::string elsewhere_problem(int status, const json& body) {
  const auto refusals = api::refusals_of(api::Json::array({"elsewhere", "every"}));
  const auto codes = refusals.find(std::to_string(status));
  if (codes == refusals.end()) return "no such request, but status " + std::to_string(status);
  return refusal_problem(codes->second, body.value("error", json()));
}

std::string socket_codes_problem(const json& codes_by_status, const json& message) {
  json codes = json::array();
  for (const auto& list : codes_by_status) codes.insert(codes.end(), list.begin(), list.end());
  auto problem = schema_problem(description()["x-socket"]["refused"], message);
  return problem.empty() ? refusal_problem(codes, message["error"]) : problem;
}

}  // namespace

std::string schema_problem(const json& schema, const json& value) {
  return Checker().problem(schema, value, "it");
}

std::string contract_path(const std::string& path) {
  const auto& paths = description()["paths"];
  if (paths.contains(path)) return path;
  for (const auto& [pattern, methods] : paths.items()) {
    if (fits(pattern, path)) return pattern;
  }
  return "";
}

std::string answer_problem(const std::string& method, const std::string& path, int status,
                           const std::string& type, const std::string& body) {
  const auto parsed = json::parse(body, nullptr, false);
  const auto& paths = description()["paths"];
  const auto known = contract_path(path);
  const std::string name = method == "GET" ? "get" : method == "POST" ? "post" : "";
  if (known.empty() || !paths[known].contains(name)) return elsewhere_problem(status, parsed);
  const auto& responses = paths[known][name]["responses"];
  const auto response = responses.find(std::to_string(status));
  if (response == responses.end()) return "no answer has status " + std::to_string(status);
  const auto& content = (*response)["content"];
  const auto kind = content.find(type);
  if (kind == content.end()) return "no answer is " + type;
  const auto problem =
      schema_problem((*kind)["schema"], type == "application/json" ? parsed : json(body));
  const bool refusal = response->contains("x-codes");
  if (!problem.empty() || !refusal) return problem;
  return refusal_problem((*response)["x-codes"], parsed["error"]);
}

std::string message_problem(const std::string& asked, const json& message) {
  const auto& socket = description()["x-socket"];
  const auto client = socket["client"].find(asked);
  const bool answers = message.is_object() && message.contains("request");
  const bool refused = answers && message.value("type", "") == "error";
  if (client == socket["client"].end()) {
    return refused ? socket_codes_problem(socket["x-codes"], message)
                   : schema_problem(socket["server"], message);
  }
  if (refused) return socket_codes_problem((*client)["x-codes"], message);
  return schema_problem((*client)["answers"], message);
}

}  // namespace tests
