// tabuleiro serve: games for browsers and bots.
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "api/game_service.h"
#include "app/admin_socket.h"
#include "app/command.h"
#include "app/database_flag.h"
#include "app/log_flags.h"
#include "app/settings.h"
#include "bus/nats_bus.h"
#include "core/scan.h"
#include "jobs/postgres_queue.h"
#include "logs/logs.h"
#include "net/listener.h"
#include "store/leases.h"
#include "store/postgres_url.h"
#include "store/watched_store.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;

namespace {

constexpr long long kDefaultPort = 8080, kMaxPort = 65535;
constexpr long long kMaxDrainTime = 3600;  // seconds
constexpr auto kDefaultLevel = logs::Level::kWarning;
constexpr const char* kDefaultHost = "127.0.0.1";

games::Parsed<net::ListenerSettings> read_settings(const Arguments& arguments) {
  net::ListenerSettings settings;
  const auto port = number_or(arguments, "--port", kDefaultPort, 0, kMaxPort);
  if (!port) return port.error();
  settings.port = static_cast<int>(*port);
  const auto hosts = arguments.values("--host");
  if (arguments.has("--lan") && !hosts.empty()) return Error(Message::kServeLanAndHost);
  if (!hosts.empty()) settings.host = hosts[0];
  if (arguments.has("--lan")) settings.host = "";
  settings.names = hosts;
  settings.metrics_public = arguments.has("--metrics-public");
  if (arguments.has("--no-limits")) settings.limits = net::no_limits();
  for (const auto& text : arguments.values("--trusted-proxy")) {
    const auto network = net::parse_network(text);
    if (!network) return Error(Message::kServeBadNetwork, {core::quoted(text)});
    settings.trusted_proxies.push_back(*network);
  }
  settings.tls_certificate = arguments.value("--tls-cert");
  settings.tls_key = arguments.value("--tls-key");
  if (settings.tls_certificate.empty() != settings.tls_key.empty()) {
    return Error(Message::kServeTlsBoth);
  }
  return settings;
}

games::Parsed<long long> drain_time(const Arguments& arguments) {
  return number_or(arguments, "--drain-time", 0, 0, kMaxDrainTime);
}

void say(const Arguments& arguments, Message message, const std::vector<std::string>& values) {
  print(text::render(text::Note{message, values}, arguments.language()) + '\n');
}

std::string link(const Arguments& arguments, const std::string& host, int port) {
  const bool v6 = host.find(':') != std::string::npos;
  const std::string scheme = arguments.has("--tls-cert") ? "https" : "http";
  return scheme + "://" + (v6 ? '[' + host + ']' : host) + ':' + std::to_string(port) + '/';
}

void announce(const Arguments& arguments, const std::string& host, int port) {
  say(arguments, Message::kServeReady, {link(arguments, host.empty() ? kDefaultHost : host, port)});
  if (host.empty()) {
    for (const auto& address : net::lan_addresses()) {
      say(arguments, Message::kServeReadyLan, {link(arguments, address, port)});
    }
  }
  say(arguments, Message::kServeHowToStop, {});
  std::fflush(stdout);
}

// The signals that end the program politely. Blocked before any thread starts, so that none of them
// is interrupted; wait() takes them.
class EndSignals {
 public:
  EndSignals() {
    std::signal(SIGPIPE, SIG_IGN);
    sigemptyset(&set_);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set_, signal);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }
  // Which one came.
  int wait() const {
    int signal = 0;
    sigwait(&set_, &signal);
    return signal;
  }
  // Until the next one, but not longer than this.
  void wait_at_most(long long seconds) const {
    const timespec time{static_cast<time_t>(seconds), 0};
    sigtimedwait(&set_, nullptr, &time);
  }

 private:
  sigset_t set_{};
};

void complain(const Arguments& arguments, const Error& error) {
  std::fprintf(stderr, "tabuleiro: %s\n", text::render(error, arguments.language()).c_str());
}

int fail(const Arguments& arguments, const Error& error) {
  complain(arguments, error);
  return 1;
}

// The server does without, where it cannot be had.
std::unique_ptr<AdminSocket> open_admin(const Arguments& arguments, const std::string& database,
                                        store::Store& store, api::GameService& service) {
  const auto path = arguments.has("--admin-socket") ? arguments.value("--admin-socket")
                                                    : admin_socket_of(database);
  if (path.empty()) return nullptr;
  // Messages never name a URL, which may hold a password.
  const auto place = store::is_postgres_url(database) ? "PostgreSQL" : core::quoted(database);
  auto opened = AdminSocket::open(path, AdminHandler(store, &service, place));
  if (opened) return *std::move(opened);
  tell_of_no_admin(opened.error());
  return nullptr;
}

// Not long where the database is silent: visitors wait.
constexpr std::chrono::seconds kQueuePatience{2};

