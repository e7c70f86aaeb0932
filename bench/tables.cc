#include "tables.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "socket_client.h"

namespace bench {

namespace {

using nlohmann::json;

json post(tests::SocketClient& client, const std::string& path, const std::string& token,
          const json& body) {
  const std::string text = body.dump();
  client.send("POST " + path +
              " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
              (token.empty() ? "" : "Authorization: Seat " + token + "\r\n") +
              "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
  const auto answer = client.answer();
  if (answer.status != 200 && answer.status != 201) {
    throw std::runtime_error(path + ": " + std::to_string(answer.status) + ' ' + answer.body);
  }
  return json::parse(answer.body);
}

NewTable make_table(tests::SocketClient& client, int number) {
  NewTable table;
  table.number = number;
  const json made = post(client, "/api/tables", "",
                         {{"game", "yavalath"},
                          {"options", {{"swap", "off"}}},
                          {"seats", {{{"who", "me"}, {"name", "A"}}, {{"who", "open"}}}},
                          {"clock", nullptr}});
  table.tokens[0] = made.at("token");
  const std::string id = made.at("id");
  const std::string invite = made.at("invites").at(0).at("token");
  table.tokens[1] =
      post(client, "/api/tables/" + id + "/join", invite, {{"name", "B"}}).at("token");
  table.id = id;
  return table;
}

}  // namespace

TableMaker::TableMaker(int port, int threads)
    : port_(port), event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

TableMaker::~TableMaker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
  close(event_);
}

void TableMaker::ask(int number) {
  {
    const std::lock_guard lock(mutex_);
    asked_.push_back(number);
  }
  wake_.notify_one();
}

std::optional<NewTable> TableMaker::take() {
  const std::lock_guard lock(mutex_);
  if (made_.empty()) {
    eventfd_t ignored = 0;
    eventfd_read(event_, &ignored);
    return std::nullopt;
  }
  auto table = std::move(made_.front());
  made_.pop_front();
  return table;
}

void TableMaker::work() {
  std::optional<tests::SocketClient> client;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ending_ || !asked_.empty(); });
    if (ending_) return;
    NewTable table;
    table.number = asked_.front();
    asked_.pop_front();
    lock.unlock();
    try {
      if (!client) client.emplace(port_);
      table = make_table(*client, table.number);
    } catch (const std::exception& error) {
      table.error = error.what();
      client.reset();
    }
    lock.lock();
    made_.push_back(std::move(table));
    eventfd_write(event_, 1);
  }
}

}  // namespace bench
