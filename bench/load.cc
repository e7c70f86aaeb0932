// Puts load on `tabuleiro serve`, which it starts itself, and says how it bears it.
//
//   tabuleiro_load PROGRAM DATABASE [--players 2000] [--seconds 60] [--pace 1000]
//   tabuleiro_load PROGRAM DATABASE --http [--seconds 5]
//   tabuleiro_load PROGRAM DATABASE --kill TIMES [--players 100] [--pace 100]
//   tabuleiro_load PROGRAM DATABASE --computers TABLES
//   tabuleiro_load PROGRAM DATABASE --crowd TABLES [--seconds 60]
//   tabuleiro_load PROGRAM DATABASE --soak MINUTES [--restart MINUTES] [--scale 1]
//   tabuleiro_load PROGRAM DATABASE --archive GAMES
//   tabuleiro_load PROGRAM --nodes N [--players 1000] [--seconds 120] [--pace 1000]
//                  [--kill-every S] [--share PERCENT]
//   tabuleiro_load PROGRAM --recovery TIMES
//
// PROGRAM is the built tabuleiro, DATABASE a file or postgresql://...; --pace is the milliseconds
// between two turns of a player, on average. Ends with status 1 where something went wrong: an
// error, with --kill an acknowledged turn that is not there after the restart, with --computers
// more than 300 MB, with --crowd a reply of level 3 that took a second, with --archive a search
// that took longer than 50 ms (DATABASE `postgresql` is then one of its own). --nodes starts a
// PostgreSQL and a NATS of its own and so many servers on them, --kill-every kills one of them so
// often,
// --share gives each so much of one processor (cluster_load.h). --recovery measures how soon tables
// go on when one of three servers, or what they share, is in trouble (recovery.h). A developer's
// tool: it is in English only.
#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "archive_load.h"
#include "cluster_load.h"
#include "core/random.h"
#include "core/scan.h"
#include "crowd.h"
#include "http_rate.h"
#include "players.h"
#include "recovery.h"
#include "server_process.h"
#include "soak.h"
#include "socket_client.h"
#include "table_maker.h"
#include "times.h"

namespace {

using namespace std::chrono_literals;
using bench::give_up;
using bench::ServerProcess;
using std::chrono::milliseconds;

struct Arguments {
  std::string program, database;
  std::map<std::string, long long> numbers;
  bool http = false;

