#include "server/sockets.h"

#include <algorithm>

#include "core/scan.h"
#include "server/language.h"
#include "server/positions.h"
#include "server/tokens.h"

namespace server {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kMaxWatched = 16, kMaxJobs = 8;
constexpr std::int64_t kMaxRequest = std::int64_t{1} << 53;

void send(const std::shared_ptr<Connection>& connection, std::string text) {
  connection->send(shared_text(std::move(text)));
}

}  // namespace

void Sockets::opened(const std::shared_ptr<Connection>& connection, const Request& request) {
  auto peer = std::make_shared<Peer>();
  peer->connection = connection;
  peer->address = request.address;
  peer->language = accepted_language(request.accept_language);
  const auto query = parse_query(request.query);
  if (const auto lang = query.find("lang"); lang != query.end()) {
    peer->language = text::parse_language(lang->second).value_or(peer->language);
  }
  const std::lock_guard lock(mutex_);
  peers_[connection.get()] = std::move(peer);
}

Sockets::PeerPtr Sockets::peer_of(const Connection* connection) const {
  const std::lock_guard lock(mutex_);
  const auto at = peers_.find(connection);
  return at == peers_.end() ? nullptr : at->second;
}

void Sockets::closed(const std::shared_ptr<Connection>& connection) {
  const auto peer = peer_of(connection.get());
  if (peer == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    peers_.erase(connection.get());
  }
  std::map<std::string, Watched> watched;
  {
    const std::lock_guard lock(peer->mutex);
    peer->open = false;
    watched.swap(peer->watched);
    for (const auto& [request, job] : peer->jobs) job->stop.request_stop();
  }
  for (const auto& [id, one] : watched) one.room->unwatch(connection.get());
}

void Sockets::notice(text::Message message) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [connection, peer] : peers_) {
    send(peer->connection,
         dumped({{"type", "notice"}, {"message", text::render(message, peer->language)}}));
  }
}

void Sockets::tell_of(const PeerPtr& peer, const std::string& type, const std::string& request,
                      const Json& fields) {
  const auto rest = dumped(fields);
  send(peer->connection, "{\"type\":\"" + type + "\",\"request\":" + request +
                             (rest.size() > 2 ? "," + rest.substr(1) : "}"));
}

void Sockets::ok(const PeerPtr& peer, const std::string& request, const Json& fields) {
  tell_of(peer, "ok", request, fields);
}

void Sockets::refuse(const PeerPtr& peer, const std::string& request, const Refusal& refusal) {
  send(peer->connection, "{\"type\":\"error\",\"request\":" + request +
                             ",\"error\":" + error_json(refusal, peer->language) + '}');
}

void Sockets::message(const std::shared_ptr<Connection>& connection, const std::string& text) {
  const auto peer = peer_of(connection.get());
  if (peer == nullptr) return;
  const auto json = parse_object(text, kMaxRecordBody);
  if (!json) return refuse(peer, "null", json.error());
  Fields fields(*json);
  const auto number = fields.required_number("request", 0, kMaxRequest);
  if (fields.failed()) return refuse(peer, "null", *fields.problem());
  const auto request = std::to_string(number);
  const auto type = fields.required_text("type", 40);
  // Only records are long.
  if (text.size() > kMaxBody && type != "review") return refuse(peer, request, too_large(kMaxBody));
  dispatch(peer, request, type, fields);
}

void Sockets::dispatch(const PeerPtr& peer, const std::string& request, const std::string& type,
                       Fields& fields) {
  const auto& acts = act_names();
  if (type == "watch") return watch(peer, request, fields);
  if (type == "unwatch") return unwatch(peer, request, fields);
  if (type == "turn") return act_at(peer, request, "turns", fields);
  if (type != "turns" && std::find(acts.begin(), acts.end(), type) != acts.end()) {
    return act_at(peer, request, type, fields);
  }
  if (type == "analyse") return analyse(peer, request, fields);
  if (type == "review") return review(peer, request, fields);
  if (type == "stop") return stop(peer, request, fields);
  if (type == "view") {
    const bool aids = fields.flag("aids", false);
    const auto draft = read_draft(fields);
    if (!draft) return refuse(peer, request, draft.error());
    return send(peer->connection, R"({"type":"ok","request":)" + request + R"(,"view":)" +
                                      view_text(*draft, peer->language, aids) + '}');
  }
  if (type == "ping") {
    if (auto problem = fields.problem()) return refuse(peer, request, *problem);
    return ok(peer, request, {{"at", now_()}});
  }
  refuse(peer, request,
         bad_input("unknown_type", Error(Message::kSocketType, {core::quoted(type)})));
}

// --- Tables ---

