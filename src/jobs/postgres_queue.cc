#include "jobs/postgres_queue.h"

#include <atomic>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "jobs/postgres_schema.h"
#include "store/postgres_connection.h"
#include "store/row_reader.h"

namespace jobs {

using store::Row;
using store::RowReader;
using store::Statement;
using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;

constexpr const char* kSettings = R"(
SET client_min_messages = warning;
SET synchronous_commit = on;
SET statement_timeout = '10s';
SET search_path = tabuleiro_jobs;
)";

// --- For who has work. Of a batch: ?1 its id ---

constexpr std::string_view kForget =
    "DELETE FROM batches WHERE until < clock_timestamp() - ?1 * interval '1 second'";
constexpr std::string_view kPutBatch =
    "INSERT INTO batches(id, kind, priority, person, payload, until) "
    "VALUES(?1, ?2, ?3, ?4, ?5, clock_timestamp() + ?6 * interval '1 second') "
    "ON CONFLICT(id) DO UPDATE SET until = excluded.until";
constexpr std::string_view kPutJob =
    "INSERT INTO jobs(batch, number, payload, needs) "
    "VALUES(?1, ?2, ?3, convert_from(?4, 'UTF8')::jsonb) ON CONFLICT DO NOTHING";
constexpr std::string_view kForgetTaken = "DELETE FROM jobs WHERE batch = ?1 AND number < ?2";
// Not more often than it takes.
constexpr std::string_view kKeepBatch =
    "UPDATE batches SET until = clock_timestamp() + ?2 * interval '1 second' "
    "WHERE id = ?1 AND until < clock_timestamp() + ?2 * interval '0.5 second'";
constexpr std::string_view kOutcomes =
    "SELECT number, (result IS NOT NULL)::int, coalesce(result, ''), worker, trouble FROM states "
    "WHERE batch = ?1 AND number < coalesce((SELECT min(number) FROM states "
    "WHERE batch = ?1 AND state IN ('waiting', 'claimed')), 9223372036854775807) "
    "ORDER BY number LIMIT 500";
constexpr std::string_view kProgress =
    "SELECT count(*) FILTER (WHERE state = 'waiting'), count(*) FILTER (WHERE state = 'claimed'), "
    "count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'set aside'), "
    "count(DISTINCT worker) FILTER (WHERE state = 'claimed') FROM states WHERE batch = ?1";
// Of several batches: ?1 their ids.
constexpr std::string_view kKeepBatches =
    "UPDATE batches SET until = clock_timestamp() + ?2 * interval '1 second' "
    "WHERE until < clock_timestamp() + ?2 * interval '0.5 second' AND id IN ("
    "SELECT convert_to(jsonb_array_elements_text(convert_from(?1, 'UTF8')::jsonb), 'UTF8'))";
constexpr std::string_view kLook =
    "SELECT batch, number, (batch IN (SELECT id FROM held_up))::int, (state = 'claimed')::int, "
    "news, (state IN ('done', 'set aside'))::int, (result IS NOT NULL)::int, "
    "coalesce(result, ''), worker, trouble FROM states WHERE batch IN ("
    "SELECT convert_to(jsonb_array_elements_text(convert_from(?1, 'UTF8')::jsonb), 'UTF8'))";
constexpr std::string_view kWorkers =
    "SELECT count(*) FROM workers WHERE seen > clock_timestamp() - ?2 * interval '1 second' "
    "AND offers @> convert_from(?1, 'UTF8')::jsonb";
constexpr std::string_view kCancel = "DELETE FROM batches WHERE id = ?1";

// --- For workers ---

constexpr std::string_view kNoteWorker =
    "INSERT INTO workers(name, offers, seen) "
    "VALUES(?1, convert_from(?2, 'UTF8')::jsonb, clock_timestamp()) "
    "ON CONFLICT(name) DO UPDATE SET offers = excluded.offers, seen = excluded.seen";
constexpr std::string_view kForgetWorkers =
    "DELETE FROM workers WHERE name = ?1 OR seen < clock_timestamp() - ?2 * interval '1 second'";