games::Parsed<std::shared_ptr<jobs::Queue>> open_queue(const Arguments& arguments,
                                                       const std::string& database) {
  if (!arguments.has("--workers")) return std::shared_ptr<jobs::Queue>();
  const auto url = store::parse_postgres_url(database);
  if (!url) return url.error();
  auto queue = jobs::open_postgres_queue(*url, kQueuePatience);
  if (!queue) return queue.error();
  return std::shared_ptr<jobs::Queue>(*std::move(queue));
}

// Workers find their work in the database of the server.
std::optional<Error> workers_problem(const Arguments& arguments, const std::string& database) {
  if (!arguments.has("--workers") || store::is_postgres_url(database)) return std::nullopt;
  return arguments.blamed("--workers", Error(Message::kServeWorkersDatabase));
}

// What is wrong with where the games are to be kept, as far as it can be seen without opening it:
// another program may use it just now.
std::optional<Error> database_problem(const std::string& database) {
  if (store::is_postgres_url(database)) {
    const auto url = store::parse_postgres_url(database);
    return url ? std::nullopt : std::optional(url.error());
  }
  std::error_code hidden;  // in a folder that this user may not look into, or with too long a name
  const bool exists = std::filesystem::exists(database, hidden);
  if (hidden) return text::file_unwritable(database, hidden.value());
  auto folder = std::filesystem::path(database).parent_path().string();
  if (folder.empty()) folder = ".";
  const auto& needed = exists ? database : folder;
  if (access(needed.c_str(), R_OK | W_OK) == 0) return std::nullopt;
  return text::file_unwritable(needed, errno);
}

// Where the other servers are reached; nothing where this is the only one.
games::Parsed<std::optional<bus::NatsUrl>> read_nats(const Arguments& arguments,
                                                     const std::string& database) {
  if (!arguments.has("--nats")) return std::optional<bus::NatsUrl>();
  auto url = bus::parse_nats_url(arguments.value("--nats"));
  if (!url) return arguments.blamed("--nats", url.error());
  if (!store::is_postgres_url(database)) {
    return arguments.blamed("--nats", Error(Message::kServeNatsDatabase));
  }
  return std::optional(*std::move(url));
}

std::vector<Error> setting_problems(const Arguments& arguments) {
  auto problems = arguments.problems();
  if (const auto settings = read_settings(arguments); !settings) {
    problems.push_back(settings.error());
  } else if (const auto problem = net::certificate_problem(*settings)) {
    problems.push_back(arguments.blamed("--tls-cert", *problem));
  }
  if (const auto log = read_log_settings(arguments, kDefaultLevel); !log)
    problems.push_back(log.error());
  if (const auto time = drain_time(arguments); !time) problems.push_back(time.error());
  const auto database = read_database(arguments);
  const auto problem = database ? database_problem(*database) : database.error();
  if (problem) problems.push_back(arguments.blamed("--db", *problem));
  if (const auto nats = read_nats(arguments, database ? *database : ""); !nats) {
    problems.push_back(nats.error());
  }
  if (const auto wrong = database ? workers_problem(arguments, *database) : std::nullopt) {
    problems.push_back(*wrong);
  }
  return problems;
}

// Says what would be used and what is wrong with it.
int check_settings(const Arguments& arguments) {
  print(settings_text(serve_command(), arguments));
  const auto problems = setting_problems(arguments);
  for (const auto& problem : problems) complain(arguments, problem);
  if (problems.empty()) say(arguments, Message::kServeSettingsGood, {});
  return problems.empty() ? 0 : 1;
}

void tell_of_store(store::WatchedStore::Part part, const std::optional<Error>& problem) {
  const bool stores = part == store::WatchedStore::Part::kCommit;
  const auto told =
      problem ? problem->in(stores ? Message::kServeCannotStore : Message::kServeCannotLoad)
              : Error(stores ? Message::kServeStoresAgain : Message::kServeLoadsAgain);
  logs::write(problem ? logs::Level::kError : logs::Level::kWarning, "store",
              {{"told", text::render(told, text::Language::kEnglish)}});
}

void tell_of_certificate(const std::optional<Error>& problem) {
  const auto told = problem.value_or(Error(Message::kServeTlsReloaded));
  logs::write(problem ? logs::Level::kError : logs::Level::kInfo, "certificate",
              {{"told", text::render(told, text::Language::kEnglish)}});
}

struct ServeSettings {
  net::ListenerSettings net;
  long long drain = 0;
  std::string database;
  std::optional<bus::NatsUrl> nats;
};

// How far PostgreSQL's clock is ahead of this one, and how long it took to say so.
struct ClockReading {
  std::int64_t ahead = 0;
  std::int64_t took = 0;
};
games::Parsed<ClockReading> read_shared_clock(const tables::Clock& own, store::Leases& leases) {
  const auto before = own.now();
  const auto theirs = leases.now();
  if (!theirs) return theirs.error();
  const auto after = own.now();
  return ClockReading{*theirs - (before + after) / 2, after - before};
}

// A slow answer says little.
void compare_clocks(tables::SystemClock& own, store::Leases& leases) {
  const auto read = read_shared_clock(own, leases);
  if (read && read->took <= tables::SystemClock::kMostCorrected) own.correct(read->ahead);
}

