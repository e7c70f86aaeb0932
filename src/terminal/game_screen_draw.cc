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
const CellStyle kAlarm{.foreground = 167, .bold = true};
const CellStyle kMuted{.dim = true};

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
  chip_places_.clear();
  piece_row_ = -1;
  draw_title(canvas);
  rail_column_ = draw_board(canvas);
  if (rail_column_ >= 0) draw_rail(canvas, rail_column_);
  draw_bottom(canvas);
  if (pager_) pager_->draw(canvas, say(Message::kPagerKeys));
  if (chooser_) chooser_->draw(canvas);
  return canvas;
}

void GameScreen::draw_title(Canvas& canvas) const {
  const CellStyle style{.bold = true, .reverse = true};
  canvas.put(0, 0, std::string(static_cast<std::size_t>(canvas.columns()), ' '), style);
  if (setup_.guide != nullptr) {
    canvas.put_within(0, 1, canvas.columns() - 2, setup_.guide->title(language_), style);
    return;
  }
  const auto options = options_words(session_.position(), language_);
  // The turn that is being played, or the last one.
  const int turn = session_.turns() + (session_.over() || session_.in_turn() ? 0 : 1);
  const std::string number =
      looking() ? looking_text()
                : say(Note{Message::kTurnNumber, {std::to_string(std::max(turn, 1))}});
  const std::string title = game_title(session_.setup().game->name) + "  ";
  canvas.put_within(0, 1, canvas.columns() - 2, title + options + "  " + number, style);
  // Where not all of it fits, options matter least.
  if (width(title + options + number) + 4 > static_cast<std::size_t>(canvas.columns())) {
    canvas.put(0, 0, std::string(static_cast<std::size_t>(canvas.columns()), ' '), style);
    canvas.put_within(0, 1, canvas.columns() - 2, title + number, style);
  }
}

