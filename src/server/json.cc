#include "server/json.h"

#include <algorithm>
#include <set>

#include "core/scan.h"

namespace server {

using text::Error;
using text::Message;

namespace {

// A record's variations may nest; each level takes three of these.
constexpr int kMaxDepth = 110;

}  // namespace

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Answer<Json> parse_object(std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes) {
    return Refusal{413, "too_large", Error(Message::kBodyTooLarge, {std::to_string(max_bytes)})};
  }
  if (text.empty()) return Json::object();
  bool deep = false, twice = false;
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kMaxDepth) deep = true;
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key) {
      twice = twice || !keys.back().insert(parsed.get<std::string>()).second;
    }
    return !deep;
  };
  const Json json = Json::parse(text, watch, /*allow_exceptions=*/false);
  if (deep) return bad_input("bad_json", Error(Message::kJsonDeep));
  if (json.is_discarded()) return bad_input("bad_json", Error(Message::kJsonSyntax));
  if (twice) return bad_input("bad_json", Error(Message::kJsonTwice));
  if (!json.is_object()) return bad_input("bad_json", Error(Message::kJsonObject));
  return json;
}

void Fields::fail(Refusal refusal) {
  if (!problem_) problem_ = std::move(refusal);
}

void Fields::wrong(const std::string& key, Error error) {
  fail(bad_input("bad_field", error.in(Message::kInKey, {key})));
}

const Json* Fields::value(const std::string& key) {
  asked_.push_back(key);
  const auto at = object_.find(key);
  return at == object_.end() || at->is_null() ? nullptr : &*at;
}

bool Fields::has(const std::string& key) { return value(key) != nullptr; }

std::string Fields::text(const std::string& key, std::size_t max_bytes) {
  const Json* found = value(key);
  if (found == nullptr) return "";
  if (!found->is_string()) {
    wrong(key, Error(Message::kJsonString));
    return "";
  }
  auto text = found->get<std::string>();
  if (text.size() > max_bytes) {
    wrong(key, Error(Message::kTextTooLong, {std::to_string(max_bytes)}));
    return "";
  }
  return text;
}

std::string Fields::required_text(const std::string& key, std::size_t max_bytes) {
  auto found = text(key, max_bytes);
  if (found.empty()) wrong(key, Error(Message::kFieldMissing));
  return found;
}

std::int64_t Fields::number(const std::string& key, std::int64_t min, std::int64_t max,
                            std::int64_t missing) {
  const Json* found = value(key);
  if (found == nullptr) return missing;
  const bool fits = found->is_number_unsigned() &&
                    found->get<std::uint64_t>() <= static_cast<std::uint64_t>(max) &&
                    found->get<std::int64_t>() >= min;
  if (fits) return found->get<std::int64_t>();
  wrong(key, Error(Message::kJsonNumber, {std::to_string(min), std::to_string(max)}));
  return missing;
}

bool Fields::flag(const std::string& key, bool missing) {
  const Json* found = value(key);
  if (found == nullptr) return missing;
  if (found->is_boolean()) return found->get<bool>();
  wrong(key, Error(Message::kJsonFlag));
  return missing;
}

std::vector<std::string> Fields::texts(const std::string& key, std::size_t max_items,
                                       std::size_t max_bytes) {
  const Json* found = value(key);
  std::vector<std::string> list;
  if (found == nullptr) return list;
  if (!found->is_array() || found->size() > max_items) {
    wrong(key, Error(Message::kJsonTexts, {std::to_string(max_items)}));
    return list;
  }
  for (const auto& item : *found) {
    if (!item.is_string() || item.get_ref<const std::string&>().size() > max_bytes) {
      wrong(key, Error(Message::kJsonTexts, {std::to_string(max_items)}));
      return {};
    }
    list.push_back(item.get<std::string>());
  }
  return list;
}

games::OptionMap Fields::map(const std::string& key, std::size_t max_items, std::size_t max_bytes) {
  const Json* found = value(key);
  games::OptionMap map;
  if (found == nullptr) return map;
  if (!found->is_object() || found->size() > max_items) {
    wrong(key, Error(Message::kJsonObject));
    return map;
  }
  for (const auto& [name, item] : found->items()) {
    if (!item.is_string() || item.get_ref<const std::string&>().size() > max_bytes) {
      wrong(key + '.' + core::quoted(name), Error(Message::kJsonString));
      return {};
    }
    map[name] = item.get<std::string>();
  }
  return map;
}

std::string Fields::choice(const std::string& key, const std::vector<std::string>& words) {
  auto word = text(key, 40);
  if (std::find(words.begin(), words.end(), word) == words.end()) {
    wrong(key, Error(Message::kExpected, {core::join(words, "|"), core::quoted(word)}));
  }
  return word;
}

std::optional<Refusal> Fields::problem() {
  if (problem_) return problem_;
  for (const auto& [key, value] : object_.items()) {
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    wrong(core::quoted(key), Error(Message::kUnknownKey, {core::join(asked_, ", ")}));
    break;
  }
  return problem_;
}

}  // namespace server
