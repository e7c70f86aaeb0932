// The lessons: every position, every right turn and every reply is legal, and what the texts claim
// is so.
#include "study/lessons.h"

#include "core/scan.h"
#include "eval/yavalath_forcing.h"
#include "support.h"

namespace tests {
namespace {

using games::Position;
using study::Lesson;
using study::LessonStep;

// Each lesson of each game, by name.
struct Named {
  const games::GameInfo* game;
  const Lesson* lesson;
};
void PrintTo(const Named& named, std::ostream* out) { *out << named.lesson->id; }
std::vector<Named> all_lessons() {
  std::vector<Named> all;
  for (const auto& game : games::all_games()) {
    for (const auto& lesson : study::lessons_of(game)) all.push_back({&game, &lesson});
  }
  return all;
}

class Lessons : public ::testing::TestWithParam<Named> {
 protected:
  const games::GameInfo& game() const { return *GetParam().game; }
  const Lesson& lesson() const { return *GetParam().lesson; }
};

INSTANTIATE_TEST_SUITE_P(All, Lessons, ::testing::ValuesIn(all_lessons()), [](const auto& named) {
  std::string name = named.param.game->name + '_' + named.param.lesson->id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

const Lesson& lesson_named(const std::string& game, const std::string& id) {
  for (const auto& lesson : study::lessons_of(*games::find_game(game))) {
    if (lesson.id == id) return lesson;
  }
  throw std::runtime_error("no lesson " + id);
}
Position lesson_start_of(const std::string& game, const std::string& id) {
  return study::lesson_start(*games::find_game(game), lesson_named(game, id));
}

bool won_by(const Position& position, int player) {
  return position.outcome().over() && position.outcome().winner() == player;
}

// A whole turn with the actions of an entry, and whatever else the turn needs.
std::vector<std::string> whole_turn(Position position, const std::string& entry, core::Rng& rng) {
  std::vector<std::string> turn;
  const auto play = [&](const std::string& text) {
    const auto action = position.parse_action(text);
    ASSERT_TRUE(action) << entry << ": " << text << " is not legal";
    turn.push_back(position.action_text(*action));
    position.apply(*action);
  };
  for (const auto action : core::split(entry, ',')) play(std::string(action));
  while (!position.outcome().over() && !position.at_turn_start()) {
    play(is_legal(position, "end") ? "end" : position.action_text(position.random_action(rng)));
  }
  return turn;
}

// The rule of docs/api.md.
bool is_right(const std::vector<std::string>& accept, const std::vector<std::string>& turn) {
  return std::any_of(accept.begin(), accept.end(), [&](const std::string& entry) {
    const auto actions = core::split(entry, ',');
    return std::all_of(actions.begin(), actions.end(), [&](std::string_view action) {
      return std::find(turn.begin(), turn.end(), action) != turn.end();
    });
  });
}

// Won, or after any single action of the opponent won or one action from winning.
bool is_winning(const Position& position, int player) {
  if (position.outcome().over()) return won_by(position, player);
  for (const auto reply : position.legal_actions()) {
    Position after_reply = position;
    after_reply.apply(reply);
    if (after_reply.outcome().over()) {
      if (!won_by(after_reply, player)) return false;
      continue;
    }
    const auto answers = after_reply.legal_actions();
    const bool wins = std::any_of(answers.begin(), answers.end(), [&](games::Action answer) {
      Position end = after_reply;
      end.apply(answer);
      return won_by(end, player);
    });
    if (!wins) return false;
  }
  return true;
}

// Plays the lesson from a step on, each right way, to its end.
void walk(const Position& position, const std::vector<LessonStep>& steps, std::size_t at,
          core::Rng& rng) {
  if (at == steps.size()) return;
  ASSERT_FALSE(position.outcome().over()) << "over before step " << at + 1;
  const LessonStep& step = steps[at];
  const int player = position.to_move();
  const auto accept = study::accepted(step, position);
  ASSERT_FALSE(accept.empty());
  for (const auto& entry : accept) {
    const auto turn = whole_turn(position, entry, rng);
    ASSERT_FALSE(::testing::Test::HasFatalFailure());
    EXPECT_TRUE(is_right(accept, turn)) << core::join(turn, ",");
    Position next = after(position, turn);
    EXPECT_FALSE(next.outcome().over() && !won_by(next, player)) << entry;
    if (step.wins) {
      EXPECT_TRUE(is_winning(next, player)) << entry;
    }
    if (!step.reply.empty() && !next.outcome().over()) next = after(next, {step.reply});
    // A lesson ends as its last praise says.
    if (step.wins && at + 1 == steps.size()) {
      EXPECT_TRUE(won_by(next, player)) << entry;
    }
    walk(next, steps, at + 1, rng);
  }
}

TEST_P(Lessons, CanBePlayedAndKeepsItsPromises) {
  const auto options = games::parse_options(lesson().options, game().options);
  ASSERT_TRUE(options);
  if (!lesson().position.empty()) {
    ASSERT_TRUE(Position::parse(game(), lesson().position, *options));
  }
  const auto start = study::lesson_start(game(), lesson());
  if (!lesson().position.empty()) {
    EXPECT_EQ(start.to_text(), lesson().position);
  }
  ASSERT_FALSE(lesson().steps.empty());
  core::Rng rng(1);
  for (int round = 0; round < 3; ++round) walk(start, lesson().steps, 0, rng);
}

TEST_P(Lessons, IsToldInBothLanguages) {
  using text::Language;
  for (const auto language : {Language::kEnglish, Language::kPortuguese}) {
    const auto json = study::lessons_json(game(), language);
    const auto& list = json.at("lessons");
    const auto mine = std::find_if(list.begin(), list.end(),
                                   [&](const auto& one) { return one.at("id") == lesson().id; });
    ASSERT_NE(mine, list.end());
    std::set<std::string> keys;
    for (const auto& item : mine->items()) keys.insert(item.key());
    EXPECT_EQ(keys, (std::set<std::string>{"id", "title", "text", "game", "options", "position",
                                           "steps"}));
    EXPECT_EQ(mine->at("steps").size(), lesson().steps.size());
    for (const auto& step : mine->at("steps")) {
      EXPECT_FALSE(step.at("accept").empty());
      for (const char* key : {"task", "praise", "hint"}) {
        EXPECT_FALSE(step.at(key).template get<std::string>().empty());
      }
    }
    EXPECT_TRUE(Position::parse(game(), mine->at("position").template get<std::string>(),
                                mine->at("options").template get<games::OptionMap>()));
  }
}

TEST(LessonList, EveryGameHasLessonsFromTheFirstStepToTheWin) {
  for (const auto& game : games::all_games()) {
    const auto& list = study::lessons_of(game);
    EXPECT_GE(list.size(), 5u) << game.name;
    std::set<std::string> ids;
    int wins = 0;
    for (const auto& lesson : list) {
      ids.insert(lesson.id);
      for (const auto& step : lesson.steps) wins += step.wins ? 1 : 0;
    }
    EXPECT_EQ(ids.size(), list.size()) << game.name;
    EXPECT_GE(wins, 2) << game.name;
    EXPECT_FALSE(list.front().steps.front().wins) << game.name;
  }
}

// "Any other stone would have lost", "is about to win".
TEST(LessonClaims, WhoDoesNotAnswerLoses) {
  for (const auto& [game, id] : std::vector<std::pair<std::string, std::string>>{
           {"yavalath", "block"}, {"epaminondas", "answer"}}) {
    const auto start = lesson_start_of(game, id);
    const auto& accept = lesson_named(game, id).steps[0].accept;
    for (const auto& text : start.legal_texts()) {
      if (is_right(accept, {text})) continue;
      const Position next = after(start, {text});
      const auto replies = next.legal_actions();
      const bool lost =
          won_by(next, 1) || std::any_of(replies.begin(), replies.end(), [&](games::Action reply) {
            Position end = next;
            end.apply(reply);
            return won_by(end, 1);
          });
      EXPECT_TRUE(lost) << game << ' ' << text;
    }
  }
}

// The only captures, the only winning placements, the only legal cell.
TEST(LessonClaims, WhatIsAcceptedIsAllThereIs) {
  const auto captures = [](const Position& position) {
    std::vector<std::string> found;
    for (const auto& text : position.legal_texts()) {
      if (text.find('x') != std::string::npos) found.push_back(text);
    }
    return found;
  };
  for (const char* id : {"capture", "longer", "side", "answer"}) {
    EXPECT_EQ(captures(lesson_start_of("epaminondas", id)),
              lesson_named("epaminondas", id).steps[0].accept);
  }
  for (const char* id : {"surround", "pool", "win"}) {
    EXPECT_EQ(captures(lesson_start_of("sixteen-stone", id)),
              lesson_named("sixteen-stone", id).steps[0].accept);
  }
  EXPECT_TRUE(captures(lesson_start_of("sixteen-stone", "empty-pool")).empty());
  EXPECT_EQ(lesson_start_of("yavalath", "three-players").legal_texts(),
            std::vector<std::string>{"e5"});
  for (const char* id : {"four", "both", "forcing", "double", "close-pair"}) {
    const auto start = lesson_start_of("yavalath", id);
    std::vector<std::string> winning;
    for (const auto& text : start.legal_texts()) {
      const Position next = after(start, {text});
      const bool at_once = std::string(id) == "four" || std::string(id) == "both";
      if (at_once ? won_by(next, 0) : is_winning(next, 0)) winning.push_back(text);
    }
    EXPECT_EQ(winning, lesson_named("yavalath", id).steps[0].accept) << id;
  }
}

// "A later stone on either cell threatens four, and neither cell makes three."
TEST(LessonClaims, TwoGapsAttackTwice) {
  const auto start = lesson_start_of("yavalath", "two-gaps");
  for (const auto& cell : lesson_named("yavalath", "two-gaps").steps[0].accept) {
    // Black plays where nothing happens.
    const Position pair = after(start, {cell, "a2"});
    std::set<std::string> gaps;
    for (const auto& gap : pair.legal_texts()) {
      if (gap == "i2") continue;
      const Position three = after(pair, {gap});
      if (three.outcome().over()) continue;
      const Position then = after(three, {"i2"});
      for (const auto& last : then.legal_texts()) {
        if (won_by(after(then, {last}), 0)) gaps.insert(gap);
      }
    }
    EXPECT_EQ(gaps.size(), 2u) << cell;
  }
}

TEST(LessonClaims, HardlyAnyCellStopsTheTriangle) {
  const Position triangle = after(lesson_start_of("yavalath", "triangle"), {"g4"});
  eval::yavalath::Forcing forcing;
  int stopped = 0;
  for (const auto& text : triangle.legal_texts()) {
    const Position next = after(triangle, {text});
    if (next.outcome().over()) continue;
    const auto& state = std::get<games::yavalath::State>(next.state());
    if (!forcing.find(state, 9, 100'000)) ++stopped;
  }
  EXPECT_LE(stopped, 3);
}

}  // namespace
}  // namespace tests
