#include "served.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "contract_check.h"
#include "process.h"

namespace tests {

Served::Served(const std::string& database, std::vector<std::string> more) {
  std::vector<std::string> words = {TABULEIRO_PROGRAM, "serve", "--db", database};
  if (std::find(more.begin(), more.end(), "--port") == more.end()) {
    more.insert(more.end(), {"--port", "0"});
  }
  words.insert(words.end(), more.begin(), more.end());
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  process_ = fork();
  if (process_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    // A file that may not grow is to be an error, as on a full disk, not the end.
    signal(SIGXFSZ, SIG_IGN);
    for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) unsetenv(variable);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  // The first line ends in http://127.0.0.1:PORT/.
  std::string line;
  for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) line += c;
  close(ends[0]);
  const auto colon = line.rfind(':');
  if (colon == std::string::npos) throw std::runtime_error("the server did not start");
  port_ = std::atoi(line.c_str() + colon + 1);
}

Served::~Served() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  wait_for(process_);
}

int Served::stop() {
  constexpr int kTries = 12'000;  // a minute at least
  kill(process_, SIGTERM);
  for (int i = 0; i < kTries && is_running(process_); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill(process_, SIGKILL);
  const int status = wait_for(process_);
  process_ = -1;
  return status;
}

std::string Served::Told::message() const {
  return json.is_object() && json.contains("error") ? json["error"]["message"].get<std::string>()
                                                    : "";
}

namespace {

Served::Told told(const std::string& method, const std::string& target, const HttpAnswer& answer) {
  const auto path = target.substr(0, target.find('?'));
  const auto type = answer.headers.find("content-type");
  if (answer.status != 0 && type != answer.headers.end()) {
    EXPECT_EQ(answer_problem(method, path, answer.status, type->second, answer.body), "") << path;
  }
  return {answer.status, nlohmann::json::parse(answer.body, nullptr, false)};
}

}  // namespace

Served::Told Served::get(const std::string& path) const {
  return told("GET", path, SocketClient(port_).get(path));
}

std::string Served::posted(const std::string& path, const nlohmann::json& body,
                           const std::string& token) {
  const auto text = body.dump();
  return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
         (token.empty() ? "" : "Authorization: Seat " + token + "\r\n") +
         "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

Served::Told Served::post(const std::string& path, const nlohmann::json& body,
                          const std::string& token) const {
  SocketClient client(port_);
  client.send(posted(path, body, token));
  return told("POST", path, client.answer());
}

Served::Told Served::table(const std::string& game, const std::vector<std::string>& seats,
                           nlohmann::json more) const {
  more["game"] = game;
  for (const auto& who : seats) more["seats"].push_back({{"who", who}});
  return post("/api/tables", more);
}

Served::Told Served::turn(const nlohmann::json& table, const std::string& text, int after) const {
  return post("/api/tables/" + table["id"].get<std::string>() + "/turns",
              {{"turn", text}, {"after", after}}, table["token"]);
}

int Served::turns(const nlohmann::json& table) const {
  const auto got = get("/api/tables/" + table["id"].get<std::string>());
  return got.status == 200 ? static_cast<int>(got.json["turns"].size()) : -1;
}

}  // namespace tests
