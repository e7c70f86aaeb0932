// What the program has and this one does without: logs and numbers for whoever runs a server, other
// servers, pictures. Their callers are there; most of what they call never is.
#include <cstdio>
#include <cstdlib>

#include "api/board_picture.h"
#include "api/contract.h"
#include "api/remote_jobs.h"
#include "games/references.h"
#include "games/states.h"
#include "logs/logs.h"
#include "metrics/metrics.h"
#include "tables/cluster_tables.h"

namespace logs {

bool wanted(Level level) { return level >= Level::kWarning && level != Level::kOff; }

Field number(std::string_view name, std::int64_t value) {
  return {name, std::to_string(value), true};
}

Field address_field(const std::string& /*address*/) { return {"address", ""}; }

void write(Level level, std::string_view event, std::initializer_list<Field> fields) {
  if (!wanted(level)) return;
  std::string line(event);
  for (const auto& field : fields) line += ' ' + std::string(field.name) + '=' + field.value;
  std::fprintf(stderr, "%s\n", line.c_str());
}

RequestScope::RequestScope(const std::string& /*id*/) : before_(nullptr) {}
RequestScope::~RequestScope() = default;

std::string current_request() { return ""; }

}  // namespace logs

namespace metrics {

Counter& counter(const Family& /*family*/, std::string_view /*label*/) {
  static Counter all;
  return all;
}
Histogram& histogram(const Family& /*family*/) {
  static Histogram all;
  return all;
}
void Histogram::observe(std::chrono::nanoseconds /*time*/) {}
Gauge::Gauge(const Family& /*family*/, std::function<double()> /*value*/, std::string /*label*/) {}
Gauge::~Gauge() = default;

}  // namespace metrics

// There are no other servers.
namespace tables {

HttpError server_cut_off() { std::abort(); }
ClusterTables::ClusterTables(Cluster& cluster, TableRegistry& registry, const NodeFormat& format,
                             Clock& clock)
    : cluster_(cluster), registry_(registry), format_(format), clock_(clock) {
  std::abort();
}
ClusterTables::~ClusterTables() = default;
void ClusterTables::start() {}
void ClusterTables::stop() {}
void ClusterTables::tell(const std::string& /*node*/, const News& /*news*/) {}
void ClusterTables::follow_soon(const std::string& /*table*/) {}
void ClusterTables::begin_to_follow(const LiveTablePtr& /*live*/, std::function<void()> /*then*/) {}
void ClusterTables::left(const LiveTable& /*live*/) {}
void ClusterTables::forward(const LiveTablePtr& /*live*/, const Act& /*act*/,
                            const std::string& /*visitor*/, LiveTable::Done /*done*/) {}
void ClusterTables::look_after() {}
bool Cluster::is_reachable() const { return true; }

}  // namespace tables

// Nor workers.
namespace api {

RemoteJobs::RemoteJobs(std::shared_ptr<jobs::Queue> /*queue*/, RemoteJobSettings /*settings*/) {
  std::abort();
}
RemoteJobs::~RemoteJobs() = default;
bool RemoteJobs::offered(const std::string& /*kind*/) const { return false; }
RemoteJobs::SendResult RemoteJobs::send(Lane /*lane*/, const std::string& /*visitor*/,
                                        RemoteJob /*job*/) {
  return SendResult::kNobody;
}
std::size_t RemoteJobs::waiting(Lane /*lane*/, const std::string& /*visitor*/) const { return 0; }
int RemoteJobs::left_s(const Task& /*task*/) const { return 0; }
void RemoteJobs::stop() {}

// The tests of the program have compared its routes with the contract.
bool has_route(const std::string& /*name*/) { return true; }

}  // namespace api

// No pictures: local::Service refuses those who ask for one.
namespace api {

std::string preview_png(const games::Scene& /*scene*/) { return ""; }
std::string game_gif(const games::History& /*history*/) { return ""; }

}  // namespace api

// The plain rules are for tests.
namespace games {

#define TABULEIRO_GAME(folder)                                                                     \
  std::unique_ptr<Reference> folder::make_reference(const ReferenceOptions&, const std::string&) { \
    std::abort();                                                                                  \
  }
TABULEIRO_EACH_GAME(TABULEIRO_GAME)
#undef TABULEIRO_GAME

}  // namespace games
