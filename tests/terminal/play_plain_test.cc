// tabuleiro play --plain: what scripts and screen readers rely on.
#include <unistd.h>

#include <algorithm>

#include "core/scan.h"
#include "process.h"
#include "support.h"
#include "terminal/plain.h"

namespace tests {
namespace {

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "";
  const auto begin = text.rfind('\n', end);
  return text.substr(begin + 1, end - begin);
}

struct Typed {
  int status;
  std::string out;
};

// The same as the program does with a pipe, without starting one.
Typed play(const std::string& game, const std::string& options,
           const std::vector<std::string>& seats, const std::string& input) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    std::size_t done = 0;
    while (done < input.size()) {
      const auto wrote = write(ends[1], input.data() + done, input.size() - done);
      if (wrote <= 0) break;
      done += static_cast<std::size_t>(wrote);
    }
    close(ends[1]);
  });
  const auto& info = *games::find_game(game);
  terminal::SessionSetup setup;
  setup.game = &info;
  setup.options = *games::parse_options(options, info.options);
  setup.seats = seats;
  setup.seed = 5;
  setup.time = engine::Milliseconds(5);
  Typed played{};
  terminal::PlainSetup plain;
  plain.input = ends[0];
  plain.out = [&](const std::string& line) {
    EXPECT_FALSE(has(line, "\n") || has(line, "\x1b")) << line;
    played.out += line + '\n';
  };
  played.status = terminal::play_plain(terminal::Session(setup), plain);
  close(ends[0]);
  writer.join();
  return played;
}

// Typed turn by turn, every recorded game ends as it was recorded.
TEST(PlayPlain, RecordedGamesEndAsRecorded) {
  int games = 0;
  for (const auto& game : games::all_games()) {
    const auto recorded = vectors(game.name + "-games.jsonl");
    EXPECT_FALSE(recorded.empty());
    const std::size_t every = by_tier(8, 1, 1);
    for (std::size_t i = 0; i < recorded.size(); i += every) {
      const auto& one = recorded[i];
      std::string input;
      for (const auto& turn : one[one.contains("turns") ? "turns" : "moves"]) {
        input += turn.get<std::string>() + '\n';
      }
      const auto played = play(game.name, one.value("options", ""), {}, input);
      EXPECT_EQ(played.status, 0);
      const std::string expected = "result " + one["result"].get<std::string>() + ": ";
      EXPECT_TRUE(last_line(played.out).starts_with(expected)) << last_line(played.out);
      ++games;
    }
  }
  EXPECT_GT(games, 40);
}

TEST(PlayPlain, ThroughTheProgram) {
  const auto won = run_program({"play", "yavalath", "--plain", "--options", "swap=off"},
                               "a1\na2\nb1\nb2\nc1\nc2\nd1\n");
  EXPECT_EQ(won.status, 0);
  EXPECT_EQ(last_line(won.out), "result p2win: the opponent made three in a line");
  const auto early = run_program({"play", "yavalath", "--plain"}, "e5\n");
  EXPECT_EQ(early.status, 1);
  EXPECT_EQ(last_line(early.out), "result none: input ended");
  EXPECT_FALSE(has(early.out, "\x1b"));
  const auto piped = run_program({"play", "yavalath"}, "e5\n", {"LANG=pt_PT.UTF-8"});
  EXPECT_EQ(last_line(piped.out), "result none: input ended");
  EXPECT_TRUE(has(piped.out, "vez do jogador 2"));
}

TEST(PlayPlain, EveryMixOfPlayersEnds) {
  for (const auto& variant : all_variants()) {
    const int players = start(variant.game, variant.options).player_count();
    const std::vector<std::string> seats(static_cast<std::size_t>(players), "random");
    const auto played = play(variant.game, variant.options, seats, "");
    EXPECT_EQ(played.status, 0) << played.out;
    EXPECT_TRUE(has(played.out, "result p") || has(played.out, "result draw")) << variant.game;
  }
  const auto mixed = play("yavalath", "size=3,players=3", {"level:1", "classic", "random"}, "");
  EXPECT_TRUE(last_line(mixed.out).starts_with("result ")) << mixed.out;
}

TEST(PlayPlain, SeedsRepeat) {
  const std::vector<std::string> words = {"play", "yavalath", "--plain", "--p1", "random",
                                          "--p2", "level:1",  "--seed",  "7"};
  EXPECT_EQ(run_program(words).out, run_program(words).out);
}

