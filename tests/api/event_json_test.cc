// What is stored of events, letter by letter: databases of earlier versions must load.
#include "api/event_json.h"

#include "support.h"

namespace tests {
namespace {

using tables::Ended;
using tables::Event;
using tables::OfferReply;

struct Case {
  std::string kind, body;
  decltype(Event::what) what;
};

std::vector<Case> cases() {
  const auto position = start("yavalath");
  const auto actions = *games::parse_turn(position, "e5");
  return {
      {"seated", R"({"player":2,"name":"Zé \"x\""})", tables::Seated{1, "Zé \"x\""}},
      {"seat", R"({"player":3,"who":"level:5"})", tables::SeatTaken{2, "level:5"}},
      {"seat", R"({"player":2,"who":"level:5","open":true})",
       tables::SeatTaken{1, "level:5", true}},
      {"seen", R"({"player":2})", tables::Seen{1, {}}},
      {"seen", R"({"player":1,"also":[3]})", tables::Seen{0, {2}}},
      {"turn", R"({"player":1,"turn":"e5"})", tables::TurnPlayed{0, actions, "e5", {}}},
      {"turn", R"({"player":1,"turn":"e5","spent":12})", tables::TurnPlayed{0, actions, "e5", 12}},
      {"takeback", R"({"player":1,"answer":"ask","turns":4})",
       tables::TakebackReply{0, OfferReply::kAsk, 4}},
      {"takeback", R"({"player":2,"answer":"decline"})",
       tables::TakebackReply{1, OfferReply::kDecline, {}}},
      {"draw", R"({"player":2,"answer":"withdraw"})",
       tables::DrawReply{1, OfferReply::kWithdraw, {}}},
      {"draw", R"({"player":2,"answer":"ask","also":[1,3]})",
       tables::DrawReply{1, OfferReply::kAsk, {0, 2}}},
      {"rematch", R"({"player":1,"answer":"accept","also":[2],"rematch":"abcdefghijkm"})",
       tables::RematchReply{0, OfferReply::kAccept, {1}, "abcdefghijkm"}},
      {"end", R"({"result":"p2win","cause":"resignation","player":1})",
       Ended{"p2win", Ended::Cause::kResignation, 0}},
      {"end", R"({"result":"p1win","cause":"time","player":2})",
       Ended{"p1win", Ended::Cause::kTime, 1}},
      {"end", R"({"result":"draw","cause":"agreement"})",
       Ended{"draw", Ended::Cause::kAgreement, 0}},
      {"end", R"({"result":"draw","cause":"closed"})", Ended{"draw", Ended::Cause::kClosed, 0}},
  };
}

TEST(EventJson, IsWrittenAndReadLetterByLetter) {
  const auto before = start("yavalath", "players=3");
  for (const auto& [kind, body, what] : cases()) {
    const auto stored = api::write_event({7, 1234, what});
    EXPECT_EQ(stored, (store::Event{7, 1234, kind, body}));
    const auto read = api::read_event(stored, before);
    ASSERT_TRUE(read) << body;
    EXPECT_EQ(read->what.index(), what.index());
    EXPECT_EQ(api::write_event(*read), stored);
  }
}

TEST(EventJson, OfDamagedBodiesNothingIsRead) {
  const auto before = start("yavalath");
  for (const auto& [kind, body] : std::vector<std::pair<std::string, std::string>>{
           {"seat", R"({"player":3,"who":"level:5"})"},
           {"seat", "{}"},
           {"turn", R"({"turn":"z9"})"},
           {"turn", R"({"player":1})"},
           {"turn", R"({"turn":"e5")"},
           {"draw", R"({"player":0,"answer":"ask"})"},
           {"draw", R"({"player":1,"answer":"perhaps"})"},
           {"takeback", R"({"answer":"ask","turns":1})"},
           {"rematch", "[]"},
           {"end", R"({"result":"draw"})"},
           {"moved", "{}"}}) {
    EXPECT_FALSE(api::read_event({1, 1, kind, body}, before)) << kind << ' ' << body;
  }
}

}  // namespace
}  // namespace tests
