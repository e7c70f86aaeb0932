// How much each address may ask for. Where several servers share their tables it counts on all of
// them together: each tells the others twice a second what was spent with it. Thread-safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "bus/bus.h"
#include "net/limits.h"
#include "net/visitors.h"
#include "tables/table_registry.h"

namespace api {

class Budgets {
 public:
  // `limited`: false for load tests on one machine.
  Budgets(bool limited, const tables::Clock& clock) : limited_(limited), clock_(clock) {}
  ~Budgets() { leave(); }
  Budgets(const Budgets&) = delete;
  Budgets& operator=(const Budgets&) = delete;

  // What is taken from one by one; an error where there is nothing left.
  tables::TableRegistry::Admit budget(const std::string& name, net::Rate rate);

  // There are other servers, which know this one by its name. Before anything is spent.
  void join(bus::Bus& bus, const std::string& node);
  // Also what visitors ask the network for. Until leave() they must be there.
  void share(net::Visitors& visitors);
  // Tells what was spent since the last time.
  void tell();
  void leave();

 private:
  void hear(std::string_view bytes);

  const bool limited_;
  const tables::Clock& clock_;
  bus::Bus* bus_ = nullptr;
  std::string node_;
  bus::Subscription others_;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, std::shared_ptr<net::Buckets>> budgets_;
  net::Visitors* visitors_ = nullptr;
};

}  // namespace api
