// tabuleiro serve: games for browsers and bots.
#include <csignal>
#include <cstdio>
#include <filesystem>

#include "app/command.h"
#include "core/folders.h"
#include "server/listener.h"
#include "server/make_service.h"
#include "store/watched_store.h"

namespace app {

using text::Error;
using text::Message;

namespace {

constexpr long long kDefaultPort = 8080, kMaxPort = 65535;
constexpr const char* kDefaultHost = "127.0.0.1";

games::Parsed<std::string> read_database(const Arguments& arguments) {
  if (arguments.has("--db")) return arguments.value("--db");
  const std::string folder = core::data_folder();
  if (folder.empty()) return Error(Message::kServeNoFolder);
  std::error_code ignored;  // the store says what is wrong with it
  std::filesystem::create_directories(folder, ignored);
  return folder + "/games.db";
}

games::Parsed<server::ListenerSettings> read_settings(const Arguments& arguments) {
  server::ListenerSettings settings;
  const auto port = number_or(arguments, "--port", kDefaultPort, 0, kMaxPort);
  if (!port) return port.error();
  settings.port = static_cast<int>(*port);
  const auto hosts = arguments.values("--host");
  if (arguments.has("--lan") && !hosts.empty()) return Error(Message::kServeLanAndHost);
  if (!hosts.empty()) settings.host = hosts[0];
  if (arguments.has("--lan")) settings.host = "";
  settings.names = hosts;
  if (arguments.has("--no-limits")) settings.limits = server::no_limits();
  return settings;
}

void say(const Arguments& arguments, Message message, const std::vector<std::string>& values) {
  print(text::render(text::Note{message, values}, arguments.language()) + '\n');
}

std::string link(const std::string& host, int port) {
  const bool v6 = host.find(':') != std::string::npos;
  return "http://" + (v6 ? '[' + host + ']' : host) + ':' + std::to_string(port) + '/';
}

void announce(const Arguments& arguments, const std::string& host, int port) {
  say(arguments, Message::kServeReady, {link(host.empty() ? kDefaultHost : host, port)});
  if (host.empty()) {
    for (const auto& address : server::lan_addresses()) {
      say(arguments, Message::kServeReadyLan, {link(address, port)});
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
  void wait() const {
    int signal = 0;
    sigwait(&set_, &signal);
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

games::Parsed<int> run_serve(const Arguments& arguments) {
  const auto settings = read_settings(arguments);
  if (!settings) return settings.error();
  const auto database = read_database(arguments);
  if (!database) return database.error();
  const EndSignals signals;
  auto store = store::open(*database);
  if (!store) return fail(arguments, store.error());
  const auto watched = std::make_shared<store::WatchedStore>(
      *std::move(store), [&arguments](const std::optional<Error>& problem) {
        complain(arguments, problem ? Error(*problem).in(Message::kServeCannotStore)
                                    : Error(Message::kServeStoresAgain));
      });
  server::ServiceSettings game_settings;
  game_settings.limits = !arguments.has("--no-limits");
  const auto service = server::make_service(watched, game_settings);
  const auto listener = server::Listener::open(*settings, *service);
  if (!listener) return fail(arguments, listener.error());
  announce(arguments, settings->host, (*listener)->port());
  signals.wait();
  service->say_goodbye();
  (*listener)->stop();
  service->stop();
  return 0;
}

}  // namespace

const Command& serve_command() {
  static const Command command = {
      "serve",
      {},
      {{"--port", "N", Message::kHelpServePort, {std::to_string(kDefaultPort)}},
       {"--host", "HOST", Message::kHelpServeHost, {kDefaultHost}, true},
       {"--db", "FILE|URL", Message::kHelpServeDatabase, {"~/.local/share/tabuleiro/games.db"}},
       {"--lan", "", Message::kHelpServeLan},
       {"--no-limits", "", Message::kHelpServeNoLimits}},
      Message::kHelpServe,
      run_serve};
  return command;
}

}  // namespace app
