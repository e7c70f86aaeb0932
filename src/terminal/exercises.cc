#include "terminal/exercises.h"

#include <algorithm>

#include "core/scan.h"
#include "terminal/words.h"

namespace terminal {

using text::Language;
using text::Message;
using text::Note;

namespace {

// A board for two people at a position.
Session board_at(const games::Position& position) {
  games::Record record;
  record.game = position.game().name;
  record.options = position.options();
  record.position = position.to_text();
  // Our own position, which was read from a text: a test begins every one of them.
  return *Session::from_record(record, {}, Session::Trust::kOwn);
}

void take_back_turn(Session& session) {
  while (session.in_turn() && session.take_back()) {
  }
}

bool holds(const std::vector<std::string_view>& done, std::string_view action) {
  return std::find(done.begin(), done.end(), action) != done.end();
}

// The next action towards an answer, which may be a part of a turn: one that it names, else what
// ends the turn or leads there.
games::Action towards(const games::Position& position, std::string_view answer,
                      const std::string& draft) {
  const auto done = core::split(draft, ',');
  bool missing = false;
  for (const auto action : core::split(answer, ',')) {
    if (holds(done, action)) continue;
    missing = true;
    if (const auto parsed = position.parse_action(action)) return *parsed;
  }
  const auto end = missing ? std::nullopt : std::optional(position.parse_action("end"));
  return end && *end ? **end : position.legal_actions().front();
}

std::string go_on_text(std::string text, Language language) {
  return std::move(text) + '\n' + text::render(Message::kExerciseNext, language);
}

}  // namespace

std::string lesson_id(const games::GameInfo& game, const study::Lesson& lesson) {
  return "lesson/" + game.name + '/' + lesson.id;
}

std::string puzzle_id(const puzzles::Shipped& puzzle) { return "puzzle/" + puzzle.id(); }

// --- Lessons ---

Session LessonGuide::begin() {
  step_ = 0;
  over_ = false;
  state_ = State::kAsked;
  return board_at(study::lesson_start(game_, lesson()));
}

std::vector<std::string> LessonGuide::right_answers() const {
  return study::accepted(step(), study::lesson_start(game_, lesson()));
}

// A turn is right if it holds all actions of one that is accepted, in any order, or if it wins.
bool LessonGuide::is_right(const Session& session) const {
  const int player = study::lesson_start(game_, lesson()).to_move();
  if (session.over() && session.result() == 'p' + std::to_string(player + 1) + "win") return true;
  const auto done = core::split(session.turn_texts().back(), ',');
  const auto answers = right_answers();
  return std::any_of(answers.begin(), answers.end(), [&](const std::string& answer) {
    const auto wanted = core::split(answer, ',');
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](std::string_view action) { return holds(done, action); });
  });
}

void LessonGuide::judge(Session& session) {
  if (session.in_turn() || session.turns() == 0) return;
  if (!is_right(session)) {
    state_ = State::kWrong;
    session.take_back();
    return;
  }
  state_ = State::kRight;
  over_ = session.over();
  if (!step().reply.empty() && !over_) {
    const auto reply = games::parse_turn(session.position(), step().reply);
    for (const auto action : *reply) session.apply(action);
  }
  if (last_step()) settings_.done.insert(lesson_id(game_, lesson()));
}

void LessonGuide::show(Session& session) {
  take_back_turn(session);
  const std::string answer = right_answers().front();
  do {
    session.apply(towards(session.position(), answer, session.draft()));
  } while (session.in_turn());
  judge(session);
  if (state_ == State::kRight) state_ = State::kShown;
}

Guide::Next LessonGuide::next() {
  const bool last = last_step();
  state_ = State::kAsked;
  if (!last) {
    ++step_;
    return Next::kGoOn;
  }
  if (lesson_ + 1 >= study::lessons_of(game_).size()) return Next::kEnd;
  ++lesson_;
  return Next::kBegin;
}

std::string LessonGuide::title(Language language) const {
  return text::render(Note{Message::kLessonTitle,
                           {games::game_title(game_.name), std::to_string(lesson_ + 1),
                            std::to_string(study::lessons_of(game_).size()),
                            text::render(lesson().title, language)}},
                      language);
}

std::string LessonGuide::introduction(Language language) const {
  return text::render(lesson().text, language) + "\n\n" + task(language);
}

std::string LessonGuide::hint(Language language) const {
  return text::render(step().hint, language);
}

std::string LessonGuide::correction(Language language) const {
  return text::render(Message::kLessonWrong, language) + ' ' + hint(language);
}

std::string LessonGuide::task(Language language) const {
  if (solved()) return go_on_text(text::render(step().praise, language), language);
  return text::render(step().task, language);
}

