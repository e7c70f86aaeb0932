// How much one address may ask for.
#include "net/limits.h"

#include "support.h"

namespace tests {
namespace {

TEST(Limits, ABucketFillsAgainAndFullOnesAreForgotten) {
  net::Buckets buckets({1, 3}, 2);
  EXPECT_TRUE(buckets.take("a", 0) && buckets.take("a", 0) && buckets.take("a", 0));
  EXPECT_FALSE(buckets.take("a", 500));
  EXPECT_TRUE(buckets.take("a", 1500));
  EXPECT_FALSE(buckets.take("a", 1500));
  EXPECT_TRUE(buckets.take("b", 1500));
  EXPECT_FALSE(buckets.take("c", 1600));   // no room
  EXPECT_TRUE(buckets.take("c", 60'000));  // the others are full again
  EXPECT_EQ(buckets.addresses(), 1u);
}

TEST(Limits, ThisMachineHasNone) {
  net::Buckets buckets({1, 1});
  for (const auto* address : {"127.0.0.1", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(buckets.take(address, 0) && buckets.take(address, 0)) << address;
  }
  EXPECT_EQ(buckets.addresses(), 0u);
  EXPECT_FALSE(net::is_loopback("128.0.0.1") || net::is_loopback("::12"));
}

}  // namespace
}  // namespace tests
