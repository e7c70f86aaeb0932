// The engine protocol: answers, refusals, and input that no program should send.
#include "protocol/ugi.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "core/scan.h"
#include "process.h"
#include "support.h"

namespace tests {
namespace {

// An engine in this process; each line's answers come back as one string.
class Engine {
 public:
  explicit Engine(std::string_view game, const games::OptionMap& options = {})
      : engine_(*games::find_game(game), options, [this](const std::string& line) {
          const std::lock_guard lock(mutex_);
          out_ += line + '\n';
        }) {}

  // The answers to a line; of a `go` with limits, its last.
  std::string say(const std::string& line) {
    take();
    alive_ = engine_.handle(line);
    const bool waits = line.find("infinite") != line.npos || line.find("ponder") != line.npos;
    if (line.starts_with("go ") && !waits) engine_.finish();
    said_ = take();
    const auto best = said_.rfind("bestmove ");
    return best == std::string::npos ? said_ : said_.substr(best);
  }
  // The same while it thinks: without what the search tells meanwhile.
  std::string ask(const std::string& line) {
    std::string answer;
    say(line);
    for (const auto text : core::split(said_, '\n')) {
      if (!text.empty() && !text.starts_with("info ")) answer += std::string(text) + '\n';
    }
    return answer;
  }
  // What a `go` under way says until it has answered; one without limits is stopped.
  std::string finish() {
    engine_.finish();
    return take();
  }
  // Everything that the last say() brought.
  const std::string& said() const { return said_; }
  bool alive() const { return alive_; }

 private:
  std::string take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(out_, "");
  }

  std::mutex mutex_;
  std::string out_;
  std::string said_;
  protocol::UgiEngine engine_;
  bool alive_ = true;
};

TEST(Ugi, IntroducesItself) {
  Engine engine("yavalath");
  const auto hello = engine.say("ugi");
  EXPECT_TRUE(hello.starts_with("id name Tabuleiro "));
  EXPECT_NE(hello.find("\nid author "), std::string::npos);
  EXPECT_NE(hello.find("\noption name size type combo default 5 var 3 var 4 var 5 var 6\n"),
            std::string::npos);
  EXPECT_NE(hello.find("\noption name Player "), std::string::npos);
  EXPECT_TRUE(hello.ends_with("\nugiok\n"));
  EXPECT_EQ(engine.say("isready"), "readyok\n");
  EXPECT_EQ(engine.say(""), "");
  EXPECT_EQ(engine.say("   \t "), "");
  EXPECT_TRUE(engine.alive());
  EXPECT_EQ(engine.say("quit"), "");
  EXPECT_FALSE(engine.alive());
}

TEST(Ugi, PositionsAndQueries) {
  Engine engine("yavalath");
  EXPECT_EQ(engine.say("query p1turn"), "response true\n");
  EXPECT_EQ(engine.say("query player"), "response 1\n");
  EXPECT_EQ(engine.say("query gameover"), "response false\n");
  EXPECT_EQ(engine.say("query result"), "response none\n");
  EXPECT_EQ(engine.say("query reason"), "response none\n");
  EXPECT_EQ(engine.say("position startpos moves e5 swap"), "");
  EXPECT_EQ(engine.say("query fen"), "response 5/6/7/8/4b4/8/7/6/5 w -\n");
  EXPECT_EQ(engine.say("position fen 5/6/7/8/ww1w5/8/7/6/bb1b1 w - moves e3"), "");
  EXPECT_EQ(engine.say("query gameover"), "response true\n");
  EXPECT_EQ(engine.say("query result"), "response p1win\n");
  EXPECT_EQ(engine.say("query reason"), "response four in a line\n");
  EXPECT_EQ(engine.say("query p1turn"), "response false\n");
  EXPECT_EQ(engine.say("legal"), "legal 0\n");
  EXPECT_EQ(engine.say("go movetime 10"), "error the game is over\n");
  EXPECT_EQ(engine.say("uginewgame"), "");
  EXPECT_EQ(engine.say("query fen"), "response 5/6/7/8/9/8/7/6/5 w -\n");
}

TEST(Ugi, LegalIsSortedAndPerftCounts) {
  Engine engine("epaminondas");
  const auto legal = engine.say("legal");
  const auto words = core::words(legal);
  ASSERT_EQ(words.size(), 116u);
  EXPECT_EQ(words[1], "114");
  EXPECT_TRUE(std::is_sorted(words.begin() + 2, words.end()));
  EXPECT_EQ(engine.say("perft 2"), "perft 2 12996\n");
  EXPECT_EQ(engine.say("perft 0"), "perft 0 1\n");
}

TEST(Ugi, PartsOfTurnsAreTurnTokens) {
  Engine engine("eigenstate");
  EXPECT_EQ(engine.say("position startpos moves a1-a2 a2+a1,a2+a2 a6-a5,a5+a1"), "");
  EXPECT_NE(engine.say("query fen").find(" 2 p1"), std::string::npos);
  const auto answer = engine.say("go nodes 1");
  const auto words = core::words(answer);
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0], "bestmove");
  EXPECT_EQ(words[1].find(','), std::string_view::npos) << "one peg is left of the turn";
  EXPECT_NE(
      engine.say("position startpos moves a1-a2,a2+a1,a2+a2,a6-a5").find("error item 1 of moves"),
      std::string::npos);
}

