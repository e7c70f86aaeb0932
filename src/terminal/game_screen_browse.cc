// The game screen: looking at earlier turns without undoing them, and the chances beside them.
#include <algorithm>
#include <cmath>

#include "terminal/game_screen.h"
#include "terminal/words.h"

namespace terminal {

using text::Message;
using text::Note;

games::History GameScreen::shown() const {
  if (!looking_) return session_.history();
  const auto* turn = line_step_ ? reviewed_turn() : nullptr;
  if (turn == nullptr) return session_.history_at(*looking_);
  const auto& line = turn->better[0];
  const std::vector<std::string_view> played(line.begin(), line.begin() + *line_step_);
  auto history = session_.history_at(*looking_ - 1);
  auto followed = games::play_turns(history, played);
  return followed ? *std::move(followed) : history;
}

// A review also looks at the end of the game, which is no other place otherwise.
void GameScreen::look_at(int turn) {
  tell("");
  if (turn < 0) return warn(say(Message::kNoTurnBefore));
  if (turn > session_.turns()) return warn(say(Message::kNoTurnAfter));
  line_step_.reset();
  looking_ = turn;
  if (turn == session_.turns() && reviewed_ == nullptr) looking_.reset();
  refresh();
}

void GameScreen::return_to_game() {
  // A turn that is tried is none of the game's.
  if (aside_ || (!looking_ && reviewed_ == nullptr)) return;
  looking_.reset();
  close_review();
  tell("");
  refresh();
}

bool GameScreen::press_looking(const Key& key) {
  // An exercise shows what it asks.
  if (aside_ || setup_.guide != nullptr) return false;
  const int now = looking_.value_or(session_.turns());
  switch (read_look_key(key, looking())) {
    case LookKey::kOther: return false;
    case LookKey::kBack: look_at(now - 1); return true;
    case LookKey::kForward: look_at(now + 1); return true;
    case LookKey::kStart: look_at(0); return true;
    case LookKey::kEnd:
      if (looking_ && reviewed_ != nullptr) {
        look_at(session_.turns());
      } else {
        return_to_game();
      }
      return true;
    case LookKey::kLeave: return_to_game(); return true;
    case LookKey::kNothing: return true;
  }
  return false;
}

std::string GameScreen::looking_text() const {
  return say(
      Note{Message::kLookingAt, {std::to_string(*looking_), std::to_string(session_.turns())}});
}

std::vector<double> GameScreen::chances_shown() const {
  if (aside_) return {};
  if (const auto* turn = reviewed_turn()) return line_step_ ? turn->before : turn->after;
  const auto analysis = analysis_runs() ? analyst_.latest() : std::nullopt;
  if (!analysis || analysis->lines.empty()) return {};
  return analysis->lines[0].chances;
}

int GameScreen::draw_chances(Canvas& canvas, int row, int column, int last_row) const {
  constexpr int kLeastRows = 3;
  const int rows = last_row - row + 1;
  const auto chances = chances_shown();
  if (chances.empty() || rows < kLeastRows) return column;
  // The first player's share grows from below.
  double sum = 0;
  int filled = 0;
  for (std::size_t player = 0; player < chances.size(); ++player) {
    sum += chances[player];
    const bool last = player + 1 == chances.size();
    const int end = last ? rows : static_cast<int>(std::lround(std::clamp(sum, 0.0, 1.0) * rows));
    CellStyle style = face_.view()->text_style(static_cast<int>(player));
    style.reverse = true;
    for (; filled < end; ++filled) {
      canvas.put(last_row - filled, column, std::string(1, scene().symbols[player]), style);
    }
  }
  return column + 2;
}

}  // namespace terminal
