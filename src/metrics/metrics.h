// What the server counts, for Prometheus: counters, histograms of durations, and gauges that are
// asked when somebody looks. One collection for the whole program; thread-safe.
//
// A family is a metric of all its labels; docs/operating.md says what each means.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace metrics {

struct Family {
  std::string_view name, type, help;
  std::string_view label = "";  // the name of its one label, where it has one
};

inline constexpr Family kRequests{"tabuleiro_http_requests_total", "counter",
                                  "Requests answered, by status.", "status"};
inline constexpr Family kRequestSeconds{"tabuleiro_http_request_seconds", "histogram",
                                        "From a whole request to the beginning of its answer."};
inline constexpr Family kErrors{"tabuleiro_errors_total", "counter",
                                "Refusals told to clients, by code.", "code"};
inline constexpr Family kConnections{"tabuleiro_connections", "gauge", "Connections now."};
inline constexpr Family kSockets{"tabuleiro_sockets", "gauge", "Of these, WebSockets."};
inline constexpr Family kMessages{"tabuleiro_socket_messages_total", "counter",
                                  "Messages received from WebSockets."};
inline constexpr Family kTables{"tabuleiro_tables", "gauge", "Tables in memory."};
inline constexpr Family kTurns{"tabuleiro_turns_total", "counter", "Turns stored, by who played.",
                               "who"};
inline constexpr Family kTurnSeconds{"tabuleiro_turn_seconds", "histogram",
                                     "From a decision at a table to its being stored."};
inline constexpr Family kStoreQueue{"tabuleiro_store_queue", "gauge",
                                    "Changes that wait to be stored."};
inline constexpr Family kStoreSeconds{"tabuleiro_store_commit_seconds", "histogram",
                                      "Commits of the store."};
inline constexpr Family kStoreFailures{"tabuleiro_store_failures_total", "counter",
                                       "Commits that the store refused."};
inline constexpr Family kEngineQueue{"tabuleiro_engine_queue", "gauge",
                                     "Engine work that waits, by kind.", "kind"};
inline constexpr Family kBusConnected{"tabuleiro_bus_connected", "gauge",
                                      "Is there a connection to the NATS server?"};
inline constexpr Family kBusDropped{"tabuleiro_bus_dropped_total", "counter",
                                    "Messages between servers that were dropped, by reason.",
                                    "reason"};
inline constexpr Family kMissed{"tabuleiro_missed_seconds_total", "counter",
                                "Time in which the program did not run."};
inline constexpr Family kLinesLost{"tabuleiro_log_lines_lost_total", "counter",
                                   "Lines of the log that nobody took in time."};

inline constexpr std::array kFamilies = {
    kRequests,    kRequestSeconds, kErrors,      kConnections, kSockets,      kMessages,
    kTables,      kTurns,          kTurnSeconds, kStoreQueue,  kStoreSeconds, kStoreFailures,
    kEngineQueue, kBusConnected,   kBusDropped,  kMissed,      kLinesLost};

class Counter {
 public:
  void add(double amount = 1) { value_.fetch_add(amount, std::memory_order_relaxed); }
  double value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_ = 0;
};

class Histogram {
 public:
  // Upper ends of the buckets, in seconds; the last bucket has none.
  static constexpr std::array<double, 12> kEnds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                   0.1,   0.25,   0.5,   1,    2.5,   10};
  void observe(std::chrono::nanoseconds time);
  std::uint64_t count(std::size_t bucket) const { return counts_[bucket]; }
  double sum() const { return sum_; }

 private:
  std::array<std::atomic<std::uint64_t>, kEnds.size() + 1> counts_{};
  std::atomic<double> sum_ = 0;
};

// The one of this label, made when it is first asked for; it stays for ever.
Counter& counter(const Family& family, std::string_view label = "");
Histogram& histogram(const Family& family);

// A gauge while it lives; several of one name and label are added up.
class Gauge {
 public:
  Gauge(const Family& family, std::function<double()> value, std::string label = "");
  ~Gauge();
  Gauge(const Gauge&) = delete;
  Gauge& operator=(const Gauge&) = delete;
};

// Everything in Prometheus' text format, version 0.0.4.
std::string text();

}  // namespace metrics
