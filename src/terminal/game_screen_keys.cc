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
    case Key::Kind::kTab: return cycle_focus();
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
  if (view_ == nullptr) return;
  if (focus_ == Focus::kHoles) {
    hole_ = view_->next_hole(hole_, direction);
  } else if (focus_ == Focus::kChips) {
    const int count = static_cast<int>(chips().size());
    const bool forward = direction == Direction::kRight || direction == Direction::kDown;
    chip_ = (chip_ + (forward ? 1 : count - 1)) % count;
  } else {
    cursor_ = view_->next_cell(cursor_, direction);
  }
}

std::vector<GameScreen::Choice> GameScreen::chips() const {
  std::vector<Choice> chips;
  for (const Choice& choice : choices_) {
    if (choice.step == games::Step{}) chips.push_back(choice);
  }
  return chips;
}

// To the next cell that a person may point at; behind the last one to the actions beside the board,
// and from there to the first cell again.
void GameScreen::cycle_focus() {
  if (focus_ == Focus::kHoles) return;
  const auto useful = [&](int cell) {
    const std::string& name = name_of(cell);
    return std::any_of(choices_.begin(), choices_.end(), [&](const Choice& choice) {
      if (chosen_) return choice.step.from == name_of(*chosen_) && choice.step.to == name;
      return choice.step.from.empty() ? choice.step.to == name : choice.step.from == name;
    });
  };
  const int count = static_cast<int>(scene_.cells.size());
  const bool from_chips = focus_ == Focus::kChips;
  focus_ = Focus::kBoard;
  for (int cell = from_chips ? 0 : cursor_ + 1; cell < count; ++cell) {
    if (useful(cell)) {
      cursor_ = cell;
      return;
    }
  }
  if (!from_chips && !chips().empty()) {
    focus_ = Focus::kChips;
    return;
  }
  for (int cell = 0; cell < count; ++cell) {
    if (useful(cell)) {
      cursor_ = cell;
      return;
    }
  }
}

void GameScreen::back() {
  focus_ = Focus::kBoard;
  chosen_.reset();
  tell("");
}

void GameScreen::click(const Key& key) {
  if (view_ == nullptr) return;
  if (looking()) return return_to_game();
  if (trial_loss_ != nullptr) return;
  const auto offered = chips();
  for (std::size_t i = 0; i < chip_places_.size() && i < offered.size(); ++i) {
    const ChipPlace& place = chip_places_[i];
    if (key.row == place.row && key.column >= place.column &&
        key.column < place.column + place.columns) {
      return play({offered[i].action});
    }
  }
  if (focus_ == Focus::kHoles && piece_row_ >= 0) {
    if (const auto hole = view_->hole_at(key.row - piece_row_, key.column - piece_column_)) {
      hole_ = *hole;
      return act();
    }
  }
  if (const auto cell = view_->cell_at(key.row - board_row_, key.column - board_column_)) {
    cursor_ = *cell;
    if (focus_ != Focus::kBoard) back();
    act();
  }
}

void GameScreen::act() {
  if (session_.over()) return warn(say(Message::kOverHint));
  if (thinker_.busy() && !watching()) return thinker_.move_now();
  if (watching()) return run({Command::kPause, ""});
  if (focus_ == Focus::kHoles) return act_on_hole();
  if (focus_ == Focus::kChips) {
    const auto offered = chips();
    return play({offered[static_cast<std::size_t>(chip_) % offered.size()].action});
  }
  act_on_cell(cursor_);
}

void GameScreen::act_on_hole() {
  const std::string& hole = scene_.holes[static_cast<std::size_t>(hole_)].name;
  for (const Choice& choice : choices_) {
    if (choice.step.from == name_of(*chosen_) && choice.step.hole == hole) {
      return play({choice.action});
    }
  }
  const auto& at = scene_.holes[static_cast<std::size_t>(hole_)];
  const bool centre = at.column == 0 && at.row == 0;
  warn(centre ? Error(Message::kPegInCentre)
              : Error(Message::kHoleTaken, {hole, name_of(*chosen_)}));
}

void GameScreen::act_on_cell(int cell) {
  const std::string& name = name_of(cell);
  std::vector<Choice> here, from_here;
  for (const Choice& choice : choices_) {
    const auto& step = choice.step;
    const std::string& from = chosen_ ? name_of(*chosen_) : "";
    if (step.from == from && step.to == name) here.push_back(choice);
    if (step.from == name) from_here.push_back(choice);
  }
  if (!here.empty()) return choose_among(std::move(here));
  if (chosen_ == cell) return back();
  if (from_here.empty()) return refuse_cell(cell);
  chosen_ = cell;
  tell("");
  if (from_here[0].step.hole.empty()) return;
  // A piece was chosen for a peg: the cursor goes on in its holes.
  focus_ = Focus::kHoles;
  for (std::size_t i = 0; i < scene_.holes.size(); ++i) {
    if (scene_.holes[i].name == from_here[0].step.hole) hole_ = static_cast<int>(i);
  }
}

void GameScreen::choose_among(std::vector<Choice> choices) {
  if (choices.size() == 1) return play({choices[0].action});
  std::vector<std::string> lines;
  for (const Choice& choice : choices) lines.push_back(choice.text);
  offered_ = std::move(choices);
  chooser_.emplace(say(Message::kChooseOne), std::move(lines));
}

// The rules say why not, as they would to somebody who types it.
void GameScreen::refuse_cell(int cell) {
  const std::string text = (chosen_ ? name_of(*chosen_) + '-' : "") + name_of(cell);
  const auto& position = session_.position();
  auto parsed = position.parse_action(text);
  if (!parsed && view_ != nullptr && !chosen_) {
    const auto* piece = view_->piece_on(cell);
    if (piece == nullptr || piece->player != session_.to_move()) {
      return warn(Error(Message::kNothingHere, {name_of(cell)}));
    }
    return warn(Error(Message::kCannotAct, {name_of(cell)}));
  }
  warn(parsed ? text : refusal(parsed.error(), nearest_actions(position, text), language_));
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
