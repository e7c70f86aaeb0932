// The command line: what scripts rely on, and errors that say what would be right.
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/file.h"
#include "core/scan.h"
#include "process.h"
#include "support.h"
#include "terminal/glyph.h"
#include "terminal/text_table.h"

namespace tests {
namespace {

TEST(CommandLine, PerftEndsWithTheCount) {
  EXPECT_EQ(run_program({"perft", "epaminondas", "2"}).out, "12996\n");
  EXPECT_EQ(run_program({"perft", "epaminondas", "2", "--options", "rules=crossings"}).out,
            "3600\n");
  EXPECT_EQ(run_program({"perft", "--options=size=3,swap=off", "yavalath", "1"}).out, "19\n");
  EXPECT_EQ(run_program({"perft", "sixteen-stone", "3", "--position",
                         "r1b2/rr2b/1b2b/3b1/r2rb b 1 1 12 ms"})
                .out,
            "1531\n");
}

TEST(CommandLine, DivideListsActionsAndAddsUp) {
  const auto finished = run_program({"perft", "yavalath", "2", "--options", "size=3", "--divide"});
  EXPECT_TRUE(finished.out.starts_with("a1 19\na2 19\na3 19\nb1 19\n")) << finished.out;
  EXPECT_TRUE(finished.out.ends_with("e3 19\n361\n")) << finished.out;
  EXPECT_NE(finished.err, "") << "timing goes to standard error";
}

TEST(CommandLine, GamesListsOptionsAndDefaults) {
  const auto list = nlohmann::json::parse(run_program({"games", "--json"}).out)["games"];
  ASSERT_EQ(list.size(), games::all_games().size());
  EXPECT_EQ(list[2]["name"], "yavalath");
  EXPECT_EQ(list[2]["options"][0]["key"], "size");
  EXPECT_EQ(list[2]["options"][0]["default"], "5");
  EXPECT_EQ(list[2]["start"], "5/6/7/8/9/8/7/6/5 w -");
  for (const char* name : {"eigenstate", "sixteen-stone", "yavalath", "epaminondas", "crossings"}) {
    EXPECT_NE(run_program({"games"}).out.find(name), std::string::npos) << name;
  }
}

TEST(CommandLine, BenchGivesOneObject) {
  const auto finished = run_program({"bench", "yavalath", "--json", "--seconds", "1"});
  ASSERT_EQ(finished.status, 0);
  const auto bench = nlohmann::json::parse(finished.out);
  const auto& figures = bench["yavalath"];
  EXPECT_GT(figures["playouts_per_s"].get<double>(), 0);
  EXPECT_GT(figures["actions_per_s"].get<double>(), figures["playouts_per_s"].get<double>());
  EXPECT_GT(figures["nodes_per_s"].get<double>(), 0);
  EXPECT_EQ(figures["signature"].get<std::string>().size(), 16u);
  EXPECT_NEAR(figures["mean_actions"].get<double>(), 19.6, 1);
  EXPECT_NEAR(figures["first_player_wins"].get<double>(), 0.472, 0.05);
  // Several at once are other games of the same kind.
  EXPECT_GT(figures["wide_playouts_per_s"].get<double>(), 0);
  EXPECT_NEAR(figures["wide_mean_actions"].get<double>(), 19.6, 0.3);
  EXPECT_NEAR(figures["wide_first_player_wins"].get<double>(), 0.472, 0.02);
  EXPECT_FALSE(figures["wide_instructions"].get<std::string>().empty());
}

TEST(CommandLine, BenchTakesTheInstructionsOfTheEnvironment) {
  const std::vector<std::string> words = {"bench", "yavalath", "--options", "swap=off", "--json"};
  const auto finished = run_program(words, "", {"TABULEIRO_INSTRUCTIONS=plain"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto bench = nlohmann::json::parse(finished.out);
  EXPECT_EQ(bench["yavalath"]["variants"]["swap=off"]["wide_instructions"], "plain");
  const auto refused = run_program(words, "", {"TABULEIRO_INSTRUCTIONS=mmx"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_TRUE(has(refused.err, "TABULEIRO_INSTRUCTIONS=plain")) << refused.err;
  EXPECT_TRUE(has(refused.err, "'mmx'")) << refused.err;
}

TEST(CommandLine, ATournamentThatNeedsMoreMemoryThanThereIsDoesNotBegin) {
  const auto refused =
      run_program({"arena", "--game", "yavalath", "--player", "level:10", "--player", "plain",
                   "--games", "2", "--hash", "65536", "--concurrency", "256"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("512 hash tables of 65536 MB are more than the "), std::string::npos)
      << refused.err;
}

TEST(CommandLine, AnalyseShowsLines) {
  const auto finished =
      run_program({"analyse", "yavalath", "--position", "5/6/7/8/ww1w5/8/7/6/bb1b1 w -", "--time",
                   "500", "--hash", "1", "--threads", "2"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_TRUE(finished.out.starts_with("yavalath: player 1 (o) to move\n\n")) << finished.out;
  for (const char* part :
       {" e o o . o . . . . .\n", "\n1  100.0 %   100.0 %     0.0 %", "win in 1 turn ", "  e3\n"}) {
    EXPECT_NE(finished.out.find(part), std::string::npos) << part << finished.out;
  }
  const auto three = run_program({"analyse", "yavalath", "--options", "players=3", "--time", "30"});
  EXPECT_NE(three.out.find("player 3  value"), std::string::npos) << three.out;
  const auto turn = run_program({"analyse", "eigenstate", "--time", "100", "--lines", "2"});
  for (const char* part : {"\n1 ", "\n1.1 ", "\n1.1.1 ", "\n2.1 "}) {
    EXPECT_NE(turn.out.find(part), std::string::npos) << part << turn.out;
  }
}

TEST(CommandLine, AnalyseSpeaksPortuguese) {
  const std::vector<std::string> position = {"analyse", "yavalath", "--position",
                                             "5/6/7/8/ww1w5/8/7/6/bb1b1 b -"};
  auto words = position;
  words.insert(words.end(), {"--time", "50", "--lang", "pt"});
  const auto lines = run_program(words).out;
  EXPECT_TRUE(lines.starts_with("yavalath: joga o jogador 2 (*)\n")) << lines;
  EXPECT_NE(lines.find("vitória em 1 turno "), std::string::npos) << lines;
  words = position;
  words.insert(words.end(), {"--moves", "a3", "--lang", "pt"});
  const auto over = run_program(words);
  EXPECT_EQ(over.status, 0);
  EXPECT_TRUE(over.out.starts_with("yavalath: o jogador 2 ganhou: quatro em fila\n")) << over.out;
  const auto terms = run_program({"analyse", "eigenstate", "--time", "0", "--lang", "pt"}).out;
  for (const char* part : {"\ntermo ", "\npeças ", "\nsoma ", "pesos equilibrados das casas",
                           "\n     a  b  c  d  e  f\n"}) {
    EXPECT_NE(terms.find(part), std::string::npos) << part << terms;
  }
}

TEST(CommandLine, AnalyseEvaluatesWithoutTime) {
  for (const auto& variant : all_variants()) {
    const auto finished = run_program(
        {"analyse", variant.game, "--options", variant.options, "--time", "0", "--lines", "1"});
    EXPECT_EQ(finished.status, 0) << variant.game;
    const bool three = variant.options.find("players=3") != std::string::npos;
    const auto part = three ? "\nno evaluation by terms: with three players" : "\nsum ";
    EXPECT_NE(finished.out.find(part), std::string::npos) << finished.out;
  }
  const auto over =
      run_program({"analyse", "sixteen-stone", "--position", "r4/5/2b2/5/4b r 0 0 21 mps"});
  EXPECT_EQ(over.status, 0);
  EXPECT_TRUE(over.out.starts_with("sixteen-stone: player 2 has won: ")) << over.out;
}

// As those of packages are, which their two programs share.
TEST(CommandLine, NetsMayBeFiles) {
  const TempFolder folder;
  const std::string net = folder.path() + "/sixteen-stone.net";
  const auto analysis = [&] {
    const auto finished = run_program({"analyse", "sixteen-stone", "--time", "20", "--json"}, "",
                                      {"TABULEIRO_NETS=" + folder.path()});
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.err, "");
    const auto json = nlohmann::json::parse(finished.out);
    EXPECT_FALSE(json["lines"].empty());
    EXPECT_EQ(json["evaluation"]["terms"].size(), 14u);
    return json["evaluation"]["net_value"];
  };
  EXPECT_EQ(analysis(), nullptr) << "no file";
  auto bytes = *core::read_file(source_path("nets/sixteen-stone.net"));
  core::write_file(net, bytes);
  const auto inside =
      nlohmann::json::parse(run_program({"analyse", "sixteen-stone", "--time", "0", "--json"}).out);
  EXPECT_EQ(analysis(), inside["evaluation"]["net_value"]);
  EXPECT_NE(analysis(), nullptr);
  bytes[bytes.size() / 2] ^= 1;
  core::write_file(net, bytes);
  EXPECT_EQ(analysis(), nullptr) << "damaged";
}

TEST(CommandLine, AnalyseGivesOneObject) {
  const auto finished = run_program({"analyse", "epaminondas", "--json", "--time", "60", "--moves",
                                     "a2-a3 a11-a10", "--lines", "2"});
  ASSERT_EQ(finished.status, 0);
  const auto json = nlohmann::json::parse(finished.out);
  EXPECT_EQ(json["game"], "epaminondas");
  EXPECT_EQ(json["options"]["rules"], "standard");
  EXPECT_EQ(json["lines"].size(), 2u);
  EXPECT_GE(json["evaluation"]["terms"].size(), 10u);
}

TEST(CommandLine, AnalyseRefusesBadInput) {
  expect_refused({"analyse"}, "GAME is missing");
  expect_refused({"analyse", "chess"}, "known are eigenstate");
  for (const char* lines : {"0", "51", "x", ""}) {
    expect_refused({"analyse", "yavalath", "--lines", lines}, "--lines must be a whole number");
  }
  for (const char* time : {"-1", "86400001", "1.5"}) {
    expect_refused({"analyse", "yavalath", "--time", time},
                   "--time must be a whole number from 0 to 86400000");
  }
  expect_refused({"analyse", "yavalath", "--threads", "0"}, "--threads must be");
  expect_refused({"analyse", "yavalath", "--hash", "0"}, "--hash must be");
  expect_refused({"analyse", "yavalath", "--options", "size=9"}, "it is one of");
  expect_refused({"analyse", "yavalath", "--position", "nonsense"}, "position");
  expect_refused({"analyse", "yavalath", "--moves", "e5 e5"}, "item 2 of moves, 'e5'");
}

TEST(CommandLine, PuzzlesAreFoundGradedAndChecked) {
  const TempFolder folder;
  const std::string file = folder.path() + "/puzzles.jsonl";
  const auto found =
      run_program({"puzzles", "four-in-line", "--count", "3", "--seed", "5", "--out", file});
  ASSERT_EQ(found.status, 0) << found.err;
  const auto first = core::read_file(file);
  ASSERT_TRUE(first);
  // Once more there is nothing to do; with threads, and without a file, the same comes out.
  EXPECT_EQ(
      run_program({"puzzles", "four-in-line", "--count", "3", "--seed", "5", "--out", file}).status,
      0);
  EXPECT_EQ(core::read_file(file), first);
  const auto again =
      run_program({"puzzles", "four-in-line", "--count", "3", "--seed", "5", "--threads", "2"});
  EXPECT_EQ(again.out, *first);
  // Puzzles without a grade are not done.
  const auto ungraded = run_program({"puzzles", "--check", file});
  EXPECT_EQ(ungraded.status, 1);
  EXPECT_NE(ungraded.out.find("puzzle 1: its grade"), std::string::npos) << ungraded.out;
  ASSERT_EQ(run_program({"puzzles", "--grade", file}).status, 0);
  const auto graded = core::read_file(file);
  EXPECT_EQ(run_program({"puzzles", "--grade", file}).status, 0);
  EXPECT_EQ(core::read_file(file), graded);
  const auto checked = run_program({"puzzles", "--check", file});
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_EQ(checked.out, "puzzles: 3, all confirmed\n");
  // Other settings do not go on with it.
  expect_refused({"puzzles", "four-in-line", "--seed", "6", "--out", file}, "--seed is '5' there");
  expect_refused({"puzzles", "yavalath", "--out", file}, "GAME is 'four-in-line' there");
  // One that comes twice.
  const auto last = graded->substr(graded->rfind('\n', graded->size() - 2) + 1);
  ASSERT_EQ(core::write_file(file, *graded + last), 0);
  const auto twice = run_program({"puzzles", "--check", file});
  EXPECT_EQ(twice.status, 1);
  EXPECT_NE(twice.out.find("puzzle 4: it is puzzle 3 again"), std::string::npos) << twice.out;
}

TEST(CommandLine, PuzzlesRefuseBadInput) {
  expect_refused({"puzzles"}, "GAME is missing");
  expect_refused({"puzzles", "chess"}, "known are eigenstate");
  expect_refused({"puzzles", "yavalath", "--options", "players=3"}, "two players");
  expect_refused({"puzzles", "yavalath", "--count", "0"}, "--count must be");
  expect_refused({"puzzles", "yavalath", "--threads", "0"}, "--threads must be");
  expect_refused({"puzzles", "--check", "/nowhere"}, "/nowhere");
  expect_refused({"puzzles", "--grade", "/nowhere"}, "/nowhere");
  expect_refused({"puzzles", "--grade", "a", "--check", "b"}, "--grade");
  expect_refused({"puzzles", "yavalath", "--records", "/nowhere"}, "/nowhere");
  expect_refused({"puzzles", "yavalath", "--records", "a", "--proofs"}, "--proofs");
  expect_refused({"puzzles", "eigenstate", "--proofs"}, "no proofs of eigenstate");
}

TEST(CommandLine, HelpEverywhere) {
  EXPECT_NE(run_program({}).out.find("perft"), std::string::npos);
  EXPECT_NE(run_program({"--help"}).out.find("commands:"), std::string::npos);
  for (const char* command : {"play", "games", "perft", "ugi", "bench", "arena", "analyse",
                              "openings", "puzzles", "review", "convert", "check-engine"}) {
    const auto finished = run_program({command, "--help"});
    EXPECT_EQ(finished.status, 0);
    EXPECT_NE(finished.out.find("usage: tabuleiro " + std::string(command)), std::string::npos);
  }
  EXPECT_TRUE(run_program({"--version"}).out.starts_with("tabuleiro "));
}

TEST(CommandLine, HelpAndAnalysisFit80Columns) {
  std::vector<std::vector<std::string>> calls = {{"help"},
                                                 {"games"},
                                                 {"analyse", "eigenstate", "--time", "50"},
                                                 {"analyse", "yavalath", "--time", "50"}};
  for (const char* command : {"play", "serve", "analyse", "review", "convert", "admin", "arena"}) {
    calls.push_back({command, "--help"});
  }
  for (auto call : calls) {
    for (const std::string language : {"en", "pt"}) {
      auto words = call;
      words.insert(words.end(), {"--lang", language});
      auto told = run_program(words).out;
      // The text of a position is one word, however long; the lines stand below it.
      if (const auto lines = told.find("\n#"); lines != std::string::npos) told.erase(0, lines);
      for (const auto line : core::split(told, '\n')) {
        EXPECT_LE(terminal::width(line), 80u) << line;
      }
    }
  }
  EXPECT_TRUE(has(run_program({"play", "--help", "--lang", "pt"}).out, "humano (por omissão)"));
  EXPECT_TRUE(has(run_program({"help", "--lang", "pt"}).out, "message TEXTO"));
  // A seed has a default where games repeat themselves without it.
  EXPECT_TRUE(has(run_program({"play", "--help"}).out, "everything random repeatable\n"));
  EXPECT_TRUE(has(run_program({"puzzles", "--help"}).out, "random repeatable (default 1)\n"));
}

TEST(CommandLine, LanguageFromOptionThenEnvironment) {
  EXPECT_NE(run_program({"--help", "--lang", "pt"}).out.find("comandos:"), std::string::npos);
  EXPECT_NE(run_program({"--help"}, "", {"LANG=pt_PT.UTF-8"}).out.find("comandos:"),
            std::string::npos);
  EXPECT_NE(run_program({"--help", "--lang=en"}, "", {"LANG=pt_PT.UTF-8"}).out.find("commands:"),
            std::string::npos);
  expect_refused({"chess"}, "comando desconhecido", "", {"LANG=pt_BR.UTF-8"});
  expect_refused({"games", "--lang", "fr"}, "unknown language 'fr'");
  const auto of = [](const std::vector<std::string>& environment) {
    return run_program({"--help"}, "", environment).out;
  };
  EXPECT_TRUE(has(of({"LC_MESSAGES=pt_PT.UTF-8", "LANG=en_GB.UTF-8"}), "comandos:"));
  EXPECT_TRUE(has(of({"LC_ALL=C", "LC_MESSAGES=pt_PT.UTF-8", "LANG=pt_PT.UTF-8"}), "commands:"));
}

// The words that stand for what a person types are words too.
TEST(CommandLine, PlacesAreNamedInTheLanguage) {
  const auto help = run_program({"review", "--help", "--lang", "pt"}).out;
  EXPECT_TRUE(has(help, "tabuleiro review FICHEIRO")) << help;
  EXPECT_FALSE(has(help, "FILE")) << help;
  EXPECT_TRUE(has(run_program({"play", "--help", "--lang", "pt"}).out, "--p1 QUEM"));
  EXPECT_TRUE(has(run_program({"review", "--help"}).out, "tabuleiro review FILE"));
}

TEST(CommandLine, SeatsByTheNamesOfTheScreen) {
  const auto played = run_program({"play", "yavalath", "--plain", "--lang", "pt", "--p1", "pessoa",
                                   "--p2", "nível 1", "--seed", "1"},
                                  "sair\n");
  EXPECT_EQ(played.status, 0) << played.err;
  EXPECT_TRUE(has(played.out, "jogador 2 (*): nível 1")) << played.out;
  EXPECT_TRUE(has(played.out, "tamanho=5")) << played.out;
  expect_refused({"play", "yavalath", "--lang", "pt", "--p1", "ninguém"},
                 "jogador desconhecido 'ninguém'; existem humano");
}

TEST(CommandLine, FailuresAreOneLine) {
  expect_refused({"chess"}, "unknown command 'chess'; known are play, join");
  expect_refused({"perft"}, "GAME is missing");
  expect_refused({"perft", "chess", "2"}, "known are eigenstate, sixteen-stone");
  expect_refused({"perft", "yavalath"}, "DEPTH is missing");
  expect_refused({"perft", "yavalath", "x"}, "DEPTH must be a whole number");
  expect_refused({"perft", "yavalath", "-1"}, "DEPTH must be a whole number");
  expect_refused({"perft", "yavalath", "2", "3"}, "unexpected argument '3'");
  expect_refused({"perft", "yavalath", "2", "--depth", "3"}, "unknown option '--depth'");
  expect_refused({"perft", "yavalath", "2", "--options"}, "--options needs a value");
  expect_refused({"perft", "yavalath", "2", "--divide=yes"}, "takes no value");
  expect_refused({"perft", "yavalath", "2", "--divide", "--divide"}, "twice");
  expect_refused({"perft", "yavalath", "2", "--options", "size"}, "key=value");
  expect_refused({"perft", "yavalath", "2", "--options", "size=5,size=4"}, "twice");
  expect_refused({"perft", "yavalath", "2", "--options", "colour=red"}, "known are size, players");
  expect_refused({"perft", "yavalath", "2", "--options", "size=7"}, "it is one of 3, 4, 5, 6");
  expect_refused({"ugi", "yavalath", "--options", "players=3,swap=on"}, "swap=on needs players=2");
  expect_refused({"perft", "yavalath", "2", "--position", ""}, "ROWS PLAYER OUT");
  expect_refused({"perft", "yavalath", "2", "--position", "5/6/7/8/9/8/7/6/q4 w -"},
                 "ROWS, character 17");
  expect_refused({"bench", "--seconds", "0"}, "--seconds must be a whole number from 1");
}

TEST(CommandLine, AFullDiskIsAnError) {
  const auto finished = run_program({"games"});
  EXPECT_EQ(finished.status, 0);
  const std::string command = "'" TABULEIRO_PROGRAM "' games >/dev/full 2>/dev/null";
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

}  // namespace
}  // namespace tests
