#include "api/sockets.h"

#include <algorithm>

#include "api/positions.h"
#include "api/table_actions.h"
#include "api/table_json.h"
#include "core/scan.h"
#include "net/error_response.h"
#include "net/language.h"
#include "tables/tokens.h"

namespace api {

using tables::LiveTable;
using tables::LiveTablePtr;
using tables::Task;
using text::Error;
using text::Message;

namespace {

constexpr std::size_t kMaxWatched = 16, kMaxTasks = 8;
constexpr std::int64_t kMaxRequest = std::int64_t{1} << 53;

// A socket as tables see it.
class SocketSubscriber : public tables::Subscriber {
 public:
  explicit SocketSubscriber(std::shared_ptr<net::WebSocket> socket) : socket_(std::move(socket)) {}
  void send(tables::SharedText message) override { socket_->send(std::move(message)); }

 private:
  const std::shared_ptr<net::WebSocket> socket_;
};

// What a new watcher is told: what he missed, or the whole table.
std::string greeting_text(const LiveTable::Greeting& greeting, const tables::Actor& actor,
                          text::Language language) {
  if (!greeting.missed) {
    return "\"table\":" +
           table_text(greeting.snapshot, greeting.presence, actor, greeting.now, language);
  }
  std::string events;
  for (const auto& event : *greeting.missed) events += (events.empty() ? "" : ",") + *event;
  return "\"events\":[" + events +
         "],\"now\":" + now_text(greeting.snapshot, greeting.presence, greeting.now);
}

}  // namespace

void Sockets::send(const ClientPtr& client, std::string text) {
  client->subscriber->send(tables::shared_text(std::move(text)));
}

void Sockets::opened(const std::shared_ptr<net::WebSocket>& socket, const net::Request& request) {
  auto client = std::make_shared<Client>();
  client->subscriber = std::make_shared<SocketSubscriber>(socket);
  client->socket = socket;
  client->address = request.address;
  client->language = net::accepted_language(request.accept_language);
  const auto query = parse_query(request.query);
  if (const auto lang = query.find("lang"); lang != query.end()) {
    client->language = text::parse_language(lang->second).value_or(client->language);
  }
  const std::lock_guard lock(mutex_);
  clients_[socket.get()] = std::move(client);
}

Sockets::ClientPtr Sockets::client_of(const net::WebSocket* socket) const {
  const std::lock_guard lock(mutex_);
  const auto at = clients_.find(socket);
  return at == clients_.end() ? nullptr : at->second;
}

void Sockets::closed(const std::shared_ptr<net::WebSocket>& socket) {
  const auto client = client_of(socket.get());
  if (client == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    clients_.erase(socket.get());
  }
  std::map<std::string, Watched> watched;
  std::map<std::string, std::shared_ptr<Task>> tasks;  // they hold him, so he must not hold them
  {
    const std::lock_guard lock(client->mutex);
    client->open = false;
    watched.swap(client->watched);
    tasks.swap(client->tasks);
  }
  for (const auto& [request, task] : tasks) task->stop.request_stop();
  for (const auto& [id, one] : watched) one.live->unwatch(client->subscriber.get());
}

void Sockets::notice(text::Message message) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [socket, client] : clients_) {
    send(client,
         dumped({{"type", "notice"}, {"message", text::render(message, client->language)}}));
  }
}

void Sockets::close_all() const {
  std::vector<std::shared_ptr<net::WebSocket>> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [socket, client] : clients_) all.push_back(client->socket.lock());
  }
  for (const auto& socket : all) {
    if (socket != nullptr) socket->close();
  }
}

std::size_t Sockets::announce(const std::string& words) const {
  const auto message = dumped({{"type", "notice"}, {"message", words}});
  const std::lock_guard lock(mutex_);
  for (const auto& [socket, client] : clients_) send(client, message);
  return clients_.size();
}

void Sockets::tell_of(const ClientPtr& client, const std::string& type, const std::string& request,
                      const Json& fields) {
  const auto rest = dumped(fields);
  send(client, "{\"type\":\"" + type + "\",\"request\":" + request +
                   (rest.size() > 2 ? "," + rest.substr(1) : "}"));
}

void Sockets::ok(const ClientPtr& client, const std::string& request, const Json& fields) {
  tell_of(client, "ok", request, fields);
}

void Sockets::refuse(const ClientPtr& client, const std::string& request, const HttpError& error) {
  send(client, "{\"type\":\"error\",\"request\":" + request +
                   ",\"error\":" + net::error_json(error, client->language) + '}');
}

void Sockets::message(const std::shared_ptr<net::WebSocket>& socket, const std::string& text) {
  const auto client = client_of(socket.get());
  if (client == nullptr) return;
  const auto json = parse_object(text, kMaxRecordBody);
  if (!json) return refuse(client, "null", json.error());
  Fields fields(*json);
  const auto number = fields.required_number("request", 0, kMaxRequest);
  if (fields.failed()) return refuse(client, "null", *fields.problem());
  const auto request = std::to_string(number);
  const auto type = fields.required_text("type", 40);
  // Only records are long.
  if (text.size() > kMaxBody && type != "review")
    return refuse(client, request, too_large(kMaxBody));
  dispatch(client, request, type, fields);
}

