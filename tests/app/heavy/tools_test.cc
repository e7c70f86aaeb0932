// The developers' tools run and say what they found.
#include <signal.h>

#include <cstdio>

#include "postgres.h"
#include "process.h"
#include "search/search_constants.h"
#include "support.h"

namespace tests {
namespace {

struct Ran {
  int status = -1;
  std::string out;
};

Ran run_tool(const std::string& command) {
  Ran ran;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return ran;
  char buffer[4096];
  while (const auto bytes = std::fread(buffer, 1, sizeof buffer, pipe))
    ran.out.append(buffer, bytes);
  ran.status = pclose(pipe);
  return ran;
}

TEST(Tools, TuneFitsCalibratesAndChecksEveryGame) {
  for (const auto& game : games::all_games()) {
    const auto fit = run_tool(TABULEIRO_TUNE " fit " + game.name + " --games 4 --nodes 30");
    EXPECT_EQ(fit.status, 0) << fit.out;
    EXPECT_TRUE(has(fit.out, "held-out loss: ")) << fit.out;
    const auto calibration =
        run_tool(TABULEIRO_TUNE " calibrate " + game.name + " --games 4 --nodes 30");
    EXPECT_EQ(calibration.status, 0) << calibration.out;
    EXPECT_TRUE(has(calibration.out, "{0, 0.500}, {")) << calibration.out;
    const auto check =
        run_tool(TABULEIRO_TUNE " check " + game.name + " --games 4 --nodes 30 --seed 2");
    EXPECT_EQ(check.status, 0) << check.out;
    EXPECT_TRUE(has(check.out, "90-100 %")) << check.out;
  }
}

TEST(Tools, TuneFindsTheSameWithWorkers) {
  const auto url = Postgres::instance().new_database_url();
  const int worker = start_program({"worker", "--db", url, "--log-level", "off"});
  const std::string command = TABULEIRO_TUNE " calibrate yavalath --games 6 --nodes 30";
  const auto there = run_tool(command + " --workers " + url + " 2>/dev/null");
  const auto here = run_tool(command);
  kill(worker, SIGKILL);
  wait_for(worker);
  EXPECT_EQ(there.status, 0) << there.out;
  EXPECT_TRUE(has(there.out, here.out)) << there.out << here.out;
}

TEST(Tools, LadderFindsAllLevels) {
  const auto ladder = run_tool(TABULEIRO_LADDER " yavalath --games 2 --level9 60");
  EXPECT_EQ(ladder.status, 0) << ladder.out;
  for (int level = 1; level <= 9; ++level) {
    EXPECT_TRUE(has(ladder.out, "yavalath level " + std::to_string(level) + ": {")) << ladder.out;
  }
}

TEST(Tools, ConstantsAreTriedInMatches) {
  const auto shown = run_tool(TABULEIRO_CONSTANTS " eigenstate");
  EXPECT_EQ(shown.status, 0) << shown.out;
  for (const auto& constant : search::kNamedConstants) {
    EXPECT_TRUE(has(shown.out, "  ." + std::string(constant.name) + " = ")) << shown.out;
  }
  const auto tried =
      run_tool(TABULEIRO_CONSTANTS " yavalath reduce_from=1,7 --games 4 --nodes 30 --threads 2");
  EXPECT_EQ(tried.status, 0) << tried.out;
  EXPECT_TRUE(has(tried.out, "reduce_from = 1 against ")) << tried.out;
  EXPECT_TRUE(has(tried.out, "reduce_from = 7 against ")) << tried.out;
  EXPECT_TRUE(has(tried.out, " of 4 games: not clear")) << tried.out;
  for (const std::string wrong :
       {" eigenstate width=3", " eigenstate reduce_from=0",
        " eigenstate reduce_from=", " eigenstate --sprt 5,5", " eigenstate --time"}) {
    const auto ran = run_tool(TABULEIRO_CONSTANTS + wrong);
    EXPECT_NE(ran.status, 0) << wrong;
    EXPECT_TRUE(has(ran.out, "usage: ")) << ran.out;
  }
}

// Every turn that the server acknowledged before it was killed is there afterwards.
void kill_servers_on(const std::string& database) {
  const auto ran = run_tool(TABULEIRO_LOAD " " TABULEIRO_PROGRAM " " + database +
                            " --players 20 --pace 50 --kill " + std::to_string(by_tier(2, 4, 50)));
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_TRUE(has(ran.out, " 0 tables with something missing")) << ran.out;
}

TEST(Tools, KilledServersLoseNoAcknowledgedTurn) {
  const TempFolder folder;
  kill_servers_on(folder.path() + "/games.db");
}

TEST(Tools, KilledServersLoseNoAcknowledgedTurnOnPostgres) {
  kill_servers_on(Postgres::instance().new_database_url());
}

// How long players wait is measured, so the tool's status is not asked.
TEST(Tools, KilledNodesLoseNoAcknowledgedTurn) {
  const auto ran =
      run_tool(TABULEIRO_LOAD " " TABULEIRO_PROGRAM
                              " --nodes 3 --players 20 --pace 50 --kill-every 2 --seconds " +
               std::to_string(by_tier(5, 20, 120)));
  EXPECT_TRUE(has(ran.out, "errors        0\n")) << ran.out;
  EXPECT_TRUE(has(ran.out, " 0 problems")) << ran.out;
  EXPECT_FALSE(has(ran.out, "tables that do not go on")) << ran.out;
}

TEST(Tools, WrongArgumentsAreToldInOneLine) {
  for (const std::string tool :
       {TABULEIRO_TUNE, TABULEIRO_LADDER, TABULEIRO_CONSTANTS, TABULEIRO_LOAD}) {
    for (const std::string arguments : {"", " fit", " chess", " fit yavalath --games 0"}) {
      const auto ran = run_tool(tool + arguments);
      EXPECT_NE(ran.status, 0) << arguments;
      EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1) << ran.out;
      EXPECT_TRUE(has(ran.out, "usage: ")) << ran.out;
    }
  }
}

}  // namespace
}  // namespace tests
