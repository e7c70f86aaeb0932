// Driving other people's engines: good ones play whole games, and every way of being bad has its
// own name, costs bounded time and leaves no process behind.
#include "protocol/ugi_client.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/file.h"
#include "core/scan.h"
#include "process.h"
#include "protocol/match_player.h"
#include "support.h"

namespace tests {
namespace {

using engine::Budget;
using protocol::EngineDeadlines;
using protocol::Milliseconds;
using protocol::UgiClient;
using std::chrono::steady_clock;
using text::Message;

// Generous wherever a script answers, short where it does not on purpose.
constexpr Milliseconds kLong{600'000};
const EngineDeadlines kPatient = {.hello = kLong,
                                  .ready = kLong,
                                  .margin = kLong,
                                  .untimed = kLong,
                                  .stop = kLong,
                                  .quit = kLong};

EngineDeadlines with(Milliseconds EngineDeadlines::* which, int milliseconds,
                     EngineDeadlines deadlines = kPatient) {
  deadlines.*which = Milliseconds(milliseconds);
  return deadlines;
}

const EngineDeadlines kLate = with(&EngineDeadlines::margin, 100);
const EngineDeadlines kStalls = with(&EngineDeadlines::stop, 100, kLate);
const EngineDeadlines kStays = with(&EngineDeadlines::quit, 100);

// Stands until a script makes a file; from then on time flies.
class TimeOfAScript final : public core::TimeSource {
 public:
  explicit TimeOfAScript(std::string file) : file_(std::move(file)) {}
  TimePoint now() override {
    if (std::filesystem::exists(file_)) now_ += kLong / 6;
    return now_;
  }

 private:
  const std::string file_;
  TimePoint now_{};
};

std::string english(const text::Error& error) {
  return text::render(error, text::Language::kEnglish);
}

Budget of_time(int milliseconds) {
  Budget budget;
  budget.movetime = Milliseconds(milliseconds);
  return budget;
}

Budget of_nodes(std::uint64_t nodes) {
  Budget budget;
  budget.nodes = nodes;
  return budget;
}

games::History start_of(std::string_view game, std::string_view options = "") {
  return games::History(start(game, options));
}

// Processes that carry a variable of that value in their environment. Dead ones that nobody has
// reaped show none.
int processes_with(const std::string& mark) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const auto environment = core::read_file(entry.path() / "environ");
    found += environment && environment->find(mark) != std::string::npos;
  }
  return found;
}

// A folder with a scripted engine. Everything that the engine starts must be gone at the end.
class UgiBadEngine : public ::testing::Test {
 protected:
  void TearDown() override {
    // Whoever was killed a moment ago may still be dying.
    await([this] { return processes_with(mark_) == 0; });
    // Children that live are others', such as a database.
    EXPECT_LE(waitpid(-1, nullptr, WNOHANG), 0) << "a child was not reaped";
  }

  // The command of a script. A mark in the environment finds what it starts.
  std::string script(const std::string& lines) {
    const auto path = folder_ + "/engine.sh";
    std::ofstream(path) << lines;
    return "env " + mark_ + " /bin/sh " + path;
  }

  // An engine that is right where a game of Yavalath starts, but for what the branches of a `case`
  // on "$line" do first.
  std::string engine(const std::string& branches) {
    return script("while read -r line; do case \"$line\" in\n" + branches +
                  "\n"
                  "ugi) echo id name Script; echo ugiok;;\n"
                  "isready) echo readyok;;\n"
                  "go*) echo bestmove e5;;\n"
                  "quit) exit 0;;\n"
                  "esac; done\n");
  }

  games::Parsed<std::unique_ptr<protocol::MatchPlayer>> match_player(
      const std::string& command, const EngineDeadlines& deadlines = kPatient,
      std::string_view game = "yavalath") {
    protocol::MatchPlayerSetup setup;
    setup.game = games::find_game(game);
    setup.deadlines = deadlines;
    return protocol::make_match_player("engine:" + command, setup);
  }

  // kPatient, but that all deadlines come soon after a script has done `time_flies_`.
  EngineDeadlines after_script() {
    std::filesystem::remove(folder_ + "/said");
    auto deadlines = kPatient;
    deadlines.time = &time_;
    return deadlines;
  }

