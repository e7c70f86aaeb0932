// The game screen: what keys and clicks do.
#include <algorithm>

#include "core/scan.h"
#include "terminal/game_screen.h"
#include "terminal/words.h"

namespace terminal {

using text::Error;
using text::Message;

void GameScreen::press(const Key& key) {
  if (press_popup(key)) return;
  if (key.kind == Key::Kind::kControl && (key.text == "c" || key.text == "d")) {
    return ask_to_leave();
  }
  if (setup_.guide != nullptr && press_guide(key)) return;
  if (key.kind == Key::Kind::kClick) return click(key);
  if (refused_ && key.kind == Key::Kind::kText) editor_.clear();
  refused_ = false;
  if (editor_.empty()) return press_board(key);
  switch (key.kind) {
    case Key::Kind::kEnter: return submit();
    case Key::Kind::kTab: return complete();
    case Key::Kind::kEscape: tell(""); return editor_.clear();
    default: editor_.press(key);
  }
}

bool GameScreen::press_popup(const Key& key) {
  if (pager_) {
    if (!pager_->press(key)) pager_.reset();
    return true;
  }
  if (chooser_) {
    const auto state = chooser_->press(key);
    if (state == Chooser::State::kOpen) return true;
    const auto chosen = static_cast<std::size_t>(chooser_->chosen());
    chooser_.reset();
    if (state == Chooser::State::kChosen) play({offered_[chosen].action});
    return true;
  }
  if (!question_) return false;
  if (key.kind == Key::Kind::kEscape) {
    question_.reset();
    tell("");
    return true;
  }
  const auto answer = key.kind == Key::Kind::kText ? read_answer(key.text) : std::nullopt;
  if (key.kind == Key::Kind::kControl && key.text == "c" && done_when_asked_again_) {
    keep();
    done_ = true;
    return true;
  }
  if (!answer) return true;
  const auto answered = std::move(question_->answered);
  question_.reset();
  answered(*answer);
  return true;
}

void GameScreen::press_board(const Key& key) {
  if (press_review(key) || press_looking(key)) return;
  switch (key.kind) {
    case Key::Kind::kUp: return move_cursor(Direction::kUp);
    case Key::Kind::kDown: return move_cursor(Direction::kDown);
    case Key::Kind::kLeft: return move_cursor(Direction::kLeft);
    case Key::Kind::kRight: return move_cursor(Direction::kRight);
    case Key::Kind::kTab: return pointing_.cycle();
    case Key::Kind::kEscape: return back();
    case Key::Kind::kBackspace: return session_.in_turn() && human_acts() ? take_back() : back();
    case Key::Kind::kEnter: return act();
    case Key::Kind::kText:
      if (key.text == " ") return act();
      if (key.text == "?") return run({Command::kHelp, ""});
      break;
    default: break;
  }
  editor_.press(key);
}

void GameScreen::move_cursor(Direction direction) {
  if (alarming_) tell("");
  if (face_.view() != nullptr) pointing_.move(*face_.view(), direction);
}

void GameScreen::back() {
  pointing_.back();
  tell("");
}

void GameScreen::click(const Key& key) {
  if (face_.view() == nullptr) return;
  if (looking()) return return_to_game();
  if (trial_loss_ != nullptr) return;
  const auto hit = face_.hit(key);
  if (const auto* action = std::get_if<games::Action>(&hit)) return play({*action});
  if (const auto* hole = std::get_if<TableFace::Hole>(&hit)) {
    pointing_.point_at_hole(hole->hole);
    return act();
  }
  if (const auto* cell = std::get_if<TableFace::Cell>(&hit)) {
    pointing_.point_at_cell(cell->cell);
    act();
  }
}

void GameScreen::act() {
  if (session_.over()) return warn(say(Message::kOverHint));
  if (thinker_.busy() && !watching()) return thinker_.move_now();
  if (watching()) return run({Command::kPause, ""});
  auto chosen = pointing_.act();
  if (const auto* action = std::get_if<games::Action>(&chosen)) return play({*action});
  if (const auto* refused = std::get_if<Refused>(&chosen)) {
    return warn(refusal(refused->error, refused->nearest, language_));
  }
  tell("");
  if (auto* several = std::get_if<std::vector<Pointing::Choice>>(&chosen)) {
    std::vector<std::string> lines;
    for (const auto& choice : *several) lines.push_back(choice.text);
    offered_ = std::move(*several);
    chooser_.emplace(say(Message::kChooseOne), std::move(lines));
  }
}

void GameScreen::complete() {
  const auto found = completions(session_.position(), editor_.text());
  if (found.empty()) return warn(say(Message::kNoCompletion));
  std::string common = found[0];
  for (const auto& one : found) {
    const auto differ = std::mismatch(common.begin(), common.end(), one.begin(), one.end());
    common.erase(differ.first, common.end());
  }
  if (common.size() > editor_.text().size()) editor_.set(common);
  if (found.size() > 1) tell(core::join(found, " "));
}

void GameScreen::submit() {
  const std::string line = editor_.take();
  const Input input = read_input(session_.position(), line);
  if (const auto* command = std::get_if<CommandLine>(&input)) return run(*command);
  const auto* refused_word = std::get_if<Refused>(&input);
  if (session_.over() || !session_.is_human(session_.to_move())) {
    // A mistyped command is told as that.
    if (refused_word != nullptr && refused_word->error.notes[0].message == Message::kMeantCommand) {
      return warn(refused_word->error);
    }
    return warn(say(session_.over() ? Message::kOverHint : Message::kNotYourTurn));
  }
  if (refused_word == nullptr) return_to_game();
  if (const auto* steps = std::get_if<Steps>(&input)) return play(*steps);
  const auto& refused = std::get<Refused>(input);
  warn(refusal(refused.error, refused.nearest, language_));
  // What was typed stays to be mended; who types on begins a new line.
  editor_.set(line);
  refused_ = true;
}

}  // namespace terminal
