// Lessons and puzzles at the board of the terminal.
#include "terminal/exercises.h"

#include "core/scan.h"
#include "support.h"
#include "terminal/game_screen.h"

namespace tests {
namespace {

using namespace terminal;
using Kind = Key::Kind;
using State = Guide::State;
using text::Language;

// Every lesson of every game can be begun and shown to its end, in one go.
TEST(Exercises, EveryLessonCanBeShownToItsEnd) {
  for (const auto& game : games::all_games()) {
    const auto& lessons = study::lessons_of(game);
    if (lessons.empty()) continue;
    Settings settings;
    LessonGuide guide(game, 0, settings);
    Session session = guide.begin();
    std::size_t begun = 1;
    for (auto next = Guide::Next::kBegin; next != Guide::Next::kEnd;) {
      EXPECT_EQ(guide.state(), State::kAsked);
      for (const auto language : {Language::kEnglish, Language::kPortuguese}) {
        EXPECT_NE(guide.task(language), "");
        EXPECT_NE(guide.title(language), "");
        EXPECT_NE(guide.introduction(language), "");
      }
      guide.show(session);
      ASSERT_EQ(guide.state(), State::kShown)
          << game.name << ' ' << guide.title(Language::kEnglish);
      next = guide.next();
      if (next != Guide::Next::kBegin) continue;
      session = guide.begin();
      ++begun;
    }
    EXPECT_EQ(begun, lessons.size());
    EXPECT_EQ(settings.done.size(), lessons.size()) << game.name;
  }
}

// A wrong turn of a lesson is taken back, with a hint; the right one is praised.
TEST(Exercises, WrongTurnsAreTakenBackAndRightOnesPraised) {
  const auto& game = *games::find_game("yavalath");
  const auto& lessons = study::lessons_of(game);
  std::size_t at = 0;
  while (lessons[at].steps[0].accept[0] == registry::kAnySafe) ++at;
  Settings settings;
  LessonGuide guide(game, at, settings);
  Session session = guide.begin();
  const auto before = session.position().to_text();
  const auto right = lessons[at].steps[0].accept;
  for (const auto& text : session.position().legal_texts()) {
    if (std::find(right.begin(), right.end(), text) != right.end()) continue;
    session.apply(*session.position().parse_action(text));
    guide.judge(session);
    if (guide.state() == State::kRight) break;  // it won, which is right too
    EXPECT_EQ(guide.state(), State::kWrong) << text;
    EXPECT_EQ(session.position().to_text(), before);
  }
  session = guide.begin();
  session.apply(*session.position().parse_action(right[0]));
  guide.judge(session);
  EXPECT_EQ(guide.state(), State::kRight);
  EXPECT_TRUE(has(guide.task(Language::kEnglish), "Enter: go on"));
}

// The shipped puzzles accept their answer and nothing else.
TEST(Exercises, PuzzlesAcceptTheirAnswerOnly) {
  for (const auto& game : games::all_games()) {
    Settings settings;
    auto series = puzzle_series(game, puzzle_bands()[0], settings);
    if (series.empty()) continue;
    series.resize(std::min<std::size_t>(series.size(), by_tier(3, 10, 200)));
    PuzzleGuide guide(series, settings);
    for (const auto& shipped : series) {
      Session session = guide.begin();
      const auto answer = puzzles::actions_of(session.position(), shipped.puzzle())->front();
      for (const auto action : session.position().legal_actions()) {
        if (action == answer) continue;
        session.apply(action);
        guide.judge(session);
        EXPECT_EQ(guide.state(), State::kWrong);
        EXPECT_EQ(session.turns(), 0);
        break;
      }
      session.apply(answer);
      guide.judge(session);
      EXPECT_EQ(guide.state(), State::kRight) << shipped.id();
      EXPECT_EQ(session.turns(), 1);
      for (std::size_t i = 1; i < shipped.puzzle().line.size(); ++i) EXPECT_TRUE(session.redo());
      EXPECT_FALSE(session.redo());
      EXPECT_TRUE(settings.done.contains(puzzle_id(shipped)));
      guide.next();
    }
  }
}

TEST(Exercises, SeriesGoByGradeAndBeginWithWhatIsNotDone) {
  const auto& game = *games::find_game("yavalath");
  Settings settings;
  const auto all = puzzle_series(game, puzzle_bands()[0], settings);
  std::size_t graded = 0;
  for (std::size_t band = 1; band < puzzle_bands().size(); ++band) {
    graded += puzzle_count(game, puzzle_bands()[band], settings).all;
  }
  EXPECT_EQ(graded, all.size());
  settings.done.insert(puzzle_id(all[0]));
  const auto next = puzzle_series(game, puzzle_bands()[0], settings);
  EXPECT_EQ(puzzle_id(next[0]), puzzle_id(all[1]));
  EXPECT_EQ(puzzle_id(next.back()), puzzle_id(all[0]));
  EXPECT_EQ(puzzle_count(game, puzzle_bands()[0], settings).done, 1u);
}

// --- On the screen ---

class ExerciseScreen {
 public:
  explicit ExerciseScreen(Guide& guide, Language language = Language::kEnglish)
      : screen_(guide.begin(), {.looks = {},
                                .language = language,
                                .settings = &settings_,
                                .unfinished = nullptr,
                                .wake = [] {},
                                .guide = &guide}) {
    show();
  }