  // The first turn that an engine answers, or its fault; no long deadline may be waited for.
  games::Parsed<std::vector<games::Action>> first_turn(const std::string& command,
                                                       const EngineDeadlines& deadlines = kPatient,
                                                       std::string_view game = "yavalath") {
    const auto begin = steady_clock::now();
    auto player = match_player(command, deadlines, game);
    if (!player) return player.error();
    auto turn = (*player)->think(start_of(game), of_time(50));
    player = std::unique_ptr<protocol::MatchPlayer>();
    EXPECT_LT(steady_clock::now() - begin, kLong);
    return turn;
  }

  void expect_fault(const games::Parsed<std::vector<games::Action>>& turn, Message fault,
                    const std::string& part) {
    ASSERT_FALSE(turn) << "no fault; expected " << part;
    const auto& error = turn.error();
    EXPECT_EQ(error.notes[0].message, Message::kInEngine) << english(error);
    ASSERT_GE(error.notes.size(), 2u);
    EXPECT_EQ(error.notes[1].message, fault) << english(error);
    EXPECT_NE(english(error).find(part), std::string::npos) << english(error);
  }

  void expect_e5(const games::Parsed<std::vector<games::Action>>& turn) {
    ASSERT_TRUE(turn) << english(turn.error());
    EXPECT_EQ(games::turn_text(start("yavalath"), *turn), "e5");
  }

