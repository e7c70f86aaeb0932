// Public tables at which somebody is: running, or waiting for somebody to take a seat. Where
// several servers share their tables each tells the others what it has. Thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "api/json.h"
#include "bus/bus.h"
#include "tables/table_registry.h"

namespace api {

class LiveList {
 public:
  LiveList(tables::TableRegistry& registry, const tables::Clock& clock)
      : registry_(registry), clock_(clock) {}
  LiveList(const LiveList&) = delete;
  LiveList& operator=(const LiveList&) = delete;

  // LiveGame[] of one game, or of all where it is "": newest first, not too many.
  Json games(const std::string& game);

  // There are other servers, which know this one by its name.
  void join(bus::Bus& bus, const std::string& node);
  // Tells the others what is here.
  void tell();
  void leave();

 private:
  // What another server has told, and when.
  struct Heard {
    std::int64_t at = 0;
    Json games;
  };

  Json own(const std::string& game) const;
  void hear(std::string_view bytes);

  tables::TableRegistry& registry_;
  const tables::Clock& clock_;
  bus::Bus* bus_ = nullptr;
  std::string node_;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, Heard> heard_;
  bus::Subscription others_;  // last, so that it ends first
};

}  // namespace api
