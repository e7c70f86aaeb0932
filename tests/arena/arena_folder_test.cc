// Tournaments on disk: every game is kept at once, killed and interrupted ones go on without losing
// or repeating a game, and rating tools can read the file.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <thread>

#include "arena/archive.h"
#include "arena/results.h"
#include "core/file.h"
#include "core/scan.h"
#include "process.h"
#include "support.h"

namespace tests {
namespace {

using std::chrono::milliseconds;
using Words = std::vector<std::string>;

// A folder of its own that goes with the test.
class ArenaFolder : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return root_.path() + '/' + name; }
  std::string games_of(const std::string& folder) const {
    return core::read_file(path(folder) + "/games.pgn").value_or("");
  }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
  }
  // Another program, by what it does when it is asked for a turn.
  std::string engine(const std::string& name, const std::string& on_go) const {
    write(name,
          "while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; go*) " +
              on_go + ";; quit) exit;; esac; done\n");
    return "engine:sh " + path(name);
  }

 private:
  TempFolder root_;
};

Words arena(const Words& more) {
  Words words = {"arena", "--game", "yavalath", "--player", "random", "--player", "random"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The games of a file as texts without their times; each must be there once.
std::set<std::string> games_in(const std::string& content) {
  std::set<std::string> texts;
  auto read = arena::read_records(content);
  EXPECT_TRUE(read) << text::render(read.error(), text::Language::kEnglish);
  EXPECT_EQ(read->bytes, content.size());
  for (auto& record : read->records) {
    record.tags.erase("Thinking");
    EXPECT_TRUE(texts.insert(games::to_pgn(record)).second) << "a game is there twice";
  }
  return texts;
}

TEST_F(ArenaFolder, KilledTournamentsLoseAndRepeatNoGame) {
  const int games = by_tier(60, 200, 1000), kills = by_tier(3, 5, 10);
  const auto begin = std::chrono::steady_clock::now();
  const auto words = [&](const std::string& folder) {
    return arena({"--games", std::to_string(games), "--seed", "5", "--concurrency", "2", "--out",
                  path(folder)});
  };
  ASSERT_EQ(wait_for(start_program(words("whole"))), 0);
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - begin);
  const auto expected = games_in(games_of("whole"));
  ASSERT_EQ(static_cast<int>(expected.size()), games);

  // On average half of the games are played between the kills; the rest after the last one. Where
  // the machine has become quicker, and it ended before, it begins anew and is killed sooner.
  core::Rng rng(static_cast<std::uint64_t>(took.count()));
  auto longest = static_cast<std::uint32_t>(took.count() / (kills + 1));
  Words next = words("killed");
  for (int killed = 0; killed < kills;) {
    const int process = start_program(next);
    std::this_thread::sleep_for(std::chrono::microseconds(rng.below(longest + 1)));
    kill(process, SIGKILL);
    if (wait_for(process) != 128 + SIGKILL) {
      EXPECT_EQ(games_in(games_of("killed")), expected);
      std::filesystem::remove_all(path("killed"));
      next = words("killed");
      longest /= 2;
      continue;
    }
    ++killed;
    // What was there before it could begin is nothing to resume.
    const bool begun = std::filesystem::exists(path("killed") + "/settings.json");
    if (begun) next = {"arena", "--resume", "--out", path("killed"), "--concurrency", "2"};
  }
  ASSERT_EQ(wait_for(start_program(next)), 0);
  EXPECT_EQ(games_in(games_of("killed")), expected);
  // Once more changes nothing.
  const auto content = games_of("killed");
  EXPECT_EQ(run_program({"arena", "--resume", "--out", path("killed")}).status, 0);
  EXPECT_EQ(games_of("killed"), content);
}

TEST_F(ArenaFolder, WhateverAKillLeavesIsCutOff) {
  ASSERT_EQ(run_program(arena({"--games", "4", "--out", path("t")})).status, 0);
  const auto content = games_of("t");
  std::vector<std::size_t> ends = {0};
  for (auto at = content.find("\n\n[Event"); at != std::string::npos;
       at = content.find("\n\n[Event", at + 1)) {
    ends.push_back(at + 2);
  }
  ends.push_back(content.size());
  ASSERT_EQ(ends.size(), 5u);
  std::size_t complete = 0;
  for (std::size_t bytes = 0; bytes <= content.size(); ++bytes) {
    if (complete + 1 < ends.size() && ends[complete + 1] == bytes) ++complete;
    const auto read = arena::read_records(content.substr(0, bytes));
    ASSERT_TRUE(read) << bytes;
    EXPECT_EQ(read->records.size(), complete) << bytes;
    EXPECT_EQ(read->bytes, ends[complete]) << bytes;
  }
  // What a full disk or a lost write leaves may hold anything.
  const Words tails = {"[Event \"tab", "x", "\n", std::string(50, '\0')};
  for (const auto& tail : tails) {
    write("t/games.pgn", content.substr(0, ends[2]) + tail);
    ASSERT_EQ(run_program({"arena", "--resume", "--out", path("t")}).status, 0) << tail;
    EXPECT_EQ(games_in(games_of("t")), games_in(content)) << tail;
  }
}

TEST_F(ArenaFolder, DamagedFilesAreRefused) {
  ASSERT_EQ(run_program(arena({"--games", "4", "--out", path("t")})).status, 0);
  const auto content = games_of("t");
  const auto settings = *core::read_file(path("t") + "/settings.json");
  const auto refused = [&](const std::string& part) {
    expect_refused({"arena", "--resume", "--out", path("t")}, part);
  };
  auto other = content;
  other.replace(other.find("[Round \"2\"]"), 11, "[Round \"1\"]");
  write("t/games.pgn", other);
  refused("game 2 of the file");
  other = content;
  other.replace(other.find("[Points \""), 9, "[Points \"x");
  write("t/games.pgn", other);
  refused("game 1 of the file: tag Points");
  other = content;
  other.replace(other.find("\n1. ") + 4, 2, "z9");
  write("t/games.pgn", other);
  refused("game 1 of the file: ");
  write("t/games.pgn", content);
  for (const char* wrong :
       {"", "{", "[]", "{\"format\": 2}", "{\"format\": 1, \"settings\": {\"game\": 3}}"}) {
    write("t/settings.json", wrong);
    refused("holds no settings of a tournament");
  }
  auto lacking = settings;
  lacking.replace(lacking.find("yavalath"), 8, "chess");
  write("t/settings.json", lacking);
  refused("unknown game 'chess'");
}

TEST_F(ArenaFolder, OtherSettingsAreRefused) {
  write("openings.txt", "e5 d4\n");
  const Words made =
      arena({"--games", "2", "--openings", path("openings.txt"), "--out", path("t")});
  ASSERT_EQ(run_program(made).status, 0);
  expect_refused(made, "already holds a tournament; --resume");
  const auto resume = [&](const Words& more) {
    Words words = {"arena", "--resume", "--out", path("t")};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  EXPECT_EQ(run_program(resume({"--games", "2", "--json", "--round-robin"})).status, 0);
  expect_refused(resume({"--games", "4"}), "other settings: games is '2' there and '4' here");
  expect_refused(resume({"--player", "random", "--player", "classic"}),
                 "other settings: player is");
  expect_refused(resume({"--clock", "1000+1"}), "other settings: clock is - there");
  expect_refused(resume({"--gauntlet"}), "other settings: gauntlet");
  expect_refused({"arena", "--resume"}, "--out is missing");
  expect_refused({"arena", "--resume", "--out", path("nowhere")}, "holds no tournament");
  write("openings.txt", "e5 d5\n");
  expect_refused(resume({}), "other settings: openings-check");
  expect_refused(arena({"--out", "/dev/null/x"}), "cannot be written");
  expect_refused(arena({"--player", "chess", "--out", path("bad")}), "unknown player 'chess'");
  EXPECT_FALSE(std::filesystem::exists(path("bad"))) << "a mistake leaves no folder behind";
}

TEST_F(ArenaFolder, OneProgramAtATime) {
  ASSERT_EQ(run_program(arena({"--games", "2", "--out", path("t")})).status, 0);
  const int file = open((path("t") + "/games.pgn").c_str(), O_RDONLY);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  const auto busy = run_program({"arena", "--resume", "--out", path("t")});
  EXPECT_EQ(busy.status, 2);
  EXPECT_NE(busy.err.find("another program is playing"), std::string::npos) << busy.err;
  close(file);
}

TEST_F(ArenaFolder, InterruptsEndCleanly) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string folder = path("t" + std::to_string(signal));
    // The shell sends the signal once the program has said how to resume.
    const std::string script = "'" TABULEIRO_PROGRAM
                               "' arena --game epaminondas --player level:10 --player level:10 "
                               "--time 60000 --out '" +
                               folder + "' >'" + folder + ".out' 2>'" + folder +
                               ".err' & p=$!; "
                               "for i in $(seq 6000); do grep -qs resume '" +
                               folder +
                               ".err' && break; sleep 0.02; done; "
                               "kill -" +
                               std::to_string(signal) + " $p; wait $p; exit $?";
    const int status = std::system(script.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 128 + signal);
    const auto out = core::read_file(folder + ".out").value_or("");
    const auto err = core::read_file(folder + ".err").value_or("");
    EXPECT_NE(out.find("0 of 100 games"), std::string::npos) << out;
    const auto resume = "to resume: tabuleiro arena --resume --out " + folder + '\n';
    const auto first = err.find(resume);
    EXPECT_EQ(first, 0u) << err;
    EXPECT_NE(err.find(resume, 1), std::string::npos) << "told again at the end: " << err;
    EXPECT_NE(err.find("interrupted"), std::string::npos) << err;
  }
}

