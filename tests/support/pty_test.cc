// The tests' own pseudo-terminal behaves as a person's would, and sees what a program does wrong.
#include "pty.h"

#include <csignal>

namespace tests {
namespace {

using namespace std::chrono_literals;

PtyProgram shell(const std::string& script, const PtyProgram::Terminal& terminal = {}) {
  return PtyProgram({"/bin/sh", "-c", script}, terminal);
}

const std::string kEnter = R"(printf '\033[?1049h\033[?25l\033[?1002;1006h\033[?2004h';)";
const std::string kLeave = R"(printf '\033[?2004l\033[?1006;1002l\033[?25h\033[?1049l';)";

TEST(Pty, ShowsWhatAProgramWrites) {
  auto program = shell("printf 'one\\ntwo'; exit 3");
  EXPECT_EQ(program.wait_exit(), 3);
  EXPECT_EQ(program.screen().text(), "one\ntwo");
  EXPECT_EQ(program.output(), "one\r\ntwo");
  EXPECT_TRUE(program.left_clean());
  EXPECT_FALSE(program.running());
}

TEST(Pty, RunsTheProgramItself) {
  auto program = PtyProgram::tabuleiro({"games"});
  EXPECT_EQ(program.wait_exit(), 0) << program.dump();
  EXPECT_TRUE(program.output().find("yavalath") != std::string::npos) << program.dump();
  EXPECT_TRUE(program.left_clean());
}

TEST(Pty, WaitsForTexts) {
  auto program = shell("printf 'name? '; read name; printf '\\033[Hhello %s' $name; read end");
  ASSERT_TRUE(program.wait_for("name? "));
  EXPECT_TRUE(program.send("Ana\r"));
  ASSERT_TRUE(program.wait_for("hello Ana"));
  EXPECT_TRUE(program.wait_gone("name?"));
  EXPECT_TRUE(program.settle());
  const auto never = program.wait_for("bye", 20ms);
  EXPECT_FALSE(never);
  EXPECT_NE(std::string(never.message()).find("|hello Ana"), std::string::npos) << never.message();
  EXPECT_NE(std::string(never.message()).find("'bye'"), std::string::npos) << never.message();
  EXPECT_FALSE(program.wait_exit(20ms)) << "it still waits for a line";
  program.send("\r");
  EXPECT_EQ(program.wait_exit(), 0);
  EXPECT_FALSE(program.wait_for("bye")) << "no use in waiting for a program that has ended";
}

TEST(Pty, SettlingTellsAProgramThatNeverRests) {
  auto program = shell("while :; do printf x; done");
  EXPECT_FALSE(program.settle(PtyProgram::kPatience, 150ms));
  EXPECT_TRUE(program.wait_for("xxx")) << "endless output does not keep a test from looking";
}

TEST(Pty, HalfAnUpdateIsNotLookedAt) {
  auto program = shell("printf '\\033[?2026hhalf'; read a; printf '\\033[?2026l'; read b");
  EXPECT_FALSE(program.wait_for("half", 50ms));
  program.send("\r");
  EXPECT_TRUE(program.wait_for("half"));
}

TEST(Pty, EnvironmentAndSize) {
  auto program = shell("stty size; echo $TERM ${LANG-none} ${HOME-homeless}",
                       {.rows = 30, .columns = 100, .environment = {"LANG=pt_PT.UTF-8", "HOME"}});
  EXPECT_EQ(program.wait_exit(), 0);
  EXPECT_EQ(program.screen().text(), "30 100\nxterm-256color pt_PT.UTF-8 homeless");
}

TEST(Pty, ResizesWithASignal) {
  auto program = shell("trap 'stty size' WINCH; echo ready; while :; do sleep 0.02; done");
  ASSERT_TRUE(program.wait_for("ready"));
  program.resize(10, 40);
  EXPECT_TRUE(program.wait_for("10 40"));
  EXPECT_EQ(program.screen().columns(), 40);
}

TEST(Pty, KeysActThroughTheLineDiscipline) {
  auto interrupted = shell("echo ready; read line");
  ASSERT_TRUE(interrupted.wait_for("ready"));
  interrupted.send(keys::ctrl('c'));
  EXPECT_EQ(interrupted.wait_exit(), 128 + SIGINT);

  auto ended = shell("echo ready; cat; echo end of input");
  ASSERT_TRUE(ended.wait_for("ready"));
  ended.send(keys::ctrl('d'));
  EXPECT_TRUE(ended.wait_for("end of input"));
  EXPECT_EQ(ended.wait_exit(), 0);

  auto raw = shell("stty raw -echo; echo ready; head -c 1 | od -An -tx1; stty sane");
  ASSERT_TRUE(raw.wait_for("ready"));
  EXPECT_FALSE(raw.line_mode());
  raw.send(keys::ctrl('c'));
  EXPECT_TRUE(raw.wait_for("03")) << "a raw terminal hands it on";
  EXPECT_EQ(raw.wait_exit(), 0);
}

TEST(Pty, SuspendsAndGoesOn) {
  auto program = shell("echo ready; read line; echo got $line");
  EXPECT_FALSE(program.resume(1ms)) << "it is not suspended";
  ASSERT_TRUE(program.wait_for("ready"));
  for (int round = 0; round < 3; ++round) {
    program.send(keys::ctrl('z'));
    ASSERT_TRUE(program.wait_stopped());
    EXPECT_TRUE(program.stopped());
    ASSERT_TRUE(program.resume());
    EXPECT_FALSE(program.stopped());
  }
  program.send("it\r");
  EXPECT_TRUE(program.wait_for("got it"));
  EXPECT_EQ(program.wait_exit(), 0);
}

TEST(Pty, SignalsAndTheirStatus) {
  auto program = shell("trap 'echo term; exit 7' TERM; echo ready; while :; do sleep 0.02; done");
  ASSERT_TRUE(program.wait_for("ready"));
  program.signal(SIGTERM);
  EXPECT_EQ(program.wait_exit(), 7);
  EXPECT_TRUE(program.screen().shows("term"));
  auto killed = shell("kill -KILL $$");
  EXPECT_EQ(killed.wait_exit(), 128 + SIGKILL);
  PtyProgram missing({"/nonexistent/program"});
  EXPECT_EQ(missing.wait_exit(), 127);
}

TEST(Pty, HangingUpReachesTheProgram) {
  auto program = shell("echo ready; sleep 60");
  ASSERT_TRUE(program.wait_for("ready"));
  program.hang_up();
  EXPECT_EQ(program.wait_exit(), 128 + SIGHUP);
  auto careful = shell("trap 'exit 9' HUP; echo ready; while :; do sleep 0.02; done");
  ASSERT_TRUE(careful.wait_for("ready"));
  careful.hang_up();
  EXPECT_EQ(careful.wait_exit(), 9);
  auto asleep = shell("trap 'exit 9' HUP; kill -STOP $$; while :; do sleep 0.02; done");
  ASSERT_TRUE(asleep.wait_stopped());
  asleep.hang_up();
  EXPECT_EQ(asleep.wait_exit(), 9) << "even a suspended one";
}

TEST(Pty, SeesAFullScreenProgramComeAndGo) {
  auto program = shell("old=$(stty -g); stty raw -echo;" + kEnter +
                       "printf board; head -c 1 >/dev/null;" + kLeave + "stty $old; echo done");
  ASSERT_TRUE(program.wait_for("board"));
  EXPECT_TRUE(program.screen().alternate_screen());
  EXPECT_TRUE(program.screen().mouse());
  EXPECT_FALSE(program.line_mode());
  EXPECT_FALSE(program.left_clean());
  program.send("q");
  EXPECT_EQ(program.wait_exit(), 0);
  EXPECT_TRUE(program.left_clean());
  EXPECT_TRUE(program.line_mode());
  EXPECT_EQ(program.screen().text(), "done");
  EXPECT_EQ(program.screen().unknown(), std::vector<std::string>());
}

TEST(Pty, NamesWhateverIsLeftBehind) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"printf '\\033[?1049h'", "alternate screen"},
      {"printf '\\033[?25l'", "cursor"},
      {"printf '\\033[?1000h'", "mouse"},
      {"printf '\\033[?2004h'", "pasted"},
      {"printf '\\033[?2026h'", "update"},
      {"printf '\\033[31m'", "coloured"},
      {"printf '\\033[2;5r'", "scrolls"},
      {"stty -echo", "echo"},
      {"stty -icrnl", "input"},
      {"stty -opost", "output"},
      {"stty intr ^K", "special keys"}};
  for (const auto& [script, fault] : cases) {
    auto program = shell(script);
    EXPECT_EQ(program.wait_exit(), 0);
    const auto clean = program.left_clean();
    EXPECT_FALSE(clean) << script;
    EXPECT_NE(std::string(clean.message()).find(fault), std::string::npos)
        << script << ": " << clean.message();
  }
}

