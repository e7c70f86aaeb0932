#include "api/work_answer.h"

#include "net/error_response.h"

namespace api {

Expected<net::Response> picture_response(std::string type, std::string bytes) {
  net::Response response;
  response.type = std::move(type);
  response.body = std::move(bytes);
  return response;
}

void answer_by_work(tables::WorkQueue& work, const Asker& asker, FindResponse find) {
  const auto answer = [reply = asker.reply,
                       language = asker.language](const Expected<net::Response>& found) {
    reply(found ? *found : net::error_response(found.error(), language));
  };
  auto task = std::make_shared<tables::Task>();
  task->run = [answer, find = std::move(find)](const std::stop_token& stop, tables::WorkTime&) {
    answer(find(stop));
  };
  task->bytes = asker.bytes;
  task->failed = [answer] { answer(internal_error()); };
  if (!work.submit(tables::Lane::kRecords, asker.visitor, task)) answer(tables::work_is_full());
}

}  // namespace api
