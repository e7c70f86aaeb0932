// Reasons of Eigenstate: each kind where it is true and where it is not.
#include <cstdio>

#include "core/square.h"
#include "reasons.h"
#include "support.h"

namespace tests {
namespace {

using text::Message;
using Words = std::vector<std::string>;

// Cells with the holes that have pegs: {"c3", "c4 d5"}.
using Pieces = std::map<std::string, std::string>;

std::string player_text(const Pieces& pieces) {
  std::map<int, std::string> sorted;
  for (const auto& [cell, holes] : pieces) {
    unsigned mask = holes == "full" ? 0x1ffefff : 0;
    std::istringstream words(holes == "full" ? "" : holes);
    for (std::string hole; words >> hole;) {
      mask |= 1u << (5 * (hole[1] - '1') + hole[0] - 'a');
    }
    char text[16];
    std::snprintf(text, sizeof text, "%s:%07x", cell.c_str(), mask);
    sorted[6 * (cell[1] - '1') + cell[0] - 'a'] = text;
  }
  std::string all;
  for (const auto& [place, text] : sorted) all += (all.empty() ? "" : ",") + text;
  return all;
}

// Player 1 is about to move.
ReasonCase eigenstate(const Pieces& own, const Pieces& enemy, const std::string& played,
                      const std::string& better = "", const std::string& answer = "") {
  return {.game = "eigenstate",
          .position = player_text(own) + ' ' + player_text(enemy) + " 1 m",
          .played = played,
          .answers = answer.empty() ? Words{} : Words{answer},
          .better = better.empty() ? Words{} : Words{better}};
}

// Every hole but these.
std::string all_but(const std::string& left_out) {
  std::string holes;
  for (char row = '1'; row <= '5'; ++row) {
    for (char column = 'a'; column <= 'e'; ++column) {
      const std::string hole{column, row};
      if (hole != "c3" && left_out.find(hole) == std::string::npos) holes += hole + ' ';
    }
  }
  return holes;
}

// The piece on b5 attacks c3, one right and two down; nothing of player 1 attacks anything.
const Pieces kFar = {{"a6", "c2"}, {"f6", "c2"}};
Pieces with(Pieces pieces, const Pieces& more) {
  pieces.insert(more.begin(), more.end());
  return pieces;
}
const Pieces kHome = {{"a1", "c4"}, {"f1", "c4"}};
const Pieces kOwn = with(kHome, {{"c3", "c4"}});
const Pieces kEnemy = with(kFar, {{"b5", "d1"}});
// Two pegs that attack and cover nothing there.
const std::string kPegs = ",a1+d4,f1+b4";

TEST(EigenstateReasons, GoesWhereItIsTaken) {
  const Pieces enemy = with(kFar, {{"b5", "d2"}});
  const auto into = said(eigenstate(kOwn, enemy, "c3-c4" + kPegs, "a1-a2,a2+d4,f1+b4"),
                         Message::kWhyEigWalksInto);
  EXPECT_EQ(into.arguments, (Words{"c4", "b5"}));
  EXPECT_EQ(into.cells, (Words{"c4", "b5"}));
  // Where something takes back, and where nothing reaches.
  const Pieces covered = with(kOwn, {{"d3", "b4"}});
  EXPECT_FALSE(said(eigenstate(covered, enemy, "c3-c4" + kPegs), Message::kWhyEigWalksInto));
  EXPECT_FALSE(said(eigenstate(kOwn, kFar, "c3-c4" + kPegs), Message::kWhyEigWalksInto));
}

TEST(EigenstateReasons, LeavesAnAttackedPiece) {
  const std::string quiet = "f1-f2,a1+d4,f2+b4";
  const auto left =
      said(eigenstate(kOwn, kEnemy, quiet, "c3-c4" + kPegs), Message::kWhyEigLeavesAttacked);
  EXPECT_EQ(left.arguments, (Words{"c3", "b5"}));
  // Not where the better turn leaves it too, nor where the piece goes.
  EXPECT_FALSE(
      said(eigenstate(kOwn, kEnemy, quiet, "a1-a2,a2+d4,f1+b4"), Message::kWhyEigLeavesAttacked));
  EXPECT_FALSE(said(eigenstate(kOwn, kEnemy, "c3-c4" + kPegs), Message::kWhyEigLeavesAttacked));
  const Pieces strong = with(kHome, {{"c3", "c4 a1 b1 c1"}});
  EXPECT_EQ(said(eigenstate(strong, kEnemy, quiet), Message::kWhyEigLosesStrong).arguments,
            (Words{"c3", "b5"}));
  EXPECT_FALSE(said(eigenstate(kOwn, kEnemy, quiet), Message::kWhyEigLosesStrong));
}

TEST(EigenstateReasons, LeavesTwoPieces) {
  const Pieces own = with(kOwn, {{"f5", "d4"}});
  const std::string quiet = "a1-a2,a2+d4,f1+b4";
  EXPECT_EQ(said(eigenstate(own, kEnemy, quiet), Message::kWhyEigLeavesTwo).cells,
            (Words{"c3", "f5"}));
  EXPECT_FALSE(said(eigenstate(kOwn, kEnemy, quiet), Message::kWhyEigLeavesTwo));
  // One of the two is not said again.
  EXPECT_FALSE(said(eigenstate(own, kEnemy, quiet), Message::kWhyEigLeavesAttacked));
}

TEST(EigenstateReasons, UncoversAPiece) {
  const Pieces own = with(kOwn, {{"d2", "b4 c4"}});
  EXPECT_EQ(said(eigenstate(own, kEnemy, "d2-d3,a1+d4,f1+b4"), Message::kWhyEigUncovers).arguments,
            (Words{"d2", "c3", "b5"}));
  EXPECT_FALSE(said(eigenstate(own, kEnemy, "f1-f2,a1+d4,f2+b4"), Message::kWhyEigUncovers));
  EXPECT_FALSE(said(eigenstate(own, kFar, "d2-d3,a1+d4,f1+b4"), Message::kWhyEigUncovers));
}

TEST(EigenstateReasons, SetsPegsInAPieceThatIsLost) {
  const std::string pegs = "f1-f2,c3+a1,c3+b1", elsewhere = "a1-a2,a2+d4,f1+b4";
  EXPECT_EQ(said(eigenstate(kOwn, kEnemy, pegs, elsewhere), Message::kWhyEigPegLost).arguments,
            (Words{"c3", "b5"}));
  EXPECT_FALSE(
      said(eigenstate(kOwn, kEnemy, "f1-f2,f2+a1,f2+b1", elsewhere), Message::kWhyEigPegLost));
  // Where leaving the piece is the mistake, that is said and not the pegs.
  const auto left = eigenstate(kOwn, kEnemy, pegs, "c3-c4" + kPegs);
  EXPECT_TRUE(said(left, Message::kWhyEigLeavesAttacked));
  EXPECT_FALSE(said(left, Message::kWhyEigPegLost));
}

TEST(EigenstateReasons, Exchanges) {
  const std::string quiet = "f1-f2,f2+d4,f2+b4";
  const Pieces strong = with(kHome, {{"c3", "c4 a1 b1 c1 d1"}, {"d2", "b4"}});
  EXPECT_EQ(said(eigenstate(strong, kEnemy, quiet), Message::kWhyEigBadExchange).arguments,
            (Words{"c3", "5", "b5", "1"}));
  const Pieces weak = with(kOwn, {{"d2", "b4"}});
  EXPECT_FALSE(said(eigenstate(weak, kEnemy, quiet), Message::kWhyEigBadExchange));
  const Pieces twice = with(kEnemy, {{"d5", "b1"}});
  EXPECT_EQ(said(eigenstate(weak, twice, quiet), Message::kWhyEigOutnumbered).arguments,
            (Words{"c3", "2", "1"}));
  EXPECT_FALSE(said(eigenstate(weak, kEnemy, quiet), Message::kWhyEigOutnumbered));
}

TEST(EigenstateReasons, IsTakenBack) {
  const Pieces own = with(kHome, {{"c3", "c5 a1 b1 c1 d1"}, {"d3", "b5"}});
  const Pieces enemy = with(kFar, {{"c5", "c2"}, {"c6", "c2"}});
  EXPECT_EQ(said(eigenstate(own, enemy, "c3xc5" + kPegs), Message::kWhyEigTakenBack).arguments,
            (Words{"c5", "5", "1", "c6"}));
  const Pieces alone = with(kFar, {{"c5", "c2"}});
  EXPECT_FALSE(said(eigenstate(own, alone, "c3xc5" + kPegs), Message::kWhyEigTakenBack));
}

TEST(EigenstateReasons, TakesAnOwnPiece) {
  const Pieces own = with(kOwn, {{"c4", "c4"}});
  EXPECT_EQ(said(eigenstate(own, kFar, "c3xc4" + kPegs), Message::kWhyEigTakesOwn).arguments,
            Words{"c4"});
  EXPECT_FALSE(said(eigenstate(kOwn, kFar, "c3-c4" + kPegs), Message::kWhyEigTakesOwn));
  const Pieces two = {{"a1", "c4"}, {"a2", "c4"}};
  EXPECT_EQ(said(eigenstate(two, kFar, "a1xa2"), Message::kWhyEigTakesOwnAndLoses).cells,
            Words{"a2"});
  EXPECT_FALSE(said(eigenstate(two, kFar, "a2-a3,a3+d4,a3+b4"), Message::kWhyEigTakesOwnAndLoses));
}

TEST(EigenstateReasons, WakesAFullPiece) {
  const Pieces enemy = {{"a2", "c2"}, {"c5", "full"}, {"f6", "c2"}};
  EXPECT_EQ(said(eigenstate(kHome, enemy, "a1xa2"), Message::kWhyEigWakesFull).arguments,
            Words{"c5"});
  EXPECT_FALSE(said(eigenstate(kHome, enemy, "f1-f2,f2+d4,f2+b4"), Message::kWhyEigWakesFull));
}

TEST(EigenstateReasons, AllowsTheEnd) {
  const Pieces two = {{"a1", "c4"}, {"c3", "c4"}};
  const auto wins = said(eigenstate(two, kEnemy, "a1-a2,a2+d4,a2+b4"), Message::kWhyEigAllowsWin);
  EXPECT_EQ(wins.arguments, (Words{"b5", "c3"}));
  EXPECT_FALSE(said(eigenstate(two, kEnemy, "c3-c4,a1+d4,a1+b4"), Message::kWhyEigAllowsWin));
  EXPECT_FALSE(said(eigenstate(kOwn, kEnemy, "a1-a2,a2+d4,a2+b4"), Message::kWhyEigAllowsWin));

  const std::string quiet = "a1-a2,a2+d4,a2+b4";
  const Pieces filling = {{"b6", "c2"}, {"d6", all_but("a5 e5")}};
  EXPECT_EQ(said(eigenstate(kHome, filling, quiet), Message::kWhyEigAllowsFill).arguments,
            Words{"d6"});
  const Pieces too_few = {{"b6", "c2"}, {"d6", all_but("a5 d5 e5")}};
  EXPECT_FALSE(said(eigenstate(kHome, too_few, quiet), Message::kWhyEigAllowsFill));
  EXPECT_FALSE(
      said(eigenstate(with(kHome, {{"d1", "c4"}}), filling, quiet), Message::kWhyEigAllowsFill));
}

TEST(EigenstateReasons, MissesTheEnd) {
  const Pieces own = {{"a1", "c4"}, {"c3", "e5"}};
  const Pieces enemy = {{"e5", "c2"}, {"b6", "c2"}};
  const auto won = eigenstate(own, enemy, "a1-a2,a2+d4,a2+b4", "c3xe5");
  EXPECT_EQ(said(won, Message::kWhyEigMissesWin).arguments, (Words{"c3", "e5"}));
  EXPECT_EQ(said(won, Message::kWhyEigWins).arguments, Words{"e5"});
  const Pieces three = with(enemy, {{"f6", "c2"}});
  const auto not_won = eigenstate(own, three, "a1-a2,a2+d4,a2+b4", "c3xe5,a1+d4,a1+b4");
  EXPECT_FALSE(said(not_won, Message::kWhyEigMissesWin));
  EXPECT_FALSE(said(not_won, Message::kWhyEigWins));
  EXPECT_EQ(said(not_won, Message::kWhyEigMissesCapture).arguments, (Words{"c3", "e5"}));

  const Pieces filling = {{"a1", "c4"}, {"d3", all_but("a1 e5")}};
  const Pieces two = {{"b6", "c2"}, {"f6", "c2"}};
  const auto filled = eigenstate(filling, two, "a1-a2,a2+d4,a2+b4", "a1-a2,d3+a1,d3+e5");
  EXPECT_EQ(said(filled, Message::kWhyEigMissesFill).arguments, Words{"d3"});
  EXPECT_EQ(said(filled, Message::kWhyEigFills).arguments, Words{"d3"});
  // A win by capture fills nothing, nor does a piece that is a peg short, nor wins one that is full
  // while the opponent has three.
  EXPECT_FALSE(said(won, Message::kWhyEigFills));
  EXPECT_FALSE(said(eigenstate(filling, two, "a1-a2,a2+d4,a2+b4", "a1-a2,d3+a1,a2+d4"),
                    Message::kWhyEigFills));
  EXPECT_FALSE(
      said(eigenstate(filling, with(two, {{"d6", "c2"}}), "a1-a2,a2+d4,a2+b4", "a1-a2,d3+a1,d3+e5"),
           Message::kWhyEigFills));
  EXPECT_FALSE(said(eigenstate(filling, with(two, {{"d6", "c2"}}), "a1-a2,a2+d4,a2+b4"),
                    Message::kWhyEigMissesFill));
}

TEST(EigenstateReasons, MissesACapture) {
  const Pieces own = with(kHome, {{"b4", "c4"}});
  const Pieces enemy = with(kFar, {{"b5", "e1"}});
  const auto turn = eigenstate(own, enemy, "a1-a2,a2+d4,f1+b4", "b4xb5" + kPegs);
  EXPECT_EQ(said(turn, Message::kWhyEigMissesCapture).arguments, (Words{"b4", "b5"}));
  EXPECT_EQ(said(turn, Message::kWhyEigTakesFree).arguments, Words{"b5"});
  // Not where it is taken back, nor where the better turn leaves it.
  const Pieces covered = with(enemy, {{"b6", "c2"}});
  const auto back = eigenstate(own, covered, "a1-a2,a2+d4,f1+b4", "b4xb5" + kPegs);
  EXPECT_FALSE(said(back, Message::kWhyEigMissesCapture));
  EXPECT_FALSE(said(back, Message::kWhyEigTakesFree));
  EXPECT_FALSE(said(eigenstate(own, enemy, "a1-a2,a2+d4,f1+b4", "f1-f2,a1+d4,f2+b4"),
                    Message::kWhyEigMissesCapture));
}

TEST(EigenstateReasons, PegsInVain) {
  const auto off = eigenstate(kOwn, kFar, "f1-f2,a1+a3,f2+b4");
  EXPECT_EQ(said(off, Message::kWhyEigPegOff).arguments, (Words{"a1", "a3"}));
  EXPECT_FALSE(said(eigenstate(kOwn, kFar, "f1-f2,a1+d4,f2+b4"), Message::kWhyEigPegOff));
  const Pieces own = with(kOwn, {{"b1", "c4"}});
  EXPECT_EQ(said(eigenstate(own, kFar, "f1-f2,a1+d3,f2+b4"), Message::kWhyEigPegOnOwn).arguments,
            (Words{"a1", "d3", "b1"}));
  // A piece that is attacked is covered by such a peg.
  const Pieces attacker = with(kFar, {{"b3", "c1"}});
  EXPECT_FALSE(said(eigenstate(own, attacker, "f1-f2,a1+d3,f2+b4"), Message::kWhyEigPegOnOwn));
}

TEST(EigenstateReasons, CannotMoveOn) {
  const Pieces own = with(kHome, {{"c5", "c4"}});
  EXPECT_EQ(said(eigenstate(own, kFar, "c5-c6,a1+d4,f1+b4"), Message::kWhyEigStuck).arguments,
            Words{"c6"});
  EXPECT_FALSE(said(eigenstate(own, kFar, "c5-c6,c6+c2,f1+b4"), Message::kWhyEigStuck));
}

TEST(EigenstateReasons, AttacksNothing) {
  const Pieces enemy = with(kFar, {{"d5", "c2"}});
  const std::string attack = "f1-f2,c3+d5,f2+b4", quiet = "f1-f2,a1+d4,f2+b4";
  EXPECT_TRUE(said(eigenstate(kOwn, enemy, quiet, attack), Message::kWhyEigAttacksNothing));
  EXPECT_FALSE(said(eigenstate(kOwn, enemy, attack, quiet), Message::kWhyEigAttacksNothing));
  EXPECT_FALSE(
      said(eigenstate(kOwn, enemy, quiet, "a1-a2,a2+d4,f1+b4"), Message::kWhyEigAttacksNothing));
  const auto loose = said(eigenstate(kOwn, enemy, quiet, attack), Message::kWhyEigAttacksLoose);
  EXPECT_EQ(loose.arguments, (Words{"c3", "d5"}));
  const Pieces covered = with(enemy, {{"d6", "c2"}});
  EXPECT_FALSE(said(eigenstate(kOwn, covered, quiet, attack), Message::kWhyEigAttacksLoose));
}

TEST(EigenstateReasons, IsBehindInFilling) {
  const std::string quiet = "a1-a2,a2+d4,a2+b4";
  const Pieces own = {{"a1", "c4"}, {"f1", "c4 c5 d5"}};
  const Pieces enemy = {{"b6", "c2"}, {"d6", "a1 b1 c1 d1 e1"}};
  EXPECT_EQ(said(eigenstate(own, enemy, quiet), Message::kWhyEigBehind).arguments,
            (Words{"f1", "21", "d6", "19"}));
  EXPECT_FALSE(said(eigenstate(own, {{"b6", "c2"}, {"d6", "c2"}}, quiet), Message::kWhyEigBehind));
  EXPECT_FALSE(said(eigenstate(own, with(enemy, {{"f6", "c2"}}), quiet), Message::kWhyEigBehind));
}

TEST(EigenstateReasons, AnswersThatThreaten) {
  const std::string quiet = "f1-f2,a1+d4,f2+b4";
  const Pieces own = with(kHome, {{"c3", "c4"}, {"e3", "c4"}});
  const Pieces enemy = with(kFar, {{"d5", "c2"}});
  EXPECT_EQ(said(eigenstate(own, enemy, quiet, "", "f6-f5,d5+b1,d5+d1"), Message::kWhyEigAnswerTwo)
                .arguments,
            (Words{"d5", "c3", "e3"}));
  EXPECT_FALSE(
      said(eigenstate(own, enemy, quiet, "", "f6-f5,d5+b1,f5+d1"), Message::kWhyEigAnswerTwo));
  EXPECT_FALSE(said(eigenstate(own, enemy, quiet), Message::kWhyEigAnswerTwo));
  const Pieces two = {{"a1", "c4"}, {"c3", "c4"}};
  const std::string quiet_of_two = "a1-a2,a2+d4,a2+b4";
  EXPECT_EQ(
      said(eigenstate(two, enemy, quiet_of_two, "", "f6-f5,d5+b1,f5+d1"), Message::kWhyEigAnswerWin)
          .arguments,
      (Words{"d5", "c3"}));
  EXPECT_FALSE(
      said(eigenstate(own, enemy, quiet, "", "f6-f5,d5+b1,f5+d1"), Message::kWhyEigAnswerWin));
}

TEST(EigenstateReasons, TakesAStrongerPiece) {
  const std::string quiet = "f1-f2,a1+d4,f2+b4";
  const Pieces own = with(kHome, {{"c3", "c5"}});
  const Pieces enemy = with(kFar, {{"c5", "a5 b5 c5 d5"}, {"c6", "c2"}});
  EXPECT_EQ(
      said(eigenstate(own, enemy, quiet, "c3xc5" + kPegs), Message::kWhyEigTakesStronger).arguments,
      (Words{"c5", "4", "1"}));
  const Pieces weak = with(kFar, {{"c5", "c5"}, {"c6", "c2"}});
  EXPECT_FALSE(said(eigenstate(own, weak, quiet, "c3xc5" + kPegs), Message::kWhyEigTakesStronger));
}

TEST(EigenstateReasons, BothTurnsTakeForNothing) {
  const Pieces own = with(kHome, {{"b4", "c4"}, {"d3", "c4"}});
  const Pieces enemy = with(kFar, {{"b5", "c5"}, {"d4", "a5 b5 c5"}});
  const std::string weak = "b4xb5" + kPegs, strong = "d3xd4" + kPegs;
  const auto more = eigenstate(own, enemy, weak, strong);
  EXPECT_FALSE(said(more, Message::kWhyEigTakesFree));
  EXPECT_EQ(said(more, Message::kWhyEigTakesStronger).arguments, (Words{"d4", "3", "1"}));
  const auto fewer = eigenstate(own, enemy, strong, weak);
  EXPECT_FALSE(said(fewer, Message::kWhyEigTakesFree));
  EXPECT_FALSE(said(fewer, Message::kWhyEigTakesStronger));
}

TEST(EigenstateReasons, TakesTheAttacker) {
  const std::string quiet = "f1-f2,a1+d4,f2+b4";
  const Pieces own = with(kOwn, {{"b4", "c4"}});
  EXPECT_EQ(said(eigenstate(own, kEnemy, quiet, "b4xb5" + kPegs), Message::kWhyEigTakesAttacker)
                .arguments,
            (Words{"b5", "c3"}));
  const Pieces harmless = with(kFar, {{"b5", "e1"}});
  EXPECT_FALSE(
      said(eigenstate(own, harmless, quiet, "b4xb5" + kPegs), Message::kWhyEigTakesAttacker));
}

TEST(EigenstateReasons, Rescues) {
  const std::string quiet = "f1-f2,f2+d4,f2+b4";
  const auto away = eigenstate(kOwn, kEnemy, quiet, "c3-c4" + kPegs);
  EXPECT_EQ(said(away, Message::kWhyEigEscapes).arguments, (Words{"c3", "c4", "b5"}));
  EXPECT_TRUE(said(away, Message::kWhyEigSafe));
  const Pieces reaching = with(kFar, {{"b5", "d1 d2"}});
  const auto into = eigenstate(kOwn, reaching, quiet, "c3-c4" + kPegs);
  EXPECT_FALSE(said(into, Message::kWhyEigEscapes));
  EXPECT_FALSE(said(into, Message::kWhyEigSafe));
  EXPECT_FALSE(said(eigenstate(kOwn, kFar, quiet, "c3-c4" + kPegs), Message::kWhyEigEscapes));

  const Pieces own = with(kOwn, {{"d2", "c4"}});
  EXPECT_EQ(
      said(eigenstate(own, kEnemy, quiet, "f1-f2,d2+b4,f2+b4"), Message::kWhyEigCovers).arguments,
      (Words{"c3", "d2", "b5"}));
  EXPECT_FALSE(said(eigenstate(own, kEnemy, quiet, "f1-f2,d2+a4,f2+b4"), Message::kWhyEigCovers));
  // The turn played covers it too; the better one only adds a peg to it.
  EXPECT_FALSE(said(eigenstate(own, kEnemy, "f1-f2,d2+b4,f2+b4", "f1-f2,d2+b4,c3+a1"),
                    Message::kWhyEigCovers));
}

TEST(EigenstateReasons, AttacksTwoPieces) {
  const std::string quiet = "f1-f2,f2+d4,f2+b4";
  const Pieces enemy = with(kFar, {{"a2", "c2"}, {"d5", "c2"}});
  EXPECT_EQ(
      said(eigenstate(kOwn, enemy, quiet, "f1-f2,c3+d5,c3+a2"), Message::kWhyEigAttacksTwo).cells,
      (Words{"c3", "d5", "a2"}));
  EXPECT_FALSE(
      said(eigenstate(kOwn, enemy, quiet, "f1-f2,c3+d5,f2+a2"), Message::kWhyEigAttacksTwo));
  // A piece that is taken first attacks nothing.
  const Pieces taking = with(enemy, {{"c5", "c1"}});
  EXPECT_FALSE(
      said(eigenstate(kOwn, taking, quiet, "f1-f2,c3+d5,c3+a2"), Message::kWhyEigAttacksTwo));
}

TEST(EigenstateReasons, ThreatensTheEnd) {
  const std::string quiet = "f1-f2,f2+d4,f2+b4";
  const Pieces two = {{"d5", "c2"}, {"a6", "c2"}};
  EXPECT_EQ(said(eigenstate(kOwn, two, quiet, "f1-f2,c3+d5,f2+b4"), Message::kWhyEigThreatensWin)
                .arguments,
            (Words{"c3", "d5"}));
  EXPECT_FALSE(said(eigenstate(kOwn, with(two, {{"f6", "c2"}}), quiet, "f1-f2,c3+d5,f2+b4"),
                    Message::kWhyEigThreatensWin));
  const Pieces own = {{"f1", "c4"}, {"d3", all_but("a1 a5 e1 e5")}};
  const Pieces far = {{"a1", "c4"}, {"a6", "c2"}};
  EXPECT_EQ(said(eigenstate(own, far, quiet, "f1-f2,d3+a1,d3+a5"), Message::kWhyEigThreatensFill)
                .arguments,
            Words{"d3"});
  EXPECT_FALSE(
      said(eigenstate(own, far, quiet, "f1-f2,d3+a1,f2+a5"), Message::kWhyEigThreatensFill));
}

TEST(EigenstateReasons, StopsTheEnd) {
  const Pieces two = {{"a1", "c4"}, {"c3", "c4"}};
  const std::string quiet = "a1-a2,a2+d4,a2+b4";
  EXPECT_EQ(
      said(eigenstate(two, kEnemy, quiet, "c3-c4,a1+d4,a1+b4"), Message::kWhyEigStopsWin).arguments,
      (Words{"b5", "c3"}));
  EXPECT_FALSE(said(eigenstate(two, kFar, quiet, "c3-c4,a1+d4,a1+b4"), Message::kWhyEigStopsWin));
  // The piece on b5 would take on c3, which makes it two each, and be full with two pegs.
  const Pieces own = with(kHome, {{"c3", "c1"}});
  const Pieces filling = {{"b5", all_but("a5 e5")}, {"f6", "c2"}};
  EXPECT_EQ(said(eigenstate(own, filling, quiet, "c3-c1,f1+d4,f1+b4"), Message::kWhyEigStopsFill)
                .arguments,
            Words{"b5"});
  const Pieces slow = {{"b5", all_but("a5 d5 e5")}, {"f6", "c2"}};
  EXPECT_FALSE(said(eigenstate(own, slow, quiet, "c3-c1,f1+d4,f1+b4"), Message::kWhyEigStopsFill));
}

TEST(EigenstateReasons, Trades) {
  const Pieces own = with(kHome, {{"c3", "c5"}});
  const Pieces enemy = with(kFar, {{"c5", "c2"}, {"c6", "c2"}});
  EXPECT_EQ(said(eigenstate(own, enemy, "c3xc5" + kPegs), Message::kWhyEigTradesEven).arguments,
            (Words{"c5", "c6"}));
  const Pieces alone = with(kFar, {{"c5", "c2"}});
  EXPECT_FALSE(said(eigenstate(own, alone, "c3xc5" + kPegs), Message::kWhyEigTradesEven));
}

TEST(EigenstateReasons, AttacksGainedAndLost) {
  const std::string quiet = "f1-f2,a1+d4,f2+b4";
  const Pieces attacking = with(kHome, {{"c3", "c4 d5"}});
  const Pieces enemy = with(kFar, {{"d5", "c2"}});
  EXPECT_EQ(said(eigenstate(attacking, enemy, "c3-c4" + kPegs, quiet), Message::kWhyEigDropsAttack)
                .arguments,
            Words{"d5"});
  EXPECT_FALSE(
      said(eigenstate(attacking, enemy, quiet, "c3-c4" + kPegs), Message::kWhyEigDropsAttack));
  const Pieces covered = with(enemy, {{"d6", "c2"}});
  const std::string attack = "f1-f2,c3+d5,f2+b4";
  EXPECT_EQ(said(eigenstate(kOwn, covered, quiet, attack), Message::kWhyEigAttacksPiece).arguments,
            (Words{"c3", "d5"}));
  EXPECT_FALSE(said(eigenstate(kOwn, covered, attack, quiet), Message::kWhyEigAttacksPiece));
}

TEST(EigenstateReasons, ExpectedTurns) {
  const std::string quiet = "f1-f2,f2+d4,f2+b4";
  const Pieces covered = with(kOwn, {{"d2", "b4"}});
  EXPECT_EQ(
      said(eigenstate(covered, kEnemy, quiet, "", "b5xc3,a6+d2,a6+d1"), Message::kWhyEigAnswerTakes)
          .arguments,
      (Words{"b5", "c3"}));
  EXPECT_FALSE(said(eigenstate(covered, kEnemy, quiet, "", "a6-a5,a5+d2,a5+d1"),
                    Message::kWhyEigAnswerTakes));
  // Only where the better turn takes the piece out of reach.
  EXPECT_TRUE(said(eigenstate(covered, kEnemy, quiet, "c3-c4" + kPegs, "b5xc3,a6+d2,a6+d1"),
                   Message::kWhyEigAnswerTakes));
  EXPECT_FALSE(said(eigenstate(covered, kEnemy, quiet, "a1-a2,a2+d4,f1+b4", "b5xc3,a6+d2,a6+d1"),
                    Message::kWhyEigAnswerTakes));
  const Pieces enemy = with(kFar, {{"d5", "c2"}});
  const Words better = {"f1-f2,c3+d5,f2+b4", "a6-a5,a5+d1,a5+e1", "c3xd5,f2+a1,f2+b1"};
  auto turn = eigenstate(kOwn, enemy, quiet);
  turn.better = better;
  EXPECT_EQ(said(turn, Message::kWhyEigThenTakes).arguments, Words{"d5"});
  turn.better.back() = "c3-c4,f2+a1,f2+b1";
  EXPECT_FALSE(said(turn, Message::kWhyEigThenTakes));
  // Two pegs for one that the piece on d6 takes back, and two for four.
  auto back = eigenstate(kOwn, with(enemy, {{"d6", "c2"}}), quiet);
  back.better = better;
  EXPECT_FALSE(said(back, Message::kWhyEigThenTakes));
  auto strong = eigenstate(kOwn, with(kFar, {{"d5", "a5 b5 c5 d5"}, {"d6", "c2"}}), quiet);
  strong.better = better;
  EXPECT_EQ(said(strong, Message::kWhyEigThenTakes).arguments, Words{"d5"});
}

TEST(EigenstateReasons, Numbers) {
  const Pieces enemy = with(kFar, {{"e4", "c2"}, {"d5", "c2"}});
  const std::string one = "f1-f2,c3+d5,f2+b4", two = "f1-f2,c3+d5,c3+e4";
  EXPECT_EQ(said(eigenstate(kOwn, enemy, one, two), Message::kWhyEigAttacksFewer).arguments,
            (Words{"1", "2"}));
  EXPECT_FALSE(said(eigenstate(kOwn, enemy, two, one), Message::kWhyEigAttacksFewer));
  const std::string quiet = "f1-f2,a1+d4,f2+b4", away = "c3-c4" + kPegs;
  EXPECT_EQ(said(eigenstate(kOwn, kEnemy, quiet, away), Message::kWhyEigMoreAttacked).arguments,
            (Words{"1", "0"}));
  EXPECT_FALSE(said(eigenstate(kOwn, kEnemy, away, quiet), Message::kWhyEigMoreAttacked));
  // a1 reaches a2, f2 reaches f3, c3 reaches c4; two pegs lead off the board or to b2 and e3.
  const std::string off = "f1-f2,a1+a3,a1+a4";
  EXPECT_EQ(said(eigenstate(kOwn, kFar, off, quiet), Message::kWhyEigReachesFewer).arguments,
            (Words{"3", "5"}));
  EXPECT_FALSE(said(eigenstate(kOwn, kFar, quiet, off), Message::kWhyEigReachesFewer));
  // A peg that leads to an own piece, here on a3, reaches nothing more.
  const Pieces above = with(kOwn, {{"a3", "c4"}});
  EXPECT_EQ(said(eigenstate(above, kFar, "f1-f2,a1+c5,f2+b4", quiet), Message::kWhyEigReachesFewer)
                .arguments,
            (Words{"5", "6"}));
}

TEST(EigenstateReasons, SpeaksPortuguese) {
  const auto turn = eigenstate(kOwn, kEnemy, "f1-f2,f2+d4,f2+b4", "c3-c4" + kPegs);
  const auto all = reasons(turn);
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(text::render(all[0].note, text::Language::kPortuguese),
            "deixa a peça de c3 à mercê da de b5, e nada recaptura");
}

ReasonCase eigenstate_at(const std::string& position, const std::string& played,
                         const std::string& better, const std::string& answer = "") {
  return {.game = "eigenstate",
          .position = position,
          .played = played,
          .answers = answer.empty() ? Words{} : Words{answer},
          .better = {better}};
}

// From games of weak players.
TEST(EigenstateReasons, WhatHoldsOfBothTurnsIsNoReason) {
  // The piece that c5 takes on c4 is taken on d6 too.
  EXPECT_FALSE(said(eigenstate_at("a1:1060000,d1:0020000,e1:0420000,f1:0020000,d6:0cb0602 "
                                  "e4:146a092,b5:00a0088,c5:0000188,f6:0000080 1 m",
                                  "d6-c4,c4+b2,d1+a3", "f1-f2,f2+b5,d6+e3"),
                    Message::kWhyEigWalksInto));
  // Both turns take on e3, where c1 takes back.
  EXPECT_FALSE(said(eigenstate_at("a1:0420000,c1:1020000,d1:0020020,e1:0022000,b3:0c20000,"
                                  "e3:0060800 f4:00000e4,e5:0020080,a6:0000080,b6:0000080,"
                                  "c6:0000084,d6:0000880 2 m",
                                  "f4xe3,e5+d1,e5+b2", "f4xe3,e5+c1,e3+a1"),
                    Message::kWhyEigTradesEven));
}

TEST(EigenstateReasons, AnAttackOnTwoThatTheBetterTurnMeets) {
  const char* position =
      "a1:0020200,d1:0920000,e1:0220000,f1:0020000,b4:02a0804 "
      "b1:0000b91,a6:0000080,c6:0004080,d6:00000c1,e6:0000080,f6:0000080 1 m";
  const char* played = "b4xa6,a6+c2,a6+e1";
  const char* answer = "c6-c5,b1+e3,b1+c1";
  // The piece on d1 then takes on b1; without that peg it is attacked all the same.
  EXPECT_EQ(
      said(eigenstate_at(position, played, "b4xa6,d1+a3,a6+e3", answer), Message::kWhyEigAnswerTwo)
          .arguments,
      (Words{"b1", "a1", "d1"}));
  EXPECT_FALSE(said(eigenstate_at(position, played, "b4xa6,d1+a1,a6+e3", answer),
                    Message::kWhyEigAnswerTwo));
}

}  // namespace
}  // namespace tests
