// The store in one SQLite file, with its companions FILE-wal, FILE-shm and FILE-lock.
#pragma once

#include <memory>
#include <string>

#include "store/sql_store.h"

namespace store {

Stored<std::unique_ptr<Store>> open_sqlite(const std::string& path,
                                           const UpgradeSteps& steps = schema_steps());

}  // namespace store
