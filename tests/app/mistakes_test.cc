// Slips of the keyboard: words that are nearly right, paths that are not there; and what long work
// shows meanwhile.
#include <filesystem>
#include <fstream>
#include <regex>

#include "core/scan.h"
#include "process.h"
#include "pty.h"
#include "support.h"
#include "temp_folder.h"
#include "terminal/text_table.h"

namespace tests {
namespace {

TEST(Mistakes, HelpAndVersionHoweverTheyAreTyped) {
  EXPECT_EQ(run_program({"help"}).out, run_program({"--help"}).out);
  EXPECT_EQ(run_program({"help", "perft"}).out, run_program({"perft", "--help"}).out);
  EXPECT_EQ(run_program({"help", "perft", "--lang", "pt"}).out,
            run_program({"perft", "--help", "--lang", "pt"}).out);
  const auto version = run_program({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(version.out.starts_with("tabuleiro "));
  for (const std::string word : {"-V", "version"}) {
    const auto same = run_program({word});
    EXPECT_EQ(same.status, 0) << word;
    EXPECT_EQ(same.out, version.out) << word;
  }
  expect_refused({"help", "prefT"}, "unknown command 'prefT'; did you mean perft?");
}

TEST(Mistakes, TheWordThatWasMeant) {
  expect_refused({"paly"}, "unknown command 'paly'; did you mean play?");
  expect_refused({"analyze", "yavalath"}, "did you mean analyse?");
  expect_refused({"jogar"}, "unknown command 'jogar'; known are play, ");
  expect_refused({"perft", "yavalat", "2"},
                 "unknown game 'yavalat'; did you mean yavalath? Known are ");
  expect_refused({"perft", "chess", "2"}, "unknown game 'chess'; known are ");
  expect_refused({"perft", "yavalath", "2", "--divid"},
                 "unknown option '--divid'; did you mean --divide?");
  expect_refused({"perft", "yavalath", "2", "--zzz"}, "unknown option '--zzz'; '");
  expect_refused({"--versoin"}, "did you mean --version?");
  expect_refused({"epaminodas", "--lang", "pt"}, "comando desconhecido 'epaminodas'");
}

// Nothing is thought about before it is known that the result can be written.
TEST(Mistakes, SolvingSaysAtOnceThatItCannotWrite) {
  const TempFolder folder;
  const auto solve = [&](const std::string& out, const std::string& part) {
    expect_refused({"solve", "yavalath", "--options", "size=3,swap=off", "--out", out}, part);
  };
  solve(folder.path(), "'" + folder.path() + "'");
  solve(folder.path() + "/new/", "new/'");
  solve(folder.path() + "/no/such/proof",
        "the folder '" + folder.path() + "/no/such' does not exist");
  std::ofstream(folder.path() + "/proof.work") << "a file";
  solve(folder.path() + "/proof", "proof.work'");
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/no"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/new"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() + ".work"));
}

TEST(Mistakes, ATournamentMakesItsOwnFolderOnly) {
  const TempFolder folder;
  const std::vector<std::string> words = {"arena",   "--game",   "yavalath", "--options",
                                          "size=3",  "--player", "random",   "--player",
                                          "classic", "--games",  "3",        "--out"};
  auto wrong = words;
  wrong.push_back(folder.path() + "/no/such/games");
  expect_refused(wrong, "the folder '" + folder.path() + "/no/such' does not exist");
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/no"));
  std::ofstream(folder.path() + "/file") << "a file";
  wrong.back() = folder.path() + "/file";
  expect_refused(wrong, "file'");
  auto right = words;
  right.push_back(folder.path() + "/games");
  const auto played = run_program(right);
  EXPECT_EQ(played.status, 0) << played.err;
  EXPECT_TRUE(has(played.err, "--games 3: 4 games of each pairing are played")) << played.err;
  auto even = words;
  even[10] = "4";
  even.push_back(folder.path() + "/even");
  EXPECT_FALSE(has(run_program(even).err, "games of each pairing are played"));
}

TEST(Mistakes, TheTableOfBenchFits80Columns) {
  for (const std::string language : {"en", "pt"}) {
    const auto bench = run_program({"bench", "yavalath", "--lang", language});
    ASSERT_EQ(bench.status, 0);
    std::size_t widest = 0;
    for (const auto line : core::split(bench.out, '\n')) {
      widest = std::max(widest, terminal::width(line));
    }
    EXPECT_LE(widest, 80u) << bench.out;
    EXPECT_TRUE(has(bench.out, "yavalath players=3 ")) << bench.out;
    // Numbers as the language writes them.
    const std::regex english("[0-9]\\.[0-9]"), portuguese("[0-9],[0-9][0-9] %");
    EXPECT_EQ(std::regex_search(bench.out, english), language == "en") << bench.out;
    EXPECT_EQ(std::regex_search(bench.out, portuguese), language == "pt") << bench.out;
  }
}

// On a terminal long work shows how far it is; that the line goes away again is ProgressLineTest's.
TEST(Mistakes, LongWorkShowsHowFarItIs) {
  auto analyse = PtyProgram::tabuleiro({"analyse", "yavalath", "--time", "600000"});
  ASSERT_TRUE(analyse.wait_for("of 600 s"));
  analyse.send(keys::ctrl('c'));
  EXPECT_EQ(analyse.wait_exit(), 130);
  auto perft = PtyProgram::tabuleiro({"perft", "epaminondas", "6"});
  ASSERT_TRUE(perft.wait_for(" of "));
  perft.send(keys::ctrl('c'));
  EXPECT_EQ(perft.wait_exit(), 130);
  auto bench = PtyProgram::tabuleiro({"bench", "yavalath", "--seconds", "600"});
  ASSERT_TRUE(bench.wait_for("] 0 of "));
  bench.send(keys::ctrl('c'));
  EXPECT_EQ(bench.wait_exit(), 130);
  auto openings =
      PtyProgram::tabuleiro({"openings", "yavalath", "--count", "1", "--nodes", "1000000000"});
  ASSERT_TRUE(openings.wait_for("] 0 of 1"));
  openings.send(keys::ctrl('c'));
  EXPECT_EQ(openings.wait_exit(), 130);
  // A file or a pipe gets nothing of it.
  EXPECT_EQ(run_program({"analyse", "yavalath", "--time", "2100"}).err, "");
}

}  // namespace
}  // namespace tests
