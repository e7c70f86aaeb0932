// Answers that a thread finds which may take its time: pictures, records of many games.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "api/json.h"
#include "net/service.h"
#include "tables/work_queue.h"

namespace api {

// Whoever waits for such an answer.
struct Asker {
  std::string visitor;
  text::Language language;
  net::Reply reply;
  std::size_t bytes = 0;  // of the request, which are kept meanwhile
};

using FindResponse = std::function<Expected<net::Response>(const std::stop_token&)>;

// A picture of the type, as FindResponse gives it.
Expected<net::Response> picture_response(std::string type, std::string bytes);

void answer_by_work(tables::WorkQueue& work, const Asker& asker, FindResponse find);

}  // namespace api
