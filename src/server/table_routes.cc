#include "server/table_routes.h"

#include <ctime>

#include "games/record_format.h"
#include "server/acting.h"
#include "server/record_routes.h"
#include "server/tokens.h"

namespace server {

using text::Error;
using text::Message;

namespace {

Json players_from_one(const Actor& actor) {
  Json list = Json::array();
  for (const int player : actor) list.push_back(player + 1);
  return list;
}

// An answer with a TABLE, whose text is made already.
Response with_table(const Json& json, const Room& room, const Actor& actor, text::Language language,
                    int status) {
  Response response;
  response.status = status;
  response.body = dumped(json);
  response.body.pop_back();
  response.body += ",\"table\":" + room.text(actor, language) + '}';
  return response;
}

// The call outlives the handler where the table must be loaded or stored first.
struct Asked {
  std::string id;
  std::string token_hash;
  std::string visitor;
  Json body;
  std::map<std::string, std::string> query;
  text::Language language;
  Reply reply;

  explicit Asked(Call& call)
      : id(call.arguments.empty() ? "" : call.arguments[0]),
        token_hash(seat_hash(call.request.authorization)),
        visitor(call.request.address),
        body(std::move(call.body)),
        query(std::move(call.query)),
        language(call.language),
        reply(std::move(call.reply)) {}

