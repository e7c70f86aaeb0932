#include "api/game_service.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "api/analysis_service.h"
#include "api/archive_routes.h"
#include "api/budgets.h"
#include "api/contract.h"
#include "api/json_format.h"
#include "api/live_list.h"
#include "api/node_json.h"
#include "api/position_routes.h"
#include "api/previews.h"
#include "api/puzzle_routes.h"
#include "api/record_routes.h"
#include "api/sockets.h"
#include "api/table_routes.h"
#include "metrics/metrics.h"
#include "tables/cluster_tables.h"

namespace api {

namespace {

// For one address: games begun, requests to the engine, and searches in the archive.
constexpr net::Rate kNewTables{0.2, 30};
constexpr net::Rate kEngineRequests{2, 60};
constexpr net::Rate kSearches{5, 100};
// Of everybody; more are refused.
constexpr std::size_t kMaxSearches = 1'000;

// Words of whoever runs the servers, from one of them to all others.
constexpr const char* kNotices = "tabuleiro.all.notices";

// The lease is renewed so often before the clock is compared with that of the others: about every
// half minute, in which clocks part by a millisecond or two.
constexpr int kCompareEvery = 60;

// How long a store that refused counts as one that refuses, unless it takes something meanwhile.
constexpr std::int64_t kTroubleMs = 10'000;

class TheGameService final : public GameService {
 public:
  TheGameService(std::shared_ptr<store::Store> store, const ServiceSettings& settings)
      : clock_(settings.clock ? settings.clock : std::make_shared<tables::SystemClock>()),
        budgets_(settings.limits, *clock_),
        store_(std::move(store)),
        writer_(*store_),
        work_(settings.workers, *settings.thinking_time),
        leases_(settings.leases),
        bus_(settings.bus),
        cluster_(bus_ ? std::make_unique<tables::Cluster>(*leases_, *bus_) : nullptr),
        registry_(*store_, writer_, work_, *clock_, format_, budgets_.budget("tables", kNewTables),
                  others()),
        analyses_(registry_, writer_, work_, *store_, budgets_.budget("engine", kEngineRequests),
                  settings.queue, *settings.queue_time),
        persons_(*clock_),
        live_list_(registry_, *clock_),
        sockets_({registry_, persons_}, analyses_, *clock_) {
    add_position_routes(router_, work_);
    add_puzzle_routes(router_, *clock_);
    add_table_routes(router_, {registry_, persons_}, work_, *clock_);
    add_record_routes(router_, work_, *clock_);
    analyses_.add_routes(router_, persons_);
    add_archive_routes(router_, {*store_, registry_, work_, format_, live_list_, searches_,
                                 budgets_.budget("archive", kSearches)});
    router_.add({"GET", "/api/openapi.json", [](Call& call) { call.ok(openapi()); }});
    if (cluster_) {
      budgets_.join(*bus_, cluster_->node());
      live_list_.join(*bus_, cluster_->node());
      notices_ = bus_->subscribe(kNotices, [this](const bus::Message& m) { hear_notice(m.bytes); });
      cluster_->start({[this] { sockets_.close_all(); }, [this] { registry_.look_up_all(); },
                       [this, compare_clocks = settings.compare_clocks, renewals = 0]() mutable {
                         budgets_.tell();
                         live_list_.tell();
                         if (compare_clocks && ++renewals % kCompareEvery == 0) compare_clocks();
                       }});
    }
  }
  ~TheGameService() override { stop(); }

  void handle(net::Request request, net::Reply reply) override {
    router_.handle(request, std::move(reply));
  }

  void preview(const net::Request& request, const std::function<void(std::string)>& told) override {
    tell_preview(registry_, request, told);
  }

  void opened(const std::shared_ptr<net::WebSocket>& socket, const net::Request& request) override {
    sockets_.opened(socket, request);
  }
  void message(const std::shared_ptr<net::WebSocket>& socket, std::string text) override {
    sockets_.message(socket, text);
  }
  void closed(const std::shared_ptr<net::WebSocket>& socket) override { sockets_.closed(socket); }
  std::string account_of(const std::string& address, const std::string& authorization) override {
    return persons_.known(address, seat_hash(authorization));
  }
  std::string account_of(const net::WebSocket& socket) override {
    return sockets_.account_of(socket);
  }