TEST(Ugi, DrawsByHistory) {
  Engine engine("epaminondas");
  std::string line = "position startpos moves";
  for (int i = 0; i < 2; ++i) line += " a2-a3 a11-a10 a3-a2 a10-a11";
  EXPECT_EQ(engine.say(line), "");
  EXPECT_EQ(engine.say("query result"), "response draw\n");
  EXPECT_EQ(engine.say("query reason"), "response the same position for the third time\n");
  EXPECT_EQ(engine.say("legal"), "legal 0\n");
  EXPECT_NE(
      engine.say(line + " a2-a3").find("error item 9 of moves, 'a2-a3': the game was already over"),
      std::string::npos);
}

TEST(Ugi, OptionsStartAnewAndBadOnesChangeNothing) {
  Engine engine("yavalath");
  EXPECT_EQ(engine.say("position startpos moves e5"), "");
  EXPECT_EQ(engine.say("setoption name size value 3"), "");
  EXPECT_EQ(engine.say("query fen"), "response 3/4/5/4/3 w -\n");
  EXPECT_EQ(engine.say("setoption name players value 3"), "");
  for (const char* bad :
       {"setoption", "setoption name size", "setoption name size value", "setoption size 3",
        "setoption name size value 7", "setoption name colour value red",
        "setoption name swap value on", "setoption name Seed value x",
        "setoption name Player value level:99", "setoption name a b value c"}) {
    EXPECT_TRUE(engine.say(bad).starts_with("error ")) << bad;
    EXPECT_EQ(engine.say("query fen"), "response 3/4/5/4/3 w -\n");
  }
  EXPECT_EQ(engine.say("setoption name Player value random"), "");
}

// A runner may send back every option as it was announced, in any order.
TEST(Ugi, AnnouncedDefaultsCanBeSentBack) {
  Engine engine("yavalath");
  EXPECT_EQ(engine.say("setoption name swap value on"), "");
  EXPECT_EQ(engine.say("setoption name players value 3"), "");
  EXPECT_NE(engine.say("ugi").find("option name swap type combo default off var on var off"),
            std::string::npos);
  EXPECT_EQ(engine.say("setoption name swap value off"), "");
  EXPECT_EQ(engine.say("setoption name players value 2"), "");
}

