#include "store/sql_archive.h"

#include "store/row_reader.h"

namespace store {

using text::Error;
using text::Message;

namespace {

constexpr const char* kEntry =
    "SELECT archive.game, archive.ended_ms, archive.kind, archive.options, archive.result, "
    "archive.why, archive.turns, archive.summary FROM ";
// How games went on, with the sums of all of them in every row: one look at each, because a
// position that begins every game has many. Games that ended there went on to 0; they count, and
// come last. PostgreSQL's sum() of whole numbers is another kind of number.
constexpr std::string_view kContinuations =
    "SELECT next, turn, p1, p2, p3, draws, CAST(sum(p1) OVER () AS BIGINT), "
    "CAST(sum(p2) OVER () AS BIGINT), CAST(sum(p3) OVER () AS BIGINT), "
    "CAST(sum(draws) OVER () AS BIGINT) FROM explorer WHERE position = ?1 "
    "ORDER BY CASE WHEN next = 0 THEN 1 ELSE 0 END, p1 + p2 + p3 + draws DESC, next LIMIT ?2";
const std::string kNewestAt =
    std::string(kEntry) +
    "explored JOIN archive ON archive.game = explored.game WHERE explored.position = ?1 "
    "ORDER BY explored.ended_ms DESC, explored.game DESC LIMIT ?2";

constexpr std::string_view kResultOf = "SELECT result FROM archive WHERE game = ?1";
constexpr std::string_view kPlaysOf = "SELECT position, next FROM explored WHERE game = ?1";
constexpr std::string_view kUncount =
    "UPDATE explorer SET p1 = p1 - ?3, p2 = p2 - ?4, p3 = p3 - ?5, draws = draws - ?6 "
    "WHERE position = ?1 AND next = ?2";
constexpr std::string_view kDropEmpty =
    "DELETE FROM explorer WHERE position = ?1 AND next = ?2 AND p1 + p2 + p3 + draws = 0";
constexpr std::string_view kHiding[] = {"DELETE FROM explored WHERE game = ?1",
                                        "DELETE FROM found WHERE game = ?1",
                                        "DELETE FROM archive WHERE game = ?1"};

constexpr std::string_view kShow =
    "INSERT INTO archive(game, ended_ms, kind, options, result, why, turns, summary) "
    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
constexpr std::string_view kFind =
    "INSERT INTO found(name, ended_ms, game, kind, options, result, why) "
    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";
constexpr std::string_view kPlay =
    "INSERT INTO explored(game, position, next, ended_ms) VALUES(?1, ?2, ?3, ?4)";
constexpr std::string_view kCountPlay =
    "INSERT INTO explorer(position, next, turn, p1, p2, p3, draws) "
    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(position, next) DO UPDATE SET "
    "p1 = explorer.p1 + excluded.p1, p2 = explorer.p2 + excluded.p2, "
    "p3 = explorer.p3 + excluded.p3, draws = explorer.draws + excluded.draws";

std::int64_t one_if(bool holds) { return holds ? 1 : 0; }

Tally tally_in(RowReader& reader) {
  Tally tally;
  for (auto& wins : tally.wins) wins = reader.long_number();
  tally.draws = reader.long_number();
  return tally;
}

// The statement of a search, with its values. `query` outlives it.
class Search {
 public:
  explicit Search(const ArchiveQuery& query) {
    // Whose name is empty is everybody.
    restrict("found.name = ", query.player);
    if (!query.kind.empty()) restrict(" AND found.kind = ", query.kind);
    if (!query.options.empty()) restrict(" AND found.options = ", query.options);
    if (!query.result.empty()) restrict(" AND found.result = ", query.result);
    if (!query.why.empty()) restrict(" AND found.why = ", query.why);
    if (query.from_ms) restrict(" AND found.ended_ms >= ", *query.from_ms);
    if (query.to_ms && !(query.before && query.before->ended_ms < *query.to_ms))
      restrict(" AND found.ended_ms < ", *query.to_ms);
    if (query.before) {
      // The first of these says nothing more, but to SQLite where to begin.
      restrict(" AND found.ended_ms <= ", query.before->ended_ms);
      restrict(" AND (found.ended_ms, found.game) < (", query.before->ended_ms);
      restrict(", ", std::string_view(query.before->id));
      text_ += ')';
    }
    restrict(" ORDER BY found.ended_ms DESC, found.game DESC LIMIT ", std::int64_t{query.limit});
  }
  Statement statement() const { return {text_, arguments_}; }

