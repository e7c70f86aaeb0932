// The store in a PostgreSQL database, in a schema named tabuleiro. A lost connection is made anew.
#pragma once

#include <memory>

#include "store/postgres_url.h"
#include "store/sql_store.h"

namespace store {

Stored<std::unique_ptr<Store>> open_postgres(const PostgresUrl& url,
                                             const Steps& steps = schema_steps());

}  // namespace store