void Sockets::dispatch(const ClientPtr& client, const std::string& request, const std::string& type,
                       Fields& fields) {
  const auto& acts = act_names();
  if (type == "watch") return watch(client, request, fields);
  if (type == "unwatch") return unwatch(client, request, fields);
  if (type == "turn") return act_at(client, request, "turns", fields);
  if (type != "turns" && std::find(acts.begin(), acts.end(), type) != acts.end()) {
    return act_at(client, request, type, fields);
  }
  if (type == "analyse") return analyse(client, request, fields);
  if (type == "review") return review(client, request, fields);
  if (type == "stop") return stop(client, request, fields);
  if (type == "view") {
    const bool aids = fields.flag("aids", false);
    const auto draft = read_draft(fields);
    if (!draft) return refuse(client, request, draft.error());
    return send(client, R"({"type":"ok","request":)" + request + R"(,"view":)" +
                            view_text(*draft, client->language, aids) + '}');
  }
  if (type == "ping") {
    if (auto problem = fields.problem()) return refuse(client, request, *problem);
    return ok(client, request, {{"at", clock_.now()}});
  }
  refuse(client, request,
         bad_input("unknown_type", Error(Message::kSocketType, {core::quoted(type)})));
}

// --- Tables ---

void Sockets::watch(const ClientPtr& client, const std::string& request, Fields& fields) {
  const auto id = fields.required_text("table", 40);
  const auto token = fields.text("token", 100);
  const auto after = fields.number("after", 0, 1'000'000'000, -1);
  if (auto problem = fields.problem()) return refuse(client, request, *problem);
  context_.registry.find(id, client->address, [=](const Expected<LiveTablePtr>& found) {
    if (!found) return refuse(client, request, found.error());
    const auto& live = *found;
    const auto hash = tables::hash_of(token);
    live->recognise(hash, [=](const Expected<tables::Actor>& actor) {
      if (!actor) return refuse(client, request, actor.error());
      if (!token.empty() && actor->empty()) {
        return refuse(client, request, {401, "wrong_token", Error(Message::kWrongToken)});
      }
      watch_as(client, request, {live, hash}, *actor, after);
    });
  });
}

void Sockets::watch_as(const ClientPtr& client, const std::string& request, const Watched& watched,
                       const tables::Actor& actor, std::int64_t after) {
  const auto& live = watched.live;
  if (!note_watched(client, request, live->snapshot()->table().id(), watched)) return;
  const auto known = after < 0 ? std::nullopt : std::optional(static_cast<int>(after));
  const auto begin = [=](bool sure) {
    if (!sure) return refuse(client, request, tables::table_moves());
    begin_watching(client, request, live, actor, known);
  };
  // He may have heard more from another server than is known here yet.
  const bool behind = known && *known > live->snapshot()->table().last_event();
  if (!behind || live->owner().empty()) return begin(true);
  if (live->decides()) return live->refresh(begin);
  live->when_known(*known, begin);
}

void Sockets::begin_watching(const ClientPtr& client, const std::string& request,
                             const LiveTablePtr& live, const tables::Actor& actor,
                             std::optional<int> after) {
  live->watch({client->subscriber, client->language, actor}, after,
              [&](const LiveTable::Greeting& greeting) {
                send(client, "{\"type\":\"ok\",\"request\":" + request + ',' +
                                 greeting_text(greeting, actor, client->language) + '}');
              });
  // He may have left meanwhile, before the table knew of him.
  const std::lock_guard lock(client->mutex);
  if (!client->open) live->unwatch(client->subscriber.get());
}

bool Sockets::note_watched(const ClientPtr& client, const std::string& request,
                           const std::string& id, const Watched& watched) {
  const std::lock_guard lock(client->mutex);
  if (!client->open) return false;
  if (client->watched.size() >= kMaxWatched && !client->watched.contains(id)) {
    refuse(
        client, request,
        {409, "too_many_watched", Error(Message::kTooManyWatched, {std::to_string(kMaxWatched)})});
    return false;
  }
  client->watched[id] = watched;
  return true;
}

// Nothing in it where he does not watch that one.
Sockets::Watched Sockets::watched_by(const ClientPtr& client, const std::string& id) {
  const std::lock_guard lock(client->mutex);
  const auto at = client->watched.find(id);
  return at == client->watched.end() ? Watched{} : at->second;
}

void Sockets::unwatch(const ClientPtr& client, const std::string& request, Fields& fields) {
  const auto id = fields.required_text("table", 40);
  if (auto problem = fields.problem()) return refuse(client, request, *problem);
  const auto watched = watched_by(client, id);
  if (watched.live != nullptr) {
    {
      const std::lock_guard lock(client->mutex);
      client->watched.erase(id);
    }
    watched.live->unwatch(client->subscriber.get());
  }
  ok(client, request, Json::object());
}

void Sockets::act_at(const ClientPtr& client, const std::string& request, const std::string& name,
                     Fields& fields) {
  const auto id = fields.required_text("table", 40);
  const auto watched = watched_by(client, id);
  if (watched.live == nullptr) {
    return refuse(client, request, {409, "not_watching", Error(Message::kNotWatching)});
  }
  act(context_, watched.live, name, watched.token_hash, fields, client->address,
      [client, request](const Expected<Json>& json) {
        if (!json) return refuse(client, request, json.error());
        ok(client, request, *json);
      });
}

// --- Engine work ---

bool Sockets::begin_task(const ClientPtr& client, const std::string& request) {
  const std::lock_guard lock(client->mutex);
  if (client->tasks.contains(request)) {
    refuse(client, request, {409, "number_in_use", Error(Message::kRequestNumber)});
    return false;
  }
  if (client->tasks.size() >= kMaxTasks) {
    refuse(client, request,
           {409, "too_many", Error(Message::kTooManyJobs, {std::to_string(kMaxTasks)})});
    return false;
  }
  client->tasks[request] = std::make_shared<Task>();
  return true;
}

void Sockets::begun(const ClientPtr& client, const std::string& request,
                    const std::shared_ptr<Task>& task) {
  if (task == nullptr) return ended(client, request);
  const std::lock_guard lock(client->mutex);
  if (!client->open) task->stop.request_stop();
  // A short one may be over by now.
  const auto at = client->tasks.find(request);
  if (at == client->tasks.end()) return;
  at->second = task;
}

void Sockets::ended(const ClientPtr& client, const std::string& request) {
  const std::lock_guard lock(client->mutex);
  client->tasks.erase(request);
}

std::string Sockets::seat_of(const ClientPtr& client) {
  const std::lock_guard lock(client->mutex);
  for (const auto& [id, watched] : client->watched) {
    if (!watched.token_hash.empty()) return watched.token_hash;
  }
  return "";
}

std::string Sockets::person(const ClientPtr& client) const {
  return context_.persons.name_of(client->address, seat_of(client));
}

std::string Sockets::account_of(const net::WebSocket& socket) const {
  const auto client = client_of(&socket);
  if (client == nullptr) return "";
  const auto token_hash = seat_of(client);
  return token_hash.empty() ? "" : context_.persons.name_of(client->address, token_hash);
}

AnalysisRequest Sockets::request_of(const ClientPtr& client, const std::string& request,
                                    std::function<void(const Json&)> tell) const {
  AnalysisRequest wanted{person(client), client->language,
                         [client, request, tell = std::move(tell)](const Expected<Json>& json) {
                           ended(client, request);
                           if (!json) return refuse(client, request, json.error());
                           tell(*json);
                         }};
  wanted.explorer = explorer(client);
  return wanted;
}

tables::Explorer Sockets::explorer(const ClientPtr& client) {
  tables::Explorer who{client->address};
  const std::lock_guard lock(client->mutex);
  for (const auto& [id, watched] : client->watched) who.tables.push_back(id);
  return who;
}

void Sockets::analyse(const ClientPtr& client, const std::string& request, Fields& fields) {
  if (!begin_task(client, request)) return;
  const auto tell = [client, request](const Json& found, bool done) {
    tell_of(client, "analysis", request, {{"done", done}, {"waiting", 0}, {"analysis", found}});
  };
  auto wanted = request_of(client, request, [tell](const Json& found) { tell(found, true); });
  wanted.on_update = [tell](const Json& found) { tell(found, false); };
  const auto task = analyses_.analyse(fields, wanted);
  begun(client, request, task);
  if (task == nullptr) return;
  if (const auto waiting = analyses_.waiting(tables::Lane::kAnalyses, wanted.visitor);
      waiting > 0) {
    tell_of(client, "analysis", request,
            {{"done", false},
             {"waiting", waiting},
             {"wait_s", analyses_.left_s(*task)},
             {"analysis", nullptr}});
  }
}

void Sockets::review(const ClientPtr& client, const std::string& request, Fields& fields) {
  if (!begin_task(client, request)) return;
  auto wanted = request_of(client, request, [client, request](const Json& found) {
    tell_of(client, "review", request, found);
  });
  wanted.on_progress = [client, request](int done, int total, int left_s) {
    tell_of(client, "review", request, {{"done", done}, {"total", total}, {"wait_s", left_s}});
  };
  begun(client, request, analyses_.review(fields, wanted));
}

void Sockets::stop(const ClientPtr& client, const std::string& request, Fields& fields) {
  const auto of = fields.number("of", 0, kMaxRequest, -1);
  if (auto problem = fields.problem()) return refuse(client, request, *problem);
  {
    const std::lock_guard lock(client->mutex);
    const auto at = client->tasks.find(std::to_string(of));
    if (at == client->tasks.end()) {
      return refuse(client, request, {404, "no_such_work", Error(Message::kNoSuchWork)});
    }
    at->second->stop.request_stop();
  }
  ok(client, request, Json::object());
}

}  // namespace api
