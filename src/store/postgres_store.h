// The store in a PostgreSQL database, in a schema named tabuleiro. A lost connection is made anew.
#pragma once

#include <chrono>
#include <memory>

#include "store/postgres_url.h"
#include "store/sql_store.h"

namespace store {

// `patience`: how long a call waits for a database that has gone away.
Stored<std::unique_ptr<Store>> open_postgres(
    const PostgresUrl& url, const Steps& steps = schema_steps(),
    std::chrono::milliseconds patience = std::chrono::seconds(5));

}  // namespace store
