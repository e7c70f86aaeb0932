#include "api/table_routes.h"

#include <ctime>

#include "api/board_picture.h"
#include "api/names.h"
#include "api/record_routes.h"
#include "api/setup_json.h"
#include "api/table_actions.h"
#include "api/table_json.h"
#include "api/work_answer.h"
#include "games/record_format.h"
#include "net/error_response.h"
#include "tables/tokens.h"

namespace api {

using tables::Actor;
using tables::LiveTable;
using tables::LiveTablePtr;
using tables::Table;
using tables::TableRegistry;
using text::Error;
using text::Message;

namespace {

Json players_from_one(const Actor& actor) {
  Json list = Json::array();
  for (const int player : actor) list.push_back(player + 1);
  return list;
}

// An answer with tokens and a TABLE, whose text is made already.
net::Response with_table(const Json& json, const LiveTable& live, const Actor& actor,
                         std::int64_t now, text::Language language, int status) {
  const auto [snapshot, presence] = live.state();
  net::Response response;
  response.status = status;
  response.body = dumped(json);
  response.body.pop_back();
  response.body += ",\"table\":" + table_text(*snapshot, presence, actor, now, language) + '}';
  response.secret = true;
  return response;
}

// A call that outlives its handler, because the table must be loaded or stored first.
struct PendingCall {
  std::string id;
  std::string token_hash;
  std::string visitor;
  Json body;
  std::map<std::string, std::string> query;
  text::Language language;
  net::Reply reply;

  explicit PendingCall(Call& call)
      : id(call.arguments.empty() ? "" : call.arguments[0]),
        token_hash(seat_hash(call.request.authorization)),
        visitor(call.request.address),
        body(std::move(call.body)),
        query(std::move(call.query)),
        language(call.language),
        reply(std::move(call.reply)) {}

