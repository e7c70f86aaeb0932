// The contract (src/api/contract) by itself, and what requests are read for.
#include "api/contract.h"

#include <set>

#include "api/routes.h"
#include "api/schema.h"
#include "core/scan.h"
#include "service_fixture.h"

namespace tests {
namespace {

using Body = nlohmann::json;
using Names = std::set<std::string>;

// The types that a schema refers to, by and by.
void collect_types(const api::Json& schema, Names& found) {
  if (schema.is_object() && schema.contains("$ref")) {
    const auto ref = schema["$ref"].get<std::string>();
    const auto name = ref.substr(ref.rfind('/') + 1);
    if (found.insert(name).second) {
      collect_types(api::openapi()["components"]["schemas"].at(name), found);
    }
  }
  if (!schema.is_structured()) return;
  for (const auto& item : schema) collect_types(item, found);
}

TEST(Contract, EveryTypeIsSaidSomewhere) {
  const auto& types = api::contract().types;
  Names said;
  collect_types(api::openapi()["paths"], said);
  collect_types(api::openapi()["x-socket"], said);
  // Those that others take their keys from.
  for (const auto& [name, type] : types.items()) {
    if (!type.is_object() || !type.contains("...")) continue;
    for (const auto part : core::split(type["..."].get_ref<const std::string&>(), ',')) {
      said.emplace(core::trim(part));
    }
  }
  Names all;
  for (const auto& [name, type] : types.items()) all.insert(name);
  EXPECT_EQ(said, all);
}

TEST(Contract, EveryCodeAndEveryGroupIsUsed) {
  const auto& contract = api::contract();
  Names used, known, groups, all_groups;
  const auto look = [&](const api::Json& list) {
    for (const auto& [status, codes] : api::refusals_of(list))
      used.insert(codes.begin(), codes.end());
    for (const auto& item : list) {
      const auto text = item.get<std::string>();
      if (text.find(' ') == std::string::npos) groups.insert(text);
    }
  };
  look({"every", "body", "elsewhere", "message", "unread"});
  for (const auto& [name, list] : contract.groups.items()) {
    all_groups.insert(name);
    look(list);
  }
  for (const auto& route : contract.routes) look(route.value("errors", api::Json::array()));
  for (const auto& message : contract.socket["client"]) {
    look(message.value("errors", api::Json::array()));
  }
  for (const auto& [code, text] : contract.errors.items()) known.insert(code);
  EXPECT_EQ(used, known);
  EXPECT_EQ(groups, all_groups);
}

TEST(Contract, ARouteThatIsNotInItCannotBeAdded) {
  api::Router router;
  EXPECT_THROW(router.add({"GET", "/api/secret", {}}), std::logic_error);
}

// --- What requests are read for ---

Names keys_of(const std::string& type) {
  Names names;
  const auto& types = api::contract().types;
  const auto keys = api::keys_of(types.at(type), types);
  for (const auto& [key, notation] : keys.items()) names.insert(api::Key(key).name);
  return names;
}

// The keys that an unknown one is told to choose from.
Names keys_in(const std::string& message) {
  const std::string words = "known are ";
  const auto at = message.find(words);
  if (at == std::string::npos) return {message};
  Names names;
  for (const auto name : core::split(std::string_view(message).substr(at + words.size()), ',')) {
    if (!core::trim(name).empty()) names.emplace(core::trim(name));
  }
  return names;
}

Body with_slip(Body body) {
  body["slip"] = 1;
  return body;
}

const Body kRecord = {{"game", "yavalath"}, {"turns", {{{"turn", "e5"}}}}};
const Body kSeats = {{{"who", "me"}}, {{"who", "me"}}};

// A body of each type that is right.
const std::map<std::string, Body> kBodies = {
    {"ViewRequest", {{"game", "yavalath"}}},
    {"EditRequest", {{"game", "yavalath"}}},
    {"ImportRequest", {{"text", "?"}}},
    {"ExportRequest", {{"record", kRecord}, {"format", "pgn"}}},
    {"FilmRequest", {{"record", kRecord}}},
    {"NewTable", {{"game", "yavalath"}, {"seats", kSeats}}},
    {"JoinRequest", Body::object()},
    {"TurnRequest", {{"turn", "e5"}, {"after", 0}}},
    {"OfferRequest", {{"answer", "ask"}}},
    {"EmptyRequest", Body::object()},
    {"SeatRequest", {{"player", 1}, {"who", "random"}}},
    {"ShowRequest", {{"show", true}}},
    {"PhraseRequest", {{"phrase", "hello"}}},
    {"PositionRequest", {{"game", "yavalath"}}},
    {"AnalysisRequest", {{"game", "yavalath"}}},
    {"ReviewRequest", {{"record", kRecord}}},
};

TEST(Contract, RequestsAreReadForTheKeysThatItHas) {
  Server server;
  const auto table = server.table("yavalath", {"me", "me"}).json;
  for (const auto& [name, route] : api::contract().routes.items()) {
    EXPECT_EQ(name.starts_with("POST"), route.contains("body")) << name;
    if (!route.contains("body")) continue;
    const auto type = route["body"].get<std::string>();
    auto path = name.substr(name.find(' ') + 1);
    if (const auto at = path.find("{id}"); at != std::string::npos) {
      path.replace(at, 4, table["id"].get<std::string>());
    }
    const auto got = server.post(path, with_slip(kBodies.at(type)), table["token"]);
    EXPECT_EQ(got.code(), "bad_field") << name;
    EXPECT_EQ(keys_in(got.json["error"]["message"]), keys_of(type)) << name;
  }
}

TEST(Contract, SoAreMessagesOfTheSocket) {
  Server server;
  const auto table = server.table("yavalath", {"me", "me"}).json;
  const auto box = server.connect();
  server.say(
      box, {{"type", "watch"}, {"request", 0}, {"table", table["id"]}, {"token", table["token"]}});
  EXPECT_EQ(box->next()["type"], "ok");
  int number = 0;
  for (const auto& [name, described] : api::contract().socket["client"].items()) {
    const auto type = described["message"].get<std::string>();
    Body message = {{"type", name}, {"request", ++number}};
    const auto keys = keys_of(type);
    if (keys.contains("table")) message["table"] = table["id"];
    for (const auto& body : kBodies) {
      const auto wanted = keys_of(body.first);
      const bool has_all = std::includes(keys.begin(), keys.end(), wanted.begin(), wanted.end());
      if (has_all && name != "review") message.update(body.second);
    }
    server.say(box, with_slip(message));
    const auto answer = box->next("error");
    EXPECT_EQ(answer["error"]["code"], "bad_field") << name;
    EXPECT_EQ(keys_in(answer["error"]["message"]), keys) << name;
  }
}

TEST(Contract, SoAreTheObjectsWithinRequests) {
  Server server;
  const auto check = [&](const std::string& path, const Body& body, const std::string& type) {
    const auto got = server.post(path, body);
    EXPECT_EQ(got.status, 400) << type;
    EXPECT_EQ(keys_in(got.json["error"].value("message", "")), keys_of(type)) << type;
  };
  const auto table = [](Body seat, Body clock) -> Body {
    return {{"game", "yavalath"},
            {"seats", {std::move(seat), {{"who", "me"}}}},
            {"clock", std::move(clock)}};
  };
  check("/api/tables", table(with_slip({{"who", "me"}}), nullptr), "SeatWish");
  const Body game = {{"kind", "game"}, {"initial", 60'000}},
             turn = {{"kind", "turn"}, {"initial", 60'000}};
  check("/api/tables", table({{"who", "me"}}, with_slip(game)), "GameClockWish");
  check("/api/tables", table({{"who", "me"}}, with_slip(turn)), "TurnClock");
  const auto edit = [](const char* key, Body item) -> Body {
    return {{"game", "eigenstate"}, {key, Body::array({std::move(item)})}};
  };
  check("/api/edit", edit("pieces", with_slip({{"cell", 0}})), "EditedPiece");
  check("/api/edit", edit("counters", with_slip({{"value", 0}})), "EditedCounter");
  check("/api/review", {{"record", with_slip(kRecord)}}, "GameRecord");
  const Body odd_turn = {{"game", "yavalath"}, {"turns", {with_slip({{"turn", "e5"}})}}};
  check("/api/review", {{"record", odd_turn}}, "RecordTurn");
}

}  // namespace
}  // namespace tests
