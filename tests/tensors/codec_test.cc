// Actions in numbers and back, and what the planes of a position tell.
#include <map>
#include <set>

#include "support.h"
#include "tensors/codecs.h"
#include "tensors/encoding.h"

namespace tests {
namespace {

using games::Position;

// Calls visit(position) for positions of random games with every combination of options.
template <class Visit>
void visit_random_positions(int games_each, Visit visit) {
  core::Rng rng(2121);
  for (const auto& game : games::all_games()) {
    for (const auto& options : games::option_combinations(game)) {
      const auto start = Position::start(game, options);
      ASSERT_TRUE(start);
      for (int i = 0; i < games_each; ++i) {
        Position position = *start;
        for (int n = 0; n < 200 && !position.outcome().over(); ++n) {
          visit(position);
          position.apply(position.random_action(rng));
        }
        visit(position);
      }
    }
  }
}

int games_each() { return by_tier(2, 8, 100); }

TEST(Codec, EveryLegalActionHasANumberOfItsOwnAndComesBack) {
  std::string key;
  std::unique_ptr<const tensors::Encoding> encoding;
  int positions = 0;
  visit_random_positions(games_each(), [&](const Position& position) {
    const auto now = position.game().name + games::options_text(position.options());
    if (key != now) encoding = tensors::encoding_of(position);
    key = now;
    std::set<int> seen;
    for (const auto action : position.legal_actions()) {
      const int index = encoding->index_of(action);
      ASSERT_GE(index, 0);
      ASSERT_LT(index, encoding->action_count());
      ASSERT_EQ(encoding->action_at(index), action) << position.to_text();
      ASSERT_TRUE(seen.insert(index).second) << position.to_text();
    }
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(encoding->action_count()), 7);
    encoding->mask(position, mask.data());
    std::set<int> masked;
    for (std::size_t i = 0; i < mask.size(); ++i) {
      ASSERT_LE(mask[i], 1);
      if (mask[i] == 1) masked.insert(static_cast<int>(i));
    }
    ASSERT_EQ(masked, seen) << position.to_text();
    ++positions;
  });
  EXPECT_GT(positions, 2000);
}

// The numbers of actions leave no room unused: each is an action, and its own.
TEST(Codec, EveryNumberComesBackFromItsAction) {
  for (const auto& game : games::all_games()) {
    for (const auto& options : games::option_combinations(game)) {
      const auto encoding = tensors::encoding_of(*Position::start(game, options));
      for (int i = 0; i < encoding->action_count(); ++i) {
        ASSERT_EQ(encoding->index_of(encoding->action_at(i)), i) << game.name;
      }
      EXPECT_EQ(static_cast<int>(encoding->plane_names().size()), encoding->shape().planes);
    }
  }
}

// Positions that differ in what the rules look at differ in their planes, in the mask or in whose
// turn it is.
TEST(Codec, PlanesTellPositionsApart) {
  std::map<std::string, std::string> text_of;
  visit_random_positions(4, [&](const Position& position) {
    if (position.outcome().over()) return;
    const auto encoding = tensors::encoding_of(position);
    std::string seen(encoding->shape().size() + static_cast<std::size_t>(encoding->action_count()),
                     '\0');
    auto* bytes = reinterpret_cast<std::uint8_t*>(seen.data());
    encoding->observe(position, bytes);
    encoding->mask(position, bytes + encoding->shape().size());
    seen += position.game().name + games::options_text(position.options()) +
            std::to_string(position.to_move());
    const auto text = std::to_string(position.hash());
    const auto [at, is_new] = text_of.emplace(seen, text);
    EXPECT_EQ(at->second, text) << position.to_text();
  });
  EXPECT_GT(text_of.size(), 1000u);
}

TEST(Codec, NumbersOfActionsAreAsDocumented) {
  const auto count = [](const char* game, const games::OptionMap& options) {
    return tensors::encoding_of(*Position::start(*games::find_game(game), options))->action_count();
  };
  EXPECT_EQ(count("yavalath", {}), 62);
  EXPECT_EQ(count("yavalath", {{"size", "4"}, {"swap", "off"}}), 37);
  EXPECT_EQ(count("yavalath", {{"players", "3"}}), 61);
  EXPECT_EQ(count("eigenstate", {}), 1800);
  EXPECT_EQ(count("sixteen-stone", {}), 2755);
  EXPECT_EQ(count("sixteen-stone", {{"size", "10"}}), 44390);
  EXPECT_EQ(count("epaminondas", {}), 6584);
  EXPECT_EQ(count("epaminondas", {{"rules", "crossings"}}), 1456);
}

TEST(Codec, ReturnsAddUpToNothing) {
  const auto four = games::Outcome::won_by(1, text::Message::kReasonFour);
  EXPECT_EQ(tensors::return_of(four, 1, 2), 1.0f);
  EXPECT_EQ(tensors::return_of(four, 0, 2), -1.0f);
  EXPECT_EQ(tensors::return_of(four, 0, 3), -0.5f);
  EXPECT_EQ(tensors::return_of(games::Outcome::drawn(text::Message::kReasonFullBoard), 0, 2), 0.0f);
}

}  // namespace
}  // namespace tests
