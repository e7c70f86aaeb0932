// Positions and turns up to the symmetries of the board.
#include "games/symmetry.h"

#include <map>
#include <set>

#include "games/history.h"
#include "support.h"

namespace tests {
namespace {

using games::Position;

Position image_of(const Position& position, int symmetry) {
  const auto text = std::visit(
      [&](const auto& state) {
        return state.transformed(symmetry % state.symmetry_count()).to_text();
      },
      position.state());
  return *Position::parse(position.game(), text, position.options());
}

int symmetries(const Position& position) {
  return std::visit([](const auto& state) { return state.symmetry_count(); }, position.state());
}

std::vector<games::Action> some_turn(Position position, core::Rng& rng) {
  std::vector<games::Action> actions;
  do {
    actions.push_back(position.random_action(rng));
    position.apply(actions.back());
  } while (!position.outcome().over() && !position.at_turn_start());
  return actions;
}

Position after(Position position, const std::vector<games::Action>& actions) {
  for (const auto action : actions) position.apply(action);
  return position;
}

TEST(Symmetry, ImagesHaveTheSameKeyAndTheSameTurns) {
  core::Rng rng(17);
  for (const auto& game : games::all_games()) {
    SCOPED_TRACE(game.name);
    for (int round = 0; round < 20; ++round) {
      Position position = *Position::start(game);
      for (int turn = 0; turn < 12 && !position.outcome().over(); ++turn) {
        const auto actions = some_turn(position, rng);
        const auto next = after(position, actions);
        const auto text = games::canonical_turn(position, actions);
        for (int symmetry = 0; symmetry < symmetries(position); ++symmetry) {
          const auto image = image_of(position, symmetry);
          ASSERT_EQ(games::symmetric_key(image), games::symmetric_key(position));
          // What was played here is told there, and leads to an image of where it led here.
          const auto there = games::turn_from_canonical(image, text);
          ASSERT_TRUE(there) << text << " at " << image.to_text();
          ASSERT_EQ(games::symmetric_key(after(image, *there)), games::symmetric_key(next));
        }
        position = next;
      }
    }
  }
}

TEST(Symmetry, PositionsThatAreNoImagesDiffer) {
  const auto* game = games::find_game("yavalath");
  std::map<std::uint64_t, std::set<std::string>> by_key;
  const Position start = *Position::start(*game);
  for (const auto action : start.legal_actions()) {
    by_key[games::symmetric_key(after(start, {action}))].insert(start.action_text(action));
  }
  // 61 cells, twelve symmetries: the centre, and rings of 6, 12, 18 and 24 cells.
  std::multiset<std::size_t> sizes;
  for (const auto& [key, texts] : by_key) sizes.insert(texts.size());
  EXPECT_EQ(sizes, (std::multiset<std::size_t>{1, 6, 6, 6, 6, 6, 6, 12, 12}));
}

TEST(Symmetry, OptionsAndGamesTellPositionsApart) {
  const auto key = [](const char* game, const games::OptionMap& options) {
    return games::symmetric_key(*Position::start(*games::find_game(game), options));
  };
  EXPECT_NE(key("yavalath", {}), key("yavalath", {{"swap", "off"}}));
  EXPECT_NE(key("yavalath", {}), key("yavalath", {{"size", "6"}}));
  EXPECT_EQ(key("yavalath", {}), key("yavalath", {{"size", "5"}}));
}

TEST(Symmetry, ATurnThatIsNotLegalIsAnError) {
  const Position start = *Position::start(*games::find_game("yavalath"));
  EXPECT_FALSE(games::turn_from_canonical(start, "z9"));
  EXPECT_FALSE(games::turn_from_canonical(start, ""));
}

// Stores keep them.
TEST(Symmetry, KeysNeverChange) {
  std::map<std::string, std::uint64_t> keys;
  for (const char* name : {"eigenstate", "sixteen-stone", "yavalath", "epaminondas"}) {
    const auto* game = games::find_game(name);
    ASSERT_NE(game, nullptr) << name;
    core::Rng rng(1);
    Position position = *Position::start(*game);
    position = after(position, some_turn(position, rng));
    keys[name] = games::symmetric_key(position);
  }
  const std::map<std::string, std::uint64_t> kept = {{"eigenstate", 17'058'610'949'251'425'157u},
                                                     {"epaminondas", 4'470'995'720'630'562'041u},
                                                     {"sixteen-stone", 14'964'113'986'543'403'070u},
                                                     {"yavalath", 9'036'684'567'601'532'996u}};
  EXPECT_EQ(keys, kept);
}

}  // namespace
}  // namespace tests
