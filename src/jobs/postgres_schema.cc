#include "jobs/postgres_schema.h"

#include <string>
#include <vector>

#include "store/row_reader.h"

namespace jobs {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;

// Everything about the state of a job follows from its row: `states` says how. 3 is kMostAttempts.
constexpr const char* kVersion1 = R"(
CREATE TABLE batches(
  id BYTEA NOT NULL PRIMARY KEY,
  kind BYTEA NOT NULL,
  priority BIGINT NOT NULL,
  person BYTEA NOT NULL,
  payload BYTEA NOT NULL,
  until TIMESTAMPTZ NOT NULL,
  served TIMESTAMPTZ,
  created BIGINT GENERATED ALWAYS AS IDENTITY);
CREATE TABLE jobs(
  batch BYTEA NOT NULL REFERENCES batches(id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  payload BYTEA NOT NULL,
  needs JSONB NOT NULL,
  epoch BIGINT NOT NULL DEFAULT 0,
  attempts BIGINT NOT NULL DEFAULT 0,
  worker BYTEA NOT NULL DEFAULT '',
  until TIMESTAMPTZ,
  trouble BYTEA NOT NULL DEFAULT '',
  result BYTEA,
  PRIMARY KEY(batch, number));
CREATE INDEX open_jobs ON jobs(batch, number) WHERE result IS NULL;
CREATE VIEW states AS SELECT *, CASE
  WHEN result IS NOT NULL THEN 'done'
  WHEN until > clock_timestamp() THEN 'claimed'
  WHEN attempts >= 3 THEN 'set aside'
  ELSE 'waiting' END AS state FROM jobs;
)";

// held_up: of what a person waits for, one batch of a kind is worked on at a time. All at one go,
// as every claim asks it.
constexpr const char* kVersion2 = R"(
ALTER TABLE jobs ADD COLUMN news BYTEA NOT NULL DEFAULT '';
DROP VIEW states;
CREATE VIEW states AS SELECT *, CASE
  WHEN result IS NOT NULL THEN 'done'
  WHEN until > clock_timestamp() THEN 'claimed'
  WHEN attempts >= 3 THEN 'set aside'
  ELSE 'waiting' END AS state FROM jobs;
CREATE VIEW held_up AS SELECT id FROM (
  SELECT id, created, claimed,
         count(*) FILTER (WHERE claimed) OVER his AS claimed_of_all,
         min(created) FILTER (WHERE waiting) OVER his AS first_waiting
  FROM batches, LATERAL (
    SELECT coalesce(bool_or(state = 'claimed'), false) AS claimed,
           coalesce(bool_or(state = 'waiting'), false) AS waiting
    FROM states WHERE states.batch = batches.id) AS stands
  WHERE priority = 0 AND until > clock_timestamp()
  WINDOW his AS (PARTITION BY kind, person)) AS waited_for
  WHERE claimed_of_all > claimed::int OR first_waiting < created;
CREATE TABLE workers(
  name BYTEA NOT NULL PRIMARY KEY,
  offers JSONB NOT NULL,
  seen TIMESTAMPTZ NOT NULL);
)";

// One transaction each: a step, and the note that it was made.
const std::vector<std::string>& steps() {
  static const std::vector<std::string> list = {kVersion1, kVersion2};
  return list;
}

// Any number that others are unlikely to lock: "tab jobs" in ASCII. Held until the transaction
// ends.
constexpr const char* kOneAtATime = "BEGIN; SELECT pg_advisory_xact_lock(8386091872504734323);";

store::Stored<std::int64_t> ask(store::PostgresConnection& connection, std::string_view question) {
  connection.queue({question, {}});
  const auto results = connection.results();
  if (!results) return results.error();
  return store::number_in(results->at(0).get());
}

// REQUIRES: nobody else upgrades.
Problem upgrade_alone(store::PostgresConnection& connection) {
  const auto there =
      ask(connection, "SELECT (to_regclass('tabuleiro_jobs.schema') IS NOT NULL)::int");
  if (!there) return there.error();
  std::string script;
  std::int64_t version = 0;
  if (*there == 0) {
    // Not IF NOT EXISTS, which asks for the right to make one even where there is one.
    const auto schema =
        ask(connection, "SELECT (to_regnamespace('tabuleiro_jobs') IS NOT NULL)::int");
    if (!schema) return schema.error();
    if (*schema == 0) script += "CREATE SCHEMA tabuleiro_jobs;";
    script += "CREATE TABLE schema(version BIGINT NOT NULL); INSERT INTO schema VALUES(0);";
  } else {
    const auto noted = ask(connection, "SELECT coalesce(max(version), 0) FROM schema");
    if (!noted) return noted.error();
    version = *noted;
  }
  const auto newest = static_cast<std::int64_t>(steps().size());
  if (version < 0 || version > newest) {
    return Error(Message::kStoreNewer, {std::to_string(version), std::to_string(newest)});
  }
  for (auto step = version; step < newest; ++step)
    script += steps()[static_cast<std::size_t>(step)];
  script += "UPDATE schema SET version = " + std::to_string(newest) + ';';
  return version == newest ? std::nullopt : connection.script(script);
}

}  // namespace

Problem upgrade_schema(store::PostgresConnection& connection) {
  auto problem = connection.script(kOneAtATime);
  if (!problem) problem = upgrade_alone(connection);
  if (!connection.connected()) return problem;
  const auto ended = connection.script(problem ? "ROLLBACK" : "COMMIT");
  return problem ? problem : ended;
}

}  // namespace jobs
