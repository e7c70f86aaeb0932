// The only file that is compiled with spdlog.
#include "logs/logs.h"

#include <spdlog/async_logger.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/random.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "core/guarded.h"
#include "logs/fields.h"
#include "metrics/metrics.h"
#include "text/file.h"

namespace logs {

namespace {

// Lines that wait to be written; beyond that the oldest are lost. They take 1 MB.
constexpr std::size_t kQueue = 2048;
// At the end of the program, for a reader who does not read. One who does needs much less, but a
// busy machine may stand still for a while, and the last lines tell how it ended.
constexpr std::chrono::seconds kPatience{5};

using Queue = spdlog::details::thread_pool;

struct State {
  std::shared_ptr<spdlog::logger> logger;
  std::shared_ptr<Queue> queue;  // while lines are written; start() and stop() alone touch it
  std::weak_ptr<Queue> seen;     // the same
  std::atomic<std::size_t> counted = 0;  // of its lost lines
  bool json = false;
  bool addresses = false;
};

// Never destroyed: a writer whom stop() did not wait for may still be at work when the program
// ends.
State& state() {
  static State& one = *new State;
  return one;
}

std::atomic<Level> lowest = Level::kOff;
thread_local const std::string* current_request_id = nullptr;

spdlog::level::level_enum level_of(Level level) {
  switch (level) {
    case Level::kDebug: return spdlog::level::debug;
    case Level::kInfo: return spdlog::level::info;
    case Level::kWarning: return spdlog::level::warn;
    case Level::kError: return spdlog::level::err;
    case Level::kOff: break;
  }
  return spdlog::level::off;
}

// Where lines go, on the queue's own thread: says how many were lost once there is room again.
class Output final : public spdlog::sinks::sink {
 public:
  Output(spdlog::sink_ptr to, bool json) : to_(std::move(to)), json_(json) {}

  // REQUIRES: before the first line.
  void come_from(Queue& queue) { queue_ = &queue; }

  void log(const spdlog::details::log_msg& line) override {
    to_->log(line);
    if (queue_->queue_size() > kQueue / 2) return;
    const auto lost = queue_->overrun_counter();
    if (lost == told_) return;
    Line told("lines_lost", json_);
    told.add(number("lines", static_cast<std::int64_t>(lost - told_)));
    told_ = lost;
    to_->log({line.logger_name, spdlog::level::warn, told.text()});
  }
  void flush() override { to_->flush(); }
  void set_pattern(const std::string& pattern) override { to_->set_pattern(pattern); }
  void set_formatter(std::unique_ptr<spdlog::formatter> formatter) override {
    to_->set_formatter(std::move(formatter));
  }

 private:
  const spdlog::sink_ptr to_;
  const bool json_;
  Queue* queue_ = nullptr;  // ends its thread before it ends itself
  std::size_t told_ = 0;
};

// Counted while they are lost: a log that stands still can say nothing.
void count_lost_lines() {
  const auto queue = state().seen.lock();
  if (queue == nullptr) return;
  const std::size_t lost = queue->overrun_counter();
  std::size_t before = state().counted;
  while (lost > before && !state().counted.compare_exchange_weak(before, lost)) {
  }
  if (lost > before) metrics::counter(metrics::kLinesLost).add(static_cast<double>(lost - before));
}

// By then the scope in which it was thrown may be left.
thread_local std::string thrown_in;

void note_exception(const char* what) {
  const std::string request = thrown_in.empty() ? current_request() : std::exchange(thrown_in, {});
  const RequestScope scope(request);
  write(Level::kError, "exception", {{"what", what}});
}

spdlog::sink_ptr sink_of(const std::string& file) {
  if (file.empty()) return std::make_shared<spdlog::sinks::stderr_sink_mt>();
  return std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
}

}  // namespace

std::optional<text::Error> start(const Settings& settings) {
  stop();
  errno = 0;
  try {
    const auto output = std::make_shared<Output>(sink_of(settings.file), settings.json);
    state().queue = std::make_shared<Queue>(kQueue, 1);
    output->come_from(*state().queue);
    state().logger = std::make_shared<spdlog::async_logger>(
        "tabuleiro", output, state().queue, spdlog::async_overflow_policy::overrun_oldest);
  } catch (const spdlog::spdlog_ex&) {
    return text::file_unwritable(settings.file, errno);
  } catch (const std::system_error& error) {
    return text::system_error(error.code().value());  // no thread to be had
  }
  state().seen = state().queue;
  state().counted = 0;
  state().json = settings.json;
  state().addresses = settings.addresses;
  auto& logger = *state().logger;
  logger.set_level(level_of(settings.level));
  logger.flush_on(spdlog::level::debug);
  const std::string time = "%Y-%m-%dT%H:%M:%S.%eZ";
  logger.set_pattern(
      settings.json ? R"({"time":")" + time + R"(","level":"%l",%v})" : time + " %l %v",
      spdlog::pattern_time_type::utc);
  core::caught_exception = note_exception;
  lowest = settings.level;
  return std::nullopt;
}

void stop() {
  core::caught_exception = nullptr;
  lowest = Level::kOff;
  if (state().queue == nullptr) return;
  // The queue ends when its last line is written, which may be never.
  std::promise<void> written;
  const auto ended = written.get_future();
  std::thread ending(
      [queue = std::exchange(state().queue, nullptr), done = std::move(written)]() mutable {
        queue.reset();
        done.set_value();
      });
  if (ended.wait_for(kPatience) == std::future_status::ready) {
    ending.join();
  } else {
    ending.detach();
  }
}

std::optional<Level> parse_level(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Level>, 5> kNames = {
      {{"debug", Level::kDebug},
       {"info", Level::kInfo},
       {"warning", Level::kWarning},
       {"error", Level::kError},
       {"off", Level::kOff}}};
  for (const auto& [known, level] : kNames) {
    if (known == name) return level;
  }
  return std::nullopt;
}

bool wanted(Level level) { return level >= lowest; }

Field number(std::string_view name, std::int64_t value) {
  return {name, std::to_string(value), true};
}

Field address_field(const std::string& address) {
  return {"address", state().addresses ? address : ""};
}

void write(Level level, std::string_view event, std::initializer_list<Field> fields) {
  if (!wanted(level)) return;
  Line line(event, state().json);
  if (current_request_id != nullptr) line.add({"request", *current_request_id});
  for (const auto& field : fields) line.add(field);
  state().logger->log(level_of(level), spdlog::string_view_t(line.text()));
  count_lost_lines();
}

RequestScope::RequestScope(const std::string& id) : before_(current_request_id) {
  current_request_id = &id;
  thrown_in.clear();
}
RequestScope::~RequestScope() {
  if (thrown_in.empty() && std::uncaught_exceptions() > exceptions_)
    thrown_in = *current_request_id;
  current_request_id = before_;
}

std::string current_request() { return current_request_id == nullptr ? "" : *current_request_id; }

std::string next_request_id() {
  static const std::uint32_t program = [] {
    std::uint32_t random = 0;
    // Without random numbers ids of two runs may be the same, which harms nobody.
    return getrandom(&random, sizeof random, GRND_NONBLOCK) < 0 ? 0 : random;
  }();
  static std::atomic<std::uint64_t> next = 0;
  return fmt::format("{:08x}-{:x}", program, ++next);
}

}  // namespace logs
