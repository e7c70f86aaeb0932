// The queue of many processes: tables of a PostgreSQL database, in the schema tabuleiro_jobs.
// Leases run by PostgreSQL's clock.
#pragma once

#include <memory>

#include "jobs/queue.h"
#include "store/postgres_url.h"

namespace jobs {

// Makes or upgrades the tables. patience: how long the database may be silent. A connection that
// is lost is made anew by the next call.
Stored<std::unique_ptr<Queue>> open_postgres_queue(const store::PostgresUrl& url,
                                                   Milliseconds patience = std::chrono::seconds(5));

// The same from the text of a URL; the error names the place and no password.
Stored<std::unique_ptr<Queue>> open_postgres_queue(const std::string& url);

}  // namespace jobs
