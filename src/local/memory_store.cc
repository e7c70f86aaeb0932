#include "local/memory_store.h"

#include <set>

#include "core/json_number.h"
#include "local/host.h"

namespace store {

bool refused(const text::Error& error) {
  const auto cause = error.notes.back().message;
  return cause == text::Message::kNoSuchTable || cause == text::Message::kTableDamaged;
}

}  // namespace store

namespace local {

namespace {

using api::Json;

Json json_of(const store::Seat& seat) {
  return {{"player", seat.player},      {"who", seat.who},
          {"name", seat.name},          {"token", seat.token_hash},
          {"invite", seat.invite_hash}, {"show", seat.show}};
}

Json json_of(const store::Event& event) {
  return {
      {"number", event.number}, {"at", event.at_ms}, {"kind", event.kind}, {"body", event.body}};
}

// The fields of a kept object; what is missing or of another type makes it unreadable.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  std::string text(const char* key) {
    const auto at = find(key);
    if (at != nullptr && at->is_string()) return at->get<std::string>();
    fine_ = false;
    return "";
  }
  template <class Number>
  Number number(const char* key) {
    const auto at = find(key);
    const auto number = at == nullptr ? std::nullopt : core::whole_number<Number>(*at);
    if (!number) fine_ = false;
    return number.value_or(0);
  }
  bool flag(const char* key) {
    const auto at = find(key);
    if (at != nullptr && at->is_boolean()) return at->get<bool>();
    fine_ = false;
    return false;
  }
  const Json& list(const char* key) {
    static const Json none = Json::array();
    const auto at = find(key);
    if (at != nullptr && at->is_array()) return *at;
    fine_ = false;
    return none;
  }
  bool fine() const { return fine_; }

 private:
  const Json* find(const char* key) const {
    if (!json_.is_object()) return nullptr;
    const auto at = json_.find(key);
    return at == json_.end() ? nullptr : &*at;
  }

  const Json& json_;
  bool fine_ = true;
};

bool read_seats(const Json& list, std::vector<store::Seat>& seats) {
  for (const auto& item : list) {
    Reader seat(item);
    seats.push_back({seat.number<int>("player"), seat.text("who"), seat.text("name"),
                     seat.text("token"), seat.text("invite"), seat.flag("show")});
    if (!seat.fine() || seats.back().player + 1 != static_cast<int>(seats.size())) return false;
  }
  return true;
}

bool read_events(const Json& list, std::vector<store::Event>& events) {
  for (const auto& item : list) {
    Reader event(item);
    events.push_back({event.number<int>("number"), event.number<std::int64_t>("at"),
                      event.text("kind"), event.text("body")});
    if (!event.fine() || events.back().number != static_cast<int>(events.size())) return false;
  }
  return true;
}

}  // namespace

std::optional<text::Error> MemoryStore::commit(const std::vector<store::Change>& changes) {
  if (auto problem = misfit(changes)) return problem;
  std::set<std::string> changed;
  for (const auto& change : changes) {
    carry_out(change);
    changed.insert(change.game);
  }
  for (const auto& id : changed) tell(id);
  return std::nullopt;
}

// Do all changes fit, one after the other?
std::optional<text::Error> MemoryStore::misfit(const std::vector<store::Change>& changes) const {
  std::map<std::string, std::size_t> events;
  for (const auto& change : changes) {
    if (const auto at = kept_.find(change.game); at != kept_.end()) {
      events.try_emplace(change.game, at->second.game.events.size());
    }
    if (change.created) events[change.game] = change.created->events.size();
    const auto count = events.find(change.game);
    if (count == events.end()) return text::Error(text::Message::kNoSuchTable, {change.game});
    for (const auto& event : change.events) {
      if (event.number != static_cast<int>(++count->second)) {
        return text::Error(text::Message::kTableDamaged, {change.game});
      }
    }
  }
  return std::nullopt;
}

void MemoryStore::carry_out(const store::Change& change) {
  auto& [game, review] = kept_[change.game];
  if (change.created) game = *change.created;
  for (const auto& seat : change.seats) game.seats[static_cast<std::size_t>(seat.player)] = seat;
  game.events.insert(game.events.end(), change.events.begin(), change.events.end());
  if (change.finished) game.finished = *change.finished;
  if (change.review) review = *change.review;
  if (change.removed) kept_.erase(change.game);
}

void MemoryStore::tell(const std::string& id) const {
  const auto at = kept_.find(id);
  if (at == kept_.end()) return tell_host({{"keep", {{"table", id}, {"state", nullptr}}}});
  const auto& [game, review] = at->second;
  Json state = {{"created", game.created_ms}, {"setup", game.setup},    {"finished", game.finished},
                {"review", review},           {"seats", Json::array()}, {"events", Json::array()}};
  for (const auto& seat : game.seats) state["seats"].push_back(json_of(seat));
  for (const auto& event : game.events) state["events"].push_back(json_of(event));
  tell_host({{"keep", {{"table", id}, {"state", api::dumped(state)}}}});
}

void MemoryStore::restore(const std::string& id, const std::string& state) {
  const auto json = Json::parse(state, nullptr, false);
  Reader reader(json);
  Kept kept;
  kept.game = {.id = id,
               .created_ms = reader.number<std::int64_t>("created"),
               .setup = reader.text("setup"),
               .finished = reader.flag("finished"),
               .seats = {},
               .events = {}};
  kept.review = reader.text("review");
  const bool fine = read_seats(reader.list("seats"), kept.game.seats) &&
                    read_events(reader.list("events"), kept.game.events) && reader.fine();
  if (fine) {
    kept_[id] = std::move(kept);
  } else {
    tell_host({{"keep", {{"table", id}, {"state", nullptr}}}});
  }
}

store::Stored<std::optional<store::Game>> MemoryStore::load(const std::string& id) {
  const auto at = kept_.find(id);
  return at == kept_.end() ? std::nullopt : std::optional(at->second.game);
}

store::Stored<std::optional<std::string>> MemoryStore::review(const std::string& id) {
  const auto at = kept_.find(id);
  if (at == kept_.end() || at->second.review.empty()) return std::optional<std::string>();
  return std::optional(at->second.review);
}

}  // namespace local
