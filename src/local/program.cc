// engine.wasm: what its host calls (web/src/local/host.ts). Messages are JSON objects, one at a
// time; nothing is done but in tabuleiro_run(), on fibers.
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "local/fiber.h"
#include "local/files.h"
#include "local/host.h"
#include "local/service.h"
#include "local/signature.h"
#include "net/error_response.h"

namespace local {

namespace {

using api::Json;

// A message around the longest body.
constexpr std::size_t kMaxMessage = 2 * api::kMaxRecordBody;

struct Program {
  std::vector<char> buffer;
  std::deque<std::string> messages;
  Fiber* listener = nullptr;
  std::unique_ptr<Service> service;
};

Program& program() {
  static Program only;
  return only;
}

std::string text_of(const Json& message, const char* key) {
  const auto at = message.find(key);
  return at != message.end() && at->is_string() ? at->get<std::string>() : "";
}

// The answer to a request; JSON goes as it is, other texts as a string.
void answer(const std::string& id, const net::Response& response) {
  const bool json = response.type.starts_with("application/json");
  tell_host_text("{\"id\":" + id + ",\"status\":" + std::to_string(response.status) +
                 ",\"type\":" + api::dumped(response.type) +
                 ",\"body\":" + (json ? response.body : api::dumped(response.body)) + '}');
}

net::Request request_of(const Json& message) {
  net::Request request;
  request.method = text_of(message, "method");
  const auto path = text_of(message, "path");
  const auto query = path.find('?');
  request.path = path.substr(0, query);
  if (query != path.npos) request.query = path.substr(query + 1);
  if (const auto token = text_of(message, "token"); !token.empty()) {
    request.authorization = "Seat " + token;
  }
  request.accept_language = text_of(message, "lang");
  request.content_type = "application/json";
  if (const auto body = message.find("body"); body != message.end()) {
    request.body = api::dumped(*body);
  }
  return request;
}

// Requests may have to wait, each for itself.
void begin_request(const Json& message) {
  start_fiber([request = request_of(message), id = api::dumped(message["id"])] {
    program().service->handle(request,
                              [id](const net::Response& response) { answer(id, response); });
  });
}

void restore(const Json& list) {
  if (!list.is_array()) return;
  for (const auto& item : list) {
    if (!item.is_object()) continue;
    program().service->restore(text_of(item, "table"), text_of(item, "state"));
  }
}

void hear(const std::string& text) {
  const auto message = api::parse_object(text, kMaxMessage);
  auto& service = *program().service;
  if (!message) {
    answer("null", net::error_response(message.error(), text::Language::kEnglish));
  } else if (message->contains("socket")) {
    service.message(api::dumped((*message)["socket"]));
  } else if (message->contains("open")) {
    service.open(text_of(*message, "lang"));
  } else if (message->contains("restore")) {
    restore((*message)["restore"]);
  } else if (message->contains("signature")) {
    start_fiber([game = text_of(*message, "signature")] { tell_signature(game); });
  } else {
    begin_request(message->contains("id") ? *message : Json{{"id", nullptr}});
  }
}

void listen() {
  auto& own = program();
  own.service = std::make_unique<Service>();
  while (true) {
    while (!own.messages.empty()) {
      const auto text = std::move(own.messages.front());
      own.messages.pop_front();
      hear(text);
    }
    sleep_fiber(std::nullopt);
  }
}

std::string taken(std::uint32_t bytes) {
  auto& buffer = program().buffer;
  return {buffer.data(), std::min<std::size_t>(bytes, buffer.size())};
}

double ms_until(FiberClock::time_point at) {
  const std::chrono::duration<double, std::milli> left = at - FiberClock::now();
  return std::max(0.0, left.count());
}

}  // namespace

[[clang::import_module("tabuleiro"), clang::import_name("emit")]] void emit(const char* text,
                                                                            std::uint32_t bytes);

void tell_host_text(std::string_view message) {
  emit(message.data(), static_cast<std::uint32_t>(message.size()));
}

void tell_host(const Json& message) { tell_host_text(api::dumped(message)); }

}  // namespace local

extern "C" {

[[clang::export_name("tabuleiro_buffer")]] char* tabuleiro_buffer(std::uint32_t bytes) {
  auto& buffer = local::program().buffer;
  buffer.resize(bytes);
  return buffer.data();
}

[[clang::export_name("tabuleiro_message")]] void tabuleiro_message(std::uint32_t bytes) {
  auto& program = local::program();
  program.messages.push_back(local::taken(bytes));
  if (program.listener != nullptr) local::wake_fiber(program.listener);
}

[[clang::export_name("tabuleiro_file")]] void tabuleiro_file(std::uint32_t name_bytes,
                                                             std::uint32_t bytes) {
  auto content = local::taken(name_bytes + bytes);
  const auto name = content.substr(0, name_bytes);
  content.erase(0, name_bytes);
  local::take_file(name, std::move(content));
}

[[clang::export_name("tabuleiro_run")]] double tabuleiro_run(double ms) {
  auto& program = local::program();
  if (program.listener == nullptr) program.listener = local::start_fiber(local::listen);
  const auto next = local::run_fibers(std::chrono::milliseconds(static_cast<int>(ms)));
  if (next.at_once) return 0;
  return next.at ? local::ms_until(*next.at) : -1;
}
}
