#include "stored_histories.h"

#include <libpq-fe.h>

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include "socket_client.h"

namespace tests {

namespace {

using nlohmann::json;

// What cannot be read is a mistake of the server too, and differs from all that was told.
HistoryEvent stored_event(int number, const std::string& kind, const std::string& body) {
  const auto read = json::parse(body, nullptr, false);
  if (!read.is_object()) return {number, "damaged", 0, body};
  return {number, kind, read.value("player", 0), event_saying(kind, read)};
}

int event_of(const HttpAnswer& answer) {
  const auto table = json::parse(answer.body, nullptr, false);
  return table.is_object() ? table.value("event", 0) : 0;
}

// As the server tells the table once it has heard of that event: one that follows another may be
// told of the last a moment after it was acknowledged. In time, or as it stands then.
HttpAnswer load_table(int port, const std::string& table, int last_event,
                      std::chrono::milliseconds within) {
  const auto end = std::chrono::steady_clock::now() + within;
  HttpAnswer answer;
  do {
    try {
      SocketClient client(port);
      client.set_patience(within);
      answer = client.get("/api/tables/" + table);
    } catch (const std::runtime_error&) {
      answer = {};
    }
    if (answer.status == 200 && event_of(answer) >= last_event) break;
    if (answer.status != 0 && answer.status != 200 && answer.status != 503) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  } while (std::chrono::steady_clock::now() < end);
  return answer;
}

}  // namespace

std::string event_saying(const std::string& kind, const json& body) {
  const char* key = kind == "turn"     ? "turn"
                    : kind == "seated" ? "name"
                    : kind == "end"    ? "result"
                                       : "answer";
  return body.value(key, "");
}

void read_stored(const std::string& url, std::vector<TableHistory>& histories) {
  std::map<std::string, TableHistory*> tables;
  for (auto& history : histories) tables[history.table] = &history;
  const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectdb(url.c_str()), PQfinish);
  const std::unique_ptr<PGresult, decltype(&PQclear)> rows(
      PQexec(connection.get(),
             "SELECT convert_from(game, 'UTF8'), number, convert_from(kind, 'UTF8'), "
             "convert_from(body, 'UTF8') FROM tabuleiro.events ORDER BY game, number"),
      PQclear);
  if (PQresultStatus(rows.get()) != PGRES_TUPLES_OK) {
    throw std::runtime_error(PQerrorMessage(connection.get()));
  }
  for (int row = 0; row < PQntuples(rows.get()); ++row) {
    const auto value = [&](int column) { return PQgetvalue(rows.get(), row, column); };
    const auto table = tables.find(value(0));
    if (table == tables.end()) continue;
    table->second->stored.push_back(stored_event(std::stoi(value(1)), value(2), value(3)));
  }
}

std::vector<std::string> load_from_servers(const std::vector<int>& ports,
                                           std::vector<TableHistory>& histories,
                                           std::chrono::milliseconds within) {
  std::vector<std::string> problems;
  for (auto& history : histories) {
    const int last = history.stored.empty() ? 0 : history.stored.back().number;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const auto where = "node " + std::to_string(i + 1);
      const auto answer = load_table(ports[i], history.table, last, within);
      if (answer.status != 200) {
        problems.push_back(history.table + ": " + where + " tells " +
                           std::to_string(answer.status) + ' ' + answer.body);
        continue;
      }
      const auto table = json::parse(answer.body);
      history.loaded.push_back({table.at("event"), table.at("turns"), where});
    }
  }
  return problems;
}

}  // namespace tests