  long long number(const std::string& flag, long long otherwise) const {
    const auto at = numbers.find(flag);
    return at == numbers.end() ? otherwise : at->second;
  }
};

Arguments read_arguments(int count, char** words) {
  const std::string usage =
      "usage: tabuleiro_load PROGRAM DATABASE [--http | --kill TIMES | --computers TABLES | "
      "--crowd "
      "TABLES | --soak MINUTES | --archive GAMES] [--players N] [--seconds N] [--pace MS] "
      "[--restart MINUTES] "
      "[--scale N], or tabuleiro_load PROGRAM --nodes N [--players N] [--seconds N] [--pace MS] "
      "[--kill-every S] [--share PERCENT], or tabuleiro_load PROGRAM --recovery TIMES";
  if (count < 3) give_up(usage);
  Arguments arguments{words[1], "", {}, false};
  // Several servers have a database that is made for them.
  const bool named = !std::string_view(words[2]).starts_with("--");
  if (named) arguments.database = words[2];
  for (int i = named ? 3 : 2; i < count; ++i) {
    const std::string flag = words[i];
    if (flag == "--http") {
      arguments.http = true;
      continue;
    }
    static constexpr std::string_view kNumbers[] = {
        "--players",    "--seconds", "--pace",      "--kill",    "--soak",
        "--restart",    "--scale",   "--computers", "--crowd",   "--nodes",
        "--kill-every", "--share",   "--archive",   "--recovery"};
    const bool known =
        std::find(std::begin(kNumbers), std::end(kNumbers), flag) != std::end(kNumbers);
    if (!known || i + 1 == count) give_up(usage);
    const auto number = core::whole_number(words[++i], 1'000'000);
    if (!number || *number == 0) give_up(usage);
    arguments.numbers[flag] = *number;
  }
  const auto& numbers = arguments.numbers;
  if (named == (numbers.contains("--nodes") || numbers.contains("--recovery"))) give_up(usage);
  return arguments;
}

int run_players(const Arguments& arguments) {
  ServerProcess server(arguments.program, arguments.database);
  bench::LoadSettings settings;
  settings.port = server.port();
  settings.players = static_cast<int>(arguments.number("--players", 2000));
  settings.time = milliseconds(1000 * arguments.number("--seconds", 60));
  settings.pace = milliseconds(arguments.number("--pace", 1000));
  // Memory once everybody sits, and at the end.
  const auto begin = std::chrono::steady_clock::now();
  long early = 0;
  settings.look = [&](const bench::LoadResult&) {
    const bool settled = std::chrono::steady_clock::now() - begin > settings.time / 4;
    if (settled && early == 0) early = server.memory_kb();
  };
  const double cpu = server.cpu_seconds();
  const auto result = bench::play(settings);
  const double seconds = std::chrono::duration<double>(settings.time).count();
  std::printf("%d players, %zu tables, %ld turns in %.0f s: %.0f a second\n", settings.players,
              result.tables.size(), result.turns, seconds,
              static_cast<double>(result.turns) / seconds);
  bench::print_times("acknowledged", result.acknowledged_ms);
  bench::print_times("delivered", result.delivered_ms);
  std::printf("server: %.1f s of CPU, %ld kB after a quarter of the time, %ld kB at the end\n",
              server.cpu_seconds() - cpu, early, server.memory_kb());
  std::printf("errors: %ld %s\n", result.errors, result.first_error.c_str());
  if (result.lost) std::printf("the server went away\n");
  const int status = server.stop();
  if (status != 0) std::printf("the server ended with status %d\n", status);
  return result.errors == 0 && !result.lost && result.turns > 0 && status == 0 ? 0 : 1;
}

std::string one_table(int port) {
  tests::TableMaker maker({.ports = {port}, .threads = 1});
  maker.ask(0);
  while (true) {
    if (const auto made = maker.take()) {
      if (made->id.empty()) give_up(made->error);
      return made->id;
    }
    std::this_thread::sleep_for(1ms);
  }
}

// Answers in some time, and the CPU seconds they cost the server.
struct Rate {
  double answers = 0, seconds = 0, cpu = 0;

  void measure(int port, pid_t process, const std::string& path, milliseconds time) {
    constexpr int kConnections = 32;
    const double before = bench::cpu_seconds(process);
    answers += static_cast<double>(bench::count_answers(port, path, kConnections, time));
    cpu += bench::cpu_seconds(process) - before;
    seconds += std::chrono::duration<double>(time).count();
  }
  void print(const char* name) const {
    std::printf("%-17s %.0f a second, %.0f a CPU second\n", name, answers / seconds, answers / cpu);
  }
};

int run_http(const Arguments& arguments) {
  const milliseconds time(1000 * arguments.number("--seconds", 5));
  ServerProcess server(arguments.program, arguments.database);
  const bench::EmptyHandler empty;
  const std::string path = "/api/tables/" + one_table(server.port());
  Rate ours, nothing;
  // In turn, so that whatever else the machine does meets both.
  for (int round = 0; round < 3; ++round) {
    nothing.measure(empty.port(), empty.process(), "/", time);
    ours.measure(server.port(), server.process(), path, time);
  }
  nothing.print("empty handler");
  ours.print("state of a table");
  const double ratio = ours.answers / nothing.answers;
  std::printf("ratio             %.2f, by CPU %.2f\n", ratio, ratio * nothing.cpu / ours.cpu);
  return ratio >= 0.5 ? 0 : 1;
}

// What is wrong with a table after a restart; "" where it has all it should have.
std::string missing(tests::SocketClient& client, const bench::PlayedTable& table) {
  const auto answer = client.get("/api/tables/" + table.id);
  if (answer.status != 200) return "status " + std::to_string(answer.status) + ' ' + answer.body;
  std::vector<std::string> turns = nlohmann::json::parse(answer.body).at("turns");
  const auto& expected = table.acknowledged;
  if (turns.size() < expected.size() ||
      !std::equal(expected.begin(), expected.end(), turns.begin())) {
    return "acknowledged " + core::join(expected, " ") + ", found " + core::join(turns, " ");
  }
  // One turn may have been stored without its acknowledgement having arrived.
  turns.erase(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(expected.size()));
  if (turns.empty() || (turns.size() == 1 && turns[0] == table.sent)) return "";
  return "never sent: " + core::join(turns, " ");
}

int run_kills(const Arguments& arguments) {
  const auto times = arguments.number("--kill", 1);
  core::Rng rng(
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()));
  std::vector<bench::PlayedTable> tables;
  long turns = 0, wrong = 0;
  for (long long i = 0; i <= times; ++i) {
    ServerProcess server(arguments.program, arguments.database);
    tests::SocketClient client(server.port());
    // The newest tables, and some of the old ones.
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (t + 500 < tables.size() && rng.below(10) != 0) continue;
      const auto problem = missing(client, tables[t]);
      if (problem.empty()) continue;
      if (wrong++ == 0) std::printf("table %s: %s\n", tables[t].id.c_str(), problem.c_str());
    }
    if (i == times) break;
    bench::LoadSettings settings;
    settings.port = server.port();
    settings.players = static_cast<int>(arguments.number("--players", 100));
    settings.pace = milliseconds(arguments.number("--pace", 100));
    settings.seed = rng.next();
    // After some turns, however long a busy machine takes for them.
    const long last = 20 + static_cast<long>(rng.below(300));
    settings.look = [&](const bench::LoadResult& so_far) {
      if (so_far.turns >= last) server.kill();
    };
    auto result = bench::play(settings);
    if (!result.lost) give_up("too slow: " + std::to_string(result.turns) + " turns in a minute");
    turns += result.turns;
    tables.insert(tables.end(), result.tables.begin(), result.tables.end());
  }
  std::printf("%lld kills, %zu tables, %ld acknowledged turns, %ld tables with something missing\n",
              times, tables.size(), turns, wrong);
  return wrong == 0 && turns > 0 ? 0 : 1;
}