TEST(Ugi, SameSeedSameAnswers) {
  Engine a("sixteen-stone"), b("sixteen-stone");
  for (Engine* engine : {&a, &b}) {
    EXPECT_EQ(engine->say("setoption name Player value random"), "");
    EXPECT_EQ(engine->say("setoption name Seed value 9"), "");
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(a.say("go nodes 10"), b.say("go nodes 10"));
}

TEST(Ugi, InfiniteWaitsForStop) {
  Engine engine("yavalath");
  EXPECT_EQ(engine.say("stop"), "");
  EXPECT_EQ(engine.ask("go infinite"), "");
  EXPECT_EQ(engine.ask("isready"), "readyok\n");
  EXPECT_EQ(engine.ask("ponderhit"), "") << "nothing is pondered";
  for (const char* line :
       {"go", "position startpos", "uginewgame", "setoption name size value 4"}) {
    EXPECT_EQ(engine.ask(line), "error still thinking: send stop first\n") << line;
  }
  EXPECT_TRUE(engine.say("stop").starts_with("bestmove "));
  EXPECT_EQ(engine.say("stop"), "");
}

TEST(Ugi, PonderWaitsForPonderhitOrStop) {
  for (const char* game : {"yavalath", "eigenstate"}) {
    Engine engine(game);
    EXPECT_EQ(engine.say("setoption name Hash value 1"), "");
    EXPECT_EQ(engine.say("ponderhit"), "") << "too late, or too early";
    for (const char* go : {"go ponder movetime 20", "go ponder p1time 600 p2time 600",
                           "go movetime 20 ponder", "go ponder depth 2", "go ponder nodes 100"}) {
      EXPECT_EQ(engine.ask(go), "") << go;
      EXPECT_EQ(engine.ask("isready"), "readyok\n");
      EXPECT_EQ(engine.ask("position startpos"), "error still thinking: send stop first\n") << go;
      EXPECT_EQ(engine.ask("go"), "error still thinking: send stop first\n") << go;
      engine.say("ponderhit");
      // Now it is a `go` with limits, behind which commands wait.
      const auto answer = engine.say("position startpos") + engine.finish();
      EXPECT_EQ(answer.find("error"), std::string::npos) << answer;

      EXPECT_EQ(engine.ask(go), "");
      EXPECT_TRUE(engine.say("stop").starts_with("bestmove ")) << go;
      EXPECT_EQ(engine.say("ponderhit"), "");
    }
  }
}

// What was won at one turn is won at the next, and the search does not lose sight of it.
TEST(Ugi, AProvenWinIsNotThrownAway) {
  Engine engine("yavalath");
  engine.say("uginewgame");
  engine.say("position startpos moves a2 d3 d2 c5");
  engine.say("go nodes 18000");
  EXPECT_TRUE(has(engine.said(), "score win 11")) << engine.said();
  engine.say("position startpos moves a2 d3 d2 c5 c2 b2");
  engine.say("go nodes 8000");
  bool won = false;
  for (const auto line : core::split(engine.said(), '\n')) {
    if (!line.starts_with("info ")) continue;
    const bool wins = has(std::string(line), "score win");
    EXPECT_TRUE(wins || !won) << engine.said();
    won = won || wins;
  }
  EXPECT_TRUE(won) << engine.said();
}

// The players that choose at once wait as well.
TEST(Ugi, EveryPlayerPonders) {
  Engine engine("sixteen-stone");
  for (const char* who :
       {"random", "classic", "plain", "terms", "level:1", "level:5", "level:10"}) {
    EXPECT_EQ(engine.say("setoption name Player value " + std::string(who)), "");
    EXPECT_EQ(engine.ask("go ponder movetime 10"), "") << who;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_EQ(engine.ask("isready"), "readyok\n") << who;
    engine.say("ponderhit");
    EXPECT_NE((engine.said() + engine.finish()).find("bestmove "), std::string::npos) << who;
    EXPECT_EQ(engine.ask("go infinite"), "") << who;
    EXPECT_EQ(engine.ask("isready"), "readyok\n") << who;
    EXPECT_TRUE(engine.say("stop").starts_with("bestmove ")) << who;
  }
}

// As fast as they can be sent: a stop or hit may reach the engine before its thread has started.
TEST(Ugi, GoStopAndHitInAnyHurry) {
  for (const char* options : {"2", "3"}) {
    Engine engine("yavalath", {{"players", options}});
    EXPECT_EQ(engine.say("setoption name Hash value 1"), "");
    for (int i = 0; i < by_tier(20, 100, 1000); ++i) {
      engine.say("go infinite");
      EXPECT_TRUE(engine.say("stop").starts_with("bestmove "));
      engine.say("go ponder movetime 2");
      engine.say("ponderhit");
      EXPECT_NE((engine.said() + engine.finish()).find("bestmove "), std::string::npos);
      engine.say("go ponder");
      EXPECT_TRUE(engine.say("stop").starts_with("bestmove "));
      EXPECT_TRUE(engine.say("go nodes 10").starts_with("bestmove "));
    }
    engine.say("go ponder");
    EXPECT_TRUE(engine.say("quit").starts_with("bestmove "));
    EXPECT_FALSE(engine.alive());
  }
}

// An engine that is given up while it ponders ends all the same.
TEST(Ugi, CanBeGivenUpWhilePondering) {
  for (const char* go : {"go ponder", "go infinite"}) {
    Engine engine("epaminondas");
    engine.say(go);
  }
}

// What was found under other rules is not told: with fill=any player 1 fills a piece and wins
// at once, with fill=both the three pieces of player 2 forbid it.
TEST(Ugi, OtherRulesOfTheSamePositionAreSearchedAnew) {
  const std::string position =
      "position fen a1:0020000,d3:0ffeffe b6:0000080,d6:0000080,f6:0000080 1 m";
  const auto told_by = [&](Engine& engine) {
    EXPECT_EQ(engine.say(position), "");
    const auto best = engine.say("go nodes 3000");
    return best + (has(engine.said(), " win 1 ") ? "wins at once" : "");
  };
  Engine used("eigenstate", {{"fill", "any"}}), fresh("eigenstate", {{"fill", "both"}});
  const auto any = told_by(used);
  EXPECT_TRUE(has(any, "wins at once")) << any;
  EXPECT_EQ(used.say("setoption name fill value both"), "");
  const auto both = told_by(used);
  EXPECT_FALSE(has(both, "wins at once")) << both;
  EXPECT_EQ(both, told_by(fresh));
}

TEST(Ugi, OnlyAnotherPlayersClockIsNoLimit) {
  Engine engine("yavalath");
  EXPECT_EQ(engine.say("setoption name Hash value 1"), "");
  EXPECT_TRUE(engine.say("go p2time 60000 p2inc 5").starts_with("bestmove "));
}

// Other programs parse these lines: with one line they are as they always were.
TEST(Ugi, MultiPvNumbersTheLines) {
  Engine engine("yavalath");
  EXPECT_NE(engine.say("ugi").find("\noption name MultiPV type spin default 1 min 1 max 50\n"),
            std::string::npos);
  engine.say("go depth 2");
  EXPECT_EQ(engine.said().find("multipv"), std::string::npos);
  for (const char* bad : {"0", "51", "x"}) {
    EXPECT_TRUE(engine.say("setoption name MultiPV value " + std::string(bad))
                    .starts_with("error MultiPV must be a whole number from 1 to 50"));
  }
  EXPECT_EQ(engine.say("setoption name MultiPV value 4"), "");
  const auto answer = engine.say("go depth 2");
  std::vector<std::string> first;
  for (const auto line : core::split(engine.said(), '\n')) {
    if (!line.starts_with("info depth 2 ")) continue;
    const auto words = core::words(line);
    ASSERT_GT(words.size(), 17u) << line;
    EXPECT_EQ(words[3], "seldepth");
    EXPECT_EQ(words[5], "multipv");
    EXPECT_EQ(words[6], std::to_string(first.size() + 1));
    EXPECT_EQ(words[7], "score");
    const auto pv = std::find(words.begin(), words.end(), "pv");
    first.emplace_back(*(pv + 1));
  }
  ASSERT_EQ(first.size(), 4u) << engine.said();
  EXPECT_EQ(answer, "bestmove " + first[0] + '\n');
  std::sort(first.begin(), first.end());
  EXPECT_EQ(std::unique(first.begin(), first.end()), first.end());
  EXPECT_EQ(engine.say("setoption name MultiPV value 1"), "");
  engine.say("go depth 2");
  EXPECT_EQ(engine.said().find("multipv"), std::string::npos);
}

TEST(Ugi, BadLinesGetAnErrorAndChangeNothing) {
  Engine engine("sixteen-stone");
  EXPECT_EQ(engine.say("position startpos moves c3 d3"), "");
  const auto fen = engine.say("query fen");
  for (const char* bad : {"hello",
                          "UGI",
                          "ugi now",
                          "isready?",
                          "position",
                          "position start",
                          "position startpos e5",
                          "position fen",
                          "position fen moves",
                          "position fen 5/5 r 8 8 0 -",
                          "position startpos moves c3 c3",
                          "position startpos moves c3,d3",
                          "position startpos moves ,",
                          "position startpos moves c3 z9 d4",
                          "go fast",
                          "go movetime",
                          "go movetime -5",
                          "go movetime x",
                          "go depth 1.5",
                          "go p4time 3",
                          "query",
                          "query who",
                          "query fen fen",
                          "perft",
                          "perft -1",
                          "perft x",
                          "perft 3 4",
                          "legal 1",
                          "d d",
                          "quit now",
                          "stop it",
                          "\xff\xfe\x01",
                          "position startpos moves \xc3\xa9"}) {
    EXPECT_TRUE(engine.say(bad).starts_with("error ")) << bad;
    EXPECT_TRUE(engine.alive()) << bad;
    EXPECT_EQ(engine.say("query fen"), fen) << bad;
  }
}

TEST(Ugi, InfoLinesTellDepthScoreAndLine) {
  Engine engine("yavalath");
  engine.say("position fen 5/6/7/8/ww1w5/8/7/6/bb1b1 w -");
  EXPECT_EQ(engine.say("go depth 3"), "bestmove e3\n");
  EXPECT_TRUE(engine.said().starts_with("info depth 1 seldepth 1 score win 1 nodes "))
      << engine.said();
  EXPECT_NE(engine.said().find(" pv e3\n"), std::string::npos) << engine.said();
  // Black to move wins first.
  engine.say("position fen 5/6/7/8/ww1w5/8/7/6/bb1b1 b -");
  EXPECT_EQ(engine.say("go nodes 2000"), "bestmove a3\n");
  engine.say("position fen 5/6/7/8/ww1w5/8/7/6/5 b - moves e3");
  EXPECT_TRUE(engine.say("go nodes 2000").starts_with("bestmove "));
  EXPECT_NE(engine.said().find(" score cp "), std::string::npos) << engine.said();
}

TEST(Ugi, ThreePlayersGetValuesAndProofsToo) {
  Engine engine("yavalath", {{"players", "3"}});
  EXPECT_TRUE(engine.say("go nodes 3000").starts_with("bestmove "));
  EXPECT_NE(engine.said().find(" score cp -"), std::string::npos) << engine.said();
  // Black wins at once; red must block white's four.
  engine.say("position fen r4/6/7/8/ww1w5/8/7/6/bb1b1 b -");
  EXPECT_EQ(engine.say("go depth 3"), "bestmove a3\n");
  EXPECT_NE(engine.said().find(" score win 1 "), std::string::npos) << engine.said();
  engine.say("position fen 4r/6/7/8/ww1w5/8/7/6/4b r -");
  EXPECT_EQ(engine.say("go nodes 2000"), "bestmove e3\n");
}

// The same position, nodes and one thread: the same answer and the same count.
TEST(Ugi, SearchRepeatsItself) {
  for (const auto& game : games::all_games()) {
    Engine a(game.name), b(game.name);
    EXPECT_EQ(a.say("go nodes 3000"), b.say("go nodes 3000"));
    const auto nodes = [](const std::string& said) {
      const auto at = said.rfind(" nodes ");
      return said.substr(at, said.find(" nps ", at) - at);
    };
    EXPECT_EQ(nodes(a.said()), nodes(b.said()));
  }
}

TEST(Ugi, ThreadsAndHash) {
  Engine engine("epaminondas");
  EXPECT_EQ(engine.say("setoption name Threads value 3"), "");
  EXPECT_EQ(engine.say("setoption name Hash value 2"), "");
  EXPECT_TRUE(engine.say("go movetime 60").starts_with("bestmove "));
  EXPECT_TRUE(engine.say("setoption name Threads value 0").starts_with("error Threads must be"));
  EXPECT_TRUE(engine.say("setoption name Hash value x").starts_with("error Hash must be"));
}

TEST(Ugi, PlayersAnswerAsNamed) {
  Engine engine("eigenstate");
  EXPECT_EQ(engine.say("setoption name Player value classic"), "");
  EXPECT_EQ(engine.say("position fen a1:0030a20,e2:0820008,b4:0120a01,d4:0460108,d5:0270000 "
                       "c4:0024cd0,e4:00000a8,f4:00820a2 1 m"),
            "");
  EXPECT_TRUE(engine.say("go depth 1").starts_with("bestmove e2xf4,"));
  EXPECT_TRUE(
      engine.say("setoption name Player value level:11").starts_with("error unknown player"));
}

// Full strength against random play: short games, so only a few.
TEST(Ugi, FullStrengthBeatsRandom) {
  for (const auto& game : games::all_games()) {
    for (int seat = 0; seat < 2; ++seat) {
      Engine engine(game.name);
      core::Rng rng(static_cast<std::uint64_t>(seat) + 5);
      games::History history(start(game.name));
      std::string moves;
      while (!history.outcome().over()) {
        std::vector<games::Action> turn;
        if (history.position().to_move() == seat) {
          ASSERT_EQ(engine.say("position startpos" + (moves.empty() ? "" : " moves" + moves)), "");
          const auto answer = engine.say("go nodes 1500");
          turn = *games::parse_turn(history.position(), core::words(answer)[1]);
        } else {
          turn = {history.position().random_action(rng)};
        }
        moves += ' ' + games::turn_text(history.position(), turn);
        for (const auto action : turn) history.apply(action);
      }
      EXPECT_EQ(history.outcome().winner(), seat) << game.name << moves;
    }
  }
}

// Match runners write `hash` as often as `Hash`.
TEST(Ugi, OptionNamesInCapitalsOrSmallLetters) {
  Engine engine("yavalath");
  for (const auto* line : {"setoption name hash value 1", "setoption name THREADS value 2",
                           "setoption name player value random", "setoption name Size value 4"}) {
    EXPECT_EQ(engine.say(line), "") << line;
  }
  EXPECT_EQ(engine.say("query fen"), "response 4/5/6/7/6/5/4 w -\n");
}

TEST(Ugi, AnswersAreAlwaysLegalTurns) {
  for (const auto& variant : all_variants()) {
    const auto& info = *games::find_game(variant.game);
    Engine engine(variant.game, *games::parse_options(variant.options, info.options));
    std::string moves = "position startpos moves";
    for (int i = 0; i < by_tier(15, 60, 60); ++i) {
      const auto answer = engine.say("go depth 1");
      if (answer == "error the game is over\n") break;
      const auto words = core::words(answer);
      ASSERT_EQ(words.size(), 2u) << answer;
      moves += ' ' + std::string(words[1]);
      ASSERT_EQ(engine.say(moves), "") << variant.game << ' ' << variant.options;
    }
  }
}

// A script may send everything at once: what changes the position waits for the answer.
TEST(UgiProcess, ScriptsNeedNotWait) {
  const auto finished = run_program(
      {"ugi", "yavalath"},
      "go nodes 500\nposition startpos moves e5\ngo nodes 500\nposition startpos moves e5 e4\n"
      "go movetime 20\n");
  EXPECT_EQ(finished.status, 0);
  int answers = 0;
  for (const auto line : core::split(finished.out, '\n')) {
    answers += line.starts_with("bestmove ");
    EXPECT_FALSE(line.starts_with("error")) << line;
  }
  EXPECT_EQ(answers, 3);
}

// The end of input ends a ponder, too.
TEST(UgiProcess, EndsWhilePondering) {
  for (const char* input :
       {"go ponder movetime 50\n", "go infinite\nquit\n", "go ponder\nquit\n"}) {
    const auto finished = run_program({"ugi", "epaminondas"}, input);
    EXPECT_EQ(finished.status, 0);
    EXPECT_NE(finished.out.find("bestmove "), std::string::npos) << finished.out;
  }
}

TEST(UgiProcess, SurvivesAMegabyteOfRandomBytes) {
  core::Rng rng(99);
  std::string noise;
  for (int i = 0; i < 1 << 20; ++i) noise += static_cast<char>(rng.next());
  const auto finished =
      run_program({"ugi", "eigenstate"}, noise + "\nisready\nquery player\nquit\nisready\n");
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(finished.out.ends_with("readyok\nresponse 1\n")) << finished.out.substr(0, 200);
  EXPECT_EQ(finished.err, "");
  for (const auto line : core::split(finished.out, '\n')) {
    EXPECT_TRUE(line.empty() || line.starts_with("error ") || line == "readyok" ||
                line == "response 1")
        << core::quoted(line);
  }
}

TEST(UgiProcess, HalfLinesAndHugeLines) {
  EXPECT_TRUE(run_program({"ugi", "yavalath"}, "isre")
                  .out.starts_with("error unknown command 'isre'; known are ugi, isready"));
  EXPECT_EQ(run_program({"ugi", "yavalath"}, "isready").out, "readyok\n");
  EXPECT_EQ(run_program({"ugi", "yavalath"}, "isready\r\n").out, "readyok\n");
  const auto huge = run_program({"ugi", "yavalath"},
                                std::string(protocol::kMaxLineBytes + 10, 'x') + "\nisready\n");
  EXPECT_EQ(huge.status, 0);
  EXPECT_EQ(huge.out, "error a line has at most 16777216 bytes\nreadyok\n");
  const auto wide = run_program({"ugi", "yavalath"}, std::string(1 << 20, 'x') + "\nisready\n");
  EXPECT_TRUE(wide.out.ends_with("readyok\n"));
  EXPECT_LT(wide.out.size(), 200u);
}

TEST(UgiProcess, PositionsWithTenThousandTurns) {
  // Both sides walk stones along their home rows; a capture now and then is not needed, because
  // the draw rules end such a game: the error must name the turn, and the engine go on.
  std::string line = "position startpos moves";
  for (int i = 0; i < 2500; ++i) line += " a2-a3 a11-a10 a3-a2 a10-a11";
  const auto drawn = run_program({"ugi", "epaminondas"}, line + "\nquery fen\n");
  EXPECT_TRUE(drawn.out.starts_with("error item 9 of moves, 'a2-a3': the game was already over"))
      << drawn.out.substr(0, 200);
  EXPECT_NE(drawn.out.find("\nresponse bbbb"), std::string::npos);

  // 10,000 parts of turns of one long legal game.
  games::History history(start("sixteen-stone", "size=10"));
  core::Rng rng(8);
  std::string long_line = "position startpos moves";
  while (history.actions().size() < 10'000 && !history.outcome().over()) {
    const auto action = history.position().random_action(rng);
    long_line += ' ' + history.position().action_text(action);
    history.apply(action);
  }
  const auto played =
      run_program({"ugi", "sixteen-stone", "--options", "size=10"}, long_line + "\nquery fen\n");
  EXPECT_EQ(played.out, "response " + history.position().to_text() + '\n');
  EXPECT_GT(history.actions().size(), 1000u);
}

// Interrupts do not end an engine; the end of its input does.
TEST(UgiProcess, SurvivesInterrupts) {
  int in[2], out[2];
  ASSERT_EQ(pipe(in), 0);
  ASSERT_EQ(pipe(out), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    for (const int fd : {in[0], in[1], out[0], out[1]}) close(fd);
    alarm(600);  // only one that never ends is given up
    execl(TABULEIRO_PROGRAM, TABULEIRO_PROGRAM, "ugi", "yavalath", nullptr);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  const auto ask = [&](const std::string& half, const std::string& rest, bool interrupt) {
    EXPECT_EQ(write(in[1], half.data(), half.size()), static_cast<ssize_t>(half.size()));
    if (interrupt) kill(child, SIGINT);
    EXPECT_EQ(write(in[1], rest.data(), rest.size()), static_cast<ssize_t>(rest.size()));
    std::string answer;
    char c = 0;
    while (read(out[0], &c, 1) == 1 && c != '\n') answer += c;
    return answer;
  };
  ASSERT_EQ(ask("isready", "\n", false), "readyok");  // now it has started
  for (int i = 0; i < 50; ++i) ASSERT_EQ(ask("isre", "ady\n", true), "readyok");
  close(in[1]);
  int status = 0;
  waitpid(child, &status, 0);
  close(out[0]);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace tests