  std::size_t announce(const std::string& words) override {
    if (cluster_) {
      bus_->publish(kNotices, dumped({{"node", cluster_->node()}, {"words", words}}));
    }
    return sockets_.announce(words);
  }
  void close_table(const std::string& id, Done done) override {
    registry_.close(id, std::move(done));
  }
  void forget_table(const std::string& id) override { registry_.forget(id); }
  void share_limits(net::Visitors& visitors) override { budgets_.share(visitors); }

  std::optional<text::HttpError> not_ready() override {
    if (draining_) return text::HttpError{503, "stopping", text::Message::kServerStops, 1};
    if (cluster_ && cluster_->is_cut_off()) return tables::server_cut_off();
    if (auto problem = writer_.problem()) return text::HttpError{503, "store", *problem, 1};
    return store_refuses();
  }

  void say_goodbye() override {
    draining_ = true;
    sockets_.notice(text::Message::kServerStops);
  }

  // Those who want something stored first, then the writer, then those who read.
  void stop() override {
    if (std::exchange(stopped_, true)) return;
    registry_.stop_clocks();
    analyses_.stop();
    work_.stop();
    store_->begin_shutdown();
    writer_.stop();
    searches_.stop();
    registry_.stop();
    if (!cluster_) return;
    leases_->begin_shutdown();
    cluster_->stop();
    notices_.reset();
    live_list_.leave();
    budgets_.leave();
  }

 private:
  std::optional<tables::TableRegistry::Others> others() {
    if (!cluster_) return std::nullopt;
    return tables::TableRegistry::Others{*cluster_, node_format_};
  }

  // What whoever runs the servers said to another one.
  void hear_notice(std::string_view bytes) const {
    const auto json = Json::parse(bytes, nullptr, false);
    const bool notice = json.is_object() && json.contains("node") && json.contains("words") &&
                        json["words"].is_string();
    if (notice && json["node"] != cluster_->node()) sockets_.announce(json["words"]);
  }

  // Where nobody is sent here nobody stores anything, and nobody would learn that the store works
  // again: so a failure counts for a while only.
  std::optional<text::HttpError> store_refuses() {
    const auto trouble = writer_.trouble();
    const auto now = clock_->now();
    const std::lock_guard lock(trouble_mutex_);
    if (trouble.failures != std::exchange(failures_seen_, trouble.failures)) seen_ms_ = now;
    if (!trouble.now || now - seen_ms_ >= kTroubleMs) return std::nullopt;
    return text::HttpError{503, "store", text::Message::kServeCannotStore, 1};
  }

  std::mutex trouble_mutex_;  // guards the next two
  std::uint64_t failures_seen_ = 0;
  std::int64_t seen_ms_ = 0;
  std::atomic<bool> draining_ = false;
  bool stopped_ = false;
  const std::shared_ptr<tables::Clock> clock_;
  Budgets budgets_;
  const JsonFormat format_;
  const JsonNodeFormat node_format_;
  const std::shared_ptr<store::Store> store_;
  store::Writer writer_;
  tables::WorkQueue work_;
  const std::shared_ptr<store::Leases> leases_;
  const std::shared_ptr<bus::Bus> bus_;
  const std::unique_ptr<tables::Cluster> cluster_;  // where there are other servers
  tables::TableRegistry registry_;
  AnalysisService analyses_;
  Persons persons_;
  LiveList live_list_;
  tables::TaskThread searches_{kMaxSearches};
  Sockets sockets_;
  Router router_;
  bus::Subscription notices_;
  // Last: they ask the others.
  const metrics::Gauge tables_{metrics::kTables, [this] { return registry_.size(); }};
  const metrics::Gauge store_queue_{metrics::kStoreQueue, [this] { return writer_.waiting(); }};
  const metrics::Gauge turns_{metrics::kEngineQueue,
                              [this] { return work_.waiting(tables::Lane::kTurns); }, "turns"};
  const metrics::Gauge analysis_queue_{
      metrics::kEngineQueue, [this] { return work_.waiting(tables::Lane::kAnalyses); }, "analyses"};
  const metrics::Gauge reviews_{
      metrics::kEngineQueue, [this] { return work_.waiting(tables::Lane::kReviews); }, "reviews"};
  const metrics::Gauge records_{
      metrics::kEngineQueue, [this] { return work_.waiting(tables::Lane::kRecords); }, "records"};
};

}  // namespace

std::unique_ptr<GameService> make_service(std::shared_ptr<store::Store> store,
                                          const ServiceSettings& settings) {
  return std::make_unique<TheGameService>(std::move(store), settings);
}

}  // namespace api
