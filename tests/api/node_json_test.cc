// What servers say to each other comes back as it was, and nonsense is nothing.
#include "api/node_json.h"

#include <gtest/gtest.h>

namespace tests {
namespace {

using namespace tables;

const api::JsonNodeFormat format;

TEST(NodeMessages, ActsComeBack) {
  const std::vector<Act> acts = {Join{"i", "t", "Zé"},
                                 PlayTurn{"t", "e5", 7},
                                 Resign{"t"},
                                 OfferDraw{"t", OfferReply::kDecline},
                                 OfferTakeback{"t", OfferReply::kAccept},
                                 OfferRematch{"t", OfferReply::kWithdraw},
                                 SeatComputer{"t", 2, "level:3"},
                                 MoveNow{},
                                 CloseGame{},
                                 ReviewStored{},
                                 SeeBoard{"t"},
                                 AgreeToShow{"t", true},
                                 DeleteGame{"t"},
                                 SayPhrase{"t", "hello"}};
  ASSERT_EQ(acts.size(), std::variant_size_v<Act>) << "one of each";
  for (const auto& act : acts) {
    const auto text = format.write(ActRequest{"k3v9", act, "192.0.2.1", "r-1"});
    const auto back = format.read_act(text);
    ASSERT_TRUE(back) << text;
    EXPECT_EQ(back->act.index(), act.index());
    EXPECT_EQ(format.write(*back), text);
  }
}

TEST(NodeMessages, RefusalsComeBackInWords) {
  const text::HttpError refused{
      409, "not_your_turn",
      text::Error(text::Message::kNoSuchTable, {"x"}).in(text::Message::kServeCannotLoad), 3};
  const auto back = format.read_answer(format.write(text::Expected<int>(refused)));
  ASSERT_TRUE(back);
  ASSERT_FALSE(*back);
  EXPECT_EQ(back->error().status, 409);
  EXPECT_EQ(back->error().code, "not_your_turn");
  EXPECT_EQ(back->error().error, refused.error);
  EXPECT_EQ(back->error().retry_after, 3);
  const auto fine = format.read_answer(format.write(text::Expected<int>(12)));
  ASSERT_TRUE(fine && *fine);
  EXPECT_EQ(**fine, 12);
  // A newer server may have messages that this one does not know.
  const auto unknown = format.read_answer(
      R"({"error":{"status":409,"code":"new","notes":[{"message":"kNew","arguments":[]}],"retry":0}})");
  ASSERT_TRUE(unknown && !*unknown);
  EXPECT_EQ(unknown->error().code, "new");
}

TEST(NodeMessages, NewsAndStatesComeBack) {
  TableState state{3, 9, 1'700'000'000'000, {{true, false}, Thinking{1, 5, 7}, ReviewState::kDone}};
  const News news{"k3v9",
                  {{8, 11, "turn", R"({"turn":"e5"})"}, {9, 12, "end", "{}"}},
                  {{1, "human", "Ana", "hash", ""}},
                  state};
  const auto text = format.write(news);
  const auto back = format.read_news(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->events, news.events);
  EXPECT_EQ(back->seats, news.seats);
  EXPECT_EQ(back->state.presence.thinking->limit, 7);
  EXPECT_EQ(format.write(*back), text);

  const FollowRequest follow{"n1", {{"k3v9", false, true, {false, true}}, {"x", true, false, {}}}};
  EXPECT_EQ(format.write(*format.read_follow(format.write(follow))), format.write(follow));
  const FollowAnswer answer{{"k3v9", state}, {"x", std::nullopt}};
  EXPECT_EQ(format.write(*format.read_states(format.write(answer))), format.write(answer));
  const Sightings seen{{{"192.0.2.1", "k3v9"}}, {{"k3v9", "yavalath", {~std::uint64_t{0}}, true}}};
  EXPECT_EQ(format.write(*format.read_sightings(format.write(seen))), format.write(seen));
}

TEST(NodeMessages, NonsenseIsNothing) {
  const std::vector<std::string> nonsense = {
      "",
      "{",
      "[]",
      "{}",
      "null",
      "7",
      R"({"table":7})",
      R"({"table":"k","act":"turn","body":[]})",
      R"({"table":"k","act":"dance","body":{},"visitor":"","request":""})",
      R"({"table":"k","act":"draw","body":{"seat":"t","reply":9},"visitor":"","request":""})",
      R"({"table":"k","act":"seat","body":{"seat":"t","player":3,"who":""},"visitor":"","request":""})",
      R"({"event":"x"})",
      R"({"node":"n","tables":[{}]})",
      R"([{"state":{}}])",
      R"({"table":"k","events":[{}],"seats":[],"state":{}})"};
  for (const auto& text : nonsense) {
    EXPECT_FALSE(format.read_act(text)) << text;
    EXPECT_FALSE(format.read_answer(text)) << text;
    EXPECT_FALSE(format.read_news(text)) << text;
    EXPECT_FALSE(format.read_follow(text)) << text;
    EXPECT_FALSE(format.read_sightings(text)) << text;
    const bool is_list = text == "[]" || text == "{}" || text == "null";
    EXPECT_TRUE(is_list || !format.read_states(text)) << text;
  }
}

// A number that its field cannot hold is no number; converting it would be undefined.
TEST(NodeMessages, NumbersThatDoNotFitAreNothing) {
  for (const std::string number : {"1e30", "-1e30", "1.5", "3000000000", "-3000000000", "true",
                                   "18446744073709551615", "18446747437009551615"}) {
    EXPECT_FALSE(format.read_answer(R"({"event":)" + number + "}")) << number;
    EXPECT_FALSE(format.read_act(R"({"table":"k","act":"turn","visitor":"","request":"",)"
                                 R"("body":{"seat":"t","turn":"e5","after":)" +
                                 number + "}}"))
        << number;
    EXPECT_FALSE(format.read_follow(R"({"node":"n","tables":[{"table":"k","leaves":false,)"
                                    R"("watched":true,"online":[],"spectators":)" +
                                    number + "}]}"))
        << number;
  }
  const auto sightings = [](const std::string& number) {
    return format.read_sightings(R"({"seen":[],"boards":[{"table":"k","game":"yavalath",)"
                                 R"("starts":[1,)" +
                                 number + R"(],"over":true}]})");
  };
  EXPECT_TRUE(sightings("18446744073709551615"));
  for (const std::string number : {"18446747437009551615", "-1", "1.5", "1e30"}) {
    EXPECT_FALSE(sightings(number)) << number;
  }
}

}  // namespace
}  // namespace tests
