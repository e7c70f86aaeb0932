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

}  // namespace
}  // namespace tests