  void refuse(const Refusal& refusal) const { reply(refused(refusal, language)); }
};

using OnRoom = std::function<void(const std::shared_ptr<Asked>&, const std::shared_ptr<Room>&)>;

void with_room(Tables& tables, Call& call, const OnRoom& on_room) {
  const auto asked = std::make_shared<Asked>(call);
  tables.find(asked->id, asked->visitor,
              [asked, on_room](const Answer<std::shared_ptr<Room>>& room) {
                if (!room) return asked->refuse(room.error());
                on_room(asked, *room);
              });
}

void create(Tables& tables, Call& call) {
  auto wish = read_new_table(call.body);
  if (!wish) return call.refuse(wish.error());
  const auto asked = std::make_shared<Asked>(call);
  tables.create(*std::move(wish), asked->visitor, [asked](const Answer<Tables::Created>& created) {
    if (!created) return asked->refuse(created.error());
    Json invites = Json::array();
    for (const auto& [player, token] : created->invitations) {
      invites.push_back({{"player", player + 1}, {"token", token}});
    }
    const Json json = {{"id", created->room->snapshot()->table().id()},
                       {"token", created->token.empty() ? Json() : Json(created->token)},
                       {"seats", players_from_one(created->seats)},
                       {"invites", std::move(invites)}};
    asked->reply(with_table(json, *created->room, created->seats, asked->language, 201));
  });
}

void join(const std::shared_ptr<Asked>& asked, const std::shared_ptr<Room>& room) {
  Fields fields(asked->body);
  const auto name = clean_name(fields.text("name", kMaxNameBytes));
  // Who makes his token himself has the seat also when the answer is lost on its way.
  auto token = fields.text("token", kMaxNameBytes);
  if (token.empty()) token = new_token();
  const auto hash = hash_of(token);
  if (hash.empty())
    fields.fail(bad_input("bad_field", Error(Message::kBadToken, {std::to_string(kTokenLetters)})));
  if (auto problem = fields.problem()) return asked->refuse(*problem);
  if (asked->token_hash.empty()) {
    return asked->refuse({401, "no_token", Error(Message::kNoToken)});
  }
  room->run([=](const Table& table,
                std::int64_t now) { return table.join(asked->token_hash, hash, name, now); },
            [=](const Answer<int>& event) {
              const auto actor = room->snapshot()->table().actor(hash);
              if (actor.empty()) return asked->refuse(event.error());
              const Json json = {{"token", token}, {"seats", players_from_one(actor)}};
              asked->reply(with_table(json, *room, actor, asked->language, 200));
            },
            asked->visitor);
}

void show(const std::shared_ptr<Asked>& asked, const std::shared_ptr<Room>& room) {
  const auto actor = room->snapshot()->table().actor(asked->token_hash);
  if (!asked->token_hash.empty() && actor.empty()) {
    return asked->refuse({401, "wrong_token", Error(Message::kWrongToken)});
  }
  Response response;
  response.body = room->text(actor, asked->language);
  asked->reply(std::move(response));
}

void reply_record(const Asked& asked, const Table& table, games::RecordFormat format,
                  std::int64_t now) {
  auto record = table.record();
  record.tags["Date"] = date_text(table.created(), "%Y.%m.%d");
  const auto text = games::write_record(record, format, date_text(now, "%Y-%m-%dT%H:%M:%SZ"));
  if (!text) return asked.refuse({409, "cannot_write", text.error()});
  Response response;
  response.type =
      format == games::RecordFormat::kPgn ? "text/plain; charset=utf-8" : "application/json";
  response.body = *text;
  asked.reply(std::move(response));
}

void show_record(Work& work, const std::shared_ptr<Asked>& asked, const std::shared_ptr<Room>& room,
                 std::int64_t now) {
  const auto& name = asked->query["format"];
  const auto format = games::parse_format(name.empty() ? "pgn" : name);
  if (!format) return asked->refuse(bad_input("bad_format", format.error()));
  auto job = std::make_shared<Job>();
  job->run = [asked, snapshot = room->snapshot(), format = *format, now](const std::stop_token&) {
    reply_record(*asked, snapshot->table(), format, now);
  };
  job->failed = [asked] { asked->refuse(internal_refusal()); };
  if (!work.submit(Lane::kRecords, asked->visitor, job)) asked->refuse(work_is_full());
}

struct ActRoute {
  std::string_view name;
  std::string_view summary;
  std::vector<Parameter> body;
};

std::vector<ActRoute> act_routes() {
  const std::vector<Parameter> answer = {{"answer", "ask, accept, decline or withdraw", true}};
  return {{"turns",
           "play a turn",
           {{"turn", "the turn's text", true}, {"after", "how many turns were seen", true}}},
          {"takeback", "ask for a turn back, or answer whoever asks", answer},
          {"draw", "offer a draw, or answer an offer", answer},
          {"resign", "give up; with three players a computer takes the seat", {}},
          {"rematch", "ask for another game, or answer whoever asks", answer},
          {"move-now", "the computer that thinks answers with what it has", {}},
          {"seat",
           "a computer takes a seat that is still open",
           {{"player", "the seat's number", true}, {"who", "the computer", true}}}};
}

}  // namespace

void add_table_routes(Router& router, Tables& tables, Work& work,
                      const std::function<std::int64_t()>& now) {
  router.add({.method = "POST",
              .path = "/api/tables",
              .summary = "a new table",
              .handler = [&tables](Call& call) { create(tables, call); },
              .body = {{"game", "name of the game", true},
                       {"options", "object of options with text values"},
                       {"position", "text of the position to start from"},
                       {"turns", "turns played from there"},
                       {"seats", "who sits where: me, open, or a computer", true},
                       {"clock", "null, or kind, initial and increment"},
                       {"exploration", "may players analyse during the game?"},
                       {"aids", "learner's aids"},
                       {"level_time", "milliseconds a turn of computers without own effort"}},
              .success = 201});
  router.add({.method = "GET",
              .path = "/api/tables/{id}",
              .summary = "a table as it stands",
              .handler = [&tables](Call& call) { with_room(tables, call, show); }});
  router.add({.method = "POST",
              .path = "/api/tables/{id}/join",
              .summary = "take the seat of an invitation, whose token is sent along",
              .handler = [&tables](Call& call) { with_room(tables, call, join); },
              .body = {{"name", "what the person calls himself"},
                       {"token",
                        "the seat's token, where the guest makes it: joining again with "
                        "it gives the same answer"}},
              .needs_token = true});
  router.add({.method = "GET",
              .path = "/api/tables/{id}/record",
              .summary = "the game as a record",
              .handler =
                  [&tables, &work, now](Call& call) {
                    with_room(tables, call, [&work, now](const auto& asked, const auto& room) {
                      show_record(work, asked, room, now());
                    });
                  },
              .query = {{"format", "pgn, json or abstractplay"}}});
  static const auto acts = act_routes();
  static const auto paths = [] {
    std::vector<std::string> list;
    for (const auto& one : acts) list.push_back("/api/tables/{id}/" + std::string(one.name));
    return list;
  }();
  for (std::size_t i = 0; i < acts.size(); ++i) {
    const std::string name(acts[i].name);
    router.add({.method = "POST",
                .path = paths[i],
                .summary = acts[i].summary,
                .handler =
                    [&tables, name](Call& call) {
                      with_room(tables, call, [&tables, name](const auto& asked, const auto& room) {
                        Fields fields(asked->body);
                        act(tables, room, name, asked->token_hash, fields, asked->visitor,
                            [asked](const Answer<Json>& json) {
                              if (!json) return asked->refuse(json.error());
                              Response response;
                              response.body = dumped(*json);
                              asked->reply(std::move(response));
                            });
                      });
                    },
                .body = acts[i].body,
                .needs_token = true});
  }
}

}  // namespace server
