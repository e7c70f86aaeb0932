// Turns in words: sentences of every game in both languages.
#include "games/words.h"

#include <regex>
#include <set>

#include "core/scan.h"
#include "support.h"

namespace tests {
namespace {

using games::Position;
using text::Language;

struct Sentence {
  std::string english, portuguese;
  friend bool operator==(const Sentence&, const Sentence&) = default;
  friend void PrintTo(const Sentence& sentence, std::ostream* out) {
    *out << sentence.english << " / " << sentence.portuguese;
  }
};

Sentence rendered(const text::Phrase& words) {
  return {text::render(words, Language::kEnglish), text::render(words, Language::kPortuguese)};
}

// Of a turn or a part of one, as it is written.
Sentence sentence(const Position& before, std::string_view turn) {
  const auto actions = games::parse_turn(before, turn);
  if (!actions) {
    ADD_FAILURE() << turn << ": " << text::render(actions.error(), Language::kEnglish);
    return {};
  }
  return rendered(games::turn_words(before, *actions));
}

TEST(TurnWords, PlacementsAndSwap) {
  EXPECT_EQ(sentence(start("yavalath"), "e5"),
            (Sentence{"places a stone on e5", "coloca uma pedra em e5"}));
  EXPECT_EQ(sentence(after(start("yavalath"), {"e5"}), "swap"),
            (Sentence{"swaps and takes over the stone on e5", "troca e fica com a pedra em e5"}));
  EXPECT_EQ(sentence(start("sixteen-stone"), "c3"),
            (Sentence{"places a stone on c3", "coloca uma pedra em c3"}));
}

TEST(TurnWords, WhoMakesThreeOfThreePlayersIsOut) {
  const auto position = at("yavalath", "5/6/7/8/ww2bb3/8/7/6/5 w -", "players=3");
  EXPECT_EQ(sentence(position, "e3"),
            (Sentence{"places a stone on e3, and player 1 is out",
                      "coloca uma pedra em e3, e o jogador 1 está fora"}));
  EXPECT_EQ(sentence(position, "e9"), (Sentence{"places a stone on e9", "coloca uma pedra em e9"}));
  // Whoever was out before is not told again.
  const auto later = after(position, {"e3"});
  EXPECT_EQ(sentence(later, "a1"), (Sentence{"places a stone on a1", "coloca uma pedra em a1"}));
}

TEST(TurnWords, PhalanxesInEveryDirection) {
  // Four lines of two through the middle of the board.
  const auto position =
      at("epaminondas", "14/14/14/14/14/4w1w1w5/5www6/4ww1ww5/5www6/4w1w1w5/14/14 w");
  const std::vector<std::pair<std::string, Sentence>> expected = {
      {"g6-g9", {"north", "norte"}}, {"h6-j8", {"north-east", "nordeste"}},
      {"h5-k5", {"east", "leste"}},  {"h4-j2", {"south-east", "sudeste"}},
      {"g4-g1", {"south", "sul"}},   {"f4-d2", {"south-west", "sudoeste"}},
      {"f5-c5", {"west", "oeste"}},  {"f6-d8", {"north-west", "noroeste"}},
  };
  for (const auto& [turn, direction] : expected) {
    const auto told = sentence(position, turn);
    EXPECT_TRUE(told.english.ends_with(' ' + direction.english)) << turn << ' ' << told.english;
    EXPECT_TRUE(told.portuguese.ends_with("para " + direction.portuguese)) << told.portuguese;
  }
  EXPECT_EQ(sentence(start("epaminondas"), "c1-c4"),
            (Sentence{"moves two stones from c1 two cells north",
                      "move duas pedras de c1 duas casas para norte"}));
  EXPECT_EQ(sentence(start("epaminondas"), "c1-c3"),
            (Sentence{"moves two stones from c1 one cell north",
                      "move duas pedras de c1 uma casa para norte"}));
  EXPECT_EQ(sentence(start("epaminondas"), "c2-c3"),
            (Sentence{"moves the stone from c2 to c3", "move a pedra de c2 para c3"}));
}

TEST(TurnWords, PhalanxesCapture) {
  const auto one = at("epaminondas", "14/14/14/14/14/2b11/14/2w11/2w11/2w11/14/14 w");
  EXPECT_EQ(sentence(one, "c3xc7"),
            (Sentence{"moves three stones from c3 two cells north and captures the stone on c7",
                      "move três pedras de c3 duas casas para norte e captura a pedra em c7"}));
  const auto two = at("epaminondas", "14/14/14/14/2b11/2b11/14/2w11/2w11/2w11/14/14 w");
  EXPECT_EQ(sentence(two, "c3xc7"),
            (Sentence{"moves three stones from c3 two cells north and captures two, on c7 and c8",
                      "move três pedras de c3 duas casas para norte e captura duas, em c7 e c8"}));
  // In Crossings one stone is taken, however long its line.
  const auto crossings = at("epaminondas", "8/8/2b5/2b5/8/2w5/2w5/2w5 w", "rules=crossings");
  EXPECT_EQ(sentence(crossings, "c1xc5"),
            (Sentence{"moves three stones from c1 two cells north and captures the stone on c5",
                      "move três pedras de c1 duas casas para norte e captura a pedra em c5"}));
}

// Above a dozen in figures.
TEST(TurnWords, Counts) {
  const std::vector<Sentence> counts = {
      {"two", "duas"}, {"three", "três"},  {"four", "quatro"}, {"five", "cinco"},
      {"six", "seis"}, {"seven", "sete"},  {"eight", "oito"},  {"nine", "nove"},
      {"ten", "dez"},  {"eleven", "onze"}, {"twelve", "doze"}, {"13", "13"},
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const int stones = static_cast<int>(i) + 2;
    const auto position =
        at("epaminondas", "b13/14/14/14/14/14/14/14/14/14/14/" + std::string(stones, 'w') +
                              std::to_string(14 - stones) + " w");
    const std::string target{static_cast<char>('a' + stones), '1'};
    EXPECT_EQ(sentence(position, "a1-" + target),
              (Sentence{"moves " + counts[i].english + " stones from a1 one cell east",
                        "move " + counts[i].portuguese + " pedras de a1 uma casa para leste"}));
  }
}

TEST(TurnWords, PushesInEveryDirection) {
  // Red pairs round the middle with a blue stone outside each.
  const auto position =
      at("sixteen-stone",
         "10/1b3b3b/2r2r2r1/3r1r1r2/4rrr3/1brrr1rrrb/4rrr3/3r1r1r2/2r2r2r1/1b3b3b "
         "r 4 20 21 mps",
         "size=10");
  const std::vector<std::pair<std::string, Sentence>> expected = {
      {"f7>n", {"north", "norte"}}, {"g6>ne", {"north-east", "nordeste"}},
      {"g5>e", {"east", "leste"}},  {"g4>se", {"south-east", "sudeste"}},
      {"f3>s", {"south", "sul"}},   {"e4>sw", {"south-west", "sudoeste"}},
      {"e5>w", {"west", "oeste"}},  {"e6>nw", {"north-west", "noroeste"}},
  };
  for (const auto& [turn, direction] : expected) {
    const auto told = sentence(position, turn);
    EXPECT_TRUE(told.english.starts_with("pushes " + direction.english + " from " +
                                         turn.substr(0, 2) + " and "))
        << turn << ' ' << told.english;
    EXPECT_TRUE(told.portuguese.starts_with("empurra de " + turn.substr(0, 2) + " para " +
                                            direction.portuguese + " e "))
        << told.portuguese;
  }
}

TEST(TurnWords, PushesOffTheBoard) {
  EXPECT_EQ(
      sentence(at("sixteen-stone", "5/5/rrrbb/5/5 r 5 6 11 mps"), "a3>e"),
      (Sentence{"pushes east from a3 and shifts two enemy stones, the one on e3 off the board",
                "empurra de a3 para leste e desloca duas pedras inimigas, a de e3 para fora do "
                "tabuleiro"}));
  EXPECT_EQ(sentence(at("sixteen-stone", "1b3/5/2rrb/5/5 r 6 6 11 mps"), "c3>e"),
            (Sentence{"pushes east from c3 and drives the enemy stone on e3 off the board",
                      "empurra de c3 para leste e lança a pedra inimiga de e3 para fora do "
                      "tabuleiro"}));
  const auto wide =
      at("sixteen-stone", "10/rrrbb5/10/10/10/10/10/10/10/10 r 27 28 11 mps", "size=10");
  EXPECT_EQ(sentence(wide, "a9>e"),
            (Sentence{"pushes east from a9 and shifts two enemy stones",
                      "empurra de a9 para leste e desloca duas pedras inimigas"}));
}

TEST(TurnWords, WholeTurnsOfSixteenStone) {
  const auto position = at("sixteen-stone", "b4/5/2b2/1r2b/r3r r 2 2 13 mps");
  EXPECT_EQ(
      sentence(position, "a1>ne,sacrifice,b2-c2,end"),
      (Sentence{"pushes north-east from a1 and shifts an enemy stone, then sacrifices a stone "
                "of the pool, then moves the stone from b2 to c2, then ends the turn",
                "empurra de a1 para nordeste e desloca uma pedra inimiga, depois sacrifica uma "
                "pedra do banco, depois move a pedra de b2 para c2, depois termina o turno"}));
  // A draft is a part of a turn.
  EXPECT_EQ(sentence(position, "sacrifice"),
            (Sentence{"sacrifices a stone of the pool", "sacrifica uma pedra do banco"}));
  EXPECT_EQ(sentence(after(position, {"a1>ne"}), "end"),
            (Sentence{"ends the turn", "termina o turno"}));
}

TEST(TurnWords, CapturesOfSixteenStone) {
  const std::string before = "bb2r/b2b1/3br/1r3/5 r 2 1 11 mps";
  EXPECT_EQ(
      sentence(at("sixteen-stone", before), "b2-c3xd3xd4"),
      (Sentence{"moves the stone from b2 to c3 and captures two, on d4 and d3, replaced by its "
                "own",
                "move a pedra de b2 para c3 e captura duas, em d4 e d3, substituídas pelas suas"}));
  const auto optional = at("sixteen-stone", before, "capture=optional");
  EXPECT_EQ(
      sentence(optional, "b2-c3xd3"),
      (Sentence{"moves the stone from b2 to c3 and captures the stone on d3, replaced by one of "
                "its own",
                "move a pedra de b2 para c3 e captura a pedra em d3, substituída por uma das "
                "suas"}));
  EXPECT_EQ(sentence(optional, "b2-c3"),
            (Sentence{"moves the stone from b2 to c3", "move a pedra de b2 para c3"}));
}

TEST(TurnWords, Eigenstate) {
  EXPECT_EQ(
      sentence(start("eigenstate"), "b1-b2,b2+d4,e1+a2"),
      (Sentence{"moves the piece from b1 to b2, then sets a peg in hole d4 of the piece on b2 "
                "and one in hole a2 of the piece on e1",
                "move a peça de b1 para b2, depois põe um pino no buraco d4 da peça em b2 e um "
                "no buraco a2 da peça em e1"}));
  const auto position = at("eigenstate",
                           "a1:0020000,d2:0020000,b4:0020010 "
                           "c3:0000080,b5:0000080,f6:0000080 1 m");
  EXPECT_EQ(
      sentence(position, "b4xb5,b5+a1,b5+a2"),
      (Sentence{"moves the piece from b4 to b5 and captures the piece on b5, then sets two pegs "
                "in the piece on b5, in holes a1 and a2",
                "move a peça de b4 para b5 e captura a peça em b5, depois põe dois pinos na "
                "peça em b5, nos buracos a1 e a2"}));
  EXPECT_EQ(sentence(position, "b4xd2"),
            (Sentence{"moves the piece from b4 to d2 and captures its own piece on d2",
                      "move a peça de b4 para d2 e captura a sua própria peça em d2"}));
}

TEST(TurnWords, PegsWithoutAMove) {
  // No piece of player 1 can go anywhere.
  const auto stuck = at("eigenstate", "a6:0020000,b6:0020000 a5:0000080,c6:0000080 1 m");
  EXPECT_EQ(
      sentence(stuck, "a6+a1,b6+a1"),
      (Sentence{"sets a peg in hole a1 of the piece on a6 and one in hole a1 of the piece on b6",
                "põe um pino no buraco a1 da peça em a6 e um no buraco a1 da peça em b6"}));
  EXPECT_EQ(sentence(stuck, "a6+a1"), (Sentence{"sets a peg in hole a1 of the piece on a6",
                                                "põe um pino no buraco a1 da peça em a6"}));
}

// Whatever is played: a sentence in both languages, without places left to fill in, that names
// cells of the board only; and the words of a line are those of its turns.
class TurnWordsOf : public ::testing::TestWithParam<Variant> {};

void check_sentence(const std::string& words, const std::set<std::string>& cells) {
  ASSERT_FALSE(core::trim(words).empty());
  EXPECT_EQ(words.find_first_of("{}"), std::string::npos) << words;
  static const std::regex kCell("\\b[a-z][0-9]+\\b");
  for (std::sregex_iterator at(words.begin(), words.end(), kCell), end; at != end; ++at) {
    EXPECT_TRUE(cells.contains(at->str())) << words;
  }
}

TEST_P(TurnWordsOf, RandomGames) {
  const auto first = start(GetParam().game, GetParam().options);
  std::set<std::string> cells;
  for (const auto& cell : first.scene().cells) cells.insert(cell.name);
  for (std::uint64_t seed = 0; seed < by_tier(3u, 20u, 200u); ++seed) {
    core::Rng rng(seed);
    games::History history(first);
    std::vector<text::Phrase> turns;
    while (!history.outcome().over() && history.actions().size() < 300) {
      const auto before = history.position();
      do {
        history.apply(history.position().random_action(rng));
      } while (!history.outcome().over() && !history.position().at_turn_start());
      turns.push_back(games::turn_words(before, history.turn_actions()));
      const auto [english, portuguese] = rendered(turns.back());
      check_sentence(english, cells);
      check_sentence(portuguese, cells);
      EXPECT_NE(english, portuguese);
    }
    EXPECT_EQ(games::line_words(first, history.actions()), turns);
    EXPECT_EQ(games::line_texts(first, history.actions()).size(), turns.size());
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, TurnWordsOf, ::testing::ValuesIn(all_variants()), variant_name);

}  // namespace
}  // namespace tests
