// What happened, for whoever runs the server: one line an event, as text or as JSON.
//
// Never a token, and an address only where it was asked for: whoever writes a line leaves out
// tokens, and puts addresses through address_field(). Thread-safe. Before start() nothing is
// written.
//
// Lines wait in a queue for a thread that writes them, so that nobody waits for whoever reads the
// log. Where the queue is full the oldest are lost, counted, and told of when it goes on.
#pragma once

#include <cstdint>
#include <exception>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text/text.h"

namespace logs {

enum class Level { kDebug, kInfo, kWarning, kError, kOff };

struct Settings {
  Level level = Level::kWarning;
  bool json = false;
  std::string file = {};  // "" for standard error
  bool addresses = false;
};

// From now on lines are written; exceptions that core::guarded() catches are, too. Nothing on
// success. Starts a thread; start() and stop() are called by one thread.
std::optional<text::Error> start(const Settings& settings);
// No more lines; those that were written are in the file, unless it takes none for five seconds.
void stop();

// "debug", "info", "warning", "error", "off".
std::optional<Level> parse_level(std::string_view name);

// Is anything of this level written? Cheap.
bool wanted(Level level);

struct Field {
  std::string_view name;
  std::string value;  // empty ones are left out
  bool number = false;
};
Field number(std::string_view name, std::int64_t value);
// Empty where addresses are not to be written.
Field address_field(const std::string& address);

// One line: the event's name, then the fields; also the id of the request that this thread works
// on, where there is one.
void write(Level level, std::string_view event, std::initializer_list<Field> fields);

// While it lives, lines of this thread carry the id of a request; so does the one about an
// exception that ends it.
class RequestScope {
 public:
  explicit RequestScope(const std::string& id);
  ~RequestScope();
  RequestScope(const RequestScope&) = delete;
  RequestScope& operator=(const RequestScope&) = delete;

 private:
  const std::string* const before_;
  const int exceptions_ = std::uncaught_exceptions();
};

// The id of the request that this thread works on; "" where there is none.
std::string current_request();

// The same work for whichever thread does it: its lines carry the id of the request that this one
// works on.
template <class Work>
auto carried(Work work) {
  return [id = current_request(), work = std::move(work)](auto&&... given) {
    const RequestScope scope(id);
    return work(std::forward<decltype(given)>(given)...);
  };
}

// A name for the next request; different for each, also after a restart.
std::string next_request_id();

}  // namespace logs
