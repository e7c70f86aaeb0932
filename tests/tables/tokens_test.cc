// Secrets and names made by chance.
#include "tables/tokens.h"

#include <set>

#include "core/sha256.h"
#include "support.h"

namespace tests {
namespace {

TEST(Tokens, Sha256OfKnownTexts) {
  EXPECT_EQ(core::sha256_text(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(core::sha256_text("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(core::sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(core::sha256_text(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Tokens, AreLongAndAllDifferent) {
  std::set<std::string> tokens, ids;
  for (int i = 0; i < 1000; ++i) {
    tokens.insert(tables::new_token());
    ids.insert(tables::new_id());
  }
  EXPECT_EQ(tokens.size(), 1000u);
  EXPECT_EQ(ids.size(), 1000u);
  EXPECT_TRUE(std::all_of(ids.begin(), ids.end(), tables::is_id));
  EXPECT_EQ(tables::hash_of("short"), "");
  EXPECT_FALSE(tables::same_hash("", ""));
  const auto hash = tables::hash_of(*tokens.begin());
  EXPECT_TRUE(tables::same_hash(hash, hash));
  EXPECT_FALSE(tables::same_hash(hash, tables::hash_of(*tokens.rbegin())));
}

// Every letter counts, the last one too.
TEST(Tokens, HashesThatDifferInOneLetterDiffer) {
  const auto hash = tables::hash_of(tables::new_token());
  ASSERT_EQ(hash.size(), 64u);
  for (std::size_t at = 0; at < hash.size(); ++at) {
    auto other = hash;
    other[at] = other[at] == '0' ? '1' : '0';
    EXPECT_FALSE(tables::same_hash(hash, other)) << at;
    EXPECT_FALSE(tables::same_hash(hash, hash.substr(0, at))) << at;
  }
}

TEST(Tokens, TokensThatDifferInOneLetterDiffer) {
  const auto token = tables::new_token();
  for (std::size_t at = 0; at < token.size(); ++at) {
    auto other = token;
    other[at] = other[at] == 'a' ? 'b' : 'a';
    EXPECT_FALSE(tables::same_hash(tables::hash_of(token), tables::hash_of(other))) << at;
  }
}

}  // namespace
}  // namespace tests
