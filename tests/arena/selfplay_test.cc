// Games against oneself: the same file however they are played, whatever ends in between.
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "arena/examples.h"
#include "arena/selfplay_run.h"
#include "jobs/memory_queue.h"
#include "jobs/names.h"
#include "jobs/worker_pool.h"
#include "registry/games.h"
#include "support.h"
#include "temp_folder.h"

namespace tests {
namespace {

arena::SelfplaySettings settings_of(const std::string& game) {
  arena::SelfplaySettings settings;
  settings.game = games::find_game(game);
  settings.options = games::Position::start(*settings.game, {})->options();
  settings.nodes = 60;
  return settings;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Selfplay : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  void play(const std::string& name, const arena::SelfplaySettings& settings, int games,
            int threads = 1) {
    auto file = arena::SelfplayFile::open(path(name), settings);
    ASSERT_TRUE(file);
    const std::atomic<bool> stop = false;
    EXPECT_FALSE(arena::play_selfplay(settings, games, threads, *file, stop, {}));
    EXPECT_EQ(file->games(), games);
  }

  TempFolder folder_;
};

TEST_F(Selfplay, GamesAreLegalAndComeBackTheSame) {
  engine::Engine engine(1);
  for (const auto& game : games::all_games()) {
    const auto settings = settings_of(game.name);
    for (int number = 0; number < 3; ++number) {
      const auto played = arena::play_selfplay_game(settings, number, engine);
      EXPECT_EQ(*arena::read_selfplay_game(arena::selfplay_bytes(played)), played);
      games::History history(*games::Position::start(game, settings.options));
      for (std::size_t i = 0; i < played.actions.size(); ++i) {
        const auto legal = history.position().legal_actions();
        ASSERT_NE(std::find(legal.begin(), legal.end(), played.actions[i].action), legal.end());
        EXPECT_EQ(played.actions[i].forced && legal.size() > 1, false);
        history.apply(played.actions[i].action);
      }
      if (history.outcome().over()) {
        EXPECT_EQ(played.winner, history.outcome().winner());
      }
    }
  }
}

TEST_F(Selfplay, ThreadsStopsAndWorkersGiveTheSameFile) {
  const auto settings = settings_of("yavalath");
  play("one", settings, 12);
  const auto expected = content_of(path("one"));
  play("three", settings, 12, 3);
  EXPECT_EQ(content_of(path("three")), expected);
  play("later", settings, 5);
  play("later", settings, 12, 2);
  EXPECT_EQ(content_of(path("later")), expected) << "gone on with";

  const auto queue = jobs::make_memory_queue();
  jobs::WorkerPoolSettings pool_settings;
  pool_settings.name = "w";
  pool_settings.offers = {jobs::version_offer()};
  pool_settings.threads = 3;
  pool_settings.pause = std::chrono::milliseconds(5);
  const jobs::WorkerPool workers(*queue, {{arena::kSelfplayKind, arena::selfplay_work()}},
                                 pool_settings);
  auto file = arena::SelfplayFile::open(path("workers"), settings);
  ASSERT_TRUE(file);
  const std::atomic<bool> stop = false;
  EXPECT_FALSE(arena::play_selfplay_on_workers(*queue, settings, 12, *file, {}, stop));
  EXPECT_EQ(content_of(path("workers")), expected);
}

// Whoever measures a game wants whole games of players who differ.
TEST_F(Selfplay, WholeGamesOfTwoPlayersAreTheSameElsewhere) {
  auto settings = settings_of("yavalath");
  settings.against = 4;
  settings.random_turns = 0;
  settings.noise = 30;
  settings.to_the_end = true;
  play("one", settings, 6);
  const auto expected = content_of(path("one"));
  play("three", settings, 6, 3);
  EXPECT_EQ(content_of(path("three")), expected);
  arena::SelfplaySettings read = settings_of("yavalath");
  arena::read_more(arena::more_of(settings), read);
  EXPECT_EQ(arena::more_of(read), arena::more_of(settings));
  std::set<std::vector<std::uint32_t>> different;
  const auto read_games =
      arena::for_each_selfplay_game(path("one"), settings, [&](const auto& game) {
        games::History history(*games::Position::start(*settings.game, settings.options));
        std::vector<std::uint32_t> codes;
        for (const auto& action : game.actions) {
          EXPECT_TRUE(action.searched);
          codes.push_back(action.action.code);
          history.apply(action.action);
        }
        EXPECT_TRUE(history.outcome().over()) << "played to the end";
        EXPECT_EQ(game.winner, history.outcome().winner());
        different.insert(codes);
      });
  EXPECT_TRUE(read_games);
  EXPECT_GT(different.size(), 1u);
  EXPECT_EQ(arena::nodes_of(settings, 0, 0), settings.nodes);
  EXPECT_EQ(arena::nodes_of(settings, 0, 1), 4u);
  EXPECT_EQ(arena::nodes_of(settings, 1, 0), 4u) << "in turn";
  EXPECT_TRUE(arena::more_of(settings_of("yavalath")).empty()) << "older files stay readable";
}

TEST_F(Selfplay, GamesByChanceAreRandomThroughout) {
  auto settings = settings_of("sixteen-stone");
  settings.nodes = 0;
  engine::Engine engine(1);
  const auto game = arena::play_selfplay_game(settings, 0, engine);
  EXPECT_FALSE(game.actions.empty());
  for (const auto& action : game.actions) EXPECT_FALSE(action.searched);
}

TEST_F(Selfplay, ATornEndIsPlayedAgain) {
  const auto settings = settings_of("sixteen-stone");
  play("whole", settings, 4);
  const auto whole = content_of(path("whole"));
  core::Rng rng(4);
  for (int i = 0; i < 12; ++i) {
    const auto kept = rng.below(static_cast<std::uint32_t>(whole.size()));
    std::ofstream(path("torn"), std::ios::binary | std::ios::trunc) << whole.substr(0, kept);
    play("torn", settings, 4);
    EXPECT_EQ(content_of(path("torn")), whole) << "cut at " << kept;
  }
  auto changed = whole;
  changed[whole.size() / 2] = static_cast<char>(changed[whole.size() / 2] ^ 1);
  std::ofstream(path("torn"), std::ios::binary | std::ios::trunc) << changed;
  play("torn", settings, 4);
  EXPECT_EQ(content_of(path("torn")), whole) << "what is damaged is played again";
}

TEST_F(Selfplay, OtherSettingsAndASecondProgramAreRefused) {
  const auto settings = settings_of("yavalath");
  play("games", settings, 2);
  auto other = settings;
  other.seed = 2;
  const auto before = content_of(path("games"));
  EXPECT_FALSE(arena::SelfplayFile::open(path("games"), other));
  EXPECT_EQ(content_of(path("games")), before) << "nothing is lost";
  const auto held = arena::SelfplayFile::open(path("games"), settings);
  ASSERT_TRUE(held);
  EXPECT_FALSE(arena::SelfplayFile::open(path("games"), settings)) << "open twice";
  EXPECT_FALSE(arena::SelfplayFile::open(path("no/such/folder"), settings));
}

// Every example is as long as its header says; nothing decided or repeated is among them.
TEST_F(Selfplay, ExamplesHaveTheirInputs) {
  for (const char* game : {"yavalath", "eigenstate", "sixteen-stone", "epaminondas"}) {
    const auto settings = settings_of(game);
    play(game, settings, 3);
    const auto counts = arena::write_examples(path(game), path("examples"), settings);
    ASSERT_TRUE(counts);
    EXPECT_GT(counts->written, 0);
    const auto content = content_of(path("examples"));
    const auto first = content.find('\n'), second = content.find('\n', first + 1);
    const auto header = nlohmann::json::parse(content.substr(first + 1, second - first - 1));
    const std::size_t size =
        8 +
        2 * (header["max_active"].get<std::size_t>() + header["counted"].get<std::size_t>() +
             header["cells"].get<std::size_t>() * header["patterns_of_cell"].get<std::size_t>());
    EXPECT_EQ(content.size() - second - 1, size * static_cast<std::size_t>(counts->written));
  }
  const auto settings = settings_of("four-in-line");
  play("four", settings, 1);
  EXPECT_FALSE(arena::write_examples(path("four"), path("examples"), settings)) << "has no inputs";
}

TEST_F(Selfplay, WrongBytesAreNoGame) {
  engine::Engine engine(1);
  const auto bytes =
      arena::selfplay_bytes(arena::play_selfplay_game(settings_of("yavalath"), 7, engine));
  for (std::size_t kept = 0; kept < bytes.size(); ++kept) {
    EXPECT_FALSE(arena::read_selfplay_game(bytes.substr(0, kept)));
  }
  EXPECT_FALSE(arena::read_selfplay_game(bytes + '\0'));
}

}  // namespace
}  // namespace tests
