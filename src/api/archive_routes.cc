#include "api/archive_routes.h"

#include <algorithm>

#include "api/positions.h"
#include "api/record_routes.h"
#include "api/table_actions.h"
#include "api/work_answer.h"
#include "core/guarded.h"
#include "core/scan.h"
#include "games/symmetry.h"
#include "games/words.h"
#include "store/archive.h"
#include "tables/archiving.h"
#include "tables/tokens.h"

namespace api {

using store::ArchiveEntry;
using store::ArchiveQuery;
using text::Error;
using text::Message;

namespace {

constexpr std::int64_t kMaxTime = std::int64_t{1} << 53;
constexpr int kMostEntries = 100, kUsualEntries = 20;
constexpr int kMostRecords = 1000;  // in one text
constexpr int kMostContinuations = 50, kNewestGames = 5;

// --- What is asked ---

// What stands behind `?` as the fields of an object: figures become numbers.
Json query_json(const std::map<std::string, std::string>& query,
                const std::vector<std::string>& numbers) {
  Json json = Json::object();
  for (const auto& [key, value] : query) {
    const bool number = std::find(numbers.begin(), numbers.end(), key) != numbers.end();
    const auto read = number ? core::whole_number(value, kMaxTime) : std::nullopt;
    json[key] = read ? Json(static_cast<std::uint64_t>(*read)) : Json(value);
  }
  return json;
}

std::string cursor_text(const ArchiveEntry& entry) {
  return std::to_string(entry.ended_ms) + '-' + entry.id;
}

std::optional<store::ArchivePlace> cursor_in(std::string_view text) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto ended = core::whole_number(text.substr(0, dash), kMaxTime);
  const auto id = text.substr(dash + 1);
  if (!ended || !tables::is_id(id)) return std::nullopt;
  return store::ArchivePlace{*ended, std::string(id)};
}

// The fields `game` and `options`, which stand for all that are in force.
std::optional<HttpError> read_kind(Fields& fields, ArchiveQuery& query) {
  query.kind = fields.text("game", 40);
  const auto asked = fields.text("options", 400);
  if (query.kind.empty()) {
    if (!asked.empty()) fields.missing("game");
    return std::nullopt;
  }
  const auto* game = games::find_game(query.kind);
  if (game == nullptr) return bad_input("unknown_game", games::unknown_game(query.kind));
  if (!fields.has("options")) return std::nullopt;
  const auto options = games::parse_options(asked, game->options);
  if (!options) return bad_input("bad_options", options.error());
  const auto start = games::Position::start(*game, *options);
  if (!start) return bad_input("bad_options", start.error());
  query.options = games::options_text(start->options_in_force());
  return std::nullopt;
}

Expected<ArchiveQuery> read_search(Fields& fields) {
  ArchiveQuery query;
  const auto wrong_kind = read_kind(fields, query);
  query.player = tables::searched_name(fields.text("player", 200));
  if (fields.has("result")) {
    query.result = fields.choice("result", {"p1win", "p2win", "p3win", "draw"});
  }
  query.why = fields.text("reason", 100);
  const auto from = fields.number("from", 0, kMaxTime, -1),
             to = fields.number("to", 0, kMaxTime, -1);
  if (from >= 0) query.from_ms = from;
  if (to >= 0) query.to_ms = to;
  if (wrong_kind && !fields.failed()) return *wrong_kind;
  return query;
}

Expected<ArchiveQuery> read_page(const Call& call, int most, int usual) {
  const auto json = query_json(call.query, {"from", "to", "limit"});
  Fields fields(json);
  auto query = read_search(fields);
  const auto limit = fields.number("limit", 1, most, usual);
  const auto before = fields.text("before", 100);
  if (auto problem = fields.problem()) return *problem;
  if (!query) return query.error();
  query->limit = static_cast<int>(limit);
  if (before.empty()) return query;
  query->before = cursor_in(before);
  if (query->before) return query;
  return bad_input(
      "bad_field",
      Error(Message::kExpected, {"next", core::quoted(before)}).in(Message::kInKey, {"before"}));
}

// A page of what a search finds, and whether there is more: it is asked for one more than is shown.
struct Page {
  std::vector<ArchiveEntry> entries;
  std::optional<std::string> next;
};

Expected<Page> find_page(store::Archive& archive, ArchiveQuery query) {
  const auto shown = static_cast<std::size_t>(query.limit++);
  auto entries = archive.find(query);
  if (!entries) return tables::store_error(entries.error());
  Page page{*std::move(entries), std::nullopt};
  if (page.entries.size() <= shown) return page;
  page.entries.resize(shown);
  page.next = cursor_text(page.entries.back());
  return page;
}

// --- What is answered ---

// What the summary of a game makes no sense of is left out.
Json entry_json(const ArchiveEntry& entry, text::Language language) {
  const auto summary = Json::parse(entry.summary, nullptr, false);
  const auto part = [&](const char* key, const Json& missing) -> Json {
    const bool has = summary.is_object() && summary.contains(key);
    return has ? summary[key] : missing;
  };
  const auto reasons = part("reason", Json::array());
  const auto which = static_cast<std::size_t>(language);
  return {{"id", entry.id},
          {"game", entry.kind},
          {"options", part("options", Json::object())},
          {"players", part("players", Json::array())},
          {"result", entry.result},
          {"reason", which < reasons.size() ? reasons[which] : Json("")},
          {"why", entry.why},
          {"turns", entry.turns},
          {"ended", entry.ended_ms}};
}

Json entries_json(const std::vector<ArchiveEntry>& entries, text::Language language) {
  Json list = Json::array();
  for (const auto& entry : entries) list.push_back(entry_json(entry, language));
  return list;
}

void add_tally(Json& json, const store::Tally& tally, int players) {
  Json wins = Json::array();
  std::int64_t games = tally.draws;
  for (int player = 0; player < players; ++player) {
    wins.push_back(tally.wins[static_cast<std::size_t>(player)]);
    games += tally.wins[static_cast<std::size_t>(player)];
  }
  json["games"] = games;
  json["wins"] = std::move(wins);
  json["draws"] = tally.draws;
}

// What was played, on the board as it was asked about.
Json continuations_json(const games::Position& position, const store::Explored& explored,
                        text::Language language) {
  Json list = Json::array();
  for (const auto& one : explored.continuations) {
    const auto actions = games::turn_from_canonical(position, one.turn);
    if (!actions) continue;
    Json json = {{"turn", games::turn_text(position, *actions)},
                 {"words", text::render(games::turn_words(position, *actions), language)}};
    add_tally(json, one.tally, position.player_count());
    list.push_back(std::move(json));
  }
  return list;
}

// --- The store ---

// Finds an answer where it may take its time.
void answer_from_store(const ArchiveParts& parts, const Call& call,
                       std::function<Expected<Json>(store::Archive&)> find) {
  if (const auto error = parts.admit ? parts.admit(call.request.address) : std::nullopt) {
    return call.refuse(*error);
  }
  auto* const archive = parts.store.archive();
  if (archive == nullptr) return call.refuse(tables::store_error(Error(Message::kStoreAway)));
  const bool begun = parts.searches.post(
      [archive, find = std::move(find), answer = call.later(), &registry = parts.registry] {
        if (registry.stopping()) return answer(registry.cannot_load());
        Expected<Json> found = internal_error();
        core::guarded([&] { found = find(*archive); });
        answer(found);
      });
  if (!begun) call.refuse(parts.registry.cannot_load());
}

void answer_archive(const ArchiveParts& parts, const Call& call) {
  const auto query = read_page(call, kMostEntries, kUsualEntries);
  if (!query) return call.refuse(query.error());
  answer_from_store(
      parts, call,
      [query = *query, language = call.language](store::Archive& archive) -> Expected<Json> {
        const auto page = find_page(archive, query);
        if (!page) return page.error();
        return Json{{"games", entries_json(page->entries, language)},
                    {"next", page->next ? Json(*page->next) : Json()}};
      });
}

// Where the turn under way began.
games::Position turn_start(const Draft& draft) {
  const auto& actions = draft.history.actions();
  games::Position position = draft.history.initial();
  const auto played = actions.size() - draft.actions.size();
  for (std::size_t i = 0; i < played; ++i) position.apply(actions[i]);
  return position;
}

void answer_explorer(const ArchiveParts& parts, const Call& call) {
  Fields fields(call.body);
  const auto draft = read_draft(fields);
  if (!draft) return call.refuse(draft.error());
  const tables::Explorer who{call.request.address, seat_hash(call.request.authorization)};
  if (!parts.registry.may_explore(who, draft->history)) {
    return call.refuse({409, "no_exploration", Error(Message::kNoExploration)});
  }
  answer_from_store(parts, call,
                    [position = turn_start(*draft),
                     language = call.language](store::Archive& archive) -> Expected<Json> {
                      const auto key = tables::explorer_key(position);
                      const auto explored = archive.explore(key, kMostContinuations);
                      if (!explored) return tables::store_error(explored.error());
                      const auto last = archive.newest_at(key, kNewestGames);
                      if (!last) return tables::store_error(last.error());
                      Json json = {{"game", position.game().name},
                                   {"options", position.options_in_force()},
                                   {"position", position.to_text()},
                                   {"to_move", position.to_move() + 1}};
                      add_tally(json, explored->tally, position.player_count());
                      json["turns"] = continuations_json(position, *explored, language);
                      json["last"] = entries_json(*last, language);
                      return json;
                    });
}

// --- Records ---

// The games as one text. What has gone meanwhile, or cannot be read, is left out.
Expected<net::Response> records_response(const ArchiveParts& parts, const ArchiveQuery& query,
                                         const std::stop_token& stop) {
  const auto page = find_page(*parts.store.archive(), query);
  if (!page) return page.error();
  net::Response response;
  response.type = "text/plain; charset=utf-8";
  if (page->next) response.headers.emplace_back("X-Next", *page->next);
  for (const auto& entry : page->entries) {
    if (stop.stop_requested()) return HttpError{503, "stopping", Error(Message::kServerStops), 1};
    const auto game = parts.store.load(entry.id);
    if (!game) return tables::store_error(game.error());
    if (!*game) continue;
    const auto table = tables::Table::load(**game, parts.format, (*game)->created_ms);
    // Somebody may have changed his mind while the others were written.
    if (!table || !table->is_shown()) continue;
    auto record = table->record();
    record.tags["Date"] = date_text(table->created(), "%Y.%m.%d");
    response.body += (response.body.empty() ? "" : "\n") + games::to_pgn(record);
  }
  return response;
}

void answer_records(const ArchiveParts& parts, const Call& call) {
  const auto query = read_page(call, kMostRecords, kMostRecords);
  if (!query) return call.refuse(query.error());
  if (const auto error = parts.admit ? parts.admit(call.request.address) : std::nullopt) {
    return call.refuse(*error);
  }
  if (parts.store.archive() == nullptr) {
    return call.refuse(tables::store_error(Error(Message::kStoreAway)));
  }
  answer_by_work(parts.work, {call.request.address, call.language, call.reply},
                 [parts, query = *query](const std::stop_token& stop) {
                   return records_response(parts, query, stop);
                 });
}

// --- What is played now ---

void answer_live(LiveList& live, const Call& call) {
  const auto json = query_json(call.query, {});
  Fields fields(json);
  const auto game = fields.text("game", 40);
  if (auto problem = fields.problem()) return call.refuse(*problem);
  if (!game.empty() && games::find_game(game) == nullptr) {
    return call.refuse(bad_input("unknown_game", games::unknown_game(game)));
  }
  call.ok(Json{{"games", live.games(game)}});
}

}  // namespace

void add_archive_routes(Router& router, const ArchiveParts& parts) {
  router.add({"GET", "/api/archive", [parts](Call& call) { answer_archive(parts, call); }});
  router.add({"GET", "/api/archive/records", [parts](Call& call) { answer_records(parts, call); }});
  router.add({"POST", "/api/explorer", [parts](Call& call) { answer_explorer(parts, call); }});
  router.add({"GET", "/api/live", [parts](Call& call) { answer_live(parts.live, call); }});
}

}  // namespace api
