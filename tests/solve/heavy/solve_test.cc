// `tabuleiro solve`: openings of small boards, proofs that the checker accepts, stopping and going
// on, refused arguments.
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "process.h"
#include "solve/proof_check.h"
#include "solve/solver.h"
#include "solve/solver_files.h"
#include "support.h"

namespace {

using search::ProofStatus;
using solve::GameValue;

class Solve : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + '/' + name; }

  const tests::TempFolder folder_;
};

std::string last_line(const std::string& text) {
  const auto end = text.size() - 1;
  return text.substr(text.rfind('\n', end - 1) + 1, end - text.rfind('\n', end - 1) - 1);
}

void expect_holds(const std::string& path) {
  const auto checked = tests::run_program({"solve", "--check", path});
  EXPECT_EQ(checked.status, 0) << path << ' ' << checked.out << checked.err;
}

solve::SolverSettings settings_in(const std::string& folder) {
  solve::SolverSettings settings;
  settings.folder = folder;
  settings.memory = std::size_t{64} << 20;
  return settings;
}

TEST_F(Solve, TheCentreLosesOnSize3) {
  const auto found = tests::run_program(
      {"solve", "yavalath", "--options", "size=3,swap=off", "--opening", "c3", "--out", path("p")});
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(last_line(found.out), "loss");
  expect_holds(path("p"));
  EXPECT_FALSE(std::filesystem::exists(path("p.work")));
  // The second player does not swap what loses.
  const auto swapped =
      tests::run_program({"solve", "yavalath", "--options", "size=3", "--opening", "c3"});
  EXPECT_EQ(last_line(swapped.out), "loss");
}

TEST_F(Solve, Size3IsLostAndProven) {
  if (tests::tier() != tests::Tier::kLong) GTEST_SKIP() << "a minute";
  solve::Work work = solve::new_work(3, std::nullopt);
  ASSERT_FALSE(solve::solve(work, settings_in(path("work")), [](const auto&) {}));
  EXPECT_EQ(work.value(), GameValue::kLoss);
  std::vector<std::string> written;
  for (const auto& opening : work.openings) {
    EXPECT_EQ(opening.value(), GameValue::kLoss);
    ASSERT_FALSE(solve::write_opening_proof(work, opening, path("work"),
                                            path(work.cell(opening.opening)), written));
  }
  ASSERT_FALSE(solve::write_game_proof(work, path("work"), path("game"), written));
  EXPECT_EQ(written.size(), work.openings.size() + 1);
  for (const auto& file : written) expect_holds(file);
}

TEST_F(Solve, TheCentreWinsOnSize5) {
  const std::vector<std::string> command = {"solve",     "yavalath", "--options", "swap=off",
                                            "--opening", "e5",       "--out",     path("p")};
  const auto found = tests::run_program(command);
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(last_line(found.out), "win");
  EXPECT_NE(found.err.find("8 of 8 replies solved"), std::string::npos) << found.err;
  expect_holds(path("p"));
  const auto exported = tests::run_program({"solve", "--export", path("p")});
  EXPECT_EQ(exported.status, 0) << exported.err;
  const auto swapped = tests::run_program({"solve", "yavalath", "--opening", "e5"});
  EXPECT_EQ(last_line(swapped.out), "loss");
  EXPECT_NE(swapped.out.find("e5: win; "), std::string::npos) << swapped.out;
}

// --- Stopping and going on ---

std::uint64_t nodes_of(const solve::Work& work) {
  std::uint64_t nodes = 0;
  for (const auto& opening : work.openings) {
    for (const auto& reply : opening.replies) {
      for (const auto& question : reply.questions) nodes += question.nodes;
    }
  }
  return nodes;
}

TEST_F(Solve, StoppingAndGoingOnLosesNothing) {
  const games::Action centre{4 * games::yavalath::kStride + 4};
  solve::Work whole = solve::new_work(5, centre);
  ASSERT_FALSE(solve::solve(whole, settings_in(path("whole")), [](const auto&) {}));
  ASSERT_EQ(whole.openings[0].value(), GameValue::kWin);

  // Stopped again and again, each time after some more nodes: how often does not depend on how
  // fast the machine is.
  const std::uint64_t slice = nodes_of(whole) / 16;
  solve::Work work = solve::new_work(5, centre);
  int stops = 0;
  while (work.openings[0].value() == GameValue::kOpen) {
    ASSERT_LT(stops, 100);
    const auto solved_before = work.openings[0].count(GameValue::kWin);
    std::atomic<bool> stop = false;
    auto settings = settings_in(path("work"));
    settings.stop = &stop;
    std::optional<std::uint64_t> first;
    ASSERT_FALSE(solve::solve(work, settings, [&](const solve::SolverProgress& progress) {
      if (!first) first = progress.nodes;
      if (progress.nodes >= *first + slice) stop = true;
    }));
    ++stops;
    EXPECT_GE(work.openings[0].count(GameValue::kWin), solved_before);
    std::ifstream file(solve::pairs_path(path("work")));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto read = solve::parse_work(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, work);
    work = *read;
  }
  EXPECT_LT(nodes_of(work), 2 * nodes_of(whole));
  std::vector<std::string> written;
  ASSERT_FALSE(
      solve::write_opening_proof(work, work.openings[0], path("work"), path("proof"), written));
  expect_holds(path("proof"));

  // Strategies that were lost on the way are made again.
  std::filesystem::remove(path("work/e5-c3.p1win"));
  ASSERT_FALSE(solve::solve(work, settings_in(path("work")), [](const auto&) {}));
  EXPECT_TRUE(std::filesystem::exists(path("work/e5-c3.p1win")));
}

