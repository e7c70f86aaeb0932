// The store in a PostgreSQL database, in a schema named tabuleiro. A lost connection is made anew.
#pragma once

#include <chrono>
#include <memory>

#include "store/postgres_url.h"
#include "store/sql_store.h"

namespace store {

// How long a call waits.
struct Patience {
  std::chrono::milliseconds away = std::chrono::seconds(5);     // for a database that has gone away
  std::chrono::milliseconds answer = std::chrono::seconds(10);  // for the answer to a statement
};

// kShared: as many programs as like, all of them so.
enum class Holding { kAlone, kShared };

// For whoever keeps something else than games there.
Stored<std::unique_ptr<Database>> open_postgres_database(const PostgresUrl& url, Patience patience,
                                                         Holding holding);

Stored<std::unique_ptr<Store>> open_postgres(const PostgresUrl& url,
                                             const UpgradeSteps& steps = schema_steps(),
                                             Patience patience = {},
                                             Holding holding = Holding::kAlone);

}  // namespace store
