#include "api/budgets.h"

#include "api/json.h"

namespace api {

namespace {

constexpr const char* kSubject = "tabuleiro.all.spent";
// The budget of the network itself, beside those with names.
constexpr const char* kRequests = "requests";

Json json_of(const net::Spent& spent) {
  Json json = Json::object();
  for (const auto& [address, tokens] : spent) json[address] = tokens;
  return json;
}

// What makes no sense is left out: strangers may share the bus.
net::Spent spent_in(const Json& json) {
  net::Spent spent;
  if (!json.is_object()) return spent;
  for (const auto& [address, tokens] : json.items()) {
    if (tokens.is_number() && tokens.get<double>() > 0) spent[address] = tokens.get<double>();
  }
  return spent;
}

}  // namespace

tables::TableRegistry::Admit Budgets::budget(const std::string& name, net::Rate rate) {
  if (!limited_) return {};
  const auto buckets = std::make_shared<net::Buckets>(rate);
  {
    const std::lock_guard lock(mutex_);
    budgets_[name] = buckets;
    if (bus_ != nullptr) buckets->note_spent();
  }
  return [buckets, this](const std::string& address) -> std::optional<HttpError> {
    if (buckets->take(address, clock_.now())) return std::nullopt;
    return text::too_many(buckets->wait_s());
  };
}

void Budgets::join(bus::Bus& bus, const std::string& node) {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, buckets] : budgets_) buckets->note_spent();
  }
  bus_ = &bus;
  node_ = node;
  others_ = bus.subscribe(kSubject, [this](const bus::Message& message) { hear(message.bytes); });
}

void Budgets::share(net::Visitors& visitors) {
  if (bus_ == nullptr || !limited_) return;
  visitors.note_spent();
  const std::lock_guard lock(mutex_);
  visitors_ = &visitors;
}

void Budgets::leave() {
  others_.reset();
  const std::lock_guard lock(mutex_);
  visitors_ = nullptr;
}

void Budgets::tell() {
  if (bus_ == nullptr) return;
  Json spent = Json::object(), connections = Json::object();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, buckets] : budgets_) {
      if (const auto some = buckets->take_spent(); !some.empty()) spent[name] = json_of(some);
    }
    if (visitors_ != nullptr) {
      if (const auto some = visitors_->take_spent(); !some.empty())
        spent[kRequests] = json_of(some);
      connections = json_of(visitors_->many_connections());
    }
  }
  // Also where there is nothing to tell: connections that have ended do not count any more.
  bus_->publish(kSubject,
                dumped({{"node", node_}, {"spent", spent}, {"connections", connections}}));
}

void Budgets::hear(std::string_view bytes) {
  const auto json = Json::parse(bytes, nullptr, false);
  if (!json.is_object() || !json.contains("node") || !json.contains("spent")) return;
  const auto& node = json["node"];
  const auto& spent = json["spent"];
  if (!node.is_string() || node == node_ || !spent.is_object()) return;
  const auto now = clock_.now();
  const std::lock_guard lock(mutex_);
  for (const auto& [name, by_address] : spent.items()) {
    const auto some = spent_in(by_address);
    if (const auto at = budgets_.find(name); at != budgets_.end()) at->second->charge(some, now);
    if (name == kRequests && visitors_ != nullptr) visitors_->charge(some);
  }
  if (visitors_ != nullptr && json.contains("connections")) {
    visitors_->connected_elsewhere(node.get<std::string>(), spent_in(json["connections"]));
  }
}

}  // namespace api
