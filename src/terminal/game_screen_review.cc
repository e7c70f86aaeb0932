// The game screen: a review on the board. Mistakes one after the other, the better line turn by
// turn, and looking for a better turn oneself.
#include <algorithm>

#include "core/scan.h"
#include "study/reasons.h"
#include "terminal/advice.h"
#include "terminal/game_screen.h"
#include "terminal/words.h"

namespace terminal {

using study::Mark;
using text::Message;
using text::Note;

namespace {

// A turn that loses no more points than this is as good as the better one.
constexpr double kFoundWithin = 5;

}  // namespace

void GameScreen::start_review() {
  if (session_.history().actions().empty()) return warn(say(Message::kNothingToReview));
  return_to_game();
  tell(say(Message::kReviewing));
  being_reviewed_ = std::make_shared<Reviewed>(Reviewed{session_.history(), session_.record(), {}});
  review_.start([found = being_reviewed_, judge = setup_.judge](const std::stop_token& stop) {
    found->review = review_game(found->history, judge, stop);
    return std::string();
  });
}

// The whole as text first; behind it the board shows the first mistake.
void GameScreen::open_review() {
  tell("");
  reviewed_ = std::exchange(being_reviewed_, nullptr);
  pager_.emplace(say(Message::kCmdReview), [found = reviewed_, language = language_](int columns) {
    const auto wide = static_cast<std::size_t>(std::max(columns, 1));
    const auto words = review_words(found->history, found->record, found->review, language, wide);
    std::vector<PageLine> lines;
    for (auto& line : wrapped(words, columns)) lines.push_back({{std::move(line), {}}});
    return lines;
  });
  looking_ = 0;
  line_step_.reset();
  next_mistake(1);
  tell("");
}

void GameScreen::close_review() {
  reviewed_.reset();
  line_step_.reset();
}

const study::ReviewedTurn* GameScreen::reviewed_turn() const {
  if (reviewed_ == nullptr || !looking_ || *looking_ == 0) return nullptr;
  const auto at = static_cast<std::size_t>(*looking_) - 1;
  const auto& turns = reviewed_->review.turns;
  return at < turns.size() && turns[at].judged ? &turns[at] : nullptr;
}

void GameScreen::next_mistake(int direction) {
  const auto& turns = reviewed_->review.turns;
  const int count = static_cast<int>(turns.size());
  for (int turn = looking_.value_or(0) + direction; turn >= 1 && turn <= count; turn += direction) {
    if (turns[static_cast<std::size_t>(turn) - 1].mark != Mark::kNone) return look_at(turn);
  }
  refresh();
  warn(say(Message::kReviewNoMoreMistakes));
}

void GameScreen::show_line() {
  const auto* turn = reviewed_turn();
  if (turn == nullptr || turn->better.empty()) return warn(say(Message::kReviewNothingBetter));
  tell("");
  line_step_ = 0;
  refresh();
}

bool GameScreen::press_line(const Key& key) {
  using Kind = Key::Kind;
  const int last = static_cast<int>(reviewed_turn()->better[0].size());
  const bool text = key.kind == Kind::kText;
  const bool on = key.kind == Kind::kRight || key.kind == Kind::kPageDown ||
                  (text && (key.text == "." || key.text == "b"));
  const bool back =
      key.kind == Kind::kLeft || key.kind == Kind::kPageUp || (text && key.text == ",");
  if (on && *line_step_ < last) ++*line_step_;
  if (back && *line_step_ > 0) --*line_step_;
  if (key.kind == Kind::kEscape || key.kind == Kind::kEnter) line_step_.reset();
  if (key.kind == Kind::kHome) line_step_ = 0;
  if (key.kind == Kind::kEnd) line_step_ = last;
  const bool ours = on || back || !text;
  if (ours) refresh();
  return ours;
}

bool GameScreen::press_review(const Key& key) {
  if (aside_) {
    // A turn that is being looked at cannot be changed.
    const bool judging = trial_loss_ != nullptr;
    const bool nothing_chosen = !pointing_.chosen() && pointing_.focus() == Pointing::Focus::kBoard;
    if (key.kind == Key::Kind::kEscape && (judging || nothing_chosen)) {
      end_trial();
      return true;
    }
    return judging;
  }
  if (reviewed_ == nullptr || !looking_) return false;
  if (line_step_ && press_line(key)) return true;
  if (key.kind != Key::Kind::kText) return false;
  if (key.text == "n") {
    next_mistake(1);
  } else if (key.text == "N" || key.text == "p") {
    next_mistake(-1);
  } else if (key.text == "b") {
    show_line();
  } else if (key.text == "t") {
    start_trial();
  } else {
    return false;
  }
  return true;
}

// --- Finding the better turn oneself ---

void GameScreen::start_trial() {
  const auto* turn = reviewed_turn();
  if (turn == nullptr || turn->better.empty()) return warn(say(Message::kReviewNothingBetter));
  tell("");
  thinker_.cancel();
  session_.stop_clock();
  SessionSetup setup = session_.setup();
  setup.seats.assign(setup.seats.size(), std::string(kHuman));
  setup.clock.reset();
  trial_turn_ = *looking_;
  auto trial = Session::from_history(session_.history_at(*looking_ - 1), setup);
  aside_ = std::exchange(session_, std::move(trial));
  looking_.reset();
  line_step_.reset();
  refresh();
}

void GameScreen::end_trial() {
  verdict_.cancel();
  trial_loss_.reset();
  session_ = *std::exchange(aside_, std::nullopt);
  if (!paused_) session_.go_on_clock();
  looking_ = trial_turn_;
  tell("");
  refresh();
}

// The turn alone is reviewed as a game of one turn.
void GameScreen::judge_trial() {
  if (session_.in_turn()) return;
  tried_ = session_.turn_texts().back();
  trial_loss_ = std::make_shared<double>(0);
  tell(say(Note{Message::kTryJudging, {tried_}}));
  const int before = session_.turns() - 1;
  games::History one(session_.history_at(before).position());
  const auto& played = session_.history().actions();
  const auto first = session_.history_at(before).actions().size();
  for (std::size_t i = first; i < played.size(); ++i) one.apply(played[i]);
  verdict_.start([one, loss = trial_loss_, judge = setup_.judge](const std::stop_token& stop) {
    const auto review = review_game(one, judge, stop);
    *loss = review.turns[0].loss;
    return std::string();
  });
}

void GameScreen::take_verdict() {
  const double loss = *std::exchange(trial_loss_, nullptr);
  const auto& turn = reviewed_->review.turns[static_cast<std::size_t>(trial_turn_) - 1];
  const std::string tried = tried_;
  if (loss <= kFoundWithin || tried == turn.better[0][0]) {
    end_trial();
    return tell(say(Note{Message::kTryFound, {tried}}));
  }
  session_.take_back();
  refresh();
  warn(say(Note{Message::kTryMissed, {tried, text::decimal(loss, 1, language_)}}));
}

// --- What it shows ---

std::vector<int> GameScreen::reason_cells() const {
  std::vector<int> cells;
  const auto* turn = line_step_ ? nullptr : reviewed_turn();
  if (turn == nullptr) return cells;
  for (const auto& spoken : turn->reasons) {
    for (const auto& name : spoken.reason.cells) {
      if (const auto cell = pointing_.cell_named(name)) cells.push_back(*cell);
    }
  }
  return cells;
}

std::vector<int> GameScreen::pointed_out() const {
  std::vector<int> cells;
  const auto* turn = line_step_ ? reviewed_turn() : nullptr;
  if (turn == nullptr || *line_step_ >= static_cast<int>(turn->better[0].size())) return cells;
  auto position = shown().position();
  const auto steps =
      games::parse_turn(position, turn->better[0][static_cast<std::size_t>(*line_step_)]);
  if (!steps) return cells;
  for (const auto action : *steps) {
    const auto step = position.step(action);
    for (const auto& name : {step.from, step.to}) {
      if (const auto cell = pointing_.cell_named(name)) cells.push_back(*cell);
    }
    position.apply(action);
  }
  return cells;
}

std::string GameScreen::line_words() const {
  const auto* turn = reviewed_turn();
  const auto& line = turn->better[0];
  const auto step = static_cast<std::size_t>(*line_step_);
  std::string words =
      say(Note{Message::kReviewInsteadOf, {turn->text, core::join(line, " ")}}) + '\n' +
      say(Note{Message::kReviewLineStep, {std::to_string(step), std::to_string(line.size())}});
  if (step == line.size()) return words;
  const auto position = shown().position();
  const auto steps = games::parse_turn(position, line[step]);
  if (!steps) return words;
  return words + '\n' + told_once(position, *steps, language_);
}

std::string GameScreen::review_words_of_turn() const {
  const auto* turn = reviewed_turn();
  if (turn == nullptr) return "";
  if (line_step_) return line_words();
  std::string words =
      std::to_string(*looking_) + ". " + turn->text + ' ' + study::mark_text(turn->mark);
  if (turn->mark == Mark::kNone) return words;
  words += '\n' + study::words_of(*turn, language_);
  for (const auto& reason : turn->reasons) words += '\n' + study::sentence_of(reason, language_);
  for (const auto& line : turn->better) {
    words += '\n' + say(Note{Message::kReviewBetterLine, {core::join(line, " ")}});
  }
  return words;
}

std::string GameScreen::trial_words() const {
  const auto& turn = reviewed_->review.turns[static_cast<std::size_t>(trial_turn_) - 1];
  return say(Note{Message::kTryTitle, {turn.text}});
}

text::Message GameScreen::keys_shown() const {
  if (question_) return Message::kQuestionKeys;
  if (setup_.guide != nullptr) return Message::kExerciseKeys;
  if (aside_) return Message::kTryKeys;
  if (looking_) {
    return line_step_             ? Message::kReviewLineKeys
           : reviewed_ != nullptr ? Message::kReviewKeys
                                  : Message::kLookingKeys;
  }
  return session_.over()                                ? Message::kOverHint
         : watching()                                   ? Message::kWatchingKeys
         : thinker_.busy()                              ? Message::kThinkingKeys
         : pointing_.focus() == Pointing::Focus::kHoles ? Message::kHoleKeys
                                                        : Message::kBoardKeys;
}

}  // namespace terminal
