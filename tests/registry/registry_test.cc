// What a registration says is true, for every game: the compiler sees only that nothing is missing.
#include "registry/registry.h"

#include <set>

#include "arena/openings.h"
#include "core/scan.h"
#include "games/colours.h"
#include "registry/games.h"
#include "support.h"

namespace tests {
namespace {

struct GameWithoutPolicy {
  static constexpr std::string_view kName = "game-without-policy";
};

}  // namespace
}  // namespace tests

template <>
struct registry::Registration<tests::GameWithoutPolicy> {
  using Policy = NoPolicy;
};

namespace tests {
namespace {

std::vector<std::string_view> sample_turns(const games::GameInfo& game) {
  return core::words(registry::entry_of(game.name).page.sample.turns);
}

TEST(Registry, EveryGameHasItsOwnEntry) {
  std::set<const void*> ladders, calibrations;
  std::set<std::string> tags;
  for (const auto& game : games::all_games()) {
    const auto& entry = registry::entry_of(game.name);
    EXPECT_EQ(entry.name, game.name);
    ladders.insert(&entry.ladder(2));
    calibrations.insert(&entry.calibration);
    tags.insert(text::render(entry.page.tag, text::Language::kEnglish));
  }
  EXPECT_EQ(ladders.size(), games::all_games().size());
  EXPECT_EQ(calibrations.size(), games::all_games().size());
  EXPECT_EQ(tags.size(), games::all_games().size());
}

TEST(RegistryDeathTest, AnUnknownGameHasNoneOfAnother) {
  EXPECT_DEATH(registry::entry_of("chess"), "");
}

TEST(Registry, HigherLevelsThinkLongerAndTheLastSeesClearly) {
  for (const auto& variant : all_variants()) {
    const int players = start(variant.game, variant.options).player_count();
    const auto& ladder = registry::entry_of(variant.game).ladder(players);
    for (std::size_t i = 1; i < ladder.size(); ++i) {
      EXPECT_GT(ladder[i].nodes, ladder[i - 1].nodes) << variant.game << ' ' << i;
    }
    EXPECT_EQ(ladder.back().noise, 0) << variant.game;
  }
}

TEST(Registry, CalibrationsRiseFromAHalf) {
  for (const auto& game : games::all_games()) {
    const auto& knots = registry::entry_of(game.name).calibration.knots;
    ASSERT_GE(knots.size(), 2u) << game.name;
    EXPECT_EQ(knots[0].value, 0) << game.name;
    EXPECT_EQ(knots[0].chance, 0.5) << game.name;
    for (std::size_t i = 1; i < knots.size(); ++i) {
      EXPECT_GT(knots[i].value, knots[i - 1].value) << game.name;
      EXPECT_GE(knots[i].chance, knots[i - 1].chance) << game.name;
    }
  }
}

// A game that three can play and that nobody could think about does not get as far as a table.
TEST(RegistryDeathTest, AGameForThreeWithoutAPolicyIsRefused) {
  registry::require_policy<GameWithoutPolicy>(2);
  EXPECT_DEATH(registry::require_policy<GameWithoutPolicy>(3), "game-without-policy: where three");
}

TEST(Registry, SamplesAreBeginningsOfGames) {
  for (const auto& game : games::all_games()) {
    const auto turns = sample_turns(game);
    EXPECT_LT(registry::entry_of(game.name).page.sample.shown, static_cast<int>(turns.size()))
        << game.name << ": Page::sample has to go on behind the turns that are shown at first";
    const games::History begin(*games::Position::start(game));
    EXPECT_TRUE(games::play_turns(begin, turns)) << game.name;
  }
}

// What steps of a turn are called, and where the scene helps: as the games themselves do.
TEST(Registry, KindsAndAidsAreThoseOfTheGame) {
  for (const auto& game : games::all_games()) {
    const auto& page = registry::entry_of(game.name).page;
    std::set<std::string_view> kinds;
    bool aids = false;
    core::Rng rng(1);
    for (int round = 0; round < 20; ++round) {
      auto position = *games::Position::start(game);
      for (int i = 0; i < 200 && !position.outcome().over(); ++i) {
        const auto action = position.random_action(rng);
        kinds.insert(games::step_kind(position.traces(action)));
        const auto scene = position.scene();
        aids = aids || !scene.wins.empty() || !scene.loses.empty();
        position.apply(action);
      }
    }
    EXPECT_EQ(page.aids, aids) << game.name;
    for (const auto& [kind, label, needs] : page.kinds) {
      EXPECT_TRUE(kinds.contains(kind)) << game.name << " has no action of the kind " << kind;
    }
  }
}

// Menus and settings show them to people, who shall not read how the command line spells them.
TEST(Registry, EveryOptionAndEveryValueHasAWord) {
  using text::Language;
  for (const auto& game : games::all_games()) {
    const auto& page = registry::entry_of(game.name).page;
    for (const auto& option : game.options) {
      EXPECT_NE(registry::option_name(page, option.key, Language::kPortuguese), option.key)
          << game.name << ": add {\"" << option.key << "\", \"\", its name} to Page::values";
      for (const auto& value : option.values) {
        if (core::whole_number(value, 1'000'000) || value == "on" || value == "off") continue;
        EXPECT_NE(registry::value_name(page, option.key, value, Language::kPortuguese), value)
            << game.name << ": add {\"" << option.key << "\", \"" << value
            << "\", its name} to Page::values";
      }
    }
  }
}

// An option that only one game has is named by that game, before the words that several share.
TEST(Registry, AGameNamesItsOwnOptions) {
  registry::Page page{};
  EXPECT_EQ(registry::option_name(page, "komi", text::Language::kEnglish), "komi");
  EXPECT_EQ(registry::option_name(page, "size", text::Language::kEnglish), "size");
  page.values = {{"komi", "", text::Message::kColourWhite}};
  EXPECT_EQ(registry::option_name(page, "komi", text::Language::kEnglish),
            text::render(text::Message::kColourWhite, text::Language::kEnglish));
}

TEST(Registry, EveryColourOfAGameIsInTheTable) {
  for (const auto& variant : all_variants()) {
    const auto position = start(variant.game, variant.options);
    const auto colours = position.scene().colours;
    ASSERT_GE(static_cast<int>(colours.size()), position.player_count()) << variant.game;
    for (const auto colour : colours) {
      EXPECT_NE(games::find_colour(colour), nullptr)
          << variant.game << ": add " << colour << " to src/games/colours.json";
    }
  }
}

TEST(Registry, EveryGameHasABook) {
  for (const auto& game : games::all_games()) {
    EXPECT_FALSE(arena::built_in_openings(game.name).empty())
        << "add src/arena/book/" << game.name << ".txt";
  }
}

}  // namespace
}  // namespace tests
