#include "terminal/table_face.h"

#include <algorithm>

#include "core/scan.h"
#include "terminal/glyph.h"
#include "terminal/popup.h"
#include "terminal/words.h"

namespace terminal {

using text::Message;
using text::Note;

namespace {

// The heading above the board; a message, the line being typed and the keys below it.
constexpr int kRowsBelow = 4, kToldRows = 2;
constexpr int kRailColumn = 46, kMinRail = 26;
// The least that is left of a name where clock, counters and actions want the room.
constexpr int kLeastName = 16;
constexpr std::string_view kBetweenKeys = "   ";

int columns_of(std::string_view text) { return static_cast<int>(width(text)); }

std::string fitted_heading(const std::vector<std::string>& choices, int columns) {
  for (const auto& one : choices) {
    if (columns_of(one) <= columns) return one;
  }
  return choices.back();
}

}  // namespace

std::string TableFace::label(int player) const {
  return player_label(scene(), player, shown_.language);
}

int TableFace::last_rail_row(const Canvas& canvas) const { return canvas.rows() - kRowsBelow - 1; }

std::unique_ptr<BoardView> TableFace::view_within(int rows, int columns) const {
  return std::make_unique<BoardView>(scene(), shown_.flipped, rows, columns, shown_.look);
}

bool TableFace::draw(Canvas& canvas, TableShown shown) {
  shown_ = std::move(shown);
  chip_places_.clear();
  piece_row_ = rail_column_ = -1;
  const int room = canvas.rows() - 1 - kRowsBelow;
  const int beside_rail = canvas.columns() - kMinRail - 1;
  view_ = view_within(room, beside_rail);
  if (view_->rows() > room || view_->columns() > beside_rail) {
    draw_narrow(canvas, room);
    return false;
  }
  board_row_ = 1 + (room - view_->rows()) / 2;
  view_->draw(canvas, board_row_, 0, shown_.marks);
  rail_column_ = std::max(std::min(kRailColumn, beside_rail + 1), view_->columns() + 1);
  return true;
}

// A screen without room for a rail: a line for each player above the board, or where it is low for
// the one to move.
void TableFace::draw_narrow(Canvas& canvas, int room) {
  const int players = static_cast<int>(shown_.seats.size());
  view_ = view_within(room - players, canvas.columns());
  const int spare = room - view_->rows();
  if (spare < 0 || view_->columns() > canvas.columns()) return draw_too_small(canvas);
  const bool all = spare >= players;
  int row = 1;
  for (int player = 0; player < players && spare > 0; ++player) {
    const bool first = player == shown_.mover.value_or(0);
    if (all || first) draw_status(canvas, row++, player, !all);
  }
  board_row_ = row + (1 + room - row - view_->rows()) / 2;
  view_->draw(canvas, board_row_, 0, shown_.marks);
  // Holes are chosen on the large piece: it lies over the board for so long.
  const bool in_holes = shown_.pointing->focus() == Pointing::Focus::kHoles;
  if (in_holes && canvas.columns() >= BoardView::kPieceColumns) {
    put_piece(canvas, row, canvas.columns() - BoardView::kPieceColumns);
  }
}

void TableFace::draw_too_small(Canvas& canvas) const {
  const Note needs{
      Message::kTooSmall,
      {std::to_string(view_->columns()), std::to_string(view_->rows() + 1 + kRowsBelow)}};
  int row = 1;
  for (const auto& note : {needs, Note{Message::kTooSmallHint, {}}}) {
    for (const auto& line : wrapped(text::render(note, shown_.language), canvas.columns() - 2)) {
      if (row <= last_rail_row(canvas)) canvas.put(row++, 1, line, kAlarm);
    }
  }
}

// A player in one line: who it is, whose turn, what is counted, and what can be done by name.
// `alone`: the counters of the others stand there too.
void TableFace::draw_status(Canvas& canvas, int row, int player, bool alone) {
  const SeatShown& seat = shown_.seats[static_cast<std::size_t>(player)];
  CellStyle style = view_->text_style(player);
  style.dim = seat.out;
  std::string counted = seat.clock.empty() ? "" : "  " + seat.clock;
  for (const auto& counter : scene().counters) {
    if (counter.player != player) continue;
    counted += ", " + text::render(games::label_of(counter.kind), shown_.language) + ": " +
               std::to_string(counter.value);
  }
  for (const auto& counter : scene().counters) {
    if (!alone || counter.player == player) continue;
    counted += std::string(", ") + scene().symbols[static_cast<std::size_t>(counter.player)] +
               ": " + std::to_string(counter.value);
  }
  const bool chips = acts(player) && !shown_.pointing->chips().empty();
  int wanted = columns_of(counted);
  for (const auto& chip : shown_.pointing->chips()) wanted += chips ? columns_of(chip.text) + 3 : 0;
  canvas.put(row, 0, acts(player) ? "▶" : " ");
  // A long name gives way.
  const std::string who = view_->stone_sign(player) + ' ' + label(player) + ' ' + seat.who;
  int column =
      canvas.put_within(row, 2, std::max(kLeastName, canvas.columns() - 2 - wanted), who, style);
  column = canvas.put_within(row, column, canvas.columns() - column, counted, style) + 1;
  if (chips) {
    put_chips(canvas, row, column, false);
  } else if (acts(player)) {
    canvas.put_within(row, column, canvas.columns() - column, shown_.doing);
  }
}

// The actions that are chosen by name, below or beside each other.
int TableFace::put_chips(Canvas& canvas, int row, int column, bool upright) {
  const auto& pointing = *shown_.pointing;
  const auto offered = pointing.chips();
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const bool here =
        pointing.focus() == Pointing::Focus::kChips && static_cast<int>(i) == pointing.chip();
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
  return row;
}

int TableFace::draw_prompt(Canvas& canvas, int row, int last_row) {
  const auto& pointing = *shown_.pointing;
  const int wide = canvas.columns() - rail_column_;
  // What can be chosen is not pushed out by words.
  const int end = last_row - static_cast<int>(pointing.chips().size());
  const auto lines_of = [&](const Note& note) {
    return wrapped(text::render(note, shown_.language), wide);
  };
  for (const auto& line : lines_of(pointing.prompt())) {
    if (row <= end) canvas.put(row++, rail_column_, line);
  }
  const auto how = pointing.how() ? lines_of(*pointing.how()) : std::vector<std::string>();
  if (row + static_cast<int>(how.size()) <= end + 1) {
    for (const auto& line : how) canvas.put(row++, rail_column_, line, kMuted);
  }
  return put_chips(canvas, row, rail_column_, true);
}

bool TableFace::has_piece() const {
  const auto& pointing = *shown_.pointing;
  return !scene().holes.empty() &&
         view_->piece_on(pointing.chosen().value_or(pointing.cursor())) != nullptr;
}

void TableFace::put_piece(Canvas& canvas, int row, int column) {
  const auto& pointing = *shown_.pointing;
  piece_row_ = row;
  piece_column_ = column;
  const bool in_holes = pointing.focus() == Pointing::Focus::kHoles;
  view_->draw_piece(canvas, row, column, pointing.chosen().value_or(pointing.cursor()),
                    in_holes ? std::optional(pointing.hole()) : std::nullopt);
}

int TableFace::draw_piece(Canvas& canvas, int row) {
  put_piece(canvas, row, rail_column_);
  return row + BoardView::kPieceRows;
}

int TableFace::draw_players(Canvas& canvas, int row) const {
  const int column = rail_column_ + 4, wide = canvas.columns() - column;
  for (int player = 0; player < static_cast<int>(shown_.seats.size()); ++player) {
    const SeatShown& seat = shown_.seats[static_cast<std::size_t>(player)];
    CellStyle style = view_->text_style(player);
    style.dim = seat.out;
    canvas.put(row, rail_column_, acts(player) ? "▶" : " ");
    // The sign on the board, in its colours there.
    canvas.put(row, rail_column_ + 2, view_->stone_sign(player), view_->legend_style(player));
    const std::string who = label(player) + ' ' + seat.who;
    const std::string clock = seat.clock.empty() ? "" : "  " + seat.clock;
    const bool beside = columns_of(who + clock) <= wide;
    canvas.put_within(row++, column, wide, beside ? who + clock : who, style);
    if (!beside && !clock.empty()) canvas.put_within(row++, column, wide, seat.clock, style);
    for (const auto& counter : scene().counters) {
      if (counter.player != player) continue;
      canvas.put_within(row++, column, wide,
                        text::render(games::label_of(counter.kind), shown_.language) + ": " +
                            std::to_string(counter.value));
    }
  }
  return row;
}

int TableFace::draw_turns(Canvas& canvas, int row, int column, int last_row,
                          const std::vector<std::string>& turns, std::optional<int> looking) {
  const int room = last_row - row + 1;
  const int count = static_cast<int>(turns.size());
  if (room <= 0) return row;
  const int last = std::clamp(looking.value_or(count) + room / 2, std::min(room, count), count);
  for (int i = std::max(0, last - room); i < count && row <= last_row; ++i) {
    const CellStyle style = i + 1 == looking ? CellStyle{.reverse = true} : kMuted;
    canvas.put_within(row++, column, canvas.columns() - column,
                      std::to_string(i + 1) + ". " + turns[static_cast<std::size_t>(i)], style);
  }
  return row;
}

TableFace::Hit TableFace::hit(const Key& key) const {
  if (view_ == nullptr) return {};
  const auto offered = shown_.pointing->chips();
  for (std::size_t i = 0; i < chip_places_.size() && i < offered.size(); ++i) {
    const ChipPlace& place = chip_places_[i];
    if (key.row == place.row && key.column >= place.column &&
        key.column < place.column + place.columns) {
      return offered[i].action;
    }
  }
  if (shown_.pointing->focus() == Pointing::Focus::kHoles && piece_row_ >= 0) {
    if (const auto hole = view_->hole_at(key.row - piece_row_, key.column - piece_column_)) {
      return Hole{*hole};
    }
  }
  if (const auto cell = view_->cell_at(key.row - board_row_, key.column)) return Cell{*cell};
  return {};
}

void draw_heading(Canvas& canvas, const std::string& game, const std::string& options,
                  const std::string& turn, const std::string& address) {
  const CellStyle style{.bold = true, .reverse = true};
  canvas.put(0, 0, std::string(static_cast<std::size_t>(canvas.columns()), ' '), style);
  const auto line = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() || part.empty() ? "" : "  ") + part;
    return text;
  };
  std::vector<std::string> choices = {line({game, options, turn}), line({game, turn})};
  if (!address.empty()) choices.insert(choices.begin(), choices[0] + "  " + address);
  const int columns = canvas.columns() - 2;
  canvas.put_within(0, 1, columns, fitted_heading(choices, columns), style);
}

