#include "server/record_routes.h"

#include <ctime>

#include "games/record_format.h"

namespace server {

namespace {

Answer<Json> imported(const std::string& text) {
  const auto record = games::parse_record(text);
  if (!record) return bad_input("bad_record", record.error());
  return Json{{"record", Json::parse(games::to_json(*record))},
              {"views", record->turns.size() + 1}};
}

Answer<Json> exported(const std::string& json, games::RecordFormat format, std::int64_t now) {
  const auto record = read_record(json);
  if (!record) return record.error();
  const auto text = games::write_record(*record, format, date_text(now, "%Y-%m-%dT%H:%M:%SZ"));
  if (!text) return bad_input("cannot_write", text.error());
  return Json{{"text", *text}};
}

// The answer of a thread that may take its time.
void answer_later(const Call& call, Work& work, std::function<Answer<Json>()> find) {
  auto job = std::make_shared<Job>();
  job->run = [answer = call.later(), find = std::move(find)](const std::stop_token&) {
    answer(find());
  };
  job->failed = [answer = call.later()] { answer(internal_refusal()); };
  if (!work.submit(Lane::kRecords, call.request.address, job)) call.refuse(work_is_full());
}

void import_record(const Call& call, Work& work) {
  Fields fields(call.body);
  const auto text = fields.required_text("text", kMaxRecordBody);
  if (auto problem = fields.problem()) return call.refuse(*problem);
  answer_later(call, work, [text] { return imported(text); });
}

void export_record(Call& call, Work& work, std::int64_t now) {
  Fields fields(call.body);
  const Json* record = fields.object("record");
  if (record == nullptr) fields.missing("record");
  const auto name = fields.required_text("format", 40);
  if (auto problem = fields.problem()) return call.refuse(*problem);
  const auto format = games::parse_format(name);
  if (!format) return call.refuse(bad_input("bad_format", format.error()));
  answer_later(call, work, [text = dumped(*record), format = *format, now] {
    return exported(text, format, now);
  });
}

}  // namespace

Answer<games::Record> read_record(const std::string& json) {
  auto record = games::parse_record_json(json);
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

void add_record_routes(Router& router, Work& work, const std::function<std::int64_t()>& now) {
  router.add({.method = "POST",
              .path = "/api/record",
              .summary = "a record's text in any spelling, read and checked",
              .handler = [&work](Call& call) { import_record(call, work); },
              .body = {{"text", "PGN-like, JSON, or AbstractPlay's", true}},
              .max_body = kMaxRecordBody});
  router.add(
      {.method = "POST",
       .path = "/api/record/export",
       .summary = "a record as text",
       .handler = [&work, now](Call& call) { export_record(call, work, now()); },
       .body = {{"record", "the record", true}, {"format", "pgn, json or abstractplay", true}},
       .max_body = kMaxRecordBody});
}

}  // namespace server
