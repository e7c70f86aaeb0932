// The fast rules and the slow reference, played side by side.
#include <map>

#include "support.h"

namespace tests {
namespace {

games::ReferenceOptions reference_options(const games::Position& position) {
  return {position.options().begin(), position.options().end()};
}

void expect_same(const games::Position& fast, const games::Reference& slow) {
  ASSERT_EQ(fast.to_text(), slow.position());
  ASSERT_EQ(fast.to_move() + 1, slow.to_move()) << slow.position();
  ASSERT_EQ(result(fast), slow.result()) << slow.position();
  ASSERT_EQ(fast.legal_texts(), slow.legal_actions()) << slow.position();
}

// Plays one random game from a position and counts the positions that were compared.
void compare_game(games::Position fast, core::Rng& rng, long limit, long& compared) {
  const auto reference = fast.game().reference;
  auto slow = reference(reference_options(fast), fast.to_text());
  for (int n = 0; n < 2000 && compared < limit; ++n) {
    ASSERT_NO_FATAL_FAILURE(expect_same(fast, *slow));
    ++compared;
    if (fast.outcome().over()) return;
    const auto actions = fast.legal_actions();
    const auto action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    slow->apply(fast.action_text(action));
    fast.apply(action);
    // Now and then the reference starts afresh, so that its reading of texts is compared too.
    if (rng.below(32) == 0) slow = reference(reference_options(fast), fast.to_text());
  }
}

class Differential : public ::testing::TestWithParam<Variant> {};

TEST_P(Differential, RandomPlay) {
  const auto position = start(GetParam().game, GetParam().options);
  int variants_of_game = 0;
  for (const auto& variant : all_variants()) variants_of_game += variant.game == GetParam().game;
  // A million positions a game in the long tier, shared by its variants.
  const long limit = by_tier(2'000L, 80'000L, 1'000'000L) / variants_of_game + 1;
  core::Rng rng(17);
  long compared = 0;
  while (compared < limit) {
    ASSERT_NO_FATAL_FAILURE(compare_game(position, rng, limit, compared));
  }
  RecordProperty("positions", static_cast<int>(compared));
}

// Recorded positions reach corners that random play from the start does not: with them the copying
// rule of `rules=abbott` forbids something.
TEST(DifferentialVectors, FromRecordedPositions) {
  core::Rng rng(23);
  for (const auto& game : games::all_games()) {
    int line = 0;
    for (const auto& vector : position_vectors(game.name)) {
      std::vector<std::string> variants = {vector.value("options", "")};
      if (game.name == "epaminondas") variants.push_back("rules=abbott");
      const long depth = line++ % by_tier(8, 2, 1) == 0 ? 40 : 1;
      for (const auto& options : variants) {
        long compared = 0;
        const auto position = at(game.name, vector["position"].get<std::string>(), options);
        ASSERT_NO_FATAL_FAILURE(compare_game(position, rng, depth, compared));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, Differential, ::testing::ValuesIn(all_variants()), variant_name);

}  // namespace
}  // namespace tests
