#include "server/record_routes.h"

#include <ctime>

#include "games/record_format.h"

namespace server {

using text::Error;
using text::Message;

namespace {

void import_record(Call& call) {
  Fields fields(call.body);
  const auto text = fields.required_text("text", kMaxRecordBody);
  if (auto problem = fields.problem()) return call.refuse(*problem);
  const auto record = games::parse_record(text);
  if (!record) return call.refuse(bad_input("bad_record", record.error()));
  call.ok({{"record", Json::parse(games::to_json(*record))}, {"views", record->turns.size() + 1}});
}

void export_record(Call& call, std::int64_t now) {
  Fields fields(call.body);
  const Json* json = fields.value("record");
  const auto name = fields.required_text("format", 40);
  if (auto problem = fields.problem()) return call.refuse(*problem);
  const auto format = games::parse_format(name);
  if (!format) return call.refuse(bad_input("bad_format", format.error()));
  const auto record = read_record(json);
  if (!record) return call.refuse(record.error());
  const auto text = games::write_record(*record, *format, date_text(now, "%Y-%m-%dT%H:%M:%SZ"));
  if (!text) return call.refuse(bad_input("cannot_write", text.error()));
  call.ok({{"text", *text}});
}

}  // namespace

Answer<games::Record> read_record(const Json* json) {
  if (json == nullptr || !json->is_object()) {
    return bad_input("bad_field", Error(Message::kJsonObject).in(Message::kInKey, {"record"}));
  }
  auto record = games::parse_record_json(dumped(*json));
  if (!record) return bad_input("bad_record", record.error());
  return *std::move(record);
}

std::string date_text(std::int64_t ms, const char* format) {
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

void add_record_routes(Router& router, const std::function<std::int64_t()>& now) {
  router.add({.method = "POST",
              .path = "/api/record",
              .summary = "a record's text in any spelling, read and checked",
              .handler = import_record,
              .body = {{"text", "PGN-like, JSON, or AbstractPlay's", true}},
              .max_body = kMaxRecordBody});
  router.add(
      {.method = "POST",
       .path = "/api/record/export",
       .summary = "a record as text",
       .handler = [now](Call& call) { export_record(call, now()); },
       .body = {{"record", "the record", true}, {"format", "pgn, json or abstractplay", true}},
       .max_body = kMaxRecordBody});
}

}  // namespace server
