// The game screen: what it shows.
#include <algorithm>
#include <cmath>

#include "core/scan.h"
#include "terminal/game_screen.h"
#include "terminal/words.h"

namespace terminal {

using text::Message;
using text::Note;

namespace {

constexpr int kBarColumns = 10;

std::string bar(double share) {
  const long full = std::lround(share * kBarColumns);
  std::string out;
  for (int i = 0; i < kBarColumns; ++i) out += i < full ? "█" : "░";
  return out;
}

}  // namespace

Canvas GameScreen::draw(int rows, int columns) {
  Canvas canvas(rows, columns);
  canvas.ascii = setup_.looks.ascii;
  draw_title(canvas);
  if (face_.draw(canvas, table_shown())) draw_rail(canvas);
  draw_bottom(canvas);
  if (pager_) pager_->draw(canvas, say(Message::kPagerKeys));
  if (chooser_) chooser_->draw(canvas);
  return canvas;
}

void GameScreen::draw_title(Canvas& canvas) const {
  if (setup_.guide != nullptr) {
    const CellStyle style{.bold = true, .reverse = true};
    canvas.put(0, 0, std::string(static_cast<std::size_t>(canvas.columns()), ' '), style);
    canvas.put_within(0, 1, canvas.columns() - 2, setup_.guide->title(language_), style);
    return;
  }
  // The turn that is being played, or the last one.
  const int turn = session_.turns() + (session_.over() || session_.in_turn() ? 0 : 1);
  draw_heading(canvas, game_title(session_.setup().game->name),
               options_words(session_.position(), language_),
               looking() ? looking_text()
                         : say(Note{Message::kTurnNumber, {std::to_string(std::max(turn, 1))}}));
}

Marks GameScreen::marks() const {
  Marks marks = pointing_.marks();
  for (const int cell : pointed_out()) marks.targets.push_back(cell);
  marks.reasons = reason_cells();
  return marks;
}

// A name out of a record, and who sits there instead where the game goes on.
std::string GameScreen::who(int player) const {
  const Session& game = aside_ ? *aside_ : session_;
  std::string seat = who_label(game.seat(player), language_);
  std::string name = core::printable(game.name(player));
  if (name.empty()) return seat;
  const bool played = game.over() || reviewed_ != nullptr || game.is_human(player);
  return played ? name : name + ", " + seat;
}

TableShown GameScreen::table_shown() const {
  TableShown shown{
      .pointing = &pointing_,
      .marks = marks(),
      .seats = {},
      .mover = std::nullopt,
      .doing = "",
      .flipped = flipped_,
      .look = {.colours = colours_in_force(*setup_.settings, session_.setup().game->name, scene()),
               .theme = setup_.settings->theme,
               .ascii = setup_.looks.ascii,
               .colourless = setup_.looks.depth == Depth::kNone},
      .language = language_};
  for (int player = 0; player < session_.players(); ++player) {
    const auto left = aside_ ? std::nullopt : session_.clock_of(player);
    shown.seats.push_back(
        {who(player), left ? clock_text(*left) : "", session_.position().is_out(player)});
  }
  if (session_.over()) return shown;
  shown.mover = session_.to_move();
  // Who looks at an earlier turn does nothing meanwhile.
  if (!session_.is_human(*shown.mover)) {
    shown.doing =
        paused_ ? say(Message::kPaused) : std::string(core::split(thinking_text(), '\n')[0]);
  }
  return shown;
}

void GameScreen::draw_rail(Canvas& canvas) {
  const int column = face_.rail_column(), last_row = face_.last_rail_row(canvas);
  const bool piece = face_.has_piece();
  int row = face_.draw_players(canvas, 1);
  // The large piece matters more than the end of a long sentence.
  const int prompt_end = piece ? last_row - BoardView::kPieceRows : last_row;
  row = draw_prompt(canvas, row + 1, prompt_end);
  if (piece) row = face_.draw_piece(canvas, std::min(row, prompt_end + 1)) + 1;
  if (analysis_runs()) {
    // Some turns stay in view where there is room for both.
    const int turns = std::clamp(last_row - row - 5, 0, 6);
    row = draw_analysis(canvas, row, column, last_row - turns) + 1;
  }
  TableFace::draw_turns(canvas, row, draw_chances(canvas, row, column, last_row), last_row,
                        session_.turn_texts(), looking_);
}

int GameScreen::draw_prompt(Canvas& canvas, int row, int last_row) {
  const int column = face_.rail_column(), wide = canvas.columns() - column;
  const auto put = [&](const std::string& text, const CellStyle& style) {
    for (const auto& line : wrapped(text, wide)) {
      if (row <= last_row) canvas.put(row++, column, line, style);
    }
  };
  if (setup_.guide != nullptr) {
    put(setup_.guide->task(language_), {.bold = true});
    if (setup_.guide->solved()) return row + 1;
  }
  if (looking()) {
    put(looking_text(), {.bold = true});
    put(reviewed_ != nullptr ? review_words_of_turn() : say(Message::kLookingHelp), {});
    return row + 1;
  }
  if (aside_) put(trial_words(), {.bold = true});
  if (session_.over()) {
    put(ending(session_, language_), {.bold = true});
    put(say(Message::kOverHint), {});
    return row + 1;
  }
  if (!human_acts()) {
    put(paused_ && watching() ? say(Message::kPaused) : thinking_text(), {});
    return row + 1;
  }
  const std::string draft = session_.draft();
  if (!draft.empty()) put(say(Note{Message::kDraftIs, {draft}}), {.bold = true});
  return face_.draw_prompt(canvas, row, last_row) + 1;
}

std::string GameScreen::thinking_text() const {
  const auto progress = thinker_.progress();
  const auto seconds =
      text::decimal(static_cast<double>(thinker_.elapsed().count()) / 1000, 1, language_);
  std::string text = say(Note{Message::kThinking, {seconds, std::to_string(progress.depth)}});
  if (!progress.line.empty() && thinker_.busy()) {
    const auto turns = games::line_texts(session_.position(), progress.line);
    const auto mover = static_cast<std::size_t>(session_.to_move());
    text += '\n' + percent(progress.chances[mover], language_) + ' ' + core::join(turns, " ");
  }
  return text;
}

int GameScreen::draw_analysis(Canvas& canvas, int row, int column, int last_row) const {
  const auto analysis = analyst_.latest();
  const int wide = canvas.columns() - column;
  if (!analysis || analysis->lines.empty()) {
    canvas.put_within(row, column, wide, say(Message::kAnalysing), kMuted);
    return row + 1;
  }
  const auto mover = static_cast<std::size_t>(analysis->position.to_move());
  for (const auto& line : analysis->lines) {
    if (row + 1 > last_row) break;
    const std::string proven = proven_text(line.proven, language_);
    canvas.put_within(row++, column, wide,
                      std::to_string(line.rank) + ' ' + bar(line.chances[mover]) + ' ' +
                          (proven.empty() ? percent(line.chances[mover], language_) : proven) +
                          "  " + std::to_string(line.depth),
                      {.bold = line.rank == 1});
    canvas.put_within(row++, column + 2, wide - 2, core::join(line.turns, " "));
  }
  return row;
}

// The best line alone.
std::string GameScreen::narrow_analysis() const {
  const auto analysis = analyst_.latest();
  if (!analysis || analysis->lines.empty()) return say(Message::kAnalysing);
  const auto& best = analysis->lines[0];
  const std::string proven = proven_text(best.proven, language_);
  const auto mover = static_cast<std::size_t>(analysis->position.to_move());
  return (proven.empty() ? percent(best.chances[mover], language_) : proven) + "  " +
         core::join(best.turns, " ");
}

std::string GameScreen::narrow_prompt() const {
  if (session_.over()) return ending(session_, language_);
  if (analysis_runs()) return narrow_analysis();
  if (!human_acts()) return "";
  const std::string draft = session_.draft();
  return label(session_.to_move()) + ": " +
         (draft.empty() ? "" : say(Note{Message::kDraftIs, {draft}}) + "; ") +
         say(pointing_.prompt()) + " [" + pointing_.pointed_at() + ']';
}

void GameScreen::draw_bottom(Canvas& canvas) const {
  std::string told = question_ ? question_->text : message_;
  // A narrow screen has no rail: what it would say stands here.
  const bool narrow = !face_.has_rail();
  if (told.empty() && setup_.guide != nullptr && narrow) told = setup_.guide->task(language_);
  if (told.empty() && looking() && narrow) {
    told = reviewed_ != nullptr ? review_words_of_turn() : say(Message::kLookingHelp);
  }
  if (told.empty() && narrow) told = narrow_prompt();
  draw_footer(canvas,
              {.told = told, .alarming = alarming_ && !question_, .keys = say(keys_shown())},
              editor_);
}

}  // namespace terminal
