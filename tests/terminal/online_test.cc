// Two terminals at one table of a server, as two friends would sit there.
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "process.h"
#include "pty.h"
#include "served.h"
#include "support.h"
#include "temp_folder.h"
#include "tls_client.h"

namespace tests {
namespace {

// The shortest recorded game.
nlohmann::json shortest_game(const std::string& game) {
  const auto recorded = vectors(game + "-games.jsonl");
  const auto turns = [](const nlohmann::json& one) {
    return one[one.contains("turns") ? "turns" : "moves"];
  };
  auto best = recorded[0];
  for (const auto& one : recorded) {
    if (turns(one).size() < turns(best).size()) best = one;
  }
  best["turns"] = turns(best);
  return best;
}

class OnlineTest : public testing::Test {
 protected:
  OnlineTest() : port_(free_port()) {
    setenv("XDG_STATE_HOME", home().c_str(), 1);
    setenv("XDG_CONFIG_HOME", home().c_str(), 1);
    start();
  }
  ~OnlineTest() override {
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_CONFIG_HOME");
  }

  std::string home() const { return folder_.path() + "/home"; }
  std::string origin() const { return "http://127.0.0.1:" + std::to_string(port_); }
  void start() {
    served_ = std::make_unique<Served>(folder_.path() + "/games.db",
                                       std::vector<std::string>{"--port", std::to_string(port_)});
  }
  void kill_server() {
    kill(served_->process(), SIGKILL);
    served_.reset();
  }

  // A table for Ana, who has it, and a guest.
  void make_table(const std::string& game, const std::string& options = "",
                  const nlohmann::json& more = nlohmann::json::object()) {
    nlohmann::json wish = {
        {"game", game},
        {"options", *games::parse_options(options, games::find_game(game)->options)},
        {"seats", {{{"who", "me"}, {"name", "Ana"}}, {{"who", "open"}}}}};
    wish.update(more);
    const auto made = served_->post("/api/tables", wish);
    ASSERT_EQ(made.status, 201) << made.message();
    address_ = origin() + "/g/" + made.json["id"].get<std::string>();
    own_link_ = address_ + "#seat=" + made.json["token"].get<std::string>();
    invitation_ =
        address_ + "#seat=" + made.json["invites"][0]["token"].get<std::string>() + "&player=2";
  }

  PtyProgram::Terminal small() const {
    auto window = terminal();
    window.rows = 20;
    window.columns = 60;
    return window;
  }

  PtyProgram::Terminal terminal(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> environment = {
        "HOME=" + home(), "LANG=C.UTF-8", "XDG_STATE_HOME=" + home(), "XDG_CONFIG_HOME=" + home()};
    environment.insert(environment.end(), more.begin(), more.end());
    return {.rows = 40, .columns = 100, .environment = environment};
  }

