#include "api/schema.h"

#include "core/scan.h"

namespace api {

namespace {

bool is_word(std::string_view type) { return type.starts_with('\''); }

Json schema_of_part(std::string_view type) {
  const auto without = [&](std::size_t end) { return type.substr(0, type.size() - end); };
  if (type.ends_with("[]")) return {{"type", "array"}, {"items", schema_of_part(without(2))}};
  if (type.ends_with("{}")) {
    return {{"type", "object"}, {"additionalProperties", schema_of_part(without(2))}};
  }
  if (is_word(type)) return {{"const", type.substr(1, type.size() - 2)}};
  if (type == "any") return Json::object();
  const bool ours = type.front() >= 'A' && type.front() <= 'Z';
  if (ours) return {{"$ref", "#/components/schemas/" + std::string(type)}};
  return {{"type", type}};
}

Json schema_of_choice(const std::vector<std::string_view>& parts) {
  Json words = Json::array(), schemas = Json::array();
  for (const auto part : parts) {
    if (is_word(part)) words.push_back(part.substr(1, part.size() - 2));
    schemas.push_back(schema_of_part(part));
  }
  if (words.size() == parts.size()) return {{"type", "string"}, {"enum", std::move(words)}};
  return {{"anyOf", std::move(schemas)}};
}

}  // namespace

Notation::Notation(std::string_view text) {
  const auto end = std::min(text.find(": "), text.size());
  type = text.substr(0, end);
  if (end < text.size()) description = text.substr(end + 2);
}

Json schema_of(std::string_view notation) {
  const Notation taken(notation);
  const auto parts = core::split(taken.type, '|');
  Json schema = parts.size() == 1 ? schema_of_part(taken.type) : schema_of_choice(parts);
  if (!taken.description.empty()) schema["description"] = taken.description;
  return schema;
}

Json keys_of(const Json& object, const Json& types) {
  Json keys = Json::object();
  if (const auto more = object.find("..."); more != object.end()) {
    for (const auto name : core::split(more->get_ref<const std::string&>(), ',')) {
      keys.update(keys_of(types.at(std::string(core::trim(name))), types));
    }
  }
  for (const auto& [key, notation] : object.items()) {
    if (!key.empty() && key != "...") keys[key] = notation;
  }
  return keys;
}

Json schema_of_type(const Json& type, const Json& types) {
  if (type.is_string()) return schema_of(type.get_ref<const std::string&>());
  Json schema = {{"type", "object"}, {"additionalProperties", false}};
  if (const auto text = type.find(""); text != type.end()) schema["description"] = *text;
  Json properties = Json::object(), required = Json::array();
  const Json keys = keys_of(type, types);
  for (const auto& [text, notation] : keys.items()) {
    const Key key(text);
    properties[key.name] = schema_of(notation.get_ref<const std::string&>());
    if (!key.optional) required.push_back(key.name);
  }
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace api
