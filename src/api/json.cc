#include "api/json.h"

#include <algorithm>
#include <unordered_set>

#include "core/scan.h"

namespace api {

using text::Error;
using text::Message;

namespace {

// A record's variations may nest; each level takes three of these.
constexpr int kMaxDepth = 110;
// Looking up a key goes through all of its object, so that few keys keep reading linear.
constexpr std::size_t kMaxKeys = 256;

// Reads a text and keeps nothing of it: says whether it is JSON that may be kept.
class Inspector : public nlohmann::json_sax<Json> {
 public:
  // What is wrong with it, where something is.
  static std::optional<Error> problem_of(std::string_view text) {
    Inspector inspector;
    const bool read = Json::sax_parse(text, &inspector);
    if (read) return std::nullopt;
    return inspector.problem_ ? *inspector.problem_ : Error(Message::kJsonSyntax);
  }

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool start_array(std::size_t) override { return value() && deeper(); }
  bool end_array() override { return --depth_, true; }
  bool start_object(std::size_t) override {
    keys_.emplace_back();
    return value() && deeper();
  }
  bool end_object() override {
    keys_.pop_back();
    return end_array();
  }
  bool key(string_t& name) override {
    if (keys_.back().size() == kMaxKeys) return fail(too_many());
    return keys_.back().insert(name).second || fail(Error(Message::kJsonTwice));
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override {
    return false;
  }

 private:
  static Error too_many() {
    return Error(Message::kJsonMany, {std::to_string(kMaxJsonValues), std::to_string(kMaxKeys)});
  }
  bool value() { return ++values_ <= kMaxJsonValues || fail(too_many()); }
  bool deeper() { return ++depth_ <= kMaxDepth || fail(Error(Message::kJsonDeep)); }
  bool fail(Error error) {
    problem_ = std::move(error);
    return false;
  }

  std::size_t values_ = 0;
  int depth_ = 0;
  std::vector<std::unordered_set<std::string>> keys_;  // of the objects that are open
  std::optional<Error> problem_;
};

}  // namespace

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Expected<Json> parse_object(std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes) return too_large(max_bytes);
  if (text.empty()) return Json::object();
  if (auto problem = Inspector::problem_of(text)) return bad_input("bad_json", *problem);
  // Without a callback, with which nlohmann's parser looks through a list again after each object.
  auto json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return bad_input("bad_json", Error(Message::kJsonObject));
  return json;
}

void Fields::fail(HttpError refusal) {
  if (!problem_) problem_ = std::move(refusal);
}

void Fields::wrong(const std::string& key, const Error& error) {
  fail(bad_input("bad_field", error.in(Message::kInKey, {key})));
}

void Fields::missing(const std::string& key) { wrong(key, Error(Message::kFieldMissing)); }

void Fields::allow(const std::string& key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
}

const Json* Fields::value(const std::string& key) {
  allow(key);
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
  if (found.empty()) missing(key);
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

std::int64_t Fields::required_number(const std::string& key, std::int64_t min, std::int64_t max) {
  if (!has(key)) missing(key);
  return number(key, min, max, min);
}

const Json* Fields::object(const std::string& key) {
  const Json* found = value(key);
  if (found == nullptr || found->is_object()) return found;
  wrong(key, Error(Message::kJsonObject));
  return nullptr;
}

const Json* Fields::array(const std::string& key) {
  const Json* found = value(key);
  if (found == nullptr || found->is_array()) return found;
  wrong(key, Error(Message::kJsonArray));
  return nullptr;
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

std::optional<HttpError> Fields::problem() {
  if (problem_) return problem_;
  for (const auto& [key, value] : object_.items()) {
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    wrong(core::quoted(key), Error(Message::kUnknownKey, {core::join(asked_, ", ")}));
    break;
  }
  return problem_;
}

}  // namespace api
