// Whose share of the engines' time it is.
#include "api/persons.h"

#include "service_fixture.h"

namespace tests {
namespace {

TEST(Persons, SeatsOfAnAddressAreToldApartWithinBounds) {
  HandClock clock;
  const auto shared = clock.shared();
  api::Persons persons(*shared);
  EXPECT_EQ(persons.name_of("a", ""), "a");
  const auto first = persons.name_of("a", "one");
  EXPECT_NE(first, "a");
  EXPECT_NE(persons.name_of("a", "two"), first);
  EXPECT_NE(persons.name_of("b", "one"), first);
  EXPECT_EQ(persons.name_of("a", "one"), first);
  persons.name_of("a", "three");
  persons.name_of("a", "four");
  EXPECT_EQ(persons.name_of("a", "five"), "a") << "seats cost nothing";
  clock.pass(api::Persons::kForgottenAfterMs + 1);
  EXPECT_NE(persons.name_of("a", "five"), "a") << "the others have left";
}

// The network asks on whose account a request is, and believes no token that nobody has looked up.
TEST(Persons, OnlyProvenSeatsHaveAccounts) {
  Server server;
  const auto made = server.table("yavalath", {"me", "me"}).json;
  const std::string id = made["id"], token = made["token"], seat = "Seat " + token;
  auto& service = server.service();
  const auto account = [&](const std::string& authorization) {
    return service.account_of(server.address, authorization);
  };
  EXPECT_EQ(account(""), "");
  EXPECT_EQ(account(seat), "") << "nobody has looked it up";
  std::string wrong = token;
  wrong.back() = wrong.back() == 'a' ? 'b' : 'a';
  EXPECT_EQ(server.turn(id, "e5", 0, wrong).status, 401);
  EXPECT_EQ(account("Seat " + wrong), "");
  EXPECT_EQ(server.turn(id, "e5", 0, token).status, 200);
  EXPECT_TRUE(account(seat).starts_with(server.address + ' ')) << account(seat);
  EXPECT_EQ(account("Seat " + wrong), "");
  EXPECT_EQ(service.account_of("192.0.2.77", seat), "") << "somebody elsewhere has it now";
  // A socket, from when it watches with a seat.
  const auto box = server.connect();
  EXPECT_EQ(service.account_of(*box), "");
  server.say(box, {{"type", "watch"}, {"request", 1}, {"table", id}, {"token", wrong}});
  EXPECT_EQ(box->next("error")["request"], 1);
  EXPECT_EQ(service.account_of(*box), "");
  server.say(box, {{"type", "watch"}, {"request", 2}, {"table", id}});
  EXPECT_EQ(box->next("ok")["request"], 2);
  EXPECT_EQ(service.account_of(*box), "");
  server.say(box, {{"type", "watch"}, {"request", 3}, {"table", id}, {"token", token}});
  EXPECT_EQ(box->next("ok")["request"], 3);
  EXPECT_EQ(service.account_of(*box), account(seat));
}

// Two people behind one address, each at a table of his own, think at the same time; one who only
// says that he has a seat waits with the rest of the address.
TEST(Persons, TwoSeatsBehindOneAddressThinkAtOnce) {
  DrivenTime time(std::chrono::nanoseconds(0));  // what thinks ends only when it is stopped
  auto settings = thinking_by(time);
  settings.workers = 4;
  Server server(nullptr, settings);
  const auto sit = [&](const std::shared_ptr<Mailbox>& box) {
    const auto made = server.table("yavalath", {"me", "me"}).json;
    server.say(
        box, {{"type", "watch"}, {"request", 1}, {"table", made["id"]}, {"token", made["token"]}});
    EXPECT_EQ(box->next("ok")["request"], 1);
  };
  const auto analyse = [&](const std::shared_ptr<Mailbox>& box) {
    server.say(box, {{"type", "analyse"}, {"request", 2}, {"game", "yavalath"}, {"time", 10'000}});
  };
  const auto expect_thinks = [](const std::shared_ptr<Mailbox>& box) {
    auto news = box->next("analysis");
    while (news.is_object() && news["analysis"].is_null()) news = box->next("analysis");
    EXPECT_TRUE(news.is_object());
  };
  const auto first = server.connect(), second = server.connect();
  sit(first);
  sit(second);
  analyse(first);
  expect_thinks(first);
  analyse(second);
  expect_thinks(second);
  const auto stranger = server.connect(), pretender = server.connect();
  analyse(stranger);
  expect_thinks(stranger);
  server.say(pretender, {{"type", "watch"},
                         {"request", 1},
                         {"table", server.table("yavalath", {"me", "me"}).json["id"]},
                         {"token", std::string(22, 'x')}});
  EXPECT_EQ(pretender->next("error")["error"]["code"], "wrong_token");
  analyse(pretender);
  EXPECT_TRUE(pretender->next("analysis")["analysis"].is_null()) << "the address has one at work";
  const auto stop = [&](const std::shared_ptr<Mailbox>& box) {
    server.say(box, {{"type", "stop"}, {"request", 3}, {"of", 2}});
  };
  stop(stranger);
  expect_thinks(pretender);
  for (const auto& box : {first, second, pretender}) stop(box);
}

// Over HTTP as over a socket: what others behind the address have spent is not his.
TEST(Persons, ASeatHasABudgetOfItsOwnForAnalyses) {
  HandClock clock;
  auto settings = quiet(&clock);
  settings.limits = true;
  Server server(nullptr, settings);
  const auto made = server.table("yavalath", {"me", "me"}).json;
  const std::string id = made["id"], token = made["token"];
  ASSERT_EQ(server.turn(id, "e5", 0, token).status, 200);
  const auto asked = [&](const std::string& path, const nlohmann::json& body,
                         const std::string& seat) { return server.post(path, body, seat).status; };
  const nlohmann::json question = {{"game", "yavalath"}, {"time", 0}};
  const nlohmann::json review = {{"record", nlohmann::json::object()}};
  for (int i = 0; i < 1000 && asked("/api/analysis", question, "") == 200; ++i) {
  }
  EXPECT_EQ(asked("/api/analysis", question, ""), 429);
  EXPECT_EQ(asked("/api/review", review, ""), 429);
  EXPECT_EQ(asked("/api/analysis", question, token), 200);
  EXPECT_EQ(asked("/api/review", review, token), 400);
  EXPECT_EQ(asked("/api/analysis", question, std::string(22, 'x')), 429) << "nobody's seat";
}

}  // namespace
}  // namespace tests
