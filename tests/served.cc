#include "served.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>

#include "process.h"

namespace tests {

Served::Served(const std::string& database) {
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
    execl(TABULEIRO_PROGRAM, TABULEIRO_PROGRAM, "serve", "--port", "0", "--db", database.c_str(),
          nullptr);
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

Served::End Served::stop() {
  const auto begin = std::chrono::steady_clock::now();
  kill(process_, SIGTERM);
  const int status = wait_for(process_);
  process_ = -1;
  return {status, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
}

std::string Served::Told::message() const {
  return json.is_object() && json.contains("error") ? json["error"]["message"].get<std::string>()
                                                    : "";
}

namespace {

Served::Told told(const HttpAnswer& answer) {
  return {answer.status, nlohmann::json::parse(answer.body, nullptr, false)};
}

}  // namespace

Served::Told Served::get(const std::string& path) const {
  return told(SocketClient(port_).get(path));
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
  return told(client.answer());
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
