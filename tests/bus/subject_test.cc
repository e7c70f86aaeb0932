// Subjects and patterns, as NATS reads them.
#include <gtest/gtest.h>

#include "bus/bus.h"

namespace tests {
namespace {

TEST(Subject, AreTokensJoinedByDots) {
  for (const char* good : {"a", "table.k3x9.events", "A-1._b"}) {
    EXPECT_TRUE(bus::is_subject(good)) << good;
    EXPECT_TRUE(bus::is_pattern(good)) << good;
  }
  for (const char* bad : {"", ".", "a.", ".a", "a..b", "a b", "a\r\nPUB b", "é", "a.b c"}) {
    EXPECT_FALSE(bus::is_subject(bad)) << bad;
    EXPECT_FALSE(bus::is_pattern(bad)) << bad;
  }
}

TEST(Subject, APatternHasStarsAndARest) {
  for (const char* good : {"*", ">", "a.*", "*.b", "a.*.c", "a.>"}) {
    EXPECT_FALSE(bus::is_subject(good)) << good;
    EXPECT_TRUE(bus::is_pattern(good)) << good;
  }
  for (const char* bad : {"a*", "*b.c", ">.a", "a.>.b", "a>"}) {
    EXPECT_FALSE(bus::is_pattern(bad)) << bad;
  }
}

TEST(Subject, MatchesItsPatterns) {
  EXPECT_TRUE(bus::matches("a.b", "a.b"));
  EXPECT_FALSE(bus::matches("a.b", "a.c"));
  EXPECT_FALSE(bus::matches("a.b", "a"));
  EXPECT_FALSE(bus::matches("a", "a.b"));
  EXPECT_TRUE(bus::matches("a.*", "a.b"));
  EXPECT_FALSE(bus::matches("a.*", "a.b.c"));
  EXPECT_FALSE(bus::matches("a.*", "a"));
  EXPECT_TRUE(bus::matches("a.*.c", "a.b.c"));
  EXPECT_TRUE(bus::matches("a.>", "a.b.c"));
  EXPECT_FALSE(bus::matches("a.>", "a"));
  EXPECT_TRUE(bus::matches(">", "a.b"));
}

}  // namespace
}  // namespace tests