  const TempFolder folder_;
  const int port_;
  std::unique_ptr<Served> served_;
  std::string address_, own_link_, invitation_;
};

TEST_F(OnlineTest, TwoTerminalsPlayEveryGameOverAServerThatIsKilledInBetween) {
  for (const auto& game : games::all_games()) {
    const auto recorded = shortest_game(game.name);
    const auto& turns = recorded["turns"];
    make_table(game.name, recorded.value("options", ""));
    auto ana = PtyProgram::tabuleiro({"join", own_link_}, terminal());
    ASSERT_TRUE(ana.wait_for("waiting until every seat is taken")) << game.name;
    Conversation rui({"join", "--plain", invitation_, "--name", "Rui"});
    // He sits there before he sees the board: only then turns are told to him one by one.
    ASSERT_TRUE(rui.line_with("player 2 (")) << game.name;
    ASSERT_TRUE(ana.wait_for("Rui")) << game.name;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const auto turn = turns[i].get<std::string>();
      const bool broken = i == turns.size() / 2;
      if (broken) {
        kill_server();
        ASSERT_TRUE(ana.wait_for("connection lost")) << game.name;
        ASSERT_TRUE(rui.line_with("connection lost"));
      }
      if (i % 2 == 0) {
        ana.send(turn + "\r");
      } else {
        rui.send(turn + "\n");
      }
      if (broken) {
        start();
        ASSERT_TRUE(rui.line_with("connected again"));
      }
      // Whose turn it is is told in such a line too.
      const auto player = "player " + std::to_string(i % 2 + 1) + " (";
      auto told = rui.line_with(player);
      while (told && !has(*told, "): " + turn)) told = rui.line_with(player);
      ASSERT_TRUE(told) << game.name << ' ' << turn;
      ASSERT_TRUE(ana.wait_for(std::to_string(i + 1) + ". " + turn)) << game.name;
    }
    const std::string result = recorded["result"];
    ASSERT_TRUE(ana.wait_for(result == "draw" ? std::string("the game is drawn")
                                              : "player " + result.substr(1, 1) + " has won"));
    EXPECT_TRUE(rui.line_with("result " + result + ": ")) << game.name;
    EXPECT_EQ(rui.wait(), 0);
    ana.send("quit\r");
    EXPECT_EQ(ana.wait_exit(), 0);
    EXPECT_TRUE(ana.left_clean());
  }
}

TEST_F(OnlineTest, OffersPhrasesAndResigning) {
  make_table("yavalath", "swap=off");
  Conversation ana({"join", "--plain", own_link_});
  ASSERT_TRUE(ana.line_with("waiting until every seat is taken"));
  Conversation rui({"join", "--plain", invitation_, "--name", "Rui"});
  ASSERT_TRUE(ana.line_with("player 2 (*) sits down: Rui"));
  ASSERT_TRUE(rui.line_with("player 2 (*): Rui, you"));
  ana.send("say good luck\n");
  EXPECT_TRUE(rui.line_with("player 1 (o) says: Good luck!"));
  ana.send("e5\n");
  ASSERT_TRUE(rui.line_with("player 1 (o) places a stone on e5"));
  ana.send("undo\n");
  EXPECT_TRUE(ana.line_with("you asked to go back to turn 0"));
  ASSERT_TRUE(rui.line_with("player 1 (o) asks to go back to turn 0: accept or decline"));
  rui.send("accept\n");
  EXPECT_TRUE(ana.line_with("taken back to turn 0"));
  ana.send("e4\n");
  ASSERT_TRUE(rui.line_with("player 1 (o) places a stone on e4"));
  rui.send("draw\n");
  ASSERT_TRUE(ana.line_with("player 2 (*) offers a draw: accept or decline"));
  ana.send("decline\n");
  EXPECT_TRUE(rui.line_with("player 1 (o) declines"));
  rui.send("accept\nresign\nperhaps\nyes\n");
  EXPECT_TRUE(rui.line_with("there is nothing to answer"));
  EXPECT_TRUE(rui.line_with("Resign this game? yes or no"));
  EXPECT_TRUE(ana.line_with("result p1win: "));
  EXPECT_TRUE(rui.line_with("result p1win: "));
  EXPECT_EQ(ana.wait(), 0);
  EXPECT_EQ(rui.wait(), 0);
}

void expect_left(PtyProgram& program) {
  EXPECT_EQ(program.wait_exit(), 0);
  EXPECT_TRUE(program.left_clean());
  EXPECT_EQ(program.screen().unknown(), std::vector<std::string>());
}

// Who plays is asked first; a second Ctrl-C leaves.
void leave(PtyProgram& program) {
  program.send(keys::ctrl('c'));
  program.send(keys::ctrl('c'));
  expect_left(program);
}

TEST_F(OnlineTest, ClocksARematchAndWhoLooksOn) {
  make_table("yavalath", "size=3,swap=off",
             {{"clock", {{"kind", "game"}, {"initial", 600'000}, {"increment", 0}}}});
  auto ana = PtyProgram::tabuleiro({"join", own_link_}, terminal());
  ASSERT_TRUE(ana.wait_for("Ana, you  10:00"));
  auto rui = PtyProgram::tabuleiro({"join", invitation_, "--lang", "pt"}, terminal());
  ASSERT_TRUE(rui.wait_for("vez do jogador 1"));
  auto eva = PtyProgram::tabuleiro({"watch", own_link_}, terminal());
  ASSERT_TRUE(ana.wait_for("watching: 1"));
  ASSERT_TRUE(eva.wait_for("Ana"));
  eva.send("\r");
  ASSERT_TRUE(eva.wait_for("you are watching this game"));
  // By the cursor: the middle of the board.
  ASSERT_TRUE(ana.wait_for("your turn"));
  ana.send("\r");
  ASSERT_TRUE(eva.wait_for("1. c3"));
  ASSERT_TRUE(rui.wait_for("é a sua vez"));
  ana.send("resign\r");
  ASSERT_TRUE(ana.wait_for("Resign this game?"));
  ana.send("n");
  ASSERT_TRUE(ana.wait_gone("Resign this game?"));
  ana.send("resign\r");
  ASSERT_TRUE(ana.wait_for("Resign this game?"));
  ana.send("y");
  for (auto* one : {&ana, &eva}) ASSERT_TRUE(one->wait_for("player 2 has won"));
  ana.send("rematch\r");
  ASSERT_TRUE(rui.wait_for("pede outra partida"));
  rui.send("aceitar\r");
  // Everybody is at the next table, one seat on.
  ASSERT_TRUE(rui.wait_for("é a sua vez"));
  ASSERT_TRUE(ana.wait_for("player 2 (*) Ana, you"));
  ASSERT_TRUE(eva.wait_for("player 2 (*) Ana"));
  leave(ana);
  leave(rui);
  // Who only looks on is not asked: a second Ctrl-C might come when the terminal is given back.
  eva.send(keys::ctrl('c'));
  expect_left(eva);
}

const nlohmann::json kTenMinutes = {
    {"clock", {{"kind", "game"}, {"initial", 600'000}, {"increment", 0}}}};

// Of a clock that goes, however long the test takes: 9:59, 8:07 …
bool has_clock(const std::string& line) {
  for (std::size_t at = line.find(':'); at != std::string::npos; at = line.find(':', at + 1)) {
    const auto digit = [&](std::size_t i) {
      return i < line.size() && line[i] >= '0' && line[i] <= '9';
    };
    if (at > 0 && digit(at - 1) && digit(at + 1) && digit(at + 2)) return true;
  }
  return false;
}

TEST_F(OnlineTest, YavalathInASmallWindow) {
  make_table("yavalath", "", kTenMinutes);
  auto ana = PtyProgram::tabuleiro({"join", own_link_}, small());
  ASSERT_TRUE(ana.wait_for("waiting until every seat is taken"));
  auto rui = PtyProgram::tabuleiro(
      {"join", invitation_, "--name", "Rui Manuel de Vasconcelos e Noronha"}, small());
  ASSERT_TRUE(rui.wait_for("● player 2 (*) Rui Manuel de Vasconcelos e Noronha"));
  ASSERT_TRUE(ana.wait_for("your turn"));
  EXPECT_TRUE(ana.wait_until([](const Vt& screen) {
    return screen.line(1).starts_with("▶ ○ player 1 (o) Ana, you");
  })) << ana.dump();
  // A long name gives way to the clock.
  EXPECT_TRUE(ana.wait_until([](const Vt& screen) {
    return has(screen.line(2), "  ● player 2 (*) Rui Manuel");
  })) << ana.dump();
  ASSERT_TRUE(ana.wait_until(
      [](const Vt& screen) { return has_clock(screen.line(1)) && has_clock(screen.line(2)); }));
  ana.send("\r");
  ASSERT_TRUE(rui.wait_for("  swap"));
  rui.send("draw\r");
  ASSERT_TRUE(ana.wait_for("player 2 (*) offers a draw: accept or decline"));
  EXPECT_TRUE(ana.wait_until([](const Vt& screen) {
    return has_clock(screen.line(1)) && has_clock(screen.line(2));
  })) << ana.dump();
  EXPECT_TRUE(ana.wait_until([](const Vt& screen) {
    return screen.line(2).starts_with("▶ ● player 2 (*) Rui");
  })) << ana.dump();
  ana.send("decline\r");
  ASSERT_TRUE(rui.wait_for("player 1 (o) declines"));
  rui.send(keys::click(*rui.screen().find("swap", {1, 0})));
  ASSERT_TRUE(ana.wait_until(
      [](const Vt& screen) { return screen.line(1).starts_with("▶ ○ player 1 (o) Ana"); }));
  leave(ana);
  leave(rui);
}

TEST_F(OnlineTest, EigenstateInASmallWindowWithThePieceLarge) {
  make_table("eigenstate", "", kTenMinutes);
  auto ana = PtyProgram::tabuleiro({"join", own_link_}, small());
  Conversation rui({"join", "--plain", invitation_, "--name", "Rui"});
  for (const int columns : {60, 50}) {
    ana.resize(20, columns);
    // The move, and a peg by its hole on the large piece.
    ASSERT_TRUE(ana.wait_for("Step 1 of 3: move a piece")) << ana.dump();
    EXPECT_TRUE(ana.wait_for("Ana, you")) << ana.dump();
    EXPECT_TRUE(ana.wait_for("Rui")) << ana.dump();
    ana.send("\t\r");
    ASSERT_TRUE(ana.wait_for("goes where?"));
    ana.send("\t\r");
    ASSERT_TRUE(ana.wait_for("so far:"));
    ana.send("\r");
    ASSERT_TRUE(ana.wait_for("which hole of"));
    ASSERT_TRUE(ana.wait_for("@")) << ana.dump();
    ana.send("undo\r");
    ASSERT_TRUE(ana.wait_gone("so far:")) << ana.dump();
  }
  ana.send("piece b1\r");
  ASSERT_TRUE(ana.wait_for("4 | o o * o o")) << ana.dump();
  ana.send("q");
  ana.send("board holes\r");
  ASSERT_TRUE(ana.wait_for("o o @ o o|o o @ o o")) << ana.dump();
  ana.send("q");
  rui.send("piece b1\nboard holes\n");
  EXPECT_TRUE(rui.line_with("4 | o o * o o"));
  EXPECT_TRUE(rui.line_with("o o @ o o|o o @ o o"));
  leave(ana);
  rui.send("quit\n");
  EXPECT_EQ(rui.wait(), 0);
}

TEST_F(OnlineTest, SixteenStoneInASmallWindow) {
  auto more = kTenMinutes;
  more["position"] = "bb2r/b2b1/3br/1r3/5 r 2 1 11 mps";
  make_table("sixteen-stone", "", more);
  auto ana = PtyProgram::tabuleiro({"join", own_link_}, small());
  ASSERT_TRUE(ana.wait_for("Ana, you"));
  Conversation rui({"join", "--plain", invitation_, "--name", "Rui"});
  ASSERT_TRUE(ana.wait_for("sacrifice")) << ana.dump();
  for (const std::string shown : {"Ana, you", "Rui", "pool: 2", "pool: 1"}) {
    ASSERT_TRUE(ana.wait_for(shown)) << shown;
  }
  ana.send(keys::click(*ana.screen().find("sacrifice", {1, 0})));
  ASSERT_TRUE(ana.wait_for("so far: sacrifice")) << ana.dump();
  EXPECT_TRUE(ana.wait_for("pool: 1")) << ana.dump();
  leave(ana);
  rui.send("quit\n");
  EXPECT_EQ(rui.wait(), 0);
}

TEST_F(OnlineTest, EpaminondasInASmallWindow) {
  make_table("epaminondas", "", kTenMinutes);
  auto ana = PtyProgram::tabuleiro({"join", own_link_, "--lang", "pt"}, small());
  Conversation rui({"join", "--plain", invitation_, "--name", "Rui"});
  ASSERT_TRUE(ana.wait_for("é a sua vez"));
  ASSERT_TRUE(ana.wait_until([](const Vt& screen) {
    return has(screen.line(1), "▶ ○ jogador 1 (W) Ana") && has_clock(screen.line(1)) &&
           has(screen.line(1), ": 0") && has(screen.line(2), "  ● jogador 2 (B) Rui") &&
           has(screen.line(2), ": 0");
  }));
  // The title says the options in words, where there is room for them.
  EXPECT_FALSE(has(ana.screen().line(0), "rules=")) << ana.dump();
  ana.resize(24, 80);
  ASSERT_TRUE(ana.wait_for("regras=normais")) << ana.dump();
  leave(ana);
  rui.send("quit\n");
  EXPECT_EQ(rui.wait(), 0);
}

TEST_F(OnlineTest, LookingBackAndTheLooksOfABoard) {
  make_table("yavalath", "swap=off");
  auto ana = PtyProgram::tabuleiro({"join", own_link_}, small());
  ASSERT_TRUE(ana.wait_for("waiting until every seat is taken"));
  Conversation rui({"join", "--plain", invitation_, "--name", "Rui"});
  ASSERT_TRUE(rui.line_with("player 2 (*): Rui, you"));
  ASSERT_TRUE(ana.wait_for("your turn"));
  ana.send("bell on\r");
  ASSERT_TRUE(ana.wait_for("the bell rings"));
  ana.send("title on\r");
  ASSERT_TRUE(
      ana.wait_until([](const Vt& screen) { return screen.title() == "Yavalath: your turn"; }));
  ana.send("theme slate\r");
  ASSERT_TRUE(ana.wait_for("theme: slate"));
  const std::vector<std::string> turns = {"e3", "a1", "e4", "a3", "e6", "b1"};
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (i % 2 == 0) {
      ana.send(turns[i] + "\r");
    } else {
      rui.send(turns[i] + "\n");
    }
    ASSERT_TRUE(ana.wait_for("turn " + std::to_string(i + 2)));
    const std::string player = i % 2 == 0 ? "player 1 (o): " : "player 2 (*): ";
    ASSERT_TRUE(rui.line_with(player + turns[i]));
    // A word that is none is told as that, also out of turn.
    if (i == 0) {
      ana.send("tehme\r");
      ASSERT_TRUE(ana.wait_for("did you mean theme?")) << ana.dump();
      ana.send("acept\r");
      ASSERT_TRUE(ana.wait_for("did you mean accept?")) << ana.dump();
      ana.send("b2\r");
      ASSERT_TRUE(ana.wait_for("it is not your turn")) << ana.dump();
    }
  }
  EXPECT_TRUE(ana.wait_until([](const Vt& screen) { return screen.bells() == 3; }));
  ana.send(",");
  ASSERT_TRUE(ana.wait_for("looking at turn 5 of 6"));
  ana.send(keys::kHome);
  ASSERT_TRUE(ana.wait_for("looking at turn 0 of 6"));
  EXPECT_TRUE(ana.wait_gone("(●)")) << ana.dump();
  ana.send("at 3\r");
  ASSERT_TRUE(ana.wait_for("looking at turn 3 of 6"));
  ana.send(keys::kEscape);
  ASSERT_TRUE(ana.wait_gone("looking at"));
  rui.send("back\nat 9\n");
  EXPECT_TRUE(rui.line_with("looking at turn 5 of 6"));
  EXPECT_TRUE(rui.line_with("N must be a whole number"));
  // A turn that is typed is played in the game; the line that decides it is marked.
  ana.send(",");
  ASSERT_TRUE(ana.wait_for("looking at turn 5 of 6"));
  ana.send("e5\r");
  ASSERT_TRUE(ana.wait_for("player 1 has won")) << ana.dump();
  ASSERT_TRUE(ana.wait_for("=○= =○= =○= =○=")) << ana.dump();
  ana.send("quit\r");
  EXPECT_EQ(ana.wait_exit(), 0);
  EXPECT_TRUE(ana.left_clean());
  EXPECT_EQ(ana.screen().title(), "");
}

TEST_F(OnlineTest, TheSameCommandSitsDownAgain) {
  make_table("yavalath", "swap=off");
  for (const auto& link : {invitation_, invitation_, address_}) {
    const auto sat = run_program({"join", "--plain", link}, "quit\n");
    EXPECT_EQ(sat.status, 0) << sat.err;
    EXPECT_TRUE(has(sat.out, "player 2 (*): guest, you")) << sat.out;
    EXPECT_TRUE(has(sat.out, "result none: ")) << sat.out;
  }
  // Somebody else's invitation it is not.
  const TempFolder other;
  const auto refused =
      run_program({"join", "--plain", invitation_}, "quit\n", {"XDG_STATE_HOME=" + other.path()});
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.err,
            "tabuleiro: the server refuses: the invitation was used already, or is not for this "
            "table\n");
  EXPECT_EQ(refused.out, "");
}

TEST_F(OnlineTest, AScriptWritesItsTurnsAhead) {
  make_table("yavalath", "size=3,swap=off");
  Conversation ana({"join", "--plain", own_link_});
  ana.send("a1\nb1\n");
  Conversation rui({"join", "--plain", invitation_});
  rui.send("e3\n");
  for (const std::string line : {"player 1 (o): a1", "player 2 (*): e3", "player 1 (o): b1"}) {
    EXPECT_TRUE(ana.line_with(line)) << line;
  }
  // One whose lines end where it would be to move has not finished its game.
  const auto ended = run_program({"join", "--plain", invitation_}, "");
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "result none: input ended\n")) << ended.out;
  // Leaving right behind a turn does not lose it.
  rui.send("e2\nquit\n");
  EXPECT_EQ(rui.wait(), 0);
  EXPECT_TRUE(ana.line_with("player 2 (*): e2"));
  ana.send("quit\n");
  EXPECT_EQ(ana.wait(), 0);
}

TEST_F(OnlineTest, WhatIsWrongIsOneLine) {
  make_table("yavalath");
  expect_refused({"join", "yavalath"}, "'yavalath' is not the link of a table");
  expect_refused({"watch", origin() + "/rules/yavalath"}, "is not the link of a table");
  expect_refused({"join"}, "URL is missing");
  const auto one_line = [](const std::vector<std::string>& arguments, const std::string& expected) {
    const auto run = run_program(arguments);
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.err, "tabuleiro: " + expected + "\n");
    EXPECT_EQ(run.out, "");
  };
  for (const std::string command : {"join", "watch"}) {
    one_line({command, origin() + "/g/nothere"}, "the server refuses: there is no table 'nothere'");
    const auto nobody = "http://127.0.0.1:" + std::to_string(free_port());
    one_line({command, nobody + "/g/a"}, "no server answers at " + nobody);
  }
  one_line({"join", address_},
           "this link is for looking on; joining needs one with #seat=TOKEN, or 'tabuleiro watch' "
           "follows the game");
  one_line({"join", address_ + "#seat=AAAAAAAAAAAAAAAAAAAAAA"},
           "the server refuses: the invitation was used already, or is not for this table");
}

TEST_F(OnlineTest, TheCertificateOfASecureServerIsChecked) {
  const auto made = new_certificate(folder_.path());
  const Served secure(folder_.path() + "/secure.db",
                      {"--tls-cert", made.certificate, "--tls-key", made.key});
  const auto link = "https://localhost:" + std::to_string(secure.port()) + "/g/nothere";
  const auto refused = run_program({"watch", link});
  EXPECT_EQ(refused.status, 1);
  EXPECT_TRUE(has(refused.err, "the certificate of https://localhost:")) << refused.err;
  const auto trusted = run_program({"watch", link}, "", {"SSL_CERT_FILE=" + made.certificate});
  EXPECT_TRUE(has(trusted.err, "there is no table")) << trusted.err;
  // A name that is not in the certificate is another server.
  const auto elsewhere =
      run_program({"watch", "https://127.0.0.1:" + std::to_string(secure.port()) + "/g/nothere"},
                  "", {"SSL_CERT_FILE=" + made.certificate});
  EXPECT_TRUE(has(elsewhere.err, "the certificate of https://127.0.0.1:")) << elsewhere.err;
}

}  // namespace
}  // namespace tests
