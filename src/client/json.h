// Reading what a server says. Nothing throws: what is missing or of another kind reads as nothing,
// and what a later server adds is passed over.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace client {

using Json = nlohmann::json;

// Null where the text is no JSON.
inline Json read_json(std::string_view text) { return Json::parse(text, nullptr, false, false); }

// The value of a key; null where there is none.
inline const Json& value_at(const Json& json, const char* key) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto at = json.find(key);
  return at == json.end() ? none : *at;
}

inline std::string text_at(const Json& json, const char* key) {
  const auto* text = value_at(json, key).get_ptr<const std::string*>();
  return text == nullptr ? "" : *text;
}

inline std::optional<std::int64_t> whole(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  return json.get<std::int64_t>();
}

inline std::optional<std::int64_t> number_at(const Json& json, const char* key) {
  return whole(value_at(json, key));
}

inline bool flag_at(const Json& json, const char* key) {
  const auto* flag = value_at(json, key).get_ptr<const bool*>();
  return flag != nullptr && *flag;
}

// Players are counted from 1 on the wire and from 0 here.
inline std::optional<int> player_at(const Json& json, const char* key) {
  const auto number = number_at(json, key);
  if (!number || *number < 1 || *number > 3) return std::nullopt;
  return static_cast<int>(*number) - 1;
}

inline std::vector<int> players_at(const Json& json, const char* key) {
  std::vector<int> players;
  const Json& list = value_at(json, key);
  if (!list.is_array()) return players;
  for (const Json& one : list) {
    const auto number = whole(one);
    if (number && *number >= 1 && *number <= 3) players.push_back(static_cast<int>(*number) - 1);
  }
  return players;
}

}  // namespace client
