#include "postgres.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "core/file.h"

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
  const passwd* user = other_user();
  std::vector<char*> argv;
  for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  if (chdir("/") != 0) _exit(126);
  if (user != nullptr &&
      (setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) {
    _exit(126);
  }
  // Whoever kills the tests ends the server too.
  prctl(PR_SET_PDEATHSIG, SIGQUIT);
  setenv("LC_ALL", "C", 1);
  execv(argv[0], argv.data());
  _exit(127);
}

int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket, plain, size) != 0 || getsockname(socket, plain, &size) != 0) {
    stop_with("no free port");
  }
  close(socket);
  return ntohs(address.sin_port);
}

}  // namespace

Postgres& Postgres::instance() {
  static Postgres server;
  return server;
}

Postgres::Postgres() : owner_(getpid()) {
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
  server_ = launch(
      {programs() + "postgres", "-D", folder_.path() + "/data", "-p", std::to_string(port_), "-h",
       "127.0.0.1", "-k", folder_.path(), "-c", "shared_buffers=16MB", "-c", "fsync=off"},
      log);
  for (int tries = 0; tries < 600; ++tries) {
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
