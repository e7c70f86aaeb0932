#include "store/leases.h"

#include <array>
#include <mutex>

#include "core/system_random.h"
#include "store/postgres_store.h"
#include "store/row_reader.h"

namespace store {

using text::Error;
using text::Message;

namespace {

using Problem = std::optional<Error>;

// A lease must be renewed, or known to be lost, well before it is over.
constexpr Patience kLeasePatience{std::chrono::milliseconds(1000), std::chrono::milliseconds(1500)};

// In every statement: the time of PostgreSQL, in milliseconds.
#define NOW_MS "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

constexpr std::string_view kNow = "SELECT " NOW_MS;
constexpr std::string_view kRenewLease =
    "INSERT INTO nodes(id, seen_ms, until_ms) VALUES(?1, " NOW_MS ", " NOW_MS
    " + ?2) ON CONFLICT(id) DO UPDATE SET seen_ms = excluded.seen_ms, until_ms = excluded.until_ms";
// Servers that ended long ago. A game that still names one of them is as free as before.
constexpr std::string_view kSweepNodes = "DELETE FROM nodes WHERE until_ms < " NOW_MS " - 86400000";
constexpr std::string_view kEndLease =
    "UPDATE nodes SET seen_ms = " NOW_MS ", until_ms = " NOW_MS " WHERE id = ?1";
// The row is locked first, so that two servers that want it come one after the other. Who is alive
// is asked by a statement of its own: one that had to wait for the lock sees other tables as they
// were before.
constexpr std::string_view kOwnerOf = "SELECT owner, epoch FROM games WHERE id = ?1 FOR UPDATE";
constexpr std::string_view kLifeOf =
    "SELECT (until_ms > " NOW_MS ")::int::bigint, " NOW_MS " - seen_ms FROM nodes WHERE id = ?1";
constexpr std::string_view kTakeGame =
    "UPDATE games SET owner = ?2, epoch = epoch + 1 WHERE id = ?1 AND epoch = ?3";
constexpr std::string_view kLookAt =
    "SELECT g.id, g.events, g.owner, g.epoch, coalesce(n.until_ms > " NOW_MS
    ", false)::int::bigint FROM unnest(string_to_array(convert_from(?1, 'UTF8'), ',')) AS "
    "wanted(id) "
    "JOIN games g ON g.id = convert_to(wanted.id, 'UTF8') LEFT JOIN nodes n ON n.id = g.owner";

#undef NOW_MS

std::string new_node_name() {
  std::array<unsigned char, 8> bytes{};
  core::fill_with_system_random(bytes);
  std::string name;
  for (const auto byte : bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    name += kDigits[byte >> 4];
    name += kDigits[byte & 15];
  }
  return name;
}

class PostgresLeases final : public Leases {
 public:
  PostgresLeases(std::unique_ptr<Database> database, std::unique_ptr<Database> claims)
      : database_(std::move(database)), claims_(std::move(claims)) {}

  const std::string& node() const override { return node_; }

  Stored<std::int64_t> now() override {
    const std::lock_guard lock(mutex_);
    std::int64_t now = 0;
    auto problem = database_->transaction([&]() -> Problem {
      auto rows = database_->query({kNow, {}});
      if (!rows) return rows.error();
      RowReader row(rows->at(0));
      now = row.long_number();
      return row.fine() ? std::nullopt : Problem(Error(Message::kStoreDamaged));
    });
    if (problem) return *std::move(problem);
    return now;
  }

  Problem renew() override {
    return change({{kRenewLease, {node_, std::int64_t{kLeaseTime.count()}}}, {kSweepNodes, {}}});
  }

  Problem leave() override { return change({{kEndLease, {node_}}}); }

  void begin_shutdown() override {
    database_->begin_shutdown();
    claims_->begin_shutdown();
  }

  Stored<std::optional<Claim>> claim(const std::string& game) override {
    const std::lock_guard lock(claiming_);
    std::optional<Claim> claim;
    auto problem = claims_->transaction([&] { return try_claim(game, claim); });
    if (problem) return *std::move(problem);
    return claim;
  }

  Stored<std::vector<Standing>> look(const std::vector<std::string>& games) override {
    std::string names;
    for (const auto& game : games) names += (names.empty() ? "" : ",") + game;
    const std::lock_guard lock(claiming_);
    std::vector<Standing> found;
    auto problem = claims_->transaction([&]() -> Problem {
      found.clear();
      auto rows = claims_->query({kLookAt, {names}});
      if (!rows) return rows.error();
      for (auto& one : *rows) {
        RowReader row(one);
        Standing& standing = found.emplace_back();
        standing.game = row.text();
        standing.events = row.number();
        standing.tenure.node = row.text();
        standing.tenure.epoch = row.long_number();
        standing.alive = row.number() != 0;
        if (!row.fine()) return Error(Message::kStoreDamaged);
      }
      return std::nullopt;
    });
    if (problem) return *std::move(problem);
    return found;
  }

 private:
  Problem change(const std::vector<Statement>& statements) {
    const std::lock_guard lock(mutex_);
    return database_->transaction([&]() -> Problem {
      const auto changed = database_->run(statements);
      return changed ? std::nullopt : Problem(changed.error());
    });
  }

  // Where it ended long ago nothing is known of it: it is not alive.
  Problem look_up(const std::string& node, bool& alive, std::int64_t& silent) {
    auto rows = claims_->query({kLifeOf, {node}});
    if (!rows) return rows.error();
    if (rows->empty()) return std::nullopt;
    RowReader row(rows->at(0));
    alive = row.number() != 0;
    silent = row.long_number();
    return row.fine() ? std::nullopt : Problem(Error(Message::kStoreDamaged));
  }

  Problem try_claim(const std::string& game, std::optional<Claim>& claim) {
    claim.reset();
    auto rows = claims_->query({kOwnerOf, {game}});
    if (!rows) return rows.error();
    if (rows->empty()) return std::nullopt;
    RowReader row(rows->at(0));
    Claim found;
    found.tenure.node = row.text();
    found.tenure.epoch = row.long_number();
    if (!row.fine()) return Error(Message::kStoreDamaged);
    bool alive = false;
    std::int64_t silent = 0;
    if (auto problem = look_up(found.tenure.node, alive, silent)) return problem;
    if (!alive && found.tenure.node != node_) {
      const auto taken = claims_->run({{kTakeGame, {game, node_, found.tenure.epoch}}});
      if (!taken) return taken.error();
      found.deserted_ms = silent;
      found.tenure = {node_, found.tenure.epoch + 1};
    }
    claim = std::move(found);
    return std::nullopt;
  }

  const std::string node_ = new_node_name();
  std::mutex mutex_;  // guards the connection for the lease
  std::unique_ptr<Database> database_;
  // Where many games are taken over at once the lease must not wait for them.
  std::mutex claiming_;  // guards this one
  std::unique_ptr<Database> claims_;
};

}  // namespace

Stored<std::unique_ptr<Leases>> open_leases(std::string_view url) {
  const auto parsed = parse_postgres_url(std::string(url));
  if (!parsed) return parsed.error();
  auto database = open_postgres_database(*parsed, kLeasePatience, Holding::kShared);
  if (!database) return database.error();
  auto claims = open_postgres_database(*parsed, kLeasePatience, Holding::kShared);
  if (!claims) return claims.error();
  auto leases = std::make_unique<PostgresLeases>(*std::move(database), *std::move(claims));
  if (auto problem = leases->renew()) return *std::move(problem);
  return std::unique_ptr<Leases>(std::move(leases));
}

}  // namespace store
