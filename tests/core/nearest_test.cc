// The word that was meant.
#include "core/nearest.h"

#include <gtest/gtest.h>

namespace tests {
namespace {

TEST(Nearest, Distances) {
  EXPECT_EQ(core::edit_distance("", ""), 0u);
  EXPECT_EQ(core::edit_distance("", "abc"), 3u);
  EXPECT_EQ(core::edit_distance("abc", ""), 3u);
  EXPECT_EQ(core::edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(core::edit_distance("paly", "play"), 1u);  // neighbours that changed places
  EXPECT_EQ(core::edit_distance("ca", "abc"), 3u);
}

TEST(Nearest, OnlyWhatIsNearEnough) {
  const std::vector<std::string> words = {"play", "perft", "analyse", "--games", "--game"};
  EXPECT_EQ(core::nearest_word("paly", words), "play");
  EXPECT_EQ(core::nearest_word("PERFT", words), "perft");
  EXPECT_EQ(core::nearest_word("ana", words), "analyse");
  EXPECT_EQ(core::nearest_word("--gamse", words), "--games");
  EXPECT_EQ(core::nearest_word("an", words), std::nullopt);
  EXPECT_EQ(core::nearest_word("", words), std::nullopt);
  EXPECT_EQ(core::nearest_word("chess", words), std::nullopt);
  EXPECT_EQ(core::nearest_word(std::string(100'000, 'x'), words), std::nullopt);
  EXPECT_EQ(core::nearest_word("play", {}), std::nullopt);
}

}  // namespace
}  // namespace tests