 private:
  void restrict(std::string_view words, Argument value) {
    arguments_.push_back(value);
    text_ += std::string(words) + '?' + std::to_string(arguments_.size());
  }

  std::string text_ =
      std::string(kEntry) + "found JOIN archive ON archive.game = found.game WHERE ";
  std::vector<Argument> arguments_;
};

}  // namespace

std::optional<Error> hide(Database& database, const std::string& game) {
  auto found = database.query({kResultOf, {game}});
  if (!found) return found.error();
  if (found->empty()) return std::nullopt;
  auto plays = database.query({kPlaysOf, {game}});
  if (!plays) return plays.error();
  RowReader row(found->at(0));
  const auto result = row.text();
  bool fine = row.fine();
  std::vector<Statement> steps;
  for (auto& play : *plays) {
    RowReader reader(play);
    const auto position = reader.long_number(), next = reader.long_number();
    fine = fine && reader.fine();
    steps.push_back({kUncount,
                     {position, next, one_if(result == "p1win"), one_if(result == "p2win"),
                      one_if(result == "p3win"), one_if(result == "draw")}});
    steps.push_back({kDropEmpty, {position, next}});
  }
  if (!fine) return Error(Message::kStoreDamaged);
  for (const auto step : kHiding) steps.push_back({step, {game}});
  const auto done = database.run(steps);
  return done ? std::nullopt : std::optional(done.error());
}

void add_showing(const std::string& game, const Shown& shown, std::vector<Statement>& steps) {
  steps.push_back({kShow,
                   {game, shown.ended_ms, shown.kind, shown.options, shown.result, shown.why,
                    std::int64_t{shown.turns}, shown.summary}});
  const auto find = [&](std::string_view name) {
    steps.push_back(
        {kFind, {name, shown.ended_ms, game, shown.kind, shown.options, shown.result, shown.why}});
  };
  find("");
  for (const auto& name : shown.names) find(name);
  for (const auto& play : shown.plays) {
    steps.push_back({kPlay, {game, play.position, play.next, shown.ended_ms}});
    steps.push_back({kCountPlay,
                     {play.position, play.next, play.turn, one_if(shown.result == "p1win"),
                      one_if(shown.result == "p2win"), one_if(shown.result == "p3win"),
                      one_if(shown.result == "draw")}});
  }
}

Stored<std::vector<Row>> SqlArchive::ask(const Statement& sql) {
  const std::lock_guard lock(mutex_);
  if (reader_ == nullptr) {
    auto reader = database_.reader();
    if (!reader) return reader.error();
    reader_ = *std::move(reader);
  }
  return reader_->query_once(sql);
}

Stored<std::vector<ArchiveEntry>> SqlArchive::entries(const Statement& sql) {
  auto rows = ask(sql);
  if (!rows) return rows.error();
  std::vector<ArchiveEntry> entries;
  for (auto& row : *rows) {
    RowReader reader(row);
    auto& entry = entries.emplace_back();
    entry.id = reader.text();
    entry.ended_ms = reader.long_number();
    entry.kind = reader.text();
    entry.options = reader.text();
    entry.result = reader.text();
    entry.why = reader.text();
    entry.turns = reader.number();
    entry.summary = reader.text();
    if (!reader.fine()) return Error(Message::kStoreDamaged);
  }
  return entries;
}

Stored<std::vector<ArchiveEntry>> SqlArchive::find(const ArchiveQuery& query) {
  const Search search(query);
  return entries(search.statement());
}

Stored<std::vector<ArchiveEntry>> SqlArchive::newest_at(std::int64_t position, int limit) {
  return entries({kNewestAt, {position, std::int64_t{limit}}});
}

Stored<Explored> SqlArchive::explore(std::int64_t position, int limit) {
  auto rows = ask({kContinuations, {position, std::int64_t{limit}}});
  if (!rows) return rows.error();
  Explored explored;
  for (auto& row : *rows) {
    RowReader reader(row);
    Continuation one;
    one.next = reader.long_number();
    one.turn = reader.text();
    one.tally = tally_in(reader);
    explored.tally = tally_in(reader);
    if (!reader.fine()) return Error(Message::kStoreDamaged);
    if (one.next != 0) explored.continuations.push_back(std::move(one));
  }
  return explored;
}

}  // namespace store
