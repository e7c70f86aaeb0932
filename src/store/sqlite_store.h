// The store in one SQLite file, with its companions FILE-wal, FILE-shm and FILE-lock.
#pragma once

#include <memory>
#include <string>

#include "core/time_source.h"
#include "store/sql_store.h"

namespace store {

// How long it waits for others is measured by `time`.
Stored<std::unique_ptr<Store>> open_sqlite(const std::string& path,
                                           const UpgradeSteps& steps = schema_steps(),
                                           OpenOptions options = {},
                                           core::TimeSource& time = core::steady_time());

}  // namespace store
