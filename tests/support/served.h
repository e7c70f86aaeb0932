// The program serving, as a process of its own, and a client that speaks JSON to it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "socket_client.h"

namespace tests {

class Served {
 public:
  // `serve --port 0 --db DATABASE` and more, perhaps another port. Throws where it does not start.
  explicit Served(const std::string& database, std::vector<std::string> more = {});
  ~Served();  // by SIGKILL, where it still runs
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  int port() const { return port_; }
  int process() const { return process_; }
  // SIGTERM; the exit status, that of SIGKILL where it does not end by itself.
  int stop();

  struct Told {
    int status = 0;  // 0 where no answer came
    nlohmann::json json;
    std::string message() const;  // of an error, in English
  };
  Told get(const std::string& path) const;
  Told post(const std::string& path, const nlohmann::json& body,
            const std::string& token = "") const;
  // The request of a post, for those who do not wait for the answer.
  static std::string posted(const std::string& path, const nlohmann::json& body,
                            const std::string& token);

  // A table for these seats, "me" or computers.
  Told table(const std::string& game, const std::vector<std::string>& seats,
             nlohmann::json more = nlohmann::json::object()) const;
  Told turn(const nlohmann::json& table, const std::string& text, int after) const;
  // How many turns a table has; -1 where it cannot be had.
  int turns(const nlohmann::json& table) const;

 private:
  int process_ = -1;
  int port_ = 0;
};

}  // namespace tests