  TempFolder temporary_;
  std::string folder_ = temporary_.path();
  std::string mark_ = "TABULEIRO_MARK=" + folder_;
  TimeOfAScript time_{folder_ + "/said"};
  const std::string time_flies_ = ": >" + folder_ + "/said; ";  // for a script
};

// --- Bad engines ------------------------------------------------------------------------------

TEST_F(UgiBadEngine, TheGoodScriptIsGood) {
  expect_e5(first_turn(engine("")));
  EXPECT_EQ((*match_player(engine("")))->name(), "Script");
}

TEST_F(UgiBadEngine, DoesNotExist) {
  expect_fault(first_turn(mark_ + " /no/such/engine --fast"), Message::kEngineNotStarted,
               "engine '" + mark_);
  expect_fault(
      first_turn("/no/such/engine"), Message::kEngineNotStarted,
      "engine '/no/such/engine': could not be started: 'sh: 1: exec: /no/such/engine: not found'");
  expect_fault(first_turn(folder_), Message::kEngineNotStarted, "could not be started: 'sh: ");
}

TEST_F(UgiBadEngine, CrashesAtItsStart) {
  expect_fault(first_turn(script("echo first >&2; echo boom >&2; exit 3\n")),
               Message::kEngineExited, "exit status 3: its last words were 'boom'");
  expect_fault(first_turn(script("exit 0\n")), Message::kEngineExited, "exit status 0");
}

TEST_F(UgiBadEngine, CrashesWhileItThinks) {
  expect_fault(first_turn(engine("go*) echo info depth 1; echo dying >&2; kill -SEGV $$;;")),
               Message::kEngineKilled, "was ended by SIGSEGV: its last words were 'dying'");
  // The same where a shell stays around it and has its own last words.
  const auto command = engine("go*) echo dying >&2; kill -SEGV $$;;");
  expect_fault(first_turn("cd / && " + command + "; exit $?"), Message::kEngineKilled,
               "was ended by SIGSEGV: its last words were 'dying'");
  // Half an answer is none.
  expect_fault(first_turn(engine("go*) printf 'bestmove e5'; exit 7;;")), Message::kEngineExited,
               "exit status 7");
}

TEST_F(UgiBadEngine, StartsAfreshAfterACrash) {
  const auto once = "go*) if test -e " + folder_ + "/again; then echo bestmove e5; else touch " +
                    folder_ + "/again; exit 9; fi;;";
  auto player = match_player(engine(once));
  ASSERT_TRUE(player) << english(player.error());
  expect_fault((*player)->think(start_of("yavalath"), of_time(50)), Message::kEngineExited,
               "exit status 9");
  (*player)->new_game();
  expect_e5((*player)->think(start_of("yavalath"), of_time(50)));
  expect_e5((*player)->think(start_of("yavalath"), of_time(50)));
}

// What goes wrong in new_game() is told by think(), and the next one tries again.
TEST_F(UgiBadEngine, CannotBeStartedASecondTime) {
  auto player =
      match_player(engine("uginewgame) if test -e " + folder_ + "/second; then rm " + folder_ +
                          "/second; exit 5; else touch " + folder_ + "/second; fi;;"));
  ASSERT_TRUE(player) << english(player.error());
  (*player)->new_game();
  expect_fault((*player)->think(start_of("yavalath"), of_time(50)), Message::kEngineExited,
               "exit status 5");
  expect_e5((*player)->think(start_of("yavalath"), of_time(50)));
}

TEST_F(UgiBadEngine, Stalls) {
  expect_fault(first_turn(engine("go*) ;;"), kStalls), Message::kEngineStalled,
               "engine 'Script': stalled: no answer to 'stop' within 100 ms");
  expect_fault(first_turn(engine("go*) while :; do sleep 1000; done;;"), kStalls),
               Message::kEngineStalled, "stalled");
  expect_fault(first_turn(engine("ugi) ;;"), with(&EngineDeadlines::hello, 200)),
               Message::kEngineStalled, "stalled: no answer to 'ugi' within 200 ms");
  expect_fault(first_turn(engine("isready) ;;"), with(&EngineDeadlines::ready, 300)),
               Message::kEngineStalled, "no answer to 'isready' within 300 ms");
}

TEST_F(UgiBadEngine, IsLate) {
  const auto command = engine("go*) ;; stop) echo bestmove e5;;");
  expect_fault(first_turn(command, kLate), Message::kEngineLate,
               "timed out: its turn came only after 150 ms");
  auto player = match_player(command, kLate);
  ASSERT_TRUE(player) << english(player.error());
  Budget clock;
  clock.clock = {Milliseconds(80), Milliseconds(60'000), std::nullopt};
  expect_fault((*player)->think(start_of("yavalath"), clock), Message::kEngineLate, "180 ms");
}

TEST_F(UgiBadEngine, PlaysIllegalTurns) {
  expect_fault(first_turn(engine("go*) echo bestmove z9;;")), Message::kEngineIllegal,
               "engine 'Script': played the illegal turn 'z9': action 'z9': ");
  expect_fault(first_turn(engine("go*) echo bestmove e5,e4;;")), Message::kEngineIllegal,
               "played the illegal turn 'e5,e4'");
  const auto action = start("eigenstate").legal_texts()[0];
  expect_fault(first_turn(engine("go*) echo bestmove " + action + ";;"), kPatient, "eigenstate"),
               Message::kEngineHalfTurn, "played '" + action + "', which is not a whole turn");
}

TEST_F(UgiBadEngine, TalksNonsense) {
  expect_fault(first_turn(engine("go*) echo bestmove;;")), Message::kEngineGarbage,
               "answered 'bestmove' where 'bestmove TURN' was expected");
  expect_fault(first_turn(engine("go*) echo bestmove e5 ponder e6;;")), Message::kEngineGarbage,
               "answered 'bestmove e5 ponder e6'");
  // Where it says nothing else, until it is late.
  expect_fault(first_turn(engine(R"(go*) printf '\001\377\000zz\n'; )" + time_flies_ + ";;"),
                          after_script()),
               Message::kEngineGarbage, "answered '\\x01\\xff\\x00zz'");
  expect_fault(
      first_turn(engine("go*) echo nonsense; " + time_flies_ + "yes nonsense;;"), after_script()),
      Message::kEngineGarbage, "answered 'nonsense' where");
  expect_fault(
      first_turn(script("while read -r line; do echo Unknown command; " + time_flies_ + "done\n"),
                 after_script()),
      Message::kEngineGarbage, "answered 'Unknown command' where 'ugiok' was expected");
  // Noise before a right answer does no harm.
  expect_e5(first_turn(
      engine(R"(ugi) echo Welcome; echo; printf '\377\n'; echo ugiok;; go*) echo hm; echo info x; )"
             R"(echo info depth; echo bestmove e5;;)")));
}

TEST_F(UgiBadEngine, RefusesWhatItIsTold) {
  expect_fault(first_turn(engine("position*) echo error no such thing;;")), Message::kEngineRefused,
               "refused 'position startpos': 'error no such thing'");
  expect_fault(first_turn(engine("go*) echo error not now;;")), Message::kEngineRefused,
               "refused 'go movetime 50': 'error not now'");
}

TEST_F(UgiBadEngine, SendsPartsOfLines) {
  expect_e5(first_turn(
      engine("go*) printf bestm; sleep 0.05; printf 'ove e'; sleep 0.05; printf '5\\r\\n';;"),
      kPatient));
}

TEST_F(UgiBadEngine, SendsLinesWithoutEnd) {
  expect_fault(first_turn(engine("go*) yes | tr -d '\\n';;")), Message::kEngineLineTooLong,
               "sent a line of more than 1048576 bytes");
  expect_e5(first_turn(engine("go*) printf 'info string '; head -c 1000000 /dev/zero | tr '\\0' x; "
                              "echo; head -c 3000000 /dev/zero >&2; echo bestmove e5;;"),
                       kPatient));
}

TEST_F(UgiBadEngine, ClosesItsStreams) {
  expect_fault(first_turn(engine("go*) exec >&-; sleep 1000;;"), kStays), Message::kEngineClosed,
               "closed its output early");
  // A pipe without a reader must not end this program, whose SIGPIPE is not ignored.
  struct sigaction pipe_action{};
  sigaction(SIGPIPE, nullptr, &pipe_action);
  ASSERT_EQ(pipe_action.sa_handler, SIG_DFL);
  expect_fault(
      first_turn(engine("uginewgame) read -r line; exec <&-; echo readyok; sleep 1000;;"), kStays),
      Message::kEngineNotReading, "does not read its input");
}

TEST_F(UgiBadEngine, DoesNotReadALongPosition) {
  auto player = match_player(
      engine("uginewgame) read -r line; echo readyok; " + time_flies_ + "sleep 1000;;"),
      after_script(), "epaminondas");
  ASSERT_TRUE(player) << english(player.error());
  auto history = start_of("epaminondas");
  for (int i = 0; i < 2500; ++i) {
    for (const char* turn : {"a2-a3", "a11-a10", "a3-a2", "a10-a11"}) {
      history.apply(*history.position().parse_action(turn));
    }
  }
  ASSERT_GT(protocol::position_line(history).size(), 65536u) << "would fit into the pipe";
  expect_fault((*player)->think(history, of_time(50)), Message::kEngineNotReading,
               "does not read its input");
}

TEST_F(UgiBadEngine, RefusesToQuit) {
  UgiClient client(script("trap '' TERM\n"
                          "while :; do read -r line; case \"$line\" in\n"
                          "ugi) echo id name Stubborn; echo ugiok;;\n"
                          "isready) echo readyok;;\n"
                          "esac; done\n"),
                   *games::find_game("yavalath"), {}, kStays);
  const auto begun = client.new_game();
  ASSERT_FALSE(begun) << english(*begun);
  const auto problem = client.quit();
  ASSERT_TRUE(problem);
  EXPECT_EQ(english(*problem),
            "engine 'Stubborn': did not end within 100 ms of quit and had to be killed");
  EXPECT_FALSE(client.running());
}

// A child of the engine holds its pipes open after it is gone.
TEST_F(UgiBadEngine, LeavesChildrenBehind) {
  expect_fault(first_turn(engine("go*) sleep 1000 & exit 4;;")), Message::kEngineExited,
               "exit status 4");
  UgiClient client(engine("quit) (trap '' TERM; sleep 1000) & exit 0;;"),
                   *games::find_game("yavalath"), {}, kPatient);
  const auto begun = client.new_game();
  ASSERT_FALSE(begun) << english(*begun);
  EXPECT_FALSE(client.quit());
}

TEST_F(UgiBadEngine, StoppedFromAnotherThread) {
  auto player = match_player(engine("go*) ;; stop) echo bestmove e5;;"), kPatient);
  ASSERT_TRUE(player) << english(player.error());
  for (const bool before : {true, false}) {
    if (before) (*player)->stop();
    std::thread stopper([&] {
      std::this_thread::sleep_for(Milliseconds(before ? 0 : 50));
      (*player)->stop();
    });
    expect_e5((*player)->think(start_of("yavalath"), {}));
    stopper.join();
    (*player)->clear_stop();
  }
  auto stalls = match_player(engine("go*) ;;"), kStalls);
  ASSERT_TRUE(stalls) << english(stalls.error());
  (*stalls)->stop();
  expect_fault((*stalls)->think(start_of("yavalath"), {}), Message::kEngineStalled, "'stop'");
}

// --- What the engine is told --------------------------------------------------------------------

TEST_F(UgiBadEngine, IsToldOnlyTheOptionsItLists) {
  const auto log = folder_ + "/log";
  const auto command = engine(
      "ugi) echo option name size type combo default 5 var 3 var 4 var 5;"
      "echo option name players type combo default 3 var 2 var 3;"
      "echo option name Hash type spin default 16 min 1 max 32;"
      "echo option name Some Thing type string default a b; echo ugiok;;\n"
      "setoption*|uginewgame|position*|go*) echo \"$line\" >>" +
      log + "; case \"$line\" in go*) echo bestmove c3;; esac;;\n");
  UgiClient client(command, *games::find_game("yavalath"), {{"size", "3"}, {"swap", "off"}},
                   kPatient);
  client.set_hash(1000);
  client.set_seed(7);
  const auto begun = client.new_game();
  ASSERT_FALSE(begun) << english(*begun);
  EXPECT_FALSE(client.has_name());
  EXPECT_EQ(client.name(), command);
  ASSERT_EQ(client.options().size(), 4u);
  EXPECT_EQ(client.options()[3].name, "Some Thing");
  EXPECT_EQ(client.options()[3].initial, "a b");
  const auto turn = client.think(start_of("yavalath", "size=3,swap=off"), of_nodes(5), {});
  EXPECT_TRUE(turn) << english(turn.error());
  EXPECT_EQ(*core::read_file(log),
            "setoption name size value 3\n"
            "setoption name players value 2\n"
            "setoption name Hash value 32\n"
            "uginewgame\n"
            "position startpos\n"
            "go nodes 5\n");
}

TEST(UgiClient, PositionLines) {
  auto history = start_of("eigenstate");
  EXPECT_EQ(protocol::position_line(history), "position startpos");
  for (const char* action : {"a1-a2", "a2+a1", "a2+a2", "a6-a5"}) {
    history.apply(*history.position().parse_action(action));
  }
  EXPECT_EQ(protocol::position_line(history), "position startpos moves a1-a2,a2+a1,a2+a2 a6-a5");
  const games::History other(at("yavalath", "5/6/7/8/ww1w5/8/7/6/bb1b1 w -"));
  EXPECT_EQ(protocol::position_line(other), "position fen 5/6/7/8/ww1w5/8/7/6/bb1b1 w -");
}

TEST(UgiClient, GoLines) {
  EXPECT_EQ(protocol::go_line({}), "go infinite");
  Budget budget;
  budget.movetime = Milliseconds(20);
  budget.depth = 3;
  budget.nodes = 400;
  EXPECT_EQ(protocol::go_line(budget), "go movetime 20 depth 3 nodes 400");
  Budget clocks;
  clocks.clock = {Milliseconds(1000), Milliseconds(2000), std::nullopt};
  clocks.increment = {Milliseconds(0), Milliseconds(10), Milliseconds(0)};
  clocks.ponder = true;
  EXPECT_EQ(protocol::go_line(clocks), "go ponder p1time 1000 p2time 2000 p2inc 10");
}

TEST(UgiClient, InfoLines) {
  const auto position = start("yavalath");
  const auto info = [&](std::string_view line) { return protocol::parse_info(line, position); };
  const auto all = info(
      "info depth 4 seldepth 9 multipv 2 score cp -35 nodes 1234 nps 99 time 56 pv e5 e4 zz e6");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->depth, 4);
  EXPECT_EQ(all->selective_depth, 9);
  EXPECT_EQ(all->rank, 2);
  EXPECT_EQ(all->value, -35);
  EXPECT_EQ(all->nodes, 1234u);
  EXPECT_EQ(all->time.count(), 56);
  EXPECT_EQ(games::line_texts(position, all->line), (std::vector<std::string>{"e5", "e4"}));
  EXPECT_NEAR(all->chances[0] + all->chances[1], 1, 1e-9);
  EXPECT_LT(all->chances[0], all->chances[1]);
  EXPECT_EQ(info("info score win 3")->value, search::win_in(3));
  EXPECT_EQ(info("info score loss 2 nodes x")->value, search::loss_in(2));
  EXPECT_TRUE(search::is_win(info("info score win 999999999")->value));
  EXPECT_EQ(info("info score cp 99999999 pv")->value, search::kMaxEvaluation);
  EXPECT_EQ(info("info score cp 5 depth -1 nodes 1e9 time 99999999999999999999 pv e5")->nodes, 0u);
  for (const char* nothing : {"info", "info depth 3", "info string score cp 3 pv e5", "info pv x9",
                              "info score", "info score cp", "info score cp x", "info score win -1",
                              "info score mate 3", "info \xff\x01"}) {
    EXPECT_FALSE(info(nothing)) << nothing;
  }
  const auto three = start("yavalath", "players=3");
  const auto shares = protocol::parse_info("info score cp 0", three)->chances;
  EXPECT_EQ(shares, (std::array<double, 3>{0.5, 0.25, 0.25}));
}

TEST(UgiClient, WhoMayPlay) {
  protocol::MatchPlayerSetup setup;
  setup.game = games::find_game("yavalath");
  for (const char* who : {"engine:", "engine: ", "human", "level:11", ""}) {
    const auto player = protocol::make_match_player(who, setup);
    ASSERT_FALSE(player) << who;
    EXPECT_TRUE(english(player.error()).ends_with(", level:10, engine:COMMAND"))
        << english(player.error());
  }
}

// --- Processes ----------------------------------------------------------------------------------

// Engines that several threads start at the same time do not get each other's pipes.
TEST(UgiEngineProcess, InheritsNothing) {
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 5; ++k) {
        protocol::Waker waker;
        auto process = protocol::EngineProcess::start("echo $(ls /proc/self/fd)", waker);
        std::string line;
        // 3 is the folder that ls reads.
        right += process &&
                 (*process)->receive(line, protocol::deadline_in(kLong)) ==
                     protocol::EngineProcess::Got::kLine &&
                 line == "0 1 2 3";
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 20);
}

TEST(UgiEngineProcess, HasASessionOfItsOwnAndNoCoreFiles) {
  protocol::Waker waker;
  auto process =
      protocol::EngineProcess::start("ulimit -c; cut -d ' ' -f 6 /proc/$$/stat; echo $$", waker);
  ASSERT_TRUE(process);
  std::string lines[3];
  for (auto& line : lines) {
    ASSERT_EQ((*process)->receive(line, protocol::deadline_in(kLong)),
              protocol::EngineProcess::Got::kLine);
  }
  EXPECT_EQ(lines[0], "0");
  EXPECT_EQ(lines[1], lines[2]);
  const auto ending = (*process)->await_end(protocol::deadline_in(kLong));
  ASSERT_TRUE(ending);
  EXPECT_FALSE(ending->by_signal);
  EXPECT_EQ(ending->code, 0);
}

TEST(UgiEngineProcess, CanBeWoken) {
  protocol::Waker waker;
  auto process = protocol::EngineProcess::start("cat", waker);
  ASSERT_TRUE(process);
  std::thread other([&] {
    std::this_thread::sleep_for(Milliseconds(20));
    waker.wake();
  });
  std::string line;
  EXPECT_EQ((*process)->receive(line, protocol::Deadline::max()),
            protocol::EngineProcess::Got::kWoken);
  other.join();
  // Both pipes fill up unless both are served.
  const std::string long_line(900'000, 'x');
  EXPECT_EQ((*process)->send(long_line, protocol::deadline_in(kLong)),
            protocol::EngineProcess::Sent::kDone);
  EXPECT_EQ((*process)->receive(line, protocol::deadline_in(kLong)),
            protocol::EngineProcess::Got::kLine);
  EXPECT_EQ(line, long_line);
  EXPECT_EQ((*process)->receive(line, protocol::deadline_in(Milliseconds(1))),
            protocol::EngineProcess::Got::kTime);
}

// --- Good engines -------------------------------------------------------------------------------

class UgiForeignGame : public ::testing::TestWithParam<Variant> {};

// The program itself as a stranger in seat 1, its options set by setoption; random ones elsewhere.
TEST_P(UgiForeignGame, PlaysToTheEnd) {
  const auto begin = start(GetParam().game, GetParam().options);
  protocol::MatchPlayerSetup setup;
  setup.game = &begin.game();
  setup.options = begin.options();
  setup.seed = 3;
  setup.hash_megabytes = 1;
  setup.deadlines = kPatient;
  const auto stranger =
      protocol::make_match_player("engine:" TABULEIRO_PROGRAM " ugi " + GetParam().game, setup);
  ASSERT_TRUE(stranger) << english(stranger.error());
  EXPECT_TRUE((*stranger)->name().starts_with("Tabuleiro "));
  const auto own = protocol::make_match_player("random", setup);
  ASSERT_TRUE(own);
  int informed = 0;
  for (int game = 0; game < by_tier(1, 2, 5); ++game) {
    (*stranger)->new_game();
    games::History history(begin);
    while (!history.outcome().over()) {
      auto& player = history.position().to_move() == 0 ? **stranger : **own;
      const auto turn =
          player.think(history, of_nodes(20), [&](const engine::Progress&) { ++informed; });
      ASSERT_TRUE(turn) << english(turn.error());
      for (const auto action : *turn) history.apply(action);
    }
  }
  EXPECT_GT(informed, 0);
}

INSTANTIATE_TEST_SUITE_P(All, UgiForeignGame, ::testing::ValuesIn(all_variants()), variant_name);

// --- tabuleiro check-engine ---------------------------------------------------------------------

TEST(UgiCheckEngine, ThisProgramPasses) {
  for (const std::string game : {"sixteen-stone", "yavalath"}) {
    const auto finished =
        run_program({"check-engine", TABULEIRO_PROGRAM " ugi " + game, "--game", game, "--options",
                     game == "yavalath" ? "players=3" : "size=10"});
    EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
    EXPECT_EQ(finished.out.find("FAILED"), std::string::npos) << finished.out;
    EXPECT_EQ(finished.out.find("missing"), std::string::npos) << finished.out;
    EXPECT_NE(finished.out.find("\nok       go depth 2 brings a whole legal turn\n"),
              std::string::npos)
        << finished.out;
  }
}

TEST_F(UgiBadEngine, CheckSaysWhatIsWrong) {
  // It knows one turn, no question and no extension, and gives up on a word it does not know.
  const auto finished =
      run_program({"check-engine", engine("nonsense) exit 1;;"), "--game", "yavalath"});
  EXPECT_EQ(finished.status, 1);
  for (const char* part :
       {"ok       starts and answers ugi with ugiok\nengine 'Script'\n",
        "\nok       go nodes 1000 brings a whole legal turn\n",
        "\nFAILED   goes on after 'nonsense': crashed: it ended with exit status 1\n",
        "\nFAILED   answers query gameover rightly: after turn 0: expected 'response false', "
        "found "
        "''\n",
        "\nmissing  answers legal rightly", "\nmissing  lists the options of the game: ",
        "\nok       ends on quit\nrequired steps passed: "}) {
    EXPECT_NE(finished.out.find(part), std::string::npos) << part << '\n' << finished.out;
  }
  const auto nobody =
      run_program({"check-engine", "/no/such/engine", "--game", "yavalath", "--lang", "pt"});
  EXPECT_EQ(nobody.status, 1);
  EXPECT_TRUE(
      nobody.out.starts_with("FALHA    arranca e responde a ugi com ugiok: não foi possível "
                             "iniciá-lo: 'sh: 1: exec: /no/such/engine: not found'\n"))
      << nobody.out;
  EXPECT_NE(run_program({"check-engine", "x"}).err.find("--game is missing"), std::string::npos);
}

}  // namespace
}  // namespace tests