// So much more often than it takes: writing something down for each claim would cost too much.
constexpr auto kNoteEvery = kWorkerSeen / 5;

// The next batch in turn that has a job for this worker, and its first such job. Jobs that others
// are claiming at the same moment are passed over, and so is noting that the batch was served
// where another claim is just noting it: nobody waits for anybody. ?1: what the worker offers.
constexpr std::string_view kClaim = R"(
WITH chosen AS (
  SELECT job.batch, job.number
  FROM (SELECT id FROM (
          SELECT id, kind, priority, until, served, created,
                 max(served) OVER (PARTITION BY priority, person) AS person_served
          FROM batches) AS all_batches
        WHERE until > clock_timestamp() AND jsonb_exists(convert_from(?1, 'UTF8')::jsonb,
                                                         convert_from(kind, 'UTF8'))
          AND id NOT IN (SELECT id FROM held_up)
        ORDER BY priority, person_served NULLS FIRST, served NULLS FIRST, created) AS in_turn,
    LATERAL (SELECT batch, number FROM jobs
             WHERE batch = in_turn.id AND result IS NULL AND attempts < ?2
               AND (until IS NULL OR until <= clock_timestamp())
               AND needs <@ convert_from(?1, 'UTF8')::jsonb
             ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED) AS job
  LIMIT 1),
noted AS (
  UPDATE batches SET served = clock_timestamp()
  WHERE id IN (SELECT id FROM batches WHERE id IN (SELECT batch FROM chosen)
               FOR NO KEY UPDATE SKIP LOCKED))
UPDATE jobs SET epoch = epoch + 1, attempts = attempts + 1, worker = ?3,
                until = clock_timestamp() + ?4 * interval '1 millisecond'
FROM chosen, batches
WHERE jobs.batch = chosen.batch AND jobs.number = chosen.number AND batches.id = chosen.batch
RETURNING batches.id, batches.kind, batches.priority, batches.person, batches.payload,
          jobs.number, jobs.payload, convert_to(jobs.needs::text, 'UTF8'), jobs.epoch)";
// The lease's epoch is compared in the statement that uses it: whoever has lost it changes nothing.
constexpr std::string_view kExtend =
    "UPDATE jobs SET until = clock_timestamp() + ?4 * interval '1 millisecond' "
    "WHERE batch = ?1 AND number = ?2 AND epoch = ?3 AND result IS NULL";
constexpr std::string_view kTell =
    "UPDATE jobs SET news = ?4 "
    "WHERE batch = ?1 AND number = ?2 AND epoch = ?3 AND result IS NULL";
constexpr std::string_view kReport =
    "UPDATE jobs SET result = ?4 "
    "WHERE batch = ?1 AND number = ?2 AND epoch = ?3 AND result IS NULL";
constexpr std::string_view kFail =
    "UPDATE jobs SET until = NULL, trouble = ?4 "
    "WHERE batch = ?1 AND number = ?2 AND epoch = ?3 AND result IS NULL";
constexpr std::string_view kGiveBack =
    "UPDATE jobs SET until = NULL, attempts = attempts - 1 "
    "WHERE batch = ?1 AND number = ?2 AND epoch = ?3 AND result IS NULL AND until IS NOT NULL";

