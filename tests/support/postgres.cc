#include "postgres.h"

#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "core/file.h"
#include "start_server.h"

namespace tests {

namespace {

[[noreturn]] void stop_with(const std::string& why) {
  throw std::runtime_error("postgres: " + why);
}

// Debian keeps the programs out of the path, one folder a version.
std::string programs() {
  const std::filesystem::path root = "/usr/lib/postgresql";
  std::error_code missing;
  for (const auto& version : std::filesystem::directory_iterator(root, missing)) {
    const auto folder = version.path() / "bin";
    if (std::filesystem::exists(folder / "initdb")) return folder.string() + '/';
  }
  stop_with("no server in /usr/lib/postgresql: install the package postgresql-15");
}

// PostgreSQL refuses to run as root.
const passwd* other_user() {
  if (getuid() != 0) return nullptr;
  const passwd* user = getpwnam("postgres");
  return user != nullptr ? user : getpwnam("nobody");
}

int launch(const std::vector<std::string>& command, const std::string& log) {
  return start_server(command, log, SIGQUIT, other_user());
}

}  // namespace

Postgres& Postgres::instance() {
  static Postgres server;
  return server;
}

std::vector<std::string> Postgres::test_settings() {
  // Nobody writes for a commit that did not wait for it.
  return {"shared_buffers=16MB", "fsync=off", "wal_writer_delay=10s"};
}

Postgres::Postgres(std::vector<std::string> settings)
    : settings_(std::move(settings)), owner_(getpid()) {
  if (const passwd* user = other_user()) {
    if (chown(folder_.path().c_str(), user->pw_uid, user->pw_gid) != 0) stop_with("chown");
  }
  const std::string log = folder_.path() + "/initdb.log";
  const int initdb =
      launch({programs() + "initdb", "--no-sync", "--auth=trust", "--username=tabuleiro",
              "--encoding=UTF8", "--no-locale", "--pgdata=" + folder_.path() + "/data"},
             log);
  int status = 0;
  waitpid(initdb, &status, 0);
  if (status != 0) stop_with("initdb: " + core::read_file(log).value_or("failed"));
  start();
}

Postgres::~Postgres() {
  if (getpid() != owner_ || server_ == 0) return;
  thaw();
  kill(server_, SIGQUIT);  // its files go anyway
  waitpid(server_, nullptr, 0);
}

void Postgres::start() {
  if (port_ == 0) port_ = free_port();
  const std::string log = folder_.path() + "/server.log";
  std::vector<std::string> command = {programs() + "postgres",
                                      "-D",
                                      folder_.path() + "/data",
                                      "-p",
                                      std::to_string(port_),
                                      "-h",
                                      "127.0.0.1",
                                      "-k",
                                      folder_.path()};
  for (const auto& setting : settings_) command.insert(command.end(), {"-c", setting});
  server_ = launch(command, log);
  for (int tries = 0; tries < 1200; ++tries) {
    if (answers()) return;
    if (waitpid(server_, nullptr, WNOHANG) == server_) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  server_ = 0;
  stop_with("no answer: " + core::read_file(log).value_or(""));
}

void Postgres::stop() {
  if (server_ == 0) return;
  kill(server_, SIGINT);  // at once, but in order
  waitpid(server_, nullptr, 0);
  server_ = 0;
}

void Postgres::crash() {
  if (server_ == 0) return;
  kill(server_, SIGQUIT);
  waitpid(server_, nullptr, 0);
  server_ = 0;
}

// The server and its processes, one for each connection among them.
void Postgres::signal_all(int signal) const {
  const auto number = std::to_string(server_);
  std::ifstream children("/proc/" + number + "/task/" + number + "/children");
  kill(server_, signal);
  for (int child = 0; children >> child;) kill(child, signal);
}

void Postgres::freeze() const { signal_all(SIGSTOP); }
void Postgres::thaw() const { signal_all(SIGCONT); }

bool Postgres::answers() const { return PQping(url_of("postgres").c_str()) == PQPING_OK; }

std::string Postgres::url_of(const std::string& database) const {
  return "postgresql://tabuleiro@127.0.0.1:" + std::to_string(port_) + '/' + database;
}

std::string Postgres::new_database_url() {
  const auto name = "test" + std::to_string(++databases_);
  run(url_of("postgres"), "CREATE DATABASE " + name);
  return url_of(name);
}

std::string Postgres::run(const std::string& url, const std::string& statement) {
  PGconn* connection = PQconnectdb(url.c_str());
  PGresult* result = PQexec(connection, statement.c_str());
  const bool good =
      PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
  const std::string value = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
  const std::string told = PQerrorMessage(connection);
  PQclear(result);
  PQfinish(connection);
  if (!good) stop_with(statement + ": " + told);
  return value;
}

}  // namespace tests
