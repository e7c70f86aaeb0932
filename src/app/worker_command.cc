// tabuleiro worker: does work that others have, until it is told to end.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "api/engine_jobs.h"
#include "app/arena_work.h"
#include "app/command.h"
#include "app/interrupt.h"
#include "app/log_flags.h"
#include "app/settings.h"
#include "arena/book_work.h"
#include "arena/samples.h"
#include "arena/selfplay_run.h"
#include "core/scan.h"
#include "jobs/names.h"
#include "jobs/postgres_queue.h"
#include "jobs/worker_pool.h"
#include "protocol/match_player.h"
#include "solve/proofs.h"
#include "solve/solver_jobs.h"

namespace app {

using text::Error;
using text::Message;

namespace {

constexpr long long kMaxWorkerThreads = 256, kDefaultLease = 30, kMaxLease = 3600;

std::string names_of(const jobs::Kinds& kinds) {
  std::vector<std::string> names;
  for (const auto& [name, make] : kinds) names.push_back(name);
  return core::join(names, ", ");
}

games::Parsed<EngineCommands> read_engines(const Arguments& arguments) {
  EngineCommands engines;
  for (const auto& text : arguments.values("--engine")) {
    const auto equals = text.find('=');
    const auto name = core::trim(std::string_view(text).substr(0, equals));
    if (equals == std::string::npos || name.empty() ||
        core::trim(std::string_view(text).substr(equals + 1)).empty()) {
      return arguments.blamed("--engine", Error(Message::kWorkerEngine, {core::quoted(text)}));
    }
    engines[std::string(name)] = text.substr(equals + 1);
  }
  return engines;
}

// All kinds of work, or those that --only names.
games::Parsed<jobs::Kinds> read_kinds(const Arguments& arguments, const EngineCommands& engines) {
  auto kinds = api::engine_kinds();
  kinds[kArenaKind] = arena_work(engines);
  kinds[arena::kOpeningsKind] = arena::openings_work(&solve::shared_proof_book());
  kinds[arena::kCalibrationKind] = arena::calibration_work();
  kinds[arena::kSelfplayKind] = arena::selfplay_work();
  kinds[solve::kSolveKind] = solve::solve_work();
  const auto only = arguments.values("--only");
  if (only.empty()) return kinds;
  jobs::Kinds chosen;
  for (const auto& name : only) {
    const auto at = kinds.find(name);
    if (at == kinds.end()) {
      return arguments.blamed("--only",
                              Error(Message::kWorkerKind, {core::quoted(name), names_of(kinds)}));
    }
    chosen.insert(*at);
  }
  return chosen;
}

games::Parsed<jobs::WorkerPoolSettings> read_worker_pool(const Arguments& arguments) {
  jobs::WorkerPoolSettings settings;
  const auto cores = std::max(1U, std::thread::hardware_concurrency());
  const auto threads = number_or(
      arguments, "--threads", std::min<long long>(cores, kMaxWorkerThreads), 1, kMaxWorkerThreads);
  if (!threads) return threads.error();
  const auto lease = number_or(arguments, "--lease", kDefaultLease, 1, kMaxLease);
  if (!lease) return lease.error();
  settings.name = jobs::process_name();
  settings.threads = static_cast<int>(*threads);
  settings.lease = std::chrono::seconds(*lease);
  return settings;
}

void announce_worker(const Arguments& arguments, const jobs::WorkerPoolSettings& settings) {
  print(text::render(
            text::Note{Message::kWorkerReady, {settings.name, std::to_string(settings.threads)}},
            arguments.language()) +
        '\n');
  std::fflush(stdout);
}

games::Parsed<int> run_worker(const Arguments& arguments) {
  if (!arguments.has("--db")) return Error(Message::kMissingArgument, {"--db"});
  const auto engines = read_engines(arguments);
  if (!engines) return engines.error();
  const auto kinds = read_kinds(arguments, *engines);
  if (!kinds) return kinds.error();
  auto settings = read_worker_pool(arguments);
  if (!settings) return settings.error();
  const auto log = read_log_settings(arguments, logs::Level::kInfo);
  if (!log) return log.error();
  auto queue = jobs::open_postgres_queue(arguments.value("--db"));
  if (!queue) return arguments.blamed("--db", queue.error());
  if (const auto problem = logs::start(*log)) return *problem;
  settings->offers = {jobs::version_offer()};
  for (const auto& [name, command] : *engines) {
    settings->offers.insert(std::string(protocol::kEnginePrefix) + name);
  }
  const auto& stop_asked = catch_signals();
  {
    const jobs::WorkerPool workers(**queue, *kinds, *settings);
    announce_worker(arguments, *settings);
    // A signal handler may only set a flag: somebody has to look at it.
    constexpr auto kLook = std::chrono::milliseconds(50);
    while (!stop_asked) std::this_thread::sleep_for(kLook);
  }
  logs::stop();
  return 0;
}

}  // namespace

const Command& worker_command() {
  static const Command command = {
      "worker",
      {},
      {{"--db", "URL", Message::kHelpWorkerDatabase},
       {"--threads", "N", Message::kHelpWorkerThreads},
       {"--engine", "NAME=COMMAND", Message::kHelpWorkerEngine, {}, true},
       {"--only", "KIND", Message::kHelpWorkerOnly, {}, true},
       {"--lease", "S", Message::kHelpWorkerLease, {std::to_string(kDefaultLease)}},
       log_level_flag("info"),
       log_format_flag(),
       log_file_flag(),
       {kConfigFlag, "FILE", Message::kHelpServeConfig}},
      Message::kHelpWorker,
      run_worker,
      /*settings=*/true};
  return command;
}

}  // namespace app
