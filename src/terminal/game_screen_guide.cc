// The game screen: exercises, where a guide sets tasks and judges turns.
#include "terminal/game_screen.h"

namespace terminal {

using text::Message;

void GameScreen::introduce() {
  const std::string text = setup_.guide->introduction(language_);
  if (!text.empty()) pager_.emplace(setup_.guide->title(language_), text);
}

// What the guide thinks of the last steps.
void GameScreen::consult() {
  using State = Guide::State;
  const auto state = setup_.guide->state();
  if (state == State::kWrong && !session_.in_turn())
    return warn(setup_.guide->correction(language_));
  if (setup_.guide->solved()) tell("");
}

// A task that is solved waits for Enter or a click; typed commands still work.
bool GameScreen::press_guide(const Key& key) {
  if (!setup_.guide->solved() || !editor_.empty()) return false;
  const bool on = key.kind == Key::Kind::kEnter || key.kind == Key::Kind::kClick ||
                  (key.kind == Key::Kind::kText && key.text == " ");
  if (on) next_exercise();
  return on;
}

void GameScreen::next_exercise() {
  switch (setup_.guide->next()) {
    case Guide::Next::kEnd: done_ = true; return;
    case Guide::Next::kGoOn: break;
    case Guide::Next::kBegin:
      replace(setup_.guide->begin());
      pointing_.go_to_centre();
      introduce();
      break;
  }
  tell("");
  refresh();
}

bool GameScreen::run_exercise(const CommandLine& line) {
  switch (line.command) {
    case Command::kHint: tell(setup_.guide->hint(language_)); return true;
    case Command::kGo:
      if (setup_.guide->solved()) return true;
      setup_.guide->show(session_);
      refresh();
      return true;
    case Command::kNew: replace(setup_.guide->begin()); return true;
    case Command::kUndo:
    case Command::kRedo:
      // Before the answer there is no earlier turn to go back to, only steps of this one.
      if (setup_.guide->solved() || (line.command == Command::kUndo && session_.in_turn())) {
        return false;
      }
      warn(say(line.command == Command::kUndo ? Message::kNothingToUndo : Message::kNothingToRedo));
      return true;
    case Command::kLevel:
    case Command::kSeat:
    case Command::kLoad:
    case Command::kResign:
    case Command::kDraw:
    case Command::kRematch:
    case Command::kPause:
    case Command::kPace: warn(say(Message::kNotInExercise)); return true;
    default: return false;
  }
}

}  // namespace terminal
