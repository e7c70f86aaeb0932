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

// The title above the board; a message, the line being typed and the keys below it.
constexpr int kBelow = 4;
constexpr int kRailColumn = 46, kMinRail = 26;
constexpr int kBarColumns = 10;
const Style kAlarm{.foreground = 167, .bold = true};
const Style kMuted{.dim = true};

std::string bar(double share) {
  const long full = std::lround(share * kBarColumns);
  std::string out;
  for (int i = 0; i < kBarColumns; ++i) out += i < full ? "█" : "░";
  return out;
}

}  // namespace

Canvas GameScreen::draw(int rows, int columns) {
  Canvas canvas(rows, columns);
  chips_row_ = piece_row_ = -1;
  view_.reset();
  canvas.ascii = setup_.looks.ascii;
  draw_title(canvas);
  const int rail = draw_board(canvas);
  rail_column_ = -1;
  if (columns - rail >= kMinRail) draw_rail(canvas, rail);
  draw_bottom(canvas);
  if (pager_) pager_->draw(canvas, say(Message::kPagerKeys));
  if (chooser_) chooser_->draw(canvas);
  return canvas;
}

void GameScreen::draw_title(Canvas& canvas) const {
  const Style style{.bold = true, .reverse = true};
  canvas.put(0, 0, std::string(static_cast<std::size_t>(canvas.columns()), ' '), style);
  const auto options = games::options_text(session_.position().options_in_force());
  canvas.put_within(0, 1, canvas.columns() - 2,
                    game_title(session_.setup().game->name) + "  " + options + "  " +
                        say(Note{Message::kTurnNumber, {std::to_string(session_.turns())}}),
                    style);
}

Marks GameScreen::marks() const {
  Marks marks;
  for (const auto& trace : scene_.last_turn) {
    for (const auto& name : {trace.from, trace.to}) {
      if (const auto cell = cell_named(name)) marks.last.push_back(*cell);
    }
  }
  if (!human_acts()) return marks;
  if (focus_ == Focus::kBoard) marks.cursor = cursor_;
  marks.chosen = chosen_;
  if (!chosen_) return marks;
  for (const Choice& choice : choices_) {
    if (choice.step.from != name_of(*chosen_)) continue;
    if (const auto cell = cell_named(choice.step.to)) marks.targets.push_back(*cell);
  }
  return marks;
}

// Returns where the rail begins.
int GameScreen::draw_board(Canvas& canvas) {
  const int room = canvas.rows() - 1 - kBelow;
  view_ = std::make_unique<BoardView>(scene_, flipped_, room, canvas.columns(),
                                      setup_.settings->colours);
  if (view_->rows() > room || view_->columns() > canvas.columns()) {
    canvas.put_within(
        1, 1, canvas.columns() - 2,
        say(Note{Message::kTooSmall,
                 {std::to_string(view_->columns()), std::to_string(view_->rows() + 1 + kBelow)}}),
        kAlarm);
    return canvas.columns();
  }
  board_row_ = 1 + (room - view_->rows()) / 2;
  board_column_ = 0;
  view_->draw(canvas, board_row_, board_column_, marks());
  return std::max(kRailColumn, view_->columns() + 1);
}

void GameScreen::draw_rail(Canvas& canvas, int column) {
  rail_column_ = column;
  const int last_row = canvas.rows() - kBelow - 1;
  int row = draw_players(canvas, 1, column);
  row = draw_prompt(canvas, row + 1, column);
  piece_row_ = -1;
  if (!scene_.holes.empty() && view_ != nullptr) {
    const int cell = chosen_.value_or(cursor_);
    if (view_->piece_on(cell) != nullptr && row + BoardView::kPieceRows <= last_row) {
      piece_row_ = row;
      piece_column_ = column;
      const auto hole = focus_ == Focus::kHoles ? std::optional(hole_) : std::nullopt;
      view_->draw_piece(canvas, row, column, cell, hole);
      row += BoardView::kPieceRows + 1;
    }
  }
  if (analysing_) {
    draw_analysis(canvas, row, column, last_row);
  } else {
    draw_turns(canvas, row, column, last_row);
  }
}

int GameScreen::draw_players(Canvas& canvas, int row, int column) const {
  const int wide = canvas.columns() - column;
  for (int player = 0; player < session_.players(); ++player) {
    const bool acts = !session_.over() && session_.to_move() == player;
    const bool out = session_.position().is_out(player);
    Style style = view_->text_style(player);
    style.dim = out;
    canvas.put(row, column, acts ? "▶" : " ");
    const std::string who =
        player_label(scene_, player, language_) + ' ' + who_label(session_.seat(player), language_);
    canvas.put_within(row++, column + 2, wide - 2, who, style);
    for (const auto& counter : scene_.counters) {
      if (counter.player != player) continue;
      canvas.put_within(row++, column + 4, wide - 4,
                        say(games::label_of(counter.kind)) + ": " + std::to_string(counter.value));
    }
  }
  return row;
}