std::string json_text(const std::vector<std::string>& list) {
  return nlohmann::json(list).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> list_in(const std::string& json) {
  std::vector<std::string> list;
  for (const auto& one : nlohmann::json::parse(json, nullptr, false)) {
    if (one.is_string()) list.push_back(one.get<std::string>());
  }
  return list;
}

Claim claim_in(RowReader& row) {
  Claim claim;
  claim.batch.id = row.text();
  claim.batch.kind = row.text();
  claim.batch.priority = row.number() == 0 ? Priority::kInteractive : Priority::kBatch;
  claim.batch.person = row.text();
  claim.batch.payload = row.text();
  claim.job.number = row.number();
  claim.job.payload = row.text();
  claim.job.needs = list_in(row.text());
  claim.epoch = row.long_number();
  return claim;
}

Outcome outcome_in(RowReader& row, int number) {
  Outcome outcome;
  outcome.number = number;
  const bool done = row.number() != 0;
  auto result = row.text();
  if (done) outcome.result = std::move(result);
  outcome.worker = row.text();
  outcome.trouble = row.text();
  return outcome;
}

Sight sight_in(RowReader& row) {
  Sight sight;
  sight.batch = row.text();
  sight.number = row.number();
  sight.held_up = row.number() != 0;
  sight.claimed = row.number() != 0;
  sight.news = row.text();
  const bool over = row.number() != 0;
  auto outcome = outcome_in(row, sight.number);
  if (over) sight.outcome = std::move(outcome);
  return sight;
}

class PostgresQueue final : public Queue {
 public:
  PostgresQueue(const store::PostgresUrl& url, Milliseconds patience)
      : connection_(url, patience, hurried_) {}

  Problem open() {
    const std::lock_guard lock(mutex_);
    if (auto problem = connect()) return problem;
    return upgrade_schema(connection_);
  }

  Problem put(const Batch& batch, const std::vector<Job>& jobs) override {
    std::vector<std::string> needs;
    for (const auto& job : jobs) needs.push_back(json_text(job.needs));
    std::vector<Statement> statements = {
        {kForget, {std::chrono::seconds(kForgotten).count()}},
        {kPutBatch,
         {batch.id, batch.kind, batch.priority == Priority::kInteractive ? 0 : 1, batch.person,
          batch.payload, kOwnerLease.count()}}};
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      statements.push_back({kPutJob, {batch.id, jobs[i].number, jobs[i].payload, needs[i]}});
    }
    return problem_of(run(statements));
  }

  Stored<std::vector<Outcome>> collect(const std::string& batch, int from) override {
    auto rows = rows_of(run({{kForgetTaken, {batch, from}},
                             {kKeepBatch, {batch, kOwnerLease.count()}},
                             {kOutcomes, {batch}}}));
    if (!rows) return rows.error();
    std::vector<Outcome> outcomes;
    for (auto& values : *rows) {
      RowReader row(values);
      const int number = row.number();
      outcomes.push_back(outcome_in(row, number));
      if (!row.fine()) return Error(Message::kStoreDamaged);
    }
    return outcomes;
  }

  Stored<std::vector<Sight>> look(const std::vector<std::string>& batches) override {
    const auto list = json_text(batches);
    auto rows = rows_of(run({{kKeepBatches, {list, kOwnerLease.count()}}, {kLook, {list}}}));
    if (!rows) return rows.error();
    std::vector<Sight> sights;
    for (auto& values : *rows) {
      RowReader row(values);
      sights.push_back(sight_in(row));
      if (!row.fine()) return Error(Message::kStoreDamaged);
    }
    return sights;
  }

  Stored<int> workers(const std::vector<std::string>& offers) override {
    const auto list = json_text(offers);
    auto rows = rows_of(run({{kWorkers, {list, kWorkerSeen.count()}}}));
    if (!rows) return rows.error();
    RowReader row(rows->at(0));
    const int count = row.number();
    if (!row.fine()) return Error(Message::kStoreDamaged);
    return count;
  }

  Stored<Progress> progress(const std::string& batch) override {
    auto rows = rows_of(run({{kProgress, {batch}}}));
    if (!rows) return rows.error();
    RowReader row(rows->at(0));
    Progress progress;
    for (int* count : {&progress.waiting, &progress.claimed, &progress.done, &progress.set_aside,
                       &progress.workers}) {
      *count = row.number();
    }
    if (!row.fine()) return Error(Message::kStoreDamaged);
    return progress;
  }

  Problem cancel(const std::string& batch) override {
    return problem_of(run({{kCancel, {batch}}}));
  }

  Stored<std::optional<Claim>> claim(const Worker& worker) override {
    const auto offers = json_text(worker.offers);
    if (auto problem = note(worker, offers)) return *std::move(problem);
    if (worker.offers.empty()) return std::optional<Claim>();
    auto rows =
        rows_of(run({{kClaim, {offers, kMostAttempts, worker.name, worker.lease.count()}}}));
    if (!rows) return rows.error();
    if (rows->empty()) return std::optional<Claim>();
    RowReader row(rows->at(0));
    auto claim = claim_in(row);
    if (!row.fine()) return Error(Message::kStoreDamaged);
    return std::optional(std::move(claim));
  }

  Stored<bool> extend(const Claim& claim, Milliseconds lease) override {
    return changed_by(run({held(kExtend, claim, lease.count())}));
  }
  Stored<bool> tell(const Claim& claim, const std::string& news) override {
    return changed_by(run({held(kTell, claim, news)}));
  }
  Stored<bool> report(const Claim& claim, const std::string& result) override {
    return changed_by(run({held(kReport, claim, result)}));
  }
  Problem fail(const Claim& claim, const std::string& trouble) override {
    return problem_of(run({held(kFail, claim, trouble)}));
  }
  Problem give_back(const Claim& claim) override {
    return problem_of(run({{kGiveBack, {claim.batch.id, claim.job.number, claim.epoch}}}));
  }

 private:
  using Results = Stored<std::vector<store::PostgresResult>>;
  using Clock = std::chrono::steady_clock;

  static Statement held(std::string_view statement, const Claim& claim, store::Argument value) {
    return {statement, {claim.batch.id, claim.job.number, claim.epoch, value}};
  }

  // That the worker is there, now and then, or has left.
  Problem note(const Worker& worker, const std::string& offers) {
    const auto now = Clock::now();
    {
      const std::lock_guard lock(mutex_);
      if (noted_ == std::pair(worker.name, offers) && now < noted_at_ + kNoteEvery) {
        return std::nullopt;
      }
    }
    std::vector<Statement> statements = {{kForgetWorkers, {worker.name, kWorkerSeen.count()}}};
    if (!worker.offers.empty()) statements.push_back({kNoteWorker, {worker.name, offers}});
    if (auto problem = problem_of(run(statements))) return problem;
    const std::lock_guard lock(mutex_);
    noted_ = {worker.name, offers};
    noted_at_ = now;
    return std::nullopt;
  }

  Problem connect() {
    auto problem = connection_.connect();
    if (!problem) problem = connection_.script(kSettings);
    if (problem) connection_.close();
    return problem;
  }

  // All of them in one transaction.
  Results run(const std::vector<Statement>& statements) {
    const std::lock_guard lock(mutex_);
    if (!connection_.connected()) {
      if (auto problem = connect()) return *std::move(problem);
    }
    for (const auto& statement : statements) connection_.queue_prepared(statement);
    return connection_.results();
  }

  static Problem problem_of(const Results& results) {
    if (results) return std::nullopt;
    return results.error();
  }
  static Stored<bool> changed_by(const Results& results) {
    if (!results) return results.error();
    return store::changed_by(results->back().get()) > 0;
  }
  static Stored<std::vector<Row>> rows_of(const Results& results) {
    if (!results) return results.error();
    return store::rows_of(results->back().get());
  }

  const std::atomic<bool> hurried_ = false;
  std::mutex mutex_;  // guards what follows
  store::PostgresConnection connection_;
  std::pair<std::string, std::string> noted_;  // the worker that was noted last, and its offers
  Clock::time_point noted_at_;
};

}  // namespace

Stored<std::unique_ptr<Queue>> open_postgres_queue(const store::PostgresUrl& url,
                                                   Milliseconds patience) {
  auto queue = std::make_unique<PostgresQueue>(url, patience);
  if (auto problem = queue->open()) return problem->in(Message::kInStore, {url.place});
  return std::unique_ptr<Queue>(std::move(queue));
}

Stored<std::unique_ptr<Queue>> open_postgres_queue(const std::string& url) {
  const auto parsed = store::parse_postgres_url(url);
  if (!parsed) return parsed.error();
  return open_postgres_queue(*parsed);
}

}  // namespace jobs