// How many results BayesElo sees among turns: it skips comments, reads words that begin with a
// letter as turns, and takes "1-", "0-" and "1/" elsewhere for a result.
int results_seen(const std::string& turns) {
  static const std::regex token("\\{[^}]*\\}|[A-Za-z][A-Za-z0-9_=:+#-]*|1-0|0-1|1/2-1/2|[0-9]+");
  int results = 0;
  for (std::sregex_iterator at(turns.begin(), turns.end(), token), end; at != end; ++at) {
    results += std::set<std::string>({"1-0", "0-1", "1/2-1/2"}).contains(at->str());
  }
  return results;
}

// What Ordo takes from a file: one line each with [White "…"], [Black "…"] and [Result "…"].
// BayesElo wants the same three before the turns, and the result behind them and nowhere else.
void check_tags(const std::string& content) {
  std::istringstream lines(content);
  std::map<std::string, std::string> tags;
  std::map<std::string, int> games;
  std::string text;
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LT(line.size(), 1024u) << "Ordo's longest tag";
    for (const std::string name : {"White", "Black", "Result"}) {
      const auto begin = '[' + name + " \"";
      if (line.find(begin) == std::string::npos) continue;
      ASSERT_TRUE(line.starts_with(begin) && line.ends_with("\"]")) << line;
      ASSERT_FALSE(tags.contains(name)) << "twice in one game";
      tags[name] = line.substr(begin.size(), line.size() - begin.size() - 2);
    }
    if (!line.empty()) {
      text += line + ' ';
    } else if (tags.size() == 3 && text.find("1. ") != std::string::npos) {
      EXPECT_TRUE(text.ends_with(' ' + tags["Result"] + ' ')) << text;
      EXPECT_EQ(results_seen(text.substr(text.find("] 1. ") + 2)), 1) << text;
      EXPECT_TRUE(std::set<std::string>({"1-0", "0-1", "1/2-1/2"}).contains(tags["Result"]));
      ++games[tags["White"]];
      ++games[tags["Black"]];
      ++count;
      tags.clear();
      text.clear();
    }
  }
  EXPECT_EQ(count, 6);
  EXPECT_EQ(games, (std::map<std::string, int>{{"level:1", 4}, {"classic", 4}, {"classic #2", 4}}));
}