// --- Puzzles ---

games::Position PuzzleGuide::position() const {
  return *puzzles::position_of(*shipped().set, shipped().puzzle());
}

std::vector<games::Action> PuzzleGuide::solution() const {
  return *puzzles::actions_of(position(), shipped().puzzle());
}

std::string PuzzleGuide::answer() const { return position().action_text(solution().front()); }

Session PuzzleGuide::begin() {
  tries_ = 0;
  state_ = State::kAsked;
  return board_at(position());
}

// The whole line, then back to its first turn: redo() goes through the rest.
void PuzzleGuide::play_solution(Session& session) const {
  session = board_at(position());
  for (const auto action : solution()) session.apply(action);
  while (session.turns() > 1 && session.take_back()) {
  }
}

void PuzzleGuide::judge(Session& session) {
  const auto& played = session.history().actions();
  if (played.empty()) return;
  if (played.front() != solution().front()) {
    ++tries_;
    state_ = State::kWrong;
    session = board_at(position());
    return;
  }
  state_ = State::kRight;
  settings_.done.insert(puzzle_id(shipped()));
  play_solution(session);
}

void PuzzleGuide::show(Session& session) {
  state_ = State::kShown;
  settings_.done.insert(puzzle_id(shipped()));
  play_solution(session);
}

Guide::Next PuzzleGuide::next() {
  if (at_ + 1 >= series_.size()) return Next::kEnd;
  ++at_;
  return Next::kBegin;
}

std::string PuzzleGuide::title(Language language) const {
  return text::render(
      Note{Message::kPuzzleTitle,
           {games::game_title(shipped().set->game->name), std::to_string(shipped().index + 1),
            std::to_string(shipped().puzzle().grade), std::to_string(puzzles::kTopGrade)}},
      language);
}

std::string PuzzleGuide::hint(Language language) const {
  const auto step = position().step(solution().front());
  const std::string where = step.from.empty() ? step.to : step.from;
  if (where.empty()) return text::render(Note{Message::kPuzzleHintAction, {answer()}}, language);
  return text::render(Note{step.from.empty() ? Message::kPuzzleHintNear : Message::kPuzzleHintFrom,
                           {step.from.empty() ? where.substr(0, 1) : where}},
                      language);
}

std::string PuzzleGuide::correction(Language language) const {
  return text::render(Message::kPuzzleWrong, language);
}

std::string PuzzleGuide::task(Language language) const {
  const auto start = position();
  if (!solved()) {
    const std::string who = player_label(start.scene(), start.to_move(), language);
    return text::render(Note{Message::kPuzzleTask, {who}}, language);
  }
  const Note came = state_ == State::kShown ? Note{Message::kPuzzleShown, {answer()}}
                    : tries_ == 0           ? Note{Message::kPuzzleRight, {}}
                                  : Note{Message::kPuzzleRightLater, {std::to_string(tries_ + 1)}};
  const Note line{Message::kPuzzleLine, {core::join(shipped().puzzle().line, " ")}};
  return go_on_text(text::render(came, language) + '\n' + text::render(line, language), language);
}

// --- Series ---

const std::vector<PuzzleBand>& puzzle_bands() {
  // The same as on the page.
  static const std::vector<PuzzleBand> bands = {{Message::kPuzzlesAll, 1, puzzles::kTopGrade},
                                                {Message::kPuzzlesEasy, 1, 3},
                                                {Message::kPuzzlesMedium, 4, 6},
                                                {Message::kPuzzlesHard, 7, puzzles::kTopGrade}};
  return bands;
}

std::vector<puzzles::Shipped> puzzle_series(const games::GameInfo& game, const PuzzleBand& band,
                                            const Settings& settings) {
  std::vector<puzzles::Shipped> series, done;
  const auto* set = puzzles::built_in_set(game.name);
  if (set == nullptr) return series;
  for (std::size_t i = 0; i < set->puzzles.size(); ++i) {
    const int grade = set->puzzles[i].grade;
    if (grade < band.low || grade > band.high) continue;
    const puzzles::Shipped one{set, i};
    (settings.done.contains(puzzle_id(one)) ? done : series).push_back(one);
  }
  series.insert(series.end(), done.begin(), done.end());
  return series;
}

PuzzleCount puzzle_count(const games::GameInfo& game, const PuzzleBand& band,
                         const Settings& settings) {
  const auto series = puzzle_series(game, band, settings);
  const auto done = std::count_if(series.begin(), series.end(), [&](const auto& one) {
    return settings.done.contains(puzzle_id(one));
  });
  return {series.size(), static_cast<std::size_t>(done)};
}

}  // namespace terminal
