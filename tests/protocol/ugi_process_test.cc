// The engine protocol as a process: `stop`, `quit` and the end of input are heard whatever goes on,
// and too little memory costs an answer, not the engine.
#include <algorithm>
#include <atomic>
#include <thread>

#include "core/scan.h"
#include "driven_time.h"
#include "process.h"
#include "protocol/ugi.h"
#include "sanitised.h"
#include "support.h"

namespace tests {
namespace {

int count_lines(const std::string& text, std::string_view beginning) {
  int count = 0;
  for (const auto line : core::split(text, '\n')) count += line.starts_with(beginning);
  return count;
}

// The nodes of the last info line and the move: the same for the same search of nodes.
std::string last_search(const std::string& out) {
  const auto at = out.rfind(" nodes "), best = out.rfind("bestmove ");
  if (at == std::string::npos || best == std::string::npos) return out;
  return out.substr(at, out.find(" nps ", at) - at) + ' ' + out.substr(best);
}

std::string answer_in_process(const std::string& game, const std::string& go) {
  std::string out;
  protocol::UgiEngine engine(*games::find_game(game), {},
                             [&](const std::string& line) { out += line + '\n'; });
  engine.handle(go);
  engine.finish();
  return last_search(out);
}

TEST(UgiProcess, StopIsHeardBehindASecondGo) {
  Conversation engine({"ugi", "epaminondas"});
  engine.send("go depth 99\nposition startpos moves a2-a3\ngo depth 99\nstop\n");
  EXPECT_TRUE(engine.line_with("bestmove "));
  EXPECT_TRUE(engine.line_with("bestmove "));
  engine.send("query player\nquit\n");
  EXPECT_EQ(engine.line_with("response "), "response 2") << "what stood between them was done";
  EXPECT_EQ(engine.wait(), 0);
}

TEST(UgiProcess, StopIsHeardBehindThousandsOfLines) {
  Conversation engine({"ugi", "epaminondas"});
  std::string lines = "go depth 99\n";
  for (int i = 0; i < 20'000; ++i) lines += "position startpos\n";
  engine.send(lines + "stop\nisready\n");
  EXPECT_TRUE(engine.line_with("bestmove "));
  EXPECT_TRUE(engine.line_with("readyok"));
  engine.send("quit\n");
  EXPECT_EQ(engine.wait(), 0);
}

// Only what was sent before it is stopped.
TEST(UgiProcess, StopLeavesLaterSearchesAlone) {
  Conversation engine({"ugi", "epaminondas"});
  engine.send("go depth 99\nstop\nuginewgame\ngo nodes 3000\n");
  EXPECT_TRUE(engine.line_with("bestmove "));
  std::string out;
  for (auto line = engine.line(); line; line = engine.line()) {
    out += *line + '\n';
    if (line->starts_with("bestmove ")) break;
  }
  EXPECT_EQ(last_search(out), answer_in_process("epaminondas", "go nodes 3000"));
  engine.send("quit\n");
  EXPECT_EQ(engine.wait(), 0);
}

TEST(UgiProcess, QuitIsHeardBehindASecondGo) {
  for (const char* behind : {"go depth 99\n", "setoption name Hash value 1\ngo infinite\n",
                             "go movetime 3600000\nposition startpos\n"}) {
    Conversation engine({"ugi", "epaminondas"});
    engine.send("go depth 99\n" + std::string(behind) + "quit\n");
    EXPECT_TRUE(engine.line_with("bestmove "));
    EXPECT_TRUE(engine.line_with("bestmove ")) << "every go is answered: " << behind;
    EXPECT_EQ(engine.wait(), 0);
  }
}

TEST(UgiProcess, TheEndOfInputEndsEverySearch) {
  for (const auto& [input, answers] : {std::pair{"go depth 99\n", 1},
                                       {"go movetime 3600000\n", 1},
                                       {"go nodes 999999999999\n", 1},
                                       {"go p1time 86400000 p2time 86400000\ngo infinite\n", 2},
                                       {"go depth 99\ngo depth 99\n", 2},
                                       {"go ponder depth 99\nponderhit\n", 1}}) {
    const auto finished = run_program({"ugi", "epaminondas"}, input);
    EXPECT_EQ(finished.status, 0) << input;
    EXPECT_EQ(count_lines(finished.out, "bestmove "), answers) << finished.out;
  }
}

// A script without `quit` gets the answers it asked for.
TEST(UgiProcess, TheEndOfInputWaitsForAnswers) {
  const auto finished =
      run_program({"ugi", "epaminondas"}, "go nodes 1000\nuginewgame\ngo nodes 20000\n");
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(count_lines(finished.out, "bestmove "), 2);
}

// A search that ends within its last second is the one that was asked for.
TEST(Ugi, TheEndOfInputLeavesShortSearchesAlone) {
  HandTime time;
  std::string out;
  protocol::UgiEngine engine(*games::find_game("epaminondas"), {},
                             [&](const std::string& line) { out += line + '\n'; });
  engine.set_time_source(time);
  engine.handle("go nodes 1000");
  engine.hear_end();
  engine.handle("uginewgame");
  engine.handle("go nodes 20000");
  engine.finish();
  EXPECT_EQ(count_lines(out, "bestmove "), 2);
  EXPECT_EQ(last_search(out), answer_in_process("epaminondas", "go nodes 20000"));
}

TEST(Ugi, TheEndOfInputLeavesASecond) {
  using std::chrono::milliseconds;
  for (const char* game : {"epaminondas", "eigenstate"}) {
    for (const char* go : {"go depth 99", "go movetime 15000", "go nodes 999999999999",
                           "go p1time 900000 p2time 900000"}) {
      DrivenTime time(milliseconds(2));
      std::string out;
      protocol::UgiEngine engine(*games::find_game(game), {},
                                 [&](const std::string& line) { out += line + '\n'; });
      engine.set_time_source(time);
      engine.hear_end();
      const auto end = time.passed();
      engine.handle(go);
      engine.finish();
      EXPECT_EQ(count_lines(out, "bestmove "), 1) << go;
      EXPECT_GE(time.passed() - end, milliseconds(900)) << game << ' ' << go;
      EXPECT_LE(time.passed() - end, milliseconds(1100)) << game << ' ' << go;
    }
  }
}

// What is under way when the input ends has a second from then on.
TEST(Ugi, TheEndOfInputIsHeardInTheMiddleOfASearch) {
  using std::chrono::milliseconds;
  DrivenTime time(milliseconds(2));
  protocol::UgiEngine engine(*games::find_game("epaminondas"), {}, [](const std::string&) {});
  engine.set_time_source(time);
  // Not from the thread that looks, which may hold what the engine guards.
  std::atomic<bool> begun = false;
  time.act_after(300, [&] { begun = true; });
  std::thread other([&] {
    while (!begun) std::this_thread::yield();
    time.stand();
    engine.hear_end();
    time.go_on();
  });
  engine.handle("go nodes 999999999999");
  other.join();
  const auto end = time.passed();
  engine.finish();
  EXPECT_LE(time.passed() - end, milliseconds(1100));
}

TEST(UgiProcess, PerftCanBeStopped) {
  Conversation engine({"ugi", "epaminondas"});
  engine.send("perft 50\nstop\nperft 2\n");
  EXPECT_EQ(engine.line(), "error stopped before the count was complete");
  EXPECT_EQ(engine.line(), "perft 2 12996");
  engine.send("perft 50\nquit\n");
  EXPECT_EQ(engine.wait(), 0);
  // The end of input does not stop it.
  const auto count = start("yavalath").perft(4);
  EXPECT_EQ(run_program({"ugi", "yavalath"}, "perft 4\n").out,
            "perft 4 " + std::to_string(count) + '\n');
}

// Enough for the program with its usual table, and not for what is asked of it.
class UgiMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (kSanitised) GTEST_SKIP() << "a sanitiser needs more address space than any limit";
  }
  static constexpr std::size_t kAddressSpace = std::size_t{1} << 30;
};

TEST_F(UgiMemory, TooLargeATableIsRefused) {
  Conversation engine({"ugi", "yavalath"}, kAddressSpace);
  const std::string too_large = "setoption name Hash value 8192\nisready\n";
  engine.send(too_large);
  EXPECT_EQ(engine.line(), "error not enough memory for Hash 8192; it stays at 64");
  EXPECT_EQ(engine.line(), "readyok");
  engine.send("setoption name Hash value 16\ngo nodes 2000\n" + too_large + "go nodes 2000\n");
  EXPECT_TRUE(engine.line_with("bestmove "));
  EXPECT_EQ(engine.line(), "error not enough memory for Hash 8192; it stays at 16");
  EXPECT_EQ(engine.line(), "readyok");
  EXPECT_TRUE(engine.line_with("bestmove "));
  engine.send("quit\n");
  EXPECT_EQ(engine.wait(), 0);
}

// Three players need no table; when it is needed it is as large as it can be.
TEST_F(UgiMemory, ATableThatIsMadeLaterIsMadeSmaller) {
  Conversation engine({"ugi", "yavalath", "--options", "players=3"}, kAddressSpace);
  engine.send("setoption name Hash value 8192\ngo nodes 300\n");
  EXPECT_TRUE(engine.line_with("bestmove "));
  for (const char* line : {"isready\n", "go nodes 2000\n"}) {
    engine.send(
        "setoption name players value 3\nsetoption name Hash value 8192\n"
        "setoption name players value 2\n" +
        std::string(line));
    EXPECT_TRUE(engine.line_with("info string not enough memory for Hash 8192; it is ")) << line;
    engine.send("go nodes 2000\n");
    EXPECT_TRUE(engine.line_with("bestmove ")) << line;
  }
  engine.send("quit\n");
  EXPECT_EQ(engine.wait(), 0);
}

TEST_F(UgiMemory, ThreadsThatCannotBeStartedAreDoneWithout) {
  for (const char* players : {"players=2", "players=3"}) {
    Conversation engine({"ugi", "yavalath", "--options", players}, kAddressSpace);
    engine.send("setoption name Threads value 256\ngo nodes 3000\n");
    EXPECT_TRUE(engine.line_with("bestmove ")) << players;
    engine.send("setoption name Threads value 1\ngo nodes 3000\nquit\n");
    EXPECT_TRUE(engine.line_with("bestmove ")) << players;
    EXPECT_EQ(engine.wait(), 0);
  }
}

}  // namespace
}  // namespace tests
