// JSON in and out: what strangers send is read strictly, what we send is written compactly.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/options.h"
#include "net/http.h"
#include "text/http_error.h"

namespace api {

using text::Expected;
using text::HttpError;
using text::internal_error;
using text::too_large;
using Json = nlohmann::ordered_json;

using JsonDone = std::function<void(const Expected<Json>&)>;

using net::kMaxBody;
inline constexpr std::size_t kMaxRecordBody = std::size_t{1} << 20;
inline constexpr std::size_t kMaxJsonValues = 100'000;

// One line; bytes that are not UTF-8 become the replacement character.
std::string dumped(const Json& json);

// An object of a stranger, in time linear to its size. Not too large, too deep or too wide, no key
// twice; "" is an empty object.
Expected<Json> parse_object(std::string_view text, std::size_t max_bytes = kMaxBody);

// Reads the fields of an object one after the other and keeps the first thing that is wrong.
// Fields that nobody asked for are refused at the end, so that a slip of spelling is noticed.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  bool has(const std::string& key);
  // The value of a key as it is, or nothing.
  const Json* value(const std::string& key);
  std::string text(const std::string& key, std::size_t max_bytes);  // "" where it is missing
  std::string required_text(const std::string& key, std::size_t max_bytes);
  std::int64_t number(const std::string& key, std::int64_t min, std::int64_t max,
                      std::int64_t missing);
  std::int64_t required_number(const std::string& key, std::int64_t min, std::int64_t max);
  // Nothing where it is missing, or is something else.
  const Json* object(const std::string& key);
  const Json* array(const std::string& key);
  bool flag(const std::string& key, bool missing);
  std::vector<std::string> texts(const std::string& key, std::size_t max_items,
                                 std::size_t max_bytes);
  games::OptionMap map(const std::string& key, std::size_t max_items, std::size_t max_bytes);
  // One of these words.
  std::string choice(const std::string& key, const std::vector<std::string>& words);

  // Keys that some other reader looks at.
  void allow(const std::string& key);
  void missing(const std::string& key);
  void fail(HttpError refusal);
  bool failed() const { return problem_.has_value(); }
  // The first thing that was wrong; an unknown field where nothing else was.
  std::optional<HttpError> problem();

 private:
  void wrong(const std::string& key, const text::Error& error);

  const Json& object_;
  std::vector<std::string> asked_;
  std::optional<HttpError> problem_;
};

}  // namespace api