TEST(PlayPlain, CommandsAnswerInLines) {
  const auto played = play("eigenstate", "", {"human", "human"},
                           "moves\nc1-c2\nundo\nredo\nc2+e4,c2+c1\nposition\nboard\nflip\n"
                           "language pt\nregras\nposicao\nempate\nsim\n");
  EXPECT_EQ(played.status, 0);
  EXPECT_TRUE(has(played.out, "a1-a2 b1-b2"));
  EXPECT_TRUE(has(played.out, "player 1 (1): c1-c2\n"));
  EXPECT_TRUE(has(played.out, "player 1 (1) moves the piece from c1 to c2\n"));
  EXPECT_TRUE(has(played.out, "goes on after c1-c2"));
  EXPECT_TRUE(has(played.out, "for the full screen only"));
  EXPECT_TRUE(has(played.out, "EIG-1a"));
  EXPECT_EQ(last_line(played.out), "result draw: os jogadores acordaram o empate");
}

TEST(PlayPlain, WrongLinesLoseNothing) {
  const auto played = play("yavalath", "swap=off", {},
                           "e5\ne5\nz9\n\xff\xfe\n" + std::string(100'000, 'x') +
                               "\nload /no/such\nsave\nsave /dev/full\nlevel 3\nseat "
                               "9 x\n\nposition\nresign\n");
  EXPECT_EQ(played.status, 0);
  for (const auto* words : {"e5 is not empty", "near it: ", "a line has at most", "cannot be read",
                            "save needs a file name", "the disk is full", "no computer is playing",
                            "expected a seat"}) {
    EXPECT_TRUE(has(played.out, words)) << words << '\n' << played.out;
  }
  EXPECT_TRUE(has(played.out, "4o4") || has(played.out, "4w4")) << played.out;
  EXPECT_EQ(last_line(played.out), "result p1win: player 2 resigned");
}

// A program that is no engine leaves its seat to a person; the game goes on.
TEST(PlayPlain, AnEngineThatFailsIsReplaced) {
  const auto played = play("yavalath", "swap=off", {"engine:false", "human"}, "e5\nresign\n");
  EXPECT_EQ(played.status, 0) << played.out;
  EXPECT_TRUE(has(played.out, "is now played by a person")) << played.out;
  EXPECT_TRUE(has(played.out, "player 1 (o): e5")) << played.out;
}

TEST(PlayPlain, ReviewNeedsATurn) {
  const auto played = play("yavalath", "", {}, "review\ne5\nreview\nquit\n");
  EXPECT_EQ(played.status, 0);
  EXPECT_TRUE(has(played.out, "nothing has been played yet")) << played.out;
  EXPECT_TRUE(has(played.out, "judged by")) << played.out;
}

// It is told at once that it goes on, then the review.
TEST(PlayPlain, ReviewTellsThatItGoesOn) {
  const auto played = play("yavalath", "", {}, "e5\nreview\nquit\n");
  const auto tells = played.out.find("reviewing the game"), review = played.out.find("judged by");
  ASSERT_NE(tells, std::string::npos) << played.out;
  EXPECT_LT(tells, review);
}

// What may be done is said in the words of the rules, at every step.
TEST(PlayPlain, AsksInTheWordsOfTheRules) {
  const auto pegs = play("eigenstate", "", {}, "c1-c2\nc2+e4\nquit\n").out;
  const auto move = pegs.find("\nStep 1 of 3: move a piece\n"),
             first = pegs.find("\nStep 2 of 3: set a peg\n"),
             last = pegs.find("\nStep 3 of 3: set a peg\n");
  EXPECT_TRUE(move < first && first < last && last != std::string::npos) << pegs;
  EXPECT_TRUE(has(play("yavalath", "", {}, "e5\nquit\n").out, "or swap: take over the first one"));
}

TEST(PlayPlain, EveryKnownPlayerAnswers) {
  for (const auto& who : protocol::match_player_texts()) {
    if (who.starts_with("engine:")) continue;
    const auto played = play("yavalath", "size=3,swap=off", {"human", who}, "a1\nquit\n");
    EXPECT_TRUE(has(played.out, "player 2 (*): ")) << who << '\n' << played.out;
  }
}

TEST(PlayPlain, RefusesWrongArguments) {
  expect_refused({"play", "chess"}, "unknown game");
  expect_refused({"play", "yavalath", "--p1", "nobody"},
                 "unknown player 'nobody'; known are human");
  expect_refused({"play", "yavalath", "--p3", "random"}, "this game has 2 seats");
  expect_refused({"play", "yavalath", "--options", "size=99"}, "it is one of");
  expect_refused({"play", "yavalath", "--seed", "x"}, "--seed must be");
  expect_refused({"play", "yavalath", "--time", "0"}, "--time must be");
}

}  // namespace
}  // namespace tests