// This server among others: its lease, the bus, and a clock that all of them share.
std::optional<Error> join_others(const ServeSettings& settings, api::ServiceSettings& service) {
  auto leases = store::open_leases(settings.database);
  if (!leases) return leases.error();
  service.leases = *std::move(leases);
  const auto read = read_shared_clock(tables::SystemClock(), *service.leases);
  if (!read) return read.error();
  const auto clock = std::make_shared<tables::SystemClock>(read->ahead);
  service.clock = clock;
  service.compare_clocks = [clock, shared = service.leases] { compare_clocks(*clock, *shared); };
  bus::NatsSettings nats;
  nats.url = *settings.nats;
  // Players wait for a server that nobody answers; a lost connection is soon there again.
  nats.ping = std::chrono::milliseconds(300);
  service.bus = bus::make_nats_bus(nats);
  return std::nullopt;
}

int serve(const Arguments& arguments, const ServeSettings& settings, const EndSignals& signals) {
  if (const auto problem = net::allow_many_files()) return fail(arguments, *problem);
  store::OpenOptions how;
  how.shared = settings.nats.has_value();
  auto store = store::open(settings.database, how);
  if (!store) return fail(arguments, store.error());
  const auto watched = std::make_shared<store::WatchedStore>(*std::move(store), tell_of_store);
  api::ServiceSettings game_settings;
  game_settings.limits = !arguments.has("--no-limits");
  if (settings.nats) {
    if (const auto problem = join_others(settings, game_settings)) return fail(arguments, *problem);
  }
  auto queue = open_queue(arguments, settings.database);
  if (!queue) return fail(arguments, queue.error());
  game_settings.queue = *std::move(queue);
  const auto service = api::make_service(watched, game_settings);
  const auto listener = net::Listener::open(settings.net, *service);
  if (!listener) return fail(arguments, listener.error());
  service->share_limits((*listener)->visitors());
  auto admin = open_admin(arguments, settings.database, *watched, *service);
  announce(arguments, settings.net.host, (*listener)->port());
  logs::write(logs::Level::kInfo, "start",
              {{"version", TABULEIRO_VERSION}, logs::number("port", (*listener)->port())});
  while (signals.wait() == SIGHUP && !settings.net.tls_certificate.empty()) {
    tell_of_certificate((*listener)->read_certificate_again());
  }
  logs::write(logs::Level::kInfo, "stopping", {});
  service->say_goodbye();
  if (admin != nullptr) admin->stop();
  signals.wait_at_most(settings.drain);
  (*listener)->stop();
  service->stop();
  // What it waits for in the store is over by now.
  admin.reset();
  logs::write(logs::Level::kInfo, "stop", {});
  return 0;
}

games::Parsed<int> run_serve(const Arguments& arguments) {
  if (arguments.has(kCheckFlag)) return check_settings(arguments);
  const auto settings = read_settings(arguments);
  if (!settings) return settings.error();
  const auto drain = drain_time(arguments);
  if (!drain) return drain.error();
  const auto database = read_database(arguments);
  if (!database) return database.error();
  const auto nats = read_nats(arguments, *database);
  if (!nats) return nats.error();
  if (const auto problem = workers_problem(arguments, *database)) return *problem;
  const auto log = read_log_settings(arguments, kDefaultLevel);
  if (!log) return log.error();
  const EndSignals signals;  // before the log, which has a thread
  if (const auto problem = logs::start(*log)) return fail(arguments, *problem);
  const int status = serve(arguments, {*settings, *drain, *database, *nats}, signals);
  logs::stop();
  return status;
}

}  // namespace

const Command& serve_command() {
  static const Command command = {
      "serve",
      {},
      {{"--port", "N", Message::kHelpServePort, {std::to_string(kDefaultPort)}},
       {"--host", "HOST", Message::kHelpServeHost, {kDefaultHost}, true},
       database_flag(),
       {"--workers", "", Message::kHelpServeWorkers},
       {"--admin-socket", "FILE", Message::kHelpAdminSocket},
       {"--lan", "", Message::kHelpServeLan},
       {"--no-limits", "", Message::kHelpServeNoLimits},
       {"--trusted-proxy", "NET", Message::kHelpServeTrustedProxy, {}, true},
       {"--tls-cert", "FILE", Message::kHelpServeTlsCert},
       {"--tls-key", "FILE", Message::kHelpServeTlsKey},
       {"--nats", "URL", Message::kHelpServeNats},
       {"--drain-time", "S", Message::kHelpServeDrainTime},
       log_level_flag("warning"),
       log_format_flag(),
       log_file_flag(),
       {"--log-addresses", "", Message::kHelpServeLogAddresses},
       {"--metrics-public", "", Message::kHelpServeMetricsPublic},
       {"--config", "FILE", Message::kHelpServeConfig},
       {"--check", "", Message::kHelpServeCheck}},
      Message::kHelpServe,
      run_serve,
      /*settings=*/true};
  return command;
}

}  // namespace app