TEST_F(Solve, ASignalStopsItCleanly) {
  const int process = tests::start_program(
      {"solve", "yavalath", "--options", "size=6", "--opening", "a1", "--out", path("p")});
  while (!std::filesystem::exists(path("p.work/pairs"))) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  kill(process, SIGINT);
  EXPECT_EQ(tests::wait_for(process), 128 + SIGINT);
  const auto resumed = tests::run_program({"solve", "--resume", path("p"), "--time", "1"});
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(last_line(resumed.out), "open");
  EXPECT_NE(resumed.err.find("--resume"), std::string::npos);
}

TEST(SolverWork, DamagedTextsAreRefused) {
  solve::Work work = solve::new_work(3, std::nullopt);
  work.openings[1].replies[2].questions[0] = {
      ProofStatus::kDisproven, 3, 2, 1, 12345, {7, 9}, 77, 18};
  const std::string text = solve::work_text(work);
  const auto read = solve::parse_work(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, work);
  for (std::size_t cut = 0; cut + 1 < text.size(); cut += 13) {
    EXPECT_FALSE(solve::parse_work(text.substr(0, cut))) << cut;
  }
  for (const auto& [from, to] :
       {std::pair("size 3", "size 7"), std::pair("opening all", "opening z9"),
        std::pair("pair a2", "pair a4"), std::pair(" no 3", " maybe 3"), std::pair("12345", "x"),
        std::pair(" 18", " 99999")}) {
    std::string damaged = text;
    damaged.replace(damaged.find(from), std::string_view(from).size(), to);
    EXPECT_FALSE(solve::parse_work(damaged)) << from;
  }
}

TEST(SolverWork, ValuesFollowFromReplies) {
  solve::Work work = solve::new_work(4, std::nullopt);
  auto& opening = work.openings[0];
  EXPECT_EQ(opening.value(), GameValue::kOpen);
  for (auto& reply : opening.replies) reply.questions[0].answer = ProofStatus::kProven;
  EXPECT_EQ(opening.value(), GameValue::kWin);
  EXPECT_EQ(work.value(), GameValue::kWin);
  opening.replies[0].questions[0].answer = ProofStatus::kDisproven;
  EXPECT_EQ(opening.value(), GameValue::kOpen);
  opening.replies[0].questions[1].answer = ProofStatus::kDisproven;
  EXPECT_EQ(opening.value(), GameValue::kDraw);
  opening.replies[1].questions = {};
  EXPECT_EQ(opening.value(), GameValue::kOpen);
  opening.replies[1].questions[1].answer = ProofStatus::kProven;
  EXPECT_EQ(opening.value(), GameValue::kLoss);
  EXPECT_EQ(work.value(), GameValue::kOpen);
}

// --- Arguments ---

TEST_F(Solve, RefusesWhatItCannotDo) {
  std::filesystem::create_directories(path("busy.work"));
  for (const auto& [arguments, expected] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{}, "GAME"},
           {{"epaminondas"}, "epaminondas"},
           {{"chess"}, "chess"},
           {{"yavalath", "--options", "players=3"}, "players=3"},
           {{"yavalath", "--options", "size=9"}, "size"},
           {{"yavalath", "--opening", "e10"}, "e10"},
           {{"yavalath", "--opening", "e5", "--options", "size=3"}, "e5"},
           {{"yavalath", "--threads", "0"}, "--threads"},
           {{"yavalath", "--memory", "lots"}, "--memory"},
           {{"yavalath", "--time", "-1"}, "--time"},
           {{"yavalath", "--out", path("busy")}, "--resume"},
           {{"yavalath", "--out", path("no/such/folder\x01/p"), "--check", "x"}, "--check"},
           {{"yavalath", "--resume", path("none")}, "cannot be read"},
           {{"--check", path("none")}, "cannot be read"},
           {{"--nonsense"}, "--nonsense"}}) {
    std::vector<std::string> words = {"solve"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const auto refused = tests::run_program(words);
    EXPECT_EQ(refused.status, 2) << expected << refused.out;
    EXPECT_NE(refused.err.find(expected), std::string::npos) << refused.err;
    EXPECT_EQ(refused.out, "") << expected;
  }
}

}  // namespace
