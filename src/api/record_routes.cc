#include "api/record_routes.h"

#include <ctime>

#include "api/board_picture.h"
#include "api/work_answer.h"
#include "games/record_json.h"
#include "games/record_list.h"
#include "games/words.h"

namespace api {

namespace {

games::Parsed<games::Record> read_game(const std::vector<games::RecordText>& games,
                                       std::size_t number) {
  const auto game = games::choose_record(games, number);
  if (!game) return game.error();
  return games::parse_record(*game);
}

Json words_of(const games::Record& record, text::Language language) {
  Json list = Json::array();
  const auto history = games::replay(record);
  if (!history) return list;
  for (const auto& words : games::line_words(history->initial(), history->actions())) {
    list.push_back(text::render(words, language));
  }
  return list;
}

Expected<Json> imported(const std::string& text, std::size_t number, text::Language language) {
  const auto games = games::split_records(text);
  if (!games) return bad_input("bad_record", games.error());
  const auto record = read_game(*games, number);
  if (!record) return bad_input("bad_record", record.error());
  return Json{{"record", Json(games::json_of(*record))},
              {"turn_words", words_of(*record, language)},
              {"views", record->turns.size() + 1},
              {"games", games->size()}};
}

Expected<Json> exported(const std::string& json, games::RecordFormat format, std::int64_t now) {
  const auto record = read_record(json);
  if (!record) return record.error();
  const auto text = games::write_record(*record, format, date_text(now, "%Y-%m-%dT%H:%M:%SZ"));
  if (!text) return bad_input("cannot_write", text.error());
  return Json{{"text", *text}};
}

// The answer of a thread that may take its time.
void answer_later(const Call& call, tables::WorkQueue& work, std::function<Expected<Json>()> find) {
  auto task = std::make_shared<tables::Task>();
  task->run = [answer = call.later(), find = std::move(find)](
                  const std::stop_token&, tables::WorkTime&) { answer(find()); };
  task->bytes = call.request.body.size();
  task->failed = [answer = call.later()] { answer(internal_error()); };
  if (!work.submit(tables::Lane::kRecords, call.request.address, task))
    call.refuse(tables::work_is_full());
}

void import_record(const Call& call, tables::WorkQueue& work) {
  Fields fields(call.body);
  const auto text = fields.required_text("text", kMaxRecordBody);
  const auto number = fields.number("number", 1, kMaxRecordBody, 1);
  if (auto problem = fields.problem()) return call.refuse(*problem);
  answer_later(call, work, [text, number, language = call.language] {
    return imported(text, static_cast<std::size_t>(number), language);
  });
}

void export_record(Call& call, tables::WorkQueue& work, std::int64_t now) {
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

Expected<net::Response> filmed(const std::string& json) {
  const auto record = read_record(json);
  if (!record) return record.error();
  const auto history = games::replay(*record);
  if (!history) return bad_input("bad_record", history.error());
  return picture_response("image/gif", game_gif(*history));
}

void film_record(Call& call, tables::WorkQueue& work) {
  Fields fields(call.body);
  const Json* record = fields.object("record");
  if (record == nullptr) fields.missing("record");
  if (auto problem = fields.problem()) return call.refuse(*problem);
  answer_by_work(work, {call.request.address, call.language, call.reply, call.request.body.size()},
                 [text = dumped(*record)](const std::stop_token&) { return filmed(text); });
}

}  // namespace

Expected<games::Record> read_record(const std::string& json) {
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

void add_record_routes(Router& router, tables::WorkQueue& work, const tables::Clock& clock) {
  router.add(
      {"POST", "/api/record", [&work](Call& call) { import_record(call, work); }, kMaxRecordBody});
  router.add({"POST", "/api/record/picture.gif", [&work](Call& call) { film_record(call, work); },
              kMaxRecordBody});
  router.add({"POST", "/api/record/export",
              [&work, &clock](Call& call) { export_record(call, work, clock.now()); },
              kMaxRecordBody});
}

}  // namespace api