int GameScreen::draw_prompt(Canvas& canvas, int row, int column) {
  const int wide = canvas.columns() - column;
  const auto put = [&](const std::string& text, const Style& style) {
    for (const auto& line : wrapped(text, wide)) {
      if (row < canvas.rows() - kBelow) canvas.put(row++, column, line, style);
    }
  };
  chips_row_ = -1;
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
  put(prompt(), {});
  const auto offered = chips();
  if (!offered.empty()) {
    chips_row_ = row;
    for (std::size_t i = 0; i < offered.size(); ++i) {
      const bool here = focus_ == Focus::kChips && static_cast<int>(i) == chip_;
      canvas.put_within(row++, column, wide, (here ? "> " : "  ") + offered[i].text,
                        {.reverse = here, .underline = !here});
    }
  }
  return row + 1;
}

// What the person may do now, told from what can be pointed at.
std::string GameScreen::prompt() const {
  if (chosen_) {
    return say(Note{focus_ == Focus::kHoles ? Message::kPickHole : Message::kPickTarget,
                    {name_of(*chosen_)}});
  }
  const auto any = [&](auto&& what) {
    return std::any_of(choices_.begin(), choices_.end(),
                       [&](const Choice& choice) { return what(choice.step); });
  };
  if (any([](const games::Step& step) { return !step.hole.empty(); })) {
    return say(Message::kPickPeg);
  }
  if (any([](const games::Step& step) { return !step.from.empty(); })) {
    return say(Message::kPickMover);
  }
  return say(Message::kPickCell);
}

// The cell, hole or action that Enter would take.
std::string GameScreen::pointed_at() const {
  if (focus_ == Focus::kHoles) return scene_.holes[static_cast<std::size_t>(hole_)].name;
  if (focus_ == Focus::kBoard) return name_of(cursor_);
  const auto offered = chips();
  return offered.empty() ? "" : offered[static_cast<std::size_t>(chip_) % offered.size()].text;
}

std::string GameScreen::thinking_text() const {
  const auto progress = thinker_.progress();
  const auto seconds = core::fixed(static_cast<double>(thinker_.elapsed().count()) / 1000, 1);
  std::string text = say(Note{Message::kThinking, {seconds, std::to_string(progress.depth)}});
  if (!progress.line.empty() && thinker_.busy()) {
    const auto turns = games::line_texts(session_.position(), progress.line);
    const auto mover = static_cast<std::size_t>(session_.to_move());
    text += '\n' + percent(progress.chances[mover]) + ' ' + core::join(turns, " ");
  }
  return text;
}

int GameScreen::draw_turns(Canvas& canvas, int row, int column, int last_row) const {
  const auto turns = session_.turn_texts();
  const int room = last_row - row + 1;
  const int count = static_cast<int>(turns.size());
  for (int i = std::max(0, count - room); i < count && row <= last_row; ++i) {
    canvas.put_within(row++, column, canvas.columns() - column,
                      std::to_string(i + 1) + ". " + turns[static_cast<std::size_t>(i)], kMuted);
  }
  return row;
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
                          (proven.empty() ? percent(line.chances[mover]) : proven) + "  " +
                          std::to_string(line.depth),
                      {.bold = line.rank == 1});
    canvas.put_within(row++, column + 2, wide - 2, core::join(line.turns, " "));
  }
  return row;
}

void GameScreen::draw_bottom(Canvas& canvas) const {
  const int rows = canvas.rows(), wide = canvas.columns() - 2;
  std::string told = question_ ? question_->text : message_;
  // A narrow screen has no rail: what it would say stands here.
  if (told.empty() && human_acts() && rail_column_ < 0) {
    told = label(session_.to_move()) + ": " + prompt() + " [" + pointed_at() + ']';
  }
  const Style style = alarming_ && !question_ ? kAlarm : Style{.bold = true};
  const auto lines = wrapped(told, wide);
  for (int i = 0; i < 2 && i < static_cast<int>(lines.size()); ++i) {
    // A long message ends in an ellipsis.
    const bool more = i == 1 && lines.size() > 2;
    canvas.put_within(rows - kBelow + i, 1, wide,
                      lines[static_cast<std::size_t>(i)] + (more ? "…" : ""), style);
  }
  // The end of a long line stays in view.
  const std::string& text = editor_.text();
  std::size_t from = 0;
  while (width(std::string_view(text).substr(from, editor_.cursor() - from)) >
         static_cast<std::size_t>(std::max(wide - 4, 1))) {
    ++from;
  }
  canvas.put(rows - 2, 1, "> ", {.bold = true});
  const int end = canvas.put(rows - 2, 3, std::string_view(text).substr(from));
  const int at =
      3 + static_cast<int>(width(std::string_view(text).substr(from, editor_.cursor() - from)));
  if (end <= at) canvas.put(rows - 2, at, " ");
  canvas.style_at(rows - 2, at).reverse = true;
  const Message keys = session_.over()           ? Message::kOverHint
                       : question_               ? Message::kQuestionKeys
                       : watching()              ? Message::kWatchingKeys
                       : thinker_.busy()         ? Message::kThinkingKeys
                       : focus_ == Focus::kHoles ? Message::kHoleKeys
                                                 : Message::kBoardKeys;
  canvas.put_within(rows - 1, 1, wide, say(keys), kMuted);
}

}  // namespace terminal
