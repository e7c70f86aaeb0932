// Scenes: what clients draw from, for each game.
#include <cmath>
#include <set>

#include "games/scene_text.h"
#include "support.h"

namespace tests {
namespace {

using games::Scene;
using games::TraceKind;

const games::SceneCell& cell(const Scene& scene, std::string_view name) {
  for (const auto& candidate : scene.cells) {
    if (candidate.name == name) return candidate;
  }
  throw std::runtime_error("no cell " + std::string(name));
}

std::set<std::string> neighbours(const Scene& scene, std::string_view name) {
  std::set<std::string> names;
  for (const int near : cell(scene, name).neighbours) {
    names.insert(scene.cells[static_cast<std::size_t>(near)].name);
  }
  return names;
}

TEST(Scene, YavalathIsATrueHexagon) {
  COVERS(YAV-1c);
  const Scene scene = start("yavalath").scene();
  EXPECT_EQ(scene.shape, games::CellShape::kHexagon);
  EXPECT_EQ(scene.cells.size(), 61u);
  EXPECT_EQ(neighbours(scene, "d2"), (std::set<std::string>{"c1", "c2", "d1", "d3", "e2", "e3"}));
  EXPECT_EQ(neighbours(scene, "a1"), (std::set<std::string>{"a2", "b1", "b2"}));
  EXPECT_EQ(neighbours(scene, "e5").size(), 6u);
  // Neighbours are one unit apart, everything else is further away.
  for (const auto& a : scene.cells) {
    for (std::size_t i = 0; i < scene.cells.size(); ++i) {
      const auto& b = scene.cells[i];
      const double distance = std::hypot(a.x - b.x, a.y - b.y);
      const bool near = std::find(a.neighbours.begin(), a.neighbours.end(), static_cast<int>(i)) !=
                        a.neighbours.end();
      if (a.name != b.name) {
        EXPECT_EQ(near, std::abs(distance - 1) < 1e-9) << a.name << b.name;
      }
    }
  }
}

TEST(Scene, YavalathSymbolsAndPlayersWhoAreOut) {
  COVERS(YAV-2b);
  const auto position = after(start("yavalath", "players=3"), {"a1", "a2", "a3"});
  const auto drawn = games::draw_text(position.scene(), text::Language::kEnglish);
  EXPECT_NE(drawn.find("o * + . ."), std::string::npos) << drawn;
  EXPECT_EQ(at("yavalath", "5/6/7/8/2www4/8/7/6/5 b w", "players=3").scene().out,
            std::vector<int>{0});
}

TEST(Scene, NumbersOnTheCellsAreFramed) {
  const Scene squares = start("eigenstate").scene();
  std::vector<int> numbers(squares.cells.size(), 48);
  numbers[1] = 0;
  EXPECT_EQ(games::draw_numbers(squares, numbers),
            "6 | 48 48 48 48 48 48\n"
            "5 | 48 48 48 48 48 48\n"
            "4 | 48 48 48 48 48 48\n"
            "3 | 48 48 48 48 48 48\n"
            "2 | 48 48 48 48 48 48\n"
            "1 | 48  0 48 48 48 48\n"
            "  +------------------\n"
            "     a  b  c  d  e  f\n");
  const Scene hexagon = start("yavalath", "size=3").scene();
  EXPECT_EQ(games::draw_numbers(hexagon, std::vector<int>(hexagon.cells.size(), 7)),
            "e |   7 7 7\n"
            "d |  7 7 7 7\n"
            "c | 7 7 7 7 7\n"
            "b |  7 7 7 7\n"
            "a |   7 7 7\n");
}

TEST(Scene, EigenstateHolesAndPegs) {
  const Scene scene = start("eigenstate").scene();
  ASSERT_EQ(scene.holes.size(), 25u);
  EXPECT_EQ(scene.holes[12].name, "c3");
  EXPECT_EQ(scene.holes[17].name, "c4");
  EXPECT_EQ(scene.holes[17].row, 1);
  EXPECT_EQ(scene.holes[4].name, "e1");
  EXPECT_EQ(scene.holes[4].column, 2);
  EXPECT_EQ(scene.pieces.size(), 12u);
  for (const auto& piece : scene.pieces) {
    EXPECT_EQ(piece.pegs, piece.player == 0 ? 1u << 17 : 1u << 7);
  }
}

TEST(Scene, SixteenStonePools) {
  const Scene scene = at("sixteen-stone", "bb2r/b2b1/3br/1r3/5 r 2 1 11 mps").scene();
  ASSERT_EQ(scene.counters.size(), 2u);
  EXPECT_EQ(scene.counters[0].value, 2);
  EXPECT_EQ(scene.counters[1].value, 1);
  EXPECT_EQ(games::label_of(scene.counters[0].kind), text::Message::kCounterPool);
}

// What the prompt offers is what the legal actions are, at every step of a turn.
TEST(Scene, SixteenStonePromptsSayWhatIsPossible) {
  using text::Message;
  std::set<Message> seen;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    core::Rng rng(seed);
    auto position = start("sixteen-stone", seed % 3 == 0 ? "size=10" : "");
    for (int i = 0; i < 400 && !position.outcome().over(); ++i) {
      const auto legal = position.legal_actions();
      std::set<std::string_view> kinds;
      for (const auto action : legal) kinds.insert(games::step_kind(position.traces(action)));
      const bool move = kinds.contains("move"), push = kinds.contains("push");
      const bool end = kinds.contains("end"), first = position.to_text().ends_with(" mp");
      const auto choose = [&](Message both, Message only_move, Message only_push) {
        return move && push ? both : move ? only_move : only_push;
      };
      Message expected = Message::kPromptPlace;
      if (!kinds.contains("place")) {
        expected = !move && !push ? Message::kPromptSacrifice
                   : first        ? choose(Message::kPromptFirstTurn, Message::kPromptFirstMove,
                                           Message::kPromptFirstPush)
                   : !end         ? choose(Message::kPromptPushAndMove, Message::kPromptOnlyMove,
                                           Message::kPromptOnlyPush)
                          : choose(position.to_text().ends_with(" x") ? Message::kPromptExtra
                                                                      : Message::kPromptPushOrMove,
                                   Message::kPromptMove, Message::kPromptPush);
      }
      const auto scene = position.scene();
      ASSERT_TRUE(scene.prompt);
      ASSERT_EQ(text::render(*scene.prompt, text::Language::kEnglish),
                text::render(expected, text::Language::kEnglish))
          << position.to_text();
      seen.insert(expected);
      position.apply(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }
  for (const auto message :
       {Message::kPromptFirstTurn, Message::kPromptFirstMove, Message::kPromptOnlyMove,
        Message::kPromptPushAndMove, Message::kPromptSacrifice, Message::kPromptMove,
        Message::kPromptPush, Message::kPromptPushOrMove, Message::kPromptExtra}) {
    EXPECT_TRUE(seen.contains(message)) << text::render(message, text::Language::kEnglish);
  }
}

TEST(Scene, EpaminondasFarRowsAndLockedStones) {
  const Scene scene = at("epaminondas", "w7/8/8/8/8/8/8/bb5w w", "rules=crossings").scene();
  EXPECT_EQ(cell(scene, "a8").far_row_of, 0);
  EXPECT_EQ(cell(scene, "a1").far_row_of, 1);
  EXPECT_EQ(cell(scene, "a4").far_row_of, -1);
  EXPECT_EQ(scene.counters[0].value, 1);
  EXPECT_EQ(scene.counters[1].value, 2);
  for (const auto& piece : scene.pieces) {
    const auto& name = scene.cells[static_cast<std::size_t>(piece.cell)].name;
    EXPECT_EQ(piece.locked, name != "h1") << name;
  }
}

TEST(Scene, HistoryTellsTheLastTurn) {
  games::History history(start("eigenstate"));
  EXPECT_TRUE(history.scene().last_turn.empty());
  const auto play = [&](const char* text) {
    for (const auto action : *games::parse_turn(history.position(), text)) history.apply(action);
  };
  play("a1-a2,a2+e5,b1+d4");
  auto last = history.scene().last_turn;
  ASSERT_EQ(last.size(), 3u);
  EXPECT_EQ(last[0].kind, TraceKind::kMove);
  EXPECT_EQ(last[0].from, "a1");
  EXPECT_EQ(last[0].to, "a2");
  EXPECT_EQ(last[2].kind, TraceKind::kPeg);
  EXPECT_EQ(last[2].hole, "d4");
  // In the middle of a turn: what this turn did so far.
  play("c6-c5");
  last = history.scene().last_turn;
  ASSERT_EQ(last.size(), 1u);
  EXPECT_EQ(last[0].player, 1);
}

TEST(Scene, DrawingHasCoordinatesAndCounters) {
  const auto drawn = games::draw_text(
      at("sixteen-stone", "bb2r/b2b1/3br/1r3/5 r 2 1 11 mps").scene(), text::Language::kEnglish);
  EXPECT_EQ(drawn,
            " 5 x x _ _ o\n"
            " 4 x _ _ x _\n"
            " 3 _ _ _ x o\n"
            " 2 _ o _ _ _\n"
            " 1 _ _ _ _ _\n"
            "   a b c d e\n"
            "o: pool 2\n"
            "x: pool 1\n");
  const auto wide = games::draw_text(start("epaminondas").scene(), text::Language::kPortuguese);
  EXPECT_NE(wide.find("12 B B"), std::string::npos);
  EXPECT_NE(wide.find("W: pedras na última linha 0"), std::string::npos);
}

}  // namespace
}  // namespace tests