TEST(Pty, MouseAndPasteAsTerminalsSendThem) {
  EXPECT_EQ(keys::click({2, 9}), "\x1b[<0;10;3M\x1b[<0;10;3m");
  EXPECT_EQ(keys::press({0, 0}, 65), "\x1b[<65;1;1M");
  EXPECT_EQ(keys::paste("e5"), "\x1b[200~e5\x1b[201~");
  EXPECT_EQ(keys::ctrl('c'), "\x03");
}

TEST(Pty, AnswersWhatAProgramAsks) {
  auto program = shell("stty raw -echo; printf '12\\033[6n'; head -c 6 | od -An -c; stty sane");
  EXPECT_TRUE(program.wait_for("033   [   1   ;   3   R"));
}

TEST(Pty, LargeInputAndOutput) {
  auto program =
      shell("stty raw -echo; echo ready; head -c 200000 | tee /dev/null | wc -c; echo x");
  ASSERT_TRUE(program.wait_for("ready"));
  EXPECT_TRUE(program.send(std::string(200'000, 'a')));
  EXPECT_TRUE(program.wait_for("200000"));
  auto deaf = shell("stty raw -echo; echo ready; sleep 60");
  ASSERT_TRUE(deaf.wait_for("ready"));
  EXPECT_FALSE(deaf.send(std::string(1'000'000, 'a'), 20ms));
}

TEST(Pty, NothingRunsOnAfterwards) {
  std::string pid;
  {
    auto first = shell("trap '' HUP TERM INT; echo pid $$ end; while :; do sleep 1; done");
    auto second = shell("echo ready; read line");
    ASSERT_TRUE(first.wait_for("end"));
    ASSERT_TRUE(second.wait_for("ready"));
    pid = first.screen().line(0).substr(4);
  }
  EXPECT_EQ(kill(std::stoi(pid), 0), -1);
}

}  // namespace
}  // namespace tests