  std::string show(int rows = 24, int columns = 80) { return screen_.draw(rows, columns).text(); }
  void press(Kind kind) {
    screen_.press({kind, "", 0, 0});
    show();
  }
  void enter(const std::string& line) {
    for (const char c : line) screen_.press({Kind::kText, std::string(1, c), 0, 0});
    press(Kind::kEnter);
  }
  GameScreen& screen() { return screen_; }

 private:
  Settings settings_;
  GameScreen screen_;
};

// Each answer is told on the screen, in a small window too.
TEST(Exercises, APuzzleOnTheScreen) {
  Settings settings;
  const auto series = puzzle_series(*games::find_game("yavalath"), puzzle_bands()[1], settings);
  PuzzleGuide guide({series[0], series[1]}, settings);
  ExerciseScreen table(guide);
  EXPECT_TRUE(has(table.show(), "to play and win")) << table.show();
  EXPECT_TRUE(has(table.show(20, 60), "to play and win")) << table.show(20, 60);
  table.enter("resign");
  EXPECT_TRUE(has(table.show(), "has no meaning")) << table.show();
  table.enter("undo");
  EXPECT_TRUE(has(table.show(), "nothing to take back") || has(table.show(), "nothing"))
      << table.show();
  const auto& position = table.screen().session().position();
  const auto answer =
      position.action_text(puzzles::actions_of(position, series[0].puzzle())->front());
  const auto legal = position.legal_texts();
  const std::string wrong = legal[0] == answer ? legal[1] : legal[0];
  table.enter(wrong);
  EXPECT_TRUE(has(table.show(), "That does not win")) << table.show();
  EXPECT_TRUE(has(table.show(20, 60), "That does not win")) << table.show(20, 60);
  table.enter("hint");
  EXPECT_TRUE(has(table.show(), "The answer is a cell")) << table.show();
  table.enter(answer);
  EXPECT_TRUE(has(table.show(), "Right, on try 2.")) << table.show();
  EXPECT_TRUE(has(table.show(), "Enter: go on")) << table.show();
  table.press(Kind::kEnter);
  EXPECT_TRUE(has(table.show(), "puzzle " + std::to_string(series[1].index + 1))) << table.show();
  table.enter("go");
  EXPECT_TRUE(has(table.show(), "The solution begins with")) << table.show();
  table.press(Kind::kClick);
  EXPECT_TRUE(table.screen().done());
}

TEST(Exercises, ALessonOnTheScreenInPortuguese) {
  Settings settings;
  const auto& game = *games::find_game("eigenstate");
  LessonGuide guide(game, 0, settings);
  ExerciseScreen table(guide, Language::kPortuguese);
  EXPECT_TRUE(has(table.show(), "Uma peça é um bloco de buracos")) << table.show();
  table.press(Kind::kEscape);  // the introduction
  EXPECT_TRUE(has(table.show(), "lição 1 de")) << table.show();
  EXPECT_TRUE(has(table.show(), "Mova uma peça qualquer")) << table.show();
  table.enter("c1-c2,c2+e4,c2+c1");
  EXPECT_TRUE(has(table.show(), "dois pinos: é um")) << table.show();
  table.enter("sair");
  EXPECT_TRUE(table.screen().done());
}

}  // namespace
}  // namespace tests