int run_crowd(const Arguments& arguments) {
  bench::CrowdSettings settings{arguments.program, arguments.database};
  settings.computers = static_cast<int>(arguments.number("--crowd", settings.computers));
  settings.seconds = static_cast<int>(arguments.number("--seconds", settings.seconds));
  return bench::play_in_crowd(settings) ? 0 : 1;
}

int run_computers(const Arguments& arguments) {
  const auto tables = static_cast<int>(arguments.number("--computers", 1000));
  return bench::play_computers(arguments.program, arguments.database, tables) ? 0 : 1;
}

int run_soak(const Arguments& arguments) {
  bench::SoakSettings settings{arguments.program, arguments.database};
  settings.time = std::chrono::minutes(arguments.number("--soak", 120));
  settings.between_restarts = std::chrono::minutes(arguments.number("--restart", 10));
  settings.scale = static_cast<int>(arguments.number("--scale", 1));
  return bench::soak(settings) ? 0 : 1;
}

int run_archive(const Arguments& arguments) {
  bench::ArchiveLoadSettings settings{arguments.program, arguments.database};
  settings.games = static_cast<int>(arguments.number("--archive", settings.games));
  return bench::search_archive(settings) ? 0 : 1;
}

int run_nodes(const Arguments& arguments) {
  bench::ClusterLoadSettings settings{arguments.program};
  settings.nodes = static_cast<int>(arguments.number("--nodes", settings.nodes));
  settings.players = static_cast<int>(arguments.number("--players", settings.players));
  settings.time = milliseconds(1000 * arguments.number("--seconds", 120));
  settings.pace = milliseconds(arguments.number("--pace", 1000));
  settings.kill_every = std::chrono::seconds(arguments.number("--kill-every", 0));
  settings.share = static_cast<int>(arguments.number("--share", 0));
  return bench::play_on_nodes(settings) ? 0 : 1;
}

int run_recovery(const Arguments& arguments) {
  bench::RecoverySettings settings{arguments.program};
  settings.times = static_cast<int>(arguments.number("--recovery", settings.times));
  return bench::measure_recovery(settings) ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  const auto arguments = read_arguments(count, words);
  if (arguments.http) return run_http(arguments);
  if (arguments.numbers.contains("--nodes")) return run_nodes(arguments);
  if (arguments.numbers.contains("--recovery")) return run_recovery(arguments);
  if (arguments.numbers.contains("--archive")) return run_archive(arguments);
  if (arguments.numbers.contains("--kill")) return run_kills(arguments);
  if (arguments.numbers.contains("--computers")) return run_computers(arguments);
  if (arguments.numbers.contains("--crowd")) return run_crowd(arguments);
  if (arguments.numbers.contains("--soak")) return run_soak(arguments);
  return run_players(arguments);
}
