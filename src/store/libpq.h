// PostgreSQL's client library, loaded when a URL of PostgreSQL is first read: it brings 18 others
// with it, and most servers keep their games in a file.
#pragma once

#include <libpq-fe.h>

#include <optional>
#include <string>

#include "core/shared_library.h"

// Those that are used here.
// clang-format off
#define TABULEIRO_LIBPQ_FUNCTIONS(NAMED) \
  NAMED(PQclear) NAMED(PQcmdTuples) NAMED(PQconnectPoll) NAMED(PQconnectStart) \
  NAMED(PQconnectdb) NAMED(PQconninfo) NAMED(PQconninfoFree) NAMED(PQconninfoParse) \
  NAMED(PQconsumeInput) NAMED(PQenterPipelineMode) NAMED(PQerrorMessage) \
  NAMED(PQexitPipelineMode) NAMED(PQfinish) NAMED(PQflush) NAMED(PQftype) NAMED(PQgetResult) \
  NAMED(PQgetisnull) NAMED(PQgetlength) NAMED(PQgetvalue) NAMED(PQisBusy) NAMED(PQnfields) \
  NAMED(PQntuples) NAMED(PQpipelineSync) NAMED(PQresultErrorField) NAMED(PQresultErrorMessage) \
  NAMED(PQresultStatus) NAMED(PQsendPrepare) NAMED(PQsendQuery) NAMED(PQsendQueryParams) \
  NAMED(PQsendQueryPrepared) NAMED(PQsetNoticeProcessor) NAMED(PQsetnonblocking) NAMED(PQsocket) \
  NAMED(PQstatus)
// clang-format on

namespace store {

// In this folder these names are pointers that load_libpq() sets.
TABULEIRO_LIBPQ_FUNCTIONS(TABULEIRO_LOADED_POINTER)

// Why it cannot be used, where it cannot. Whoever has a PostgresUrl need not ask.
std::optional<std::string> load_libpq();

}  // namespace store