  void refuse(const HttpError& error) const { reply(net::error_response(error, language)); }
};

using OnTable = std::function<void(const std::shared_ptr<PendingCall>&, const LiveTablePtr&)>;

void with_live_table(TableRegistry& registry, Call& call, const OnTable& on_table) {
  const auto pending = std::make_shared<PendingCall>(call);
  registry.find(pending->id, pending->visitor,
                [pending, on_table](const Expected<LiveTablePtr>& live) {
                  if (!live) return pending->refuse(live.error());
                  on_table(pending, *live);
                });
}

void create(TableRegistry& registry, const tables::Clock& clock, Call& call) {
  auto wish = read_new_table(call.body);
  if (!wish) return call.refuse(wish.error());
  const auto pending = std::make_shared<PendingCall>(call);
  const auto made = [pending, &clock](const Expected<TableRegistry::Created>& created) {
    if (!created) return pending->refuse(created.error());
    Json invites = Json::array();
    for (const auto& [player, token] : created->invitations) {
      invites.push_back({{"player", player + 1}, {"token", token}});
    }
    const Json json = {{"id", created->live->snapshot()->table().id()},
                       {"token", created->token.empty() ? Json() : Json(created->token)},
                       {"seats", players_from_one(created->seats)},
                       {"invites", std::move(invites)}};
    pending->reply(
        with_table(json, *created->live, created->seats, clock.now(), pending->language, 201));
  };
  registry.create(*std::move(wish), pending->visitor, made);
}

void join(TableRegistry& registry, const std::shared_ptr<PendingCall>& pending,
          const LiveTablePtr& live, const tables::Clock& clock) {
  Fields fields(pending->body);
  const auto name = read_name(fields);
  const bool show = fields.flag("show", false);
  // Who makes his token himself has the seat also when the answer is lost on its way.
  auto token = fields.text("token", kMaxNameBytes);
  if (token.empty()) token = tables::new_token();
  const auto hash = tables::hash_of(token);
  if (hash.empty())
    fields.fail(
        bad_input("bad_field", Error(Message::kBadToken, {std::to_string(tables::kTokenLetters)})));
  if (auto problem = fields.problem()) return pending->refuse(*problem);
  if (pending->token_hash.empty() && !live->snapshot()->table().setup().is_public) {
    return pending->refuse({401, "no_token", Error(Message::kNoToken)});
  }
  registry.act(
      live, tables::Join{pending->token_hash, hash, name, show}, pending->visitor,
      [=, &clock](const Expected<int>& event) {
        const auto tell = [=, &clock](const Expected<Actor>& known) {
          const auto seats = seats_of_guest(event, known);
          if (!seats) return pending->refuse(seats.error());
          const Json json = {{"token", token}, {"seats", players_from_one(*seats)}};
          pending->reply(with_table(json, *live, *seats, clock.now(), pending->language, 200));
        };
        // Where it was he who took the seat a moment ago, another server may know it before this
        // one.
        const bool decided = event || event.error().code == "seat_taken";
        if (decided) return live->recognise(hash, tell);
        tell(live->snapshot()->table().actor(hash));
      });
}

void show(const std::shared_ptr<PendingCall>& pending, const LiveTablePtr& live,
          const tables::Clock& clock) {
  live->recognise(pending->token_hash, [=, &clock](const Expected<Actor>& actor) {
    if (!actor) return pending->refuse(actor.error());
    if (!pending->token_hash.empty() && actor->empty()) {
      return pending->refuse({401, "wrong_token", Error(Message::kWrongToken)});
    }
    const auto [snapshot, presence] = live->state();
    net::Response response;
    response.body = table_text(*snapshot, presence, *actor, clock.now(), pending->language);
    pending->reply(std::move(response));
  });
}

// What a thread makes of the table that may take its time.
void reply_by_work(tables::WorkQueue& work, const PendingCall& pending, FindResponse find) {
  answer_by_work(work, {pending.visitor, pending.language, pending.reply}, std::move(find));
}

Expected<net::Response> record_response(const Table& table, games::RecordFormat format,
                                        std::int64_t now) {
  auto record = table.record();
  record.tags["Date"] = date_text(table.created(), "%Y.%m.%d");
  const auto text = games::write_record(record, format, date_text(now, "%Y-%m-%dT%H:%M:%SZ"));
  if (!text) return HttpError{409, "cannot_write", text.error()};
  net::Response response;
  response.type =
      format == games::RecordFormat::kPgn ? "text/plain; charset=utf-8" : "application/json";
  response.body = *text;
  return response;
}

void show_record(tables::WorkQueue& work, const std::shared_ptr<PendingCall>& pending,
                 const LiveTablePtr& live, std::int64_t now) {
  const auto& name = pending->query["format"];
  const auto format = games::parse_format(name.empty() ? "pgn" : name);
  if (!format) return pending->refuse(bad_input("bad_format", format.error()));
  reply_by_work(work, *pending,
                [snapshot = live->snapshot(), format = *format, now](const std::stop_token&) {
                  return record_response(snapshot->table(), format, now);
                });
}

void show_picture(tables::WorkQueue& work, const std::shared_ptr<PendingCall>& pending,
                  const LiveTablePtr& live) {
  reply_by_work(work, *pending, [snapshot = live->snapshot()](const std::stop_token&) {
    return picture_response("image/png", preview_png(snapshot->table().history().scene()));
  });
}

void show_film(tables::WorkQueue& work, const std::shared_ptr<PendingCall>& pending,
               const LiveTablePtr& live) {
  const auto snapshot = live->snapshot();
  if (!snapshot->table().over()) {
    return pending->refuse({409, "not_over", Error(Message::kNotOver)});
  }
  reply_by_work(work, *pending, [snapshot](const std::stop_token&) {
    return picture_response("image/gif", game_gif(snapshot->table().history()));
  });
}

}  // namespace

Expected<Actor> seats_of_guest(const Expected<int>& event, const Expected<Actor>& known) {
  if (!known) return known.error();
  if (!known->empty()) return *known;
  if (!event) return event.error();
  // He sat down, and somebody else has the seat by now.
  return HttpError{401, "wrong_token", Error(Message::kWrongToken)};
}

void add_table_routes(Router& router, const ActionContext& context, tables::WorkQueue& work,
                      const tables::Clock& clock) {
  auto& registry = context.registry;
  // By value: what is handed on is often a function, and a reference to one cannot be kept.
  const auto at_table = [&registry, &clock](auto handle) {
    return [&registry, &clock, handle = std::move(handle)](Call& call) {
      with_live_table(registry, call, [&clock, handle](const auto& pending, const auto& live) {
        handle(pending, live, clock);
      });
    };
  };
  router.add(
      {"POST", "/api/tables", [&registry, &clock](Call& call) { create(registry, clock, call); }});
  router.add({"GET", "/api/tables/{id}", at_table(show)});
  router.add({"POST", "/api/tables/{id}/join",
              at_table([&registry](const auto& pending, const auto& live, const auto& time) {
                join(registry, pending, live, time);
              })});
  router.add({"GET", "/api/tables/{id}/record",
              at_table([&work](const auto& pending, const auto& live, const auto& time) {
                show_record(work, pending, live, time.now());
              })});
  router.add({"GET", "/api/tables/{id}/picture.png",
              at_table([&work](const auto& pending, const auto& live, const auto& /*clock*/) {
                show_picture(work, pending, live);
              })});
  router.add({"GET", "/api/tables/{id}/picture.gif",
              at_table([&work](const auto& pending, const auto& live, const auto& /*clock*/) {
                show_film(work, pending, live);
              })});
  for (const auto& name : act_names()) {
    router.add(
        {"POST", "/api/tables/{id}/" + name,
         at_table([context, name](const auto& pending, const auto& live, const auto& /*clock*/) {
           Fields fields(pending->body);
           act(context, live, name, pending->token_hash, fields, pending->visitor,
               [pending](const Expected<Json>& json) {
                 if (!json) return pending->refuse(json.error());
                 net::Response response;
                 response.body = dumped(*json);
                 pending->reply(std::move(response));
               });
         })});
  }
}

}  // namespace api