void draw_footer(Canvas& canvas, const Footer& footer, const LineEditor& editor) {
  const int rows = canvas.rows(), wide = canvas.columns() - 2;
  int row = rows - kRowsBelow;
  const int last = row + kToldRows - 1;
  if (!footer.standing.empty()) canvas.put_within(row++, 1, wide, footer.standing, {.bold = true});
  const auto lines = wrapped(footer.told, wide);
  const CellStyle style = footer.alarming ? kAlarm : CellStyle{.bold = true};
  for (std::size_t i = 0; i < lines.size() && row <= last; ++i, ++row) {
    const bool more = row == last && i + 1 < lines.size();
    canvas.put_within(row, 1, wide, lines[i] + (more ? "…" : ""), style);
  }
  canvas.put(rows - 2, 1, "> ", {.bold = true});
  editor.draw(canvas, rows - 2, 3, wide - 2);
  canvas.put_within(rows - 1, 1, wide, keys_within(footer.keys, wide), kMuted);
}

std::string keys_within(const std::string& keys, int columns) {
  std::vector<std::string> parts;
  std::string_view rest = keys;
  for (auto at = rest.find(kBetweenKeys); at != std::string_view::npos;
       at = rest.find(kBetweenKeys)) {
    parts.emplace_back(rest.substr(0, at));
    rest.remove_prefix(at + kBetweenKeys.size());
  }
  parts.emplace_back(rest);
  const auto joined = [&] { return core::join(parts, std::string(kBetweenKeys)); };
  while (parts.size() > 2 && columns_of(joined()) > columns) parts.erase(parts.end() - 3);
  return joined();
}

LookKey read_look_key(const Key& key, bool looking) {
  using Kind = Key::Kind;
  const auto is = [&](std::string_view text) {
    return key.kind == Kind::kText && key.text == text;
  };
  if (key.kind == Kind::kPageUp || (looking && key.kind == Kind::kLeft) || is(",")) {
    return LookKey::kBack;
  }
  if (key.kind == Kind::kPageDown || (looking && key.kind == Kind::kRight) || is(".")) {
    return LookKey::kForward;
  }
  if (key.kind == Kind::kHome) return LookKey::kStart;
  if (key.kind == Kind::kEnd) return LookKey::kEnd;
  if (!looking) return LookKey::kOther;
  // Other letters begin a turn or a command; what points at the board has nothing to point at.
  if (key.kind == Kind::kText && key.text != " ") return LookKey::kOther;
  const bool leaves = key.kind == Kind::kEscape || key.kind == Kind::kEnter || is(" ");
  return leaves ? LookKey::kLeave : LookKey::kNothing;
}

}  // namespace terminal
