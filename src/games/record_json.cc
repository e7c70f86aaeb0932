// Records as JSON, with the same content as the PGN-like text.
#include "games/record_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/scan.h"

namespace games {

using nlohmann::json;
using text::Message;

namespace {

using Problem = std::optional<text::Error>;

text::Error wrong(const std::string& key, Message expected,
                  std::vector<std::string> arguments = {}) {
  return text::Error(expected, std::move(arguments)).in(Message::kInKey, {key});
}

// A key nobody reads would be lost without a word.
Problem refuse_unknown(const json& object, const std::string& prefix,
                       const std::vector<std::string>& known) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    return text::Error(Message::kUnknownKey, {core::join(known, ", ")})
        .in(Message::kInKey, {core::quoted(prefix + key)});
  }
  return std::nullopt;
}

Problem take_string(const json& object, const std::string& key, std::string& into) {
  const auto at = object.find(key);
  if (at == object.end()) return std::nullopt;
  if (!at->is_string()) return wrong(key, Message::kJsonString);
  into = at->get<std::string>();
  return std::nullopt;
}

Problem take_strings(const json& object, const std::string& key,
                     std::map<std::string, std::string>& into) {
  const auto at = object.find(key);
  if (at == object.end()) return std::nullopt;
  if (!at->is_object()) return wrong(key, Message::kJsonObject);
  for (const auto& [name, value] : at->items()) {
    if (!value.is_string()) return wrong(key + '.' + name, Message::kJsonString);
    into[name] = value.get<std::string>();
  }
  return std::nullopt;
}

Problem read_turns(const json& list, const std::string& key, std::vector<RecordTurn>& turns,
                   int depth);

Problem read_numbers(const json& object, const std::string& key, RecordTurn& turn) {
  if (const auto clock = object.find("clock_ms"); clock != object.end()) {
    const bool fits = clock->is_number_unsigned() &&
                      clock->get<std::uint64_t>() <= static_cast<std::uint64_t>(kMaxClockMs);
    if (!fits) return wrong(key + ".clock_ms", Message::kJsonClock, {std::to_string(kMaxClockMs)});
    turn.clock_ms = clock->get<std::int64_t>();
  }
  if (const auto win = object.find("win"); win != object.end()) {
    if (!win->is_array() || win->size() > 3)
      return wrong(key + ".win", Message::kJsonProbabilities);
    for (const auto& value : *win) {
      const bool fits = value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
      if (!fits) return wrong(key + ".win", Message::kJsonProbabilities);
      turn.win.push_back(value.get<double>());
    }
  }
  if (const auto glyphs = object.find("glyphs"); glyphs != object.end()) {
    if (!glyphs->is_array()) return wrong(key + ".glyphs", Message::kJsonGlyphs);
    for (const auto& value : *glyphs) {
      const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= 255;
      if (!fits) return wrong(key + ".glyphs", Message::kJsonGlyphs);
      turn.glyphs.push_back(value.get<int>());
    }
  }
  return std::nullopt;
}

// A turn is an object, or just its text.
Problem read_turn(const json& value, const std::string& key, RecordTurn& turn, int depth) {
  if (value.is_string()) {
    turn.text = value.get<std::string>();
    return std::nullopt;
  }
  if (!value.is_object()) return wrong(key, Message::kJsonTurn);
  if (auto error = refuse_unknown(value, key + '.',
                                  {"turn", "comment", "clock_ms", "win", "glyphs", "variations"})) {
    return error;
  }
  if (auto error = take_string(value, "turn", turn.text)) return error;
  if (auto error = take_string(value, "comment", turn.comment)) return error;
  if (auto error = read_numbers(value, key, turn)) return error;
  const auto variations = value.find("variations");
  if (variations == value.end()) return std::nullopt;
  if (!variations->is_array()) return wrong(key + ".variations", Message::kJsonArray);
  for (const auto& line : *variations) {
    turn.variations.emplace_back();
    auto error = read_turns(line, key + ".variations", turn.variations.back(), depth + 1);
    if (error) return error;
  }
  return std::nullopt;
}

Problem read_turns(const json& list, const std::string& key, std::vector<RecordTurn>& turns,
                   int depth) {
  if (depth > kMaxVariationDepth) {
    return text::Error(Message::kVariationDeep, {std::to_string(kMaxVariationDepth)});
  }
  if (!list.is_array()) return wrong(key, Message::kJsonArray);
  for (const auto& value : list) {
    turns.emplace_back();
    const std::string name = key + '[' + std::to_string(turns.size()) + ']';
    if (auto error = read_turn(value, name, turns.back(), depth)) return error;
  }
  return std::nullopt;
}

Problem read_players(const json& object, Record& record) {
  const auto players = object.find("players");
  if (players == object.end()) return std::nullopt;
  if (!players->is_array()) return wrong("players", Message::kJsonArray);
  if (players->size() > 3) return text::Error(Message::kTooManyPlayers, {"3"});
  for (const auto& name : *players) {
    if (!name.is_string()) return wrong("players", Message::kJsonString);
    record.players.push_back(name.get<std::string>());
  }
  return std::nullopt;
}

json turns_json(const std::vector<RecordTurn>& turns) {
  json list = json::array();
  for (const RecordTurn& turn : turns) {
    json object = {{"turn", turn.text}};
    if (!turn.comment.empty()) object["comment"] = turn.comment;
    if (turn.clock_ms) object["clock_ms"] = *turn.clock_ms;
    if (!turn.win.empty()) object["win"] = turn.win;
    if (!turn.glyphs.empty()) object["glyphs"] = turn.glyphs;
    for (const auto& variation : turn.variations) {
      object["variations"].push_back(turns_json(variation));
    }
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace

Parsed<Record> parse_record_json(std::string_view text) {
  if (text.size() > kMaxRecordBytes) {
    return text::Error(Message::kRecordTooLarge, {std::to_string(kMaxRecordBytes)});
  }
  const json object = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded()) return text::Error(Message::kJsonSyntax);
  if (!object.is_object()) return text::Error(Message::kJsonObject);
  Record record;
  if (auto error = refuse_unknown(object, "",
                                  {"game", "options", "position", "players", "tags", "comment",
                                   "result", "reason", "turns"})) {
    return *error;
  }
  if (!object.contains("game")) return text::Error(Message::kTagMissing, {"\"game\""});
  for (const auto& [key, into] : {std::pair{"game", &record.game},
                                  {"position", &record.position},
                                  {"comment", &record.comment},
                                  {"result", &record.result},
                                  {"reason", &record.reason}}) {
    if (auto error = take_string(object, key, *into)) return *error;
  }
  if (auto error = take_strings(object, "options", record.options)) return *error;
  if (auto error = take_strings(object, "tags", record.tags)) return *error;
  if (auto error = read_players(object, record)) return *error;
  if (const auto turns = object.find("turns"); turns != object.end()) {
    if (auto error = read_turns(*turns, "turns", record.turns, 0)) return *error;
  }
  return checked(std::move(record));
}

json json_of(const Record& record) {
  json object = {{"game", record.game},
                 {"options", record.options},
                 {"players", record.players},
                 {"result", record.result},
                 {"turns", turns_json(record.turns)}};
  if (!record.position.empty()) object["position"] = record.position;
  if (!record.tags.empty()) object["tags"] = record.tags;
  if (!record.comment.empty()) object["comment"] = record.comment;
  if (!record.reason.empty()) object["reason"] = record.reason;
  return object;
}

std::string to_json(const Record& record) {
  // Names and comments from strangers need not be UTF-8: odd bytes become the replacement
  // character.
  return json_of(record).dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

}  // namespace games
