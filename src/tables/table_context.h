// What all live tables share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "store/writer.h"
#include "tables/clock.h"
#include "tables/peers.h"
#include "tables/table_format.h"
#include "tables/work_queue.h"

namespace tables {

struct TableContext {
  store::Store& store;
  store::Writer& writer;
  WorkQueue& work;
  Clock& clock;
  const TableFormat& format;
  // Look at the table again then, if not before.
  std::function<void(const std::string& table, std::int64_t at)> wake_at;
  // Runs something that waits for the store, on another thread; false where too much waits.
  std::function<bool(std::function<void()>)> load_later;
  // Runs something that decides about a table, on another thread; false where that has stopped.
  std::function<bool(std::function<void()>)> decide_later;
  // The store does not have this table any more: it leaves the memory.
  std::function<void(const std::string& table)> forget;
  // The server stops: what computers were made to answer early does not count.
  std::function<bool()> stopping;
  // The other servers; nothing where this is the only one.
  Peers* peers = nullptr;
};

// When to try again what the store or the engines had no room for.
inline constexpr std::int64_t kRetryMs = 1000;
// Where the store takes longer than this the clocks do not count it.
inline constexpr std::int64_t kSlowMs = 100;

}  // namespace tables