Marks GameScreen::marks() const {
  Marks marks;
  marks.line = scene_.decisive;
  for (const auto& trace : scene_.last_turn) {
    for (const auto& name : {trace.from, trace.to}) {
      if (const auto cell = cell_named(name)) marks.last.push_back(*cell);
    }
  }
  for (const int cell : pointed_out()) marks.targets.push_back(cell);
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

std::unique_ptr<BoardView> GameScreen::view_within(int rows, int columns) const {
  return std::make_unique<BoardView>(
      scene_, flipped_, rows, columns,
      BoardLook{.colours = colours_in_force(*setup_.settings, session_.setup().game->name, scene_),
                .theme = setup_.settings->theme,
                .ascii = setup_.looks.ascii,
                .colourless = setup_.looks.depth == Depth::kNone});
}

int GameScreen::draw_board(Canvas& canvas) {
  const int room = canvas.rows() - 1 - kBelow;
  const int beside_rail = canvas.columns() - kMinRail - 1;
  view_ = view_within(room, beside_rail);
  board_column_ = 0;
  if (view_->rows() > room || view_->columns() > beside_rail) {
    draw_narrow_board(canvas, room);
    return -1;
  }
  board_row_ = 1 + (room - view_->rows()) / 2;
  view_->draw(canvas, board_row_, board_column_, marks());
  return std::max(std::min(kRailColumn, beside_rail + 1), view_->columns() + 1);
}

// A screen without room for a rail: a line for each player above the board, or where it is low for
// the one to move.
void GameScreen::draw_narrow_board(Canvas& canvas, int room) {
  const int players = session_.players();
  view_ = view_within(room - players, canvas.columns());
  const int spare = room - view_->rows();
  if (spare < 0 || view_->columns() > canvas.columns()) return draw_too_small(canvas);
  const bool all = spare >= players;
  int row = 1;
  for (int player = 0; player < players && spare > 0; ++player) {
    if (all || player == session_.to_move()) draw_status(canvas, row++, player, !all);
  }
  board_row_ = row + (1 + room - row - view_->rows()) / 2;
  view_->draw(canvas, board_row_, board_column_, marks());
  // Holes are chosen on the large piece: it lies over the board for so long.
  if (focus_ == Focus::kHoles && canvas.columns() >= BoardView::kPieceColumns) {
    draw_piece(canvas, row, canvas.columns() - BoardView::kPieceColumns);
  }
}

void GameScreen::draw_too_small(Canvas& canvas) const {
  const Note needs{Message::kTooSmall,
                   {std::to_string(view_->columns()), std::to_string(view_->rows() + 1 + kBelow)}};
  int row = 1;
  const int last_row = canvas.rows() - kBelow - 1;
  for (const auto& text : {say(needs), say(Message::kTooSmallHint)}) {
    for (const auto& line : wrapped(text, canvas.columns() - 2)) {
      if (row <= last_row) canvas.put(row++, 1, line, kAlarm);
    }
  }
}

// A player in one line: who it is, whose turn, what is counted, and what can be done by name.
// `alone`: the counters of the others stand there too.
void GameScreen::draw_status(Canvas& canvas, int row, int player, bool alone) {
  const bool acts = !session_.over() && session_.to_move() == player;
  CellStyle style = view_->text_style(player);
  style.dim = session_.position().is_out(player);
  std::string text = view_->stone_sign(player) + ' ' + label(player) + ' ' +
                     who_label(session_.seat(player), language_) + clock_label(player);
  for (const auto& counter : scene_.counters) {
    const std::string value = std::to_string(counter.value);
    if (counter.player == player) text += ", " + say(games::label_of(counter.kind)) + ": " + value;
  }
  for (const auto& counter : scene_.counters) {
    if (alone && counter.player != player) {
      text += std::string(", ") + scene_.symbols[static_cast<std::size_t>(counter.player)] + ": " +
              std::to_string(counter.value);
    }
  }
  canvas.put(row, 0, acts ? "▶" : " ");
  int column = canvas.put_within(row, 2, canvas.columns() - 2, text, style) + 1;
  if (!acts) return;
  if (human_acts()) return draw_chips(canvas, row, column, false);
  if (session_.is_human(player)) return;  // who looks at an earlier turn
  const std::string thinking = paused_ ? say(Message::kPaused) : thinking_text();
  canvas.put_within(row, column, canvas.columns() - column, core::split(thinking, '\n')[0]);
}

// The actions that are chosen by name, below or beside each other.
void GameScreen::draw_chips(Canvas& canvas, int row, int column, bool upright) {
  const auto offered = chips();
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const bool here = focus_ == Focus::kChips && static_cast<int>(i) == chip_;
    const std::string text = (here ? "> " : "  ") + offered[i].text;
    const int end = canvas.put_within(row, column, canvas.columns() - column, text,
                                      {.reverse = here, .underline = !here});
    chip_places_.push_back({row, column, end - column});
    if (upright) {
      ++row;
    } else {
      column = end + 1;
    }
  }
}

void GameScreen::draw_piece(Canvas& canvas, int row, int column) {
  piece_row_ = row;
  piece_column_ = column;
  view_->draw_piece(canvas, row, column, chosen_.value_or(cursor_),
                    focus_ == Focus::kHoles ? std::optional(hole_) : std::nullopt);
}

void GameScreen::draw_rail(Canvas& canvas, int column) {
  const int last_row = canvas.rows() - kBelow - 1;
  const bool piece = !scene_.holes.empty() && view_->piece_on(chosen_.value_or(cursor_)) != nullptr;
  int row = draw_players(canvas, 1, column);
  // The large piece matters more than the end of a long sentence.
  const int prompt_end = piece ? last_row - BoardView::kPieceRows : last_row;
  row = draw_prompt(canvas, row + 1, column, prompt_end);
  if (piece) {
    const int top = std::min(row, last_row - BoardView::kPieceRows + 1);
    draw_piece(canvas, top, column);
    row = top + BoardView::kPieceRows + 1;
  }
  if (analysis_runs()) {
    // Some turns stay in view where there is room for both.
    const int turns = std::clamp(last_row - row - 5, 0, 6);
    row = draw_analysis(canvas, row, column, last_row - turns) + 1;
  }
  draw_turns(canvas, row, draw_chances(canvas, row, column, last_row), last_row);
}

