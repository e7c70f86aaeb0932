// Positions, legal moves, games and results recorded from independent programs.
#include <algorithm>

#include "core/scan.h"
#include "support.h"

namespace tests {
namespace {

std::vector<std::string> strings(const nlohmann::json& list) {
  auto texts = list.get<std::vector<std::string>>();
  std::sort(texts.begin(), texts.end());
  return texts;
}

// The position of a vector; its text must come back as it was.
games::Position position_of(const char* game, const nlohmann::json& vector,
                            const std::string& options) {
  const auto text = vector["position"].get<std::string>();
  const auto position = at(game, text, options);
  EXPECT_EQ(position.to_text(), text);
  return position;
}

TEST(Vectors, EigenstatePositions) {
  int checked = 0;
  for (const auto& vector : vectors("eigenstate.jsonl")) {
    const auto position = position_of("eigenstate", vector, "");
    EXPECT_EQ(position.legal_texts(), strings(vector["moves"])) << vector["position"];
    ++checked;
  }
  EXPECT_EQ(checked, 370);
}

TEST(Vectors, EpaminondasPositions) {
  int checked = 0, forbidden = 0;
  for (const auto& vector : vectors("epaminondas.jsonl")) {
    const auto position = position_of("epaminondas", vector, "");
    ++checked;
    if (vector.contains("over")) {
      EXPECT_EQ(result(position), vector["over"].get<std::string>()) << vector["position"];
      EXPECT_TRUE(position.legal_texts().empty());
      continue;
    }
    auto moves = strings(vector["moves"]);
    EXPECT_EQ(position.legal_texts(), moves) << vector["position"];
    const auto results = vector.value("after", nlohmann::json::object());
    for (const auto& [action, text] : results.items()) {
      EXPECT_EQ(after(position, {action}).to_text(), text.get<std::string>())
          << vector["position"] << action;
    }
    const auto abbott = position_of("epaminondas", vector, "rules=abbott");
    for (const auto& move : vector.value("forbidden_in_abbott", std::vector<std::string>())) {
      std::erase(moves, move);
      ++forbidden;
    }
    EXPECT_EQ(abbott.legal_texts(), moves) << vector["position"];
  }
  EXPECT_EQ(checked, 355);
  EXPECT_GT(forbidden, 0);
}

// What a cell does to the mover, in the recorder's words.
std::string effect(const games::Position& before, const std::string& cell) {
  const int mover = before.to_move();
  const auto next = after(before, {cell});
  const auto outcome = next.outcome();
  if (outcome.winner() == mover) return "win";
  if (outcome.winner() >= 0) return "lose";
  const auto& state = std::get<games::yavalath::State>(next.state());
  if (state.is_out(mover)) return "eliminated";
  return outcome.is_draw() ? "draw" : "";
}

TEST(Vectors, YavalathPositions) {
  int checked = 0;
  for (const auto& vector : vectors("yavalath.jsonl")) {
    const auto position = position_of("yavalath", vector, vector["options"]);
    const auto moves = strings(vector["moves"]);
    EXPECT_EQ(position.legal_texts(), moves) << vector["position"];
    for (const auto& move : moves) {
      EXPECT_EQ(effect(position, move), vector["effects"].value(move, ""))
          << vector["position"] << move;
    }
    ++checked;
  }
  EXPECT_EQ(checked, 300);
}

TEST(Vectors, SixteenStonePositions) {
  int checked = 0;
  for (const auto& vector : vectors("sixteen-stone.jsonl")) {
    const auto position = position_of("sixteen-stone", vector, vector.value("options", ""));
    EXPECT_EQ(position.legal_texts(), strings(vector["moves"])) << vector["position"];
    for (const auto& [action, expected] : vector["after"].items()) {
      const auto next = after(position, {action});
      const auto shown = next.outcome().over() ? result(next) : next.to_text();
      EXPECT_EQ(shown, expected.get<std::string>()) << vector["position"] << action;
    }
    ++checked;
  }
  EXPECT_EQ(checked, 300);
}

TEST(Vectors, SixteenStonePerft) {
  for (const auto& vector : vectors("sixteen-stone-perft.jsonl")) {
    const auto position = position_of("sixteen-stone", vector, vector.value("options", ""));
    for (int depth = 1; depth <= 3; ++depth) {
      EXPECT_EQ(position.perft(depth), vector["perft"][static_cast<std::size_t>(depth) - 1])
          << vector["position"] << depth;
    }
  }
}

// Plays a recorded game by turns; each must be exactly one turn, and only the last may end it.
void play_recorded(const char* game, const nlohmann::json& vector) {
  games::History history(start(game, vector.value("options", "")));
  const auto& turns = vector.contains("turns") ? vector["turns"] : vector["moves"];
  for (const auto& turn : turns) {
    const auto text = turn.get<std::string>();
    ASSERT_FALSE(history.outcome().over()) << text;
    const auto actions = games::parse_turn(history.position(), text);
    ASSERT_TRUE(actions) << text::render(actions.error(), text::Language::kEnglish);
    EXPECT_EQ(games::turn_text(history.position(), *actions), text);
    for (const auto action : *actions) history.apply(action);
    EXPECT_TRUE(history.position().at_turn_start() || history.outcome().over()) << text;
  }
  EXPECT_EQ(games::result_code(history.outcome()), vector["result"].get<std::string>());
}

TEST(Vectors, RecordedGames) {
  const std::map<const char*, int> counts = {
      {"eigenstate", 75}, {"sixteen-stone", 80}, {"yavalath", 203}, {"epaminondas", 30}};
  for (const auto& [game, count] : counts) {
    const auto games = vectors(std::string(game) + "-games.jsonl");
    EXPECT_EQ(static_cast<int>(games.size()), count);
    for (const auto& vector : games) {
      ASSERT_NO_FATAL_FAILURE(play_recorded(game, vector));
    }
  }
}

}  // namespace
}  // namespace tests