void Sockets::watch(const PeerPtr& peer, const std::string& request, Fields& fields) {
  const auto id = fields.required_text("table", 40);
  const auto token = fields.text("token", 100);
  const auto after = fields.number("after", 0, 1'000'000'000, -1);
  if (auto problem = fields.problem()) return refuse(peer, request, *problem);
  tables_.find(id, peer->address, [=](const Answer<std::shared_ptr<Room>>& room) {
    if (!room) return refuse(peer, request, room.error());
    const auto hash = hash_of(token);
    const auto actor = (*room)->snapshot()->table().actor(hash);
    if (!token.empty() && actor.empty()) {
      return refuse(peer, request, {401, "wrong_token", Error(Message::kWrongToken)});
    }
    {
      const std::lock_guard lock(peer->mutex);
      if (!peer->open) return;
      if (peer->watched.size() >= kMaxWatched && !peer->watched.contains(id)) {
        return refuse(peer, request,
                      {409, "too_many_watched",
                       Error(Message::kTooManyWatched, {std::to_string(kMaxWatched)})});
      }
      peer->watched[id] = {*room, hash};
    }
    (*room)->watch({peer->connection, peer->language, actor, hash}, request,
                   after < 0 ? std::nullopt : std::optional(static_cast<int>(after)));
    // It may have closed meanwhile, before the room knew of it.
    const std::lock_guard lock(peer->mutex);
    if (!peer->open) (*room)->unwatch(peer->connection.get());
  });
}

void Sockets::unwatch(const PeerPtr& peer, const std::string& request, Fields& fields) {
  const auto id = fields.required_text("table", 40);
  if (auto problem = fields.problem()) return refuse(peer, request, *problem);
  Watched watched;
  {
    const std::lock_guard lock(peer->mutex);
    const auto at = peer->watched.find(id);
    if (at != peer->watched.end()) {
      watched = at->second;
      peer->watched.erase(at);
    }
  }
  if (watched.room != nullptr) watched.room->unwatch(peer->connection.get());
  ok(peer, request, Json::object());
}

void Sockets::act_at(const PeerPtr& peer, const std::string& request, const std::string& name,
                     Fields& fields) {
  const auto id = fields.required_text("table", 40);
  Watched watched;
  {
    const std::lock_guard lock(peer->mutex);
    const auto at = peer->watched.find(id);
    if (at != peer->watched.end()) watched = at->second;
  }
  if (watched.room == nullptr) {
    return refuse(peer, request, {409, "not_watching", Error(Message::kNotWatching)});
  }
  act(tables_, watched.room, name, watched.token_hash, fields, peer->address,
      [peer, request](const Answer<Json>& json) {
        if (!json) return refuse(peer, request, json.error());
        ok(peer, request, *json);
      });
}

// --- Engine work ---

bool Sockets::begin_job(const PeerPtr& peer, const std::string& request) {
  const std::lock_guard lock(peer->mutex);
  if (peer->jobs.contains(request)) {
    refuse(peer, request, {409, "number_in_use", Error(Message::kRequestNumber)});
    return false;
  }
  if (peer->jobs.size() >= kMaxJobs) {
    refuse(peer, request,
           {409, "too_many", Error(Message::kTooManyJobs, {std::to_string(kMaxJobs)})});
    return false;
  }
  peer->jobs[request] = std::make_shared<Job>();
  return true;
}

void Sockets::begun(const PeerPtr& peer, const std::string& request,
                    const std::shared_ptr<Job>& job) {
  if (job == nullptr) return ended(peer, request);
  const std::lock_guard lock(peer->mutex);
  // A short one may be over by now.
  const auto at = peer->jobs.find(request);
  if (at == peer->jobs.end()) return;
  at->second = job;
  if (!peer->open) job->stop.request_stop();
}

void Sockets::ended(const PeerPtr& peer, const std::string& request) {
  const std::lock_guard lock(peer->mutex);
  peer->jobs.erase(request);
}

Study::Asking Sockets::asking_of(const PeerPtr& peer, const std::string& request,
                                 std::function<void(const Json&)> tell) {
  return {peer->address, peer->language,
          [peer, request, tell = std::move(tell)](const Answer<Json>& json) {
            ended(peer, request);
            if (!json) return refuse(peer, request, json.error());
            tell(*json);
          }};
}

void Sockets::analyse(const PeerPtr& peer, const std::string& request, Fields& fields) {
  if (!begin_job(peer, request)) return;
  const auto tell = [peer, request](const Json& found, bool done, std::size_t waiting) {
    tell_of(peer, "analysis", request, {{"done", done}, {"waiting", waiting}, {"analysis", found}});
  };
  auto asking = asking_of(peer, request, [tell](const Json& found) { tell(found, true, 0); });
  asking.on_update = [tell](const Json& found) { tell(found, false, 0); };
  const auto job = study_.analyse(fields, asking);
  begun(peer, request, job);
  if (job == nullptr) return;
  if (const auto waiting = study_.waiting(Lane::kAnalyses, peer->address); waiting > 0) {
    tell(nullptr, false, waiting);
  }
}

void Sockets::review(const PeerPtr& peer, const std::string& request, Fields& fields) {
  if (!begin_job(peer, request)) return;
  auto asking = asking_of(peer, request, [peer, request](const Json& found) {
    tell_of(peer, "review", request, found);
  });
  asking.on_progress = [peer, request](int done, int total) {
    tell_of(peer, "review", request, {{"done", done}, {"total", total}});
  };
  begun(peer, request, study_.review(fields, asking));
}

void Sockets::stop(const PeerPtr& peer, const std::string& request, Fields& fields) {
  const auto of = fields.number("of", 0, kMaxRequest, -1);
  if (auto problem = fields.problem()) return refuse(peer, request, *problem);
  {
    const std::lock_guard lock(peer->mutex);
    const auto at = peer->jobs.find(std::to_string(of));
    if (at == peer->jobs.end()) {
      return refuse(peer, request, {404, "no_such_work", Error(Message::kNoSuchWork)});
    }
    at->second->stop.request_stop();
  }
  ok(peer, request, Json::object());
}

}  // namespace server
