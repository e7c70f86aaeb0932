// The tables of the queue in PostgreSQL.
#pragma once

#include <optional>

#include "store/postgres_connection.h"

namespace jobs {

// Makes them, or brings older ones up to date; refuses newer ones. Several programs may do so at
// the same moment.
std::optional<text::Error> upgrade_schema(store::PostgresConnection& connection);

}  // namespace jobs