int GameScreen::draw_players(Canvas& canvas, int row, int column) const {
  const int wide = canvas.columns() - column;
  for (int player = 0; player < session_.players(); ++player) {
    const bool acts = !session_.over() && session_.to_move() == player;
    const bool out = session_.position().is_out(player);
    CellStyle style = view_->text_style(player);
    style.dim = out;
    canvas.put(row, column, acts ? "▶" : " ");
    // The sign on the board, in its colours there.
    canvas.put(row, column + 2, view_->stone_sign(player), view_->legend_style(player));
    const std::string who = player_label(scene_, player, language_) + ' ' +
                            who_label(session_.seat(player), language_) + clock_label(player);
    canvas.put_within(row++, column + 4, wide - 4, who, style);
    for (const auto& counter : scene_.counters) {
      if (counter.player != player) continue;
      canvas.put_within(row++, column + 4, wide - 4,
                        say(games::label_of(counter.kind)) + ": " + std::to_string(counter.value));
    }
  }
  return row;
}

int GameScreen::draw_prompt(Canvas& canvas, int row, int column, int last_row) {
  const int wide = canvas.columns() - column;
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
  put(prompt(), {});
  draw_chips(canvas, row, column, true);
  return row + static_cast<int>(chip_places_.size()) + 1;
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

int GameScreen::draw_turns(Canvas& canvas, int row, int column, int last_row) const {
  const auto& turns = session_.turn_texts();
  const int room = last_row - row + 1;
  const int count = static_cast<int>(turns.size());
  // The last ones, or those around the one that is looked at.
  const int last = std::clamp(looking_.value_or(count) + room / 2, std::min(room, count), count);
  for (int i = std::max(0, last - room); i < count && row <= last_row; ++i) {
    const CellStyle style = i + 1 == looking_ ? CellStyle{.reverse = true} : kMuted;
    canvas.put_within(row++, column, canvas.columns() - column,
                      std::to_string(i + 1) + ". " + turns[static_cast<std::size_t>(i)], style);
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
         (draft.empty() ? "" : say(Note{Message::kDraftIs, {draft}}) + "; ") + prompt() + " [" +
         pointed_at() + ']';
}

void GameScreen::draw_bottom(Canvas& canvas) const {
  const int rows = canvas.rows(), wide = canvas.columns() - 2;
  std::string told = question_ ? question_->text : message_;
  // A narrow screen has no rail: what it would say stands here.
  if (told.empty() && setup_.guide != nullptr && rail_column_ < 0) {
    told = setup_.guide->task(language_);
  }
  if (told.empty() && looking() && rail_column_ < 0) {
    told = reviewed_ != nullptr ? review_words_of_turn() : say(Message::kLookingHelp);
  }
  if (told.empty() && rail_column_ < 0) told = narrow_prompt();
  const CellStyle style = alarming_ && !question_ ? kAlarm : CellStyle{.bold = true};
  const auto lines = wrapped(told, wide);
  for (int i = 0; i < 2 && i < static_cast<int>(lines.size()); ++i) {
    // A long message ends in an ellipsis.
    const bool more = i == 1 && lines.size() > 2;
    canvas.put_within(rows - kBelow + i, 1, wide,
                      lines[static_cast<std::size_t>(i)] + (more ? "…" : ""), style);
  }
  canvas.put(rows - 2, 1, "> ", {.bold = true});
  editor_.draw(canvas, rows - 2, 3, wide - 2);
  canvas.put_within(rows - 1, 1, wide, say(keys_shown()), kMuted);
}

}  // namespace terminal
