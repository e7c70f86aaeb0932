// The URL of a NATS server, from whoever runs the program.
#include "bus/nats_url.h"

#include <gtest/gtest.h>

namespace tests {
namespace {

TEST(NatsUrl, HasAServerAndMayHaveCredentials) {
  const auto plain = bus::parse_nats_url("nats://localhost");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->server, "nats://localhost:4222");
  EXPECT_EQ(plain->place(), "nats://localhost:4222");
  const auto user = bus::parse_nats_url("nats://ana:a%40b%3ac@10.0.0.7:14222/");
  ASSERT_TRUE(user);
  EXPECT_EQ(user->server, "nats://10.0.0.7:14222");
  EXPECT_EQ(user->user, "ana");
  EXPECT_EQ(user->password, "a@b:c");
  EXPECT_EQ(user->token, "");
  EXPECT_EQ(user->place(), "nats://ana@10.0.0.7:14222");
  const auto token = bus::parse_nats_url("nats://s3cret@nats.example:4222");
  ASSERT_TRUE(token);
  EXPECT_EQ(token->token, "s3cret");
  EXPECT_EQ(token->user, "");
  EXPECT_EQ(token->place(), "nats://nats.example:4222");
}

TEST(NatsUrl, OthersAreRefusedWithoutBeingRepeated) {
  for (const char* bad : {"",
                          "nats:",
                          "nats://",
                          "nats://:4222",
                          "localhost:4222",
                          "http://localhost",
                          "nats://a:0",
                          "nats://a:65536",
                          "nats://a:x",
                          "nats://a:",
                          "nats://a:1:2",
                          "nats://@a",
                          "nats://u:@a",
                          "nats://:p@a",
                          "nats://u:p%4@a",
                          "nats://u:p%00@a",
                          "nats://u:p@q@a",
                          "nats://a b",
                          "nats://a/b",
                          "nats://a\r\n",
                          "nats://é",
                          "nats://secret:secret@"}) {
    const auto parsed = bus::parse_nats_url(bad);
    ASSERT_FALSE(parsed) << bad;
    const auto told = text::render(parsed.error(), text::Language::kEnglish);
    EXPECT_EQ(told.find("secret"), std::string::npos) << told;
  }
}

}  // namespace
}  // namespace tests