TEST_F(ArenaFolder, RatingToolsCanReadTheFile) {
  for (const auto& game : games::all_games()) {
    SCOPED_TRACE(game.name);
    ASSERT_EQ(run_program({"arena", "--game", game.name, "--player", "level:1", "--player",
                           "classic", "--player", "classic", "--games", "2", "--nodes", "30",
                           "--out", path(game.name)})
                  .status,
              0);
    check_tags(games_of(game.name));
  }
}

TEST(ArenaCommand, ReportsForPeopleAndPrograms) {
  const Words words = {"arena",    "--game",        "yavalath", "--player", "level:2",
                       "--player", "random",        "--nodes",  "40",       "--games",
                       "6",        "--concurrency", "2"};
  const auto people = run_program(words);
  EXPECT_EQ(people.status, 0);
  for (const char* part : {"player", "LOS %", "points of each row", "6 of 6 games", "level:2"}) {
    EXPECT_NE(people.out.find(part), std::string::npos) << part << people.out;
  }
  EXPECT_EQ(people.err.find("\x1b"), std::string::npos) << "plain lines where nobody looks";
  EXPECT_NE(people.err.find("6 of 6: game "), std::string::npos) << people.err;
  EXPECT_NE(people.err.find("games are not kept; --out DIR"), std::string::npos);

  auto json_words = words;
  json_words.push_back("--json");
  const auto json = nlohmann::json::parse(run_program(json_words).out);
  EXPECT_EQ(json["games"], 6);
  EXPECT_EQ(json["planned"], 6);
  EXPECT_EQ(json["interrupted"], false);
  EXPECT_EQ(json["players"].size(), 2u);
  EXPECT_EQ(json["players"][0]["name"], "level:2");
  EXPECT_GT(json["players"][0]["depth"].get<double>(), 0);
  EXPECT_TRUE(json["players"][1]["depth"].is_null());
  EXPECT_EQ(json["ranking"][0], "level:2");
  EXPECT_TRUE(json["cross"][0][0].is_null());
  EXPECT_EQ(json["cross"][0][1]["games"], 6);
  int pairs = 0;
  for (const int count : json["pairs"]) pairs += count;
  EXPECT_EQ(pairs, 3);
  for (const char* key : {"sprt", "drawn", "adjudicated", "turns", "first_share", "faults",
                          "overhead", "resume", "prior"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
}

// Results as text has them, where what is infinite is null. Without times, which a folder keeps
// with fewer digits.
nlohmann::ordered_json told_results(const std::string& text) {
  auto json = nlohmann::ordered_json::parse(text);
  for (auto& player : json["players"]) player.erase("turn_ms");
  return json;
}

TEST_F(ArenaFolder, ItsResultsAreThoseThatWereTold) {
  const auto ran =
      run_program({"arena",    "--game", "yavalath", "--options", "size=3",  "--player", "level:2",
                   "--player", "random", "--player", "random",    "--games", "4",        "--nodes",
                   "50",       "--seed", "3",        "--json",    "--out",   path("t")});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto told = told_results(ran.out);
  const auto results = arena::read_results(path("t"));
  ASSERT_TRUE(results) << text::render(results.error(), text::Language::kEnglish);
  const auto json = told_results(arena::results_json(*results).dump());
  for (const auto& [key, value] : told.items()) {
    if (key != "interrupted" && key != "overhead" && key != "resume") {
      EXPECT_EQ(json.at(key), value) << key;
    }
  }
  EXPECT_EQ(json["game"], "yavalath");
  EXPECT_EQ(json["options"]["size"], "3");
  ASSERT_EQ(json["played"].size(), 12u);
  const auto& first = json["played"][0];
  EXPECT_EQ(first["number"], 1);
  EXPECT_EQ(first["opening"], 1);
  EXPECT_EQ(first["players"].get<Words>(), (Words{"level:2", "random"}));
  EXPECT_EQ(first["ending"], "rules");
  EXPECT_EQ(json["players"][2]["name"], "random #2");
}

TEST_F(ArenaFolder, ResultsCanBeReadWhileGamesArePlayed) {
  ASSERT_EQ(run_program(arena({"--games", "4", "--sprt", "0,10", "--out", path("t")})).status, 0);
  const auto content = games_of("t");
  const auto half = content.substr(0, content.find("\n\n[Event", content.size() / 2) + 30);
  write("t/games.pgn", half);
  // Somebody holds the folder, and is writing a game.
  const int file = ::open((path("t") + "/games.pgn").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(file, LOCK_EX), 0);
  const auto results = arena::read_results(path("t"));
  ::close(file);
  ASSERT_TRUE(results);
  EXPECT_LT(results->standings.games, 4);
  EXPECT_GT(results->standings.games, 0);
  EXPECT_EQ(results->planned, 4);
  EXPECT_TRUE(results->sprt);
  EXPECT_EQ(games_of("t"), half) << "nothing is cut off";
  // One that has just begun has no file of games.
  std::filesystem::remove(path("t") + "/games.pgn");
  const auto begun = arena::read_results(path("t"));
  ASSERT_TRUE(begun);
  EXPECT_EQ(begun->standings.games, 0);
  EXPECT_FALSE(std::filesystem::exists(path("t") + "/games.pgn")) << "and gets none";
}

TEST_F(ArenaFolder, WhatIsNoTournamentHasNoResults) {
  const auto refused = [&](const std::string& part) {
    const auto results = arena::read_results(path("t"));
    ASSERT_FALSE(results);
    const auto error = text::render(results.error(), text::Language::kEnglish);
    EXPECT_TRUE(has(error, part)) << error;
  };
  refused("holds no tournament");
  ASSERT_EQ(run_program(arena({"--games", "2", "--out", path("t")})).status, 0);
  // Games for three are none of this tournament.
  const auto three = run_program({"arena", "--game", "yavalath", "--options", "players=3",
                                  "--player", "random", "--player", "random", "--player", "random",
                                  "--games", "6", "--out", path("three")});
  ASSERT_EQ(three.status, 0) << three.err;
  write("t/games.pgn", games_of("three"));
  refused("Game");
  EXPECT_EQ(run_program({"arena", "--resume", "--out", path("t")}).status, 2);
  for (const char* wrong :
       {"{}", R"({"format": 1, "settings": {"game": "yavalath", "games": "2"}})",
        R"({"format": 1, "settings": {"game": "chess", "games": "2", "player": ["a", "b"]}})",
        R"({"format": 1, "settings": {"game": "yavalath", "games": "0", "player": ["a", "b"]}})",
        R"({"format": 1, "settings": {"game": "yavalath", "games": "2", "player": "a"}})"}) {
    write("t/settings.json", wrong);
    refused("holds no settings of a tournament");
  }
}

// Within the margin nobody is late, however long it is: this one plays something wrong in time.
TEST_F(ArenaFolder, TheMarginIsForOtherProgramsToo) {
  const auto slow = engine("slow", "sleep 2.5; echo bestmove z9");
  const auto ran =
      run_program({"arena", "--game", "yavalath", "--player", "random", "--player", slow, "--games",
                   "2", "--concurrency", "2", "--time", "20", "--margin", "600000", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("engine-illegal"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("engine-late"), std::string::npos) << ran.out;
}

// Strangers in a tournament: what each does wrong is named and costs it its games, no more.
TEST_F(ArenaFolder, BadEnginesAreNamedAndTheTournamentGoesOn) {
  const auto crash = engine("crash", "exit 3"), illegal = engine("illegal", "echo bestmove z9"),
             garbage = engine("garbage", "echo bestmove"), closed = engine("closed", "exec >&-"),
             good = std::string("engine:") + TABULEIRO_PROGRAM + " ugi yavalath";
  const auto ran = run_program(
      {"arena",    "--game", "yavalath", "--gauntlet", "--player", "random", "--player", crash,
       "--player", illegal,  "--player", garbage,      "--player", closed,   "--player", good,
       "--games",  "2",      "--time",   "20",         "--margin", "600000", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(nlohmann::json::accept(ran.out)) << ran.out;
  for (const auto* kind : {"engine-exited", "engine-illegal", "engine-garbage", "engine-closed"}) {
    EXPECT_NE(ran.out.find(kind), std::string::npos) << kind << '\n' << ran.out;
  }
  int won = 0;
  for (const auto line : core::split(ran.err, '\n')) {
    won += line.find("random") != std::string_view::npos &&
           line.find("engine-") != std::string_view::npos;
  }
  EXPECT_EQ(won, 8) << ran.err;
}

TEST(ArenaCommand, SprtStopsWhenItKnows) {
  const auto finished =
      run_program({"arena", "--game", "yavalath", "--player", "level:2", "--player", "random",
                   "--nodes", "40", "--sprt", "0,200", "--json", "--openings", "none"});
  const auto json = nlohmann::json::parse(finished.out);
  EXPECT_EQ(json["sprt"]["verdict"], "H1");
  EXPECT_GE(json["sprt"]["llr"].get<double>(), json["sprt"]["upper"].get<double>());
  EXPECT_LT(json["games"].get<int>(), 1000);
  EXPECT_EQ(json["planned"], 100'000);
  EXPECT_EQ(json["interrupted"], false);
}

TEST(ArenaCommand, ThreePlayersAndPortuguese) {
  const auto finished = run_program(
      {"arena",    "--game", "yavalath",   "--options", "players=3", "--player", "classic",
       "--player", "random", "--player",   "classic",   "--player",  "random",   "--gauntlet",
       "--games",  "6",      "--openings", "none",      "--lang",    "pt"});
  EXPECT_EQ(finished.status, 0);
  for (const char* part :
       {"jogador", "18 de 18 partidas", "classic #2", "random #2", "pontos de cada linha"}) {
    EXPECT_NE(finished.out.find(part), std::string::npos) << part << finished.out;
  }
}

TEST(ArenaCommand, RefusesWhatItCannotPlay) {
  expect_refused({"arena"}, "--game is missing");
  expect_refused({"arena", "--game", "yavalath", "--player", "random"}, "needs 2 to 64 players");
  expect_refused({"arena", "--game", "yavalath", "--player", "random", "--player", "chess"},
                 "unknown player 'chess'");
  expect_refused(arena({"--time", "10", "--clock", "100+1"}),
                 "--clock and --time exclude each other");
  expect_refused(arena({"--gauntlet", "--round-robin"}), "exclude each other");
  for (const char* clock : {"", "100", "100+", "+5", "0+5", "1+2+3", "a+b"}) {
    expect_refused(arena({"--clock", clock}), "--clock is MS+MS");
  }
  for (const char* sprt : {"", "0", "5,0", "0,0", "0,x", "0,5,9", "0,nan", "0,5000"}) {
    expect_refused(arena({"--sprt", sprt}), "--sprt is ELO0,ELO1");
  }
  expect_refused(arena({"--player", "random", "--sprt", "0,5"}), "--sprt needs two players");
  expect_refused(arena({"--adjudicate", "perhaps"}), "--adjudicate is on or off");
  expect_refused(arena({"--openings", "/nowhere"}), "cannot read '/nowhere'");
  expect_refused(arena({"--openings", source_path("README.md")}), "line 3: ");
  expect_refused(arena({"--games", "0"}), "--games must be");
  expect_refused(arena({"--concurrency", "0"}), "--concurrency must be");
}

TEST(OpeningsCommand, MakesWhatTheArenaPlays) {
  const auto made = run_program({"openings", "yavalath", "--options", "size=4", "--count", "3",
                                 "--nodes", "3000", "--seed", "2"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(std::count(made.out.begin(), made.out.end(), '\n'), 3) << made.out;
  EXPECT_NE(made.err.find("3 openings, 0 uneven"), std::string::npos) << made.err;
  const std::string file =
      (std::filesystem::temp_directory_path() / ("openings-" + std::to_string(getpid()))).string();
  std::ofstream(file) << made.out;
  const auto checked = run_program(
      {"openings", "yavalath", "--options", "size=4", "--nodes", "3000", "--check", file});
  EXPECT_EQ(checked.status, 0);
  EXPECT_EQ(checked.out, made.out);
  const auto played =
      run_program({"arena", "--game", "yavalath", "--options", "size=4", "--player", "random",
                   "--player", "random", "--games", "8", "--openings", file, "--json"});
  EXPECT_EQ(nlohmann::json::parse(played.out)["games"], 8);
  std::ofstream(file) << "e1 a1 e2 a3 e4\n";
  const auto uneven = run_program({"openings", "yavalath", "--check", file});
  EXPECT_EQ(uneven.status, 1) << uneven.out;
  EXPECT_NE(uneven.out.find(" uneven\n"), std::string::npos) << uneven.out;
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace tests
