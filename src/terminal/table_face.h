// A table as both screens show it, a game at home and one on a server: the board with a rail beside
// it, or where there is no room for one a line for each player above it; a heading, and at the
// footer what is told, the line being typed and the keys. Remembers where it drew what a person can
// click.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "terminal/line_editor.h"
#include "terminal/pointing.h"

namespace terminal {

inline const CellStyle kAlarm{.foreground = 167, .bold = true};
inline const CellStyle kMuted{.dim = true};

struct SeatShown {
  std::string who;    // "level 3", "Ana, you"
  std::string clock;  // "4:59", or "" without one
  bool out = false;
};

struct TableShown {
  const Pointing* pointing = nullptr;
  Marks marks;
  std::vector<SeatShown> seats;
  std::optional<int> mover;  // none: the game is over
  std::string doing;         // what the mover does meanwhile, where nobody here acts
  bool flipped = false;
  BoardLook look;
  text::Language language = text::Language::kEnglish;
};

class TableFace {
 public:
  // The board. True where there is room for a rail; where there is none the players are drawn too.
  bool draw(Canvas& canvas, TableShown shown);

  bool has_rail() const { return rail_column_ >= 0; }
  int rail_column() const { return rail_column_; }
  int last_rail_row(const Canvas& canvas) const;
  // Parts of the rail; each returns the row behind it. REQUIRES: has_rail().
  int draw_players(Canvas& canvas, int row) const;
  // What the person may do now, and below it the actions that are chosen by name.
  int draw_prompt(Canvas& canvas, int row, int last_row);
  // Is a piece with holes chosen or under the cursor? And that piece, large.
  bool has_piece() const;
  int draw_piece(Canvas& canvas, int row);
  // The last turns, or those around the one that is looked at.
  static int draw_turns(Canvas& canvas, int row, int column, int last_row,
                        const std::vector<std::string>& turns, std::optional<int> looking);

  // None before the first drawing, and after forget().
  const BoardView* view() const { return view_.get(); }
  void forget() { view_.reset(); }

  // What was clicked.
  struct Hole {
    int hole;
  };
  struct Cell {
    int cell;
  };
  using Hit = std::variant<std::monostate, games::Action, Hole, Cell>;
  Hit hit(const Key& key) const;

 private:
  std::unique_ptr<BoardView> view_within(int rows, int columns) const;
  void draw_narrow(Canvas& canvas, int room);
  void draw_too_small(Canvas& canvas) const;
  void draw_status(Canvas& canvas, int row, int player, bool alone);
  int put_chips(Canvas& canvas, int row, int column, bool upright);
  void put_piece(Canvas& canvas, int row, int column);
  bool acts(int player) const { return shown_.mover == player; }
  const games::Scene& scene() const { return shown_.pointing->scene(); }
  std::string label(int player) const;

  TableShown shown_;
  std::unique_ptr<BoardView> view_;
  int rail_column_ = -1;
  int board_row_ = 1;
  int piece_row_ = -1, piece_column_ = 0;  // of the large piece, -1: not drawn
  // Where the actions that are chosen by name stand, in their order.
  struct ChipPlace {
    int row, column, columns;
  };
  std::vector<ChipPlace> chip_places_;
};

// The first line: the game and the turn; options and address only where there is room for them.
void draw_heading(Canvas& canvas, const std::string& game, const std::string& options,
                  const std::string& turn, const std::string& address = "");

struct Footer {
  std::string standing = {};  // a line that stays, or ""
  std::string told = {};      // what was told last; a long one ends in an ellipsis
  bool alarming = false;
  std::string keys = {};
};
void draw_footer(Canvas& canvas, const Footer& footer, const LineEditor& editor);

// Keys that are listed with three blanks between them: where not all fit, those before the last two
// are left out.
std::string keys_within(const std::string& keys, int columns);

// What a key means to somebody who looks, or may begin to look, at earlier turns.
enum class LookKey {
  kOther,  // nothing
  kBack,
  kForward,
  kStart,
  kEnd,
  kLeave,
  kNothing,  // something on the board, which cannot be pointed at now
};
LookKey read_look_key(const Key& key, bool looking);

}  // namespace terminal
