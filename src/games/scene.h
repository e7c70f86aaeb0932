// What a board looks like, told without rules: the terminal, the 2D and the 3D view draw from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/text.h"

namespace games {

enum class CellShape { kSquare, kHexagon };

struct SceneCell {
  std::string name;  // as on the rules page, "c4"
  double x = 0;      // centre, one unit a cell; x grows to the right, y upwards
  double y = 0;
  int row = 0;                  // from 0 at the bottom
  int column = 0;               // from 0 at the left end of its row
  std::vector<int> neighbours;  // indices into Scene::cells
  int far_row_of = -1;          // the player who wants to reach this cell's row, or -1
};

struct ScenePiece {
  int cell = 0;    // index into Scene::cells
  int player = 0;  // owner, from 0
  bool locked = false;
  std::uint32_t pegs = 0;  // bit i: a peg in hole i of Scene::holes
};

// A hole of a piece, in board directions from its centre.
struct SceneHole {
  std::string name;
  int column = 0;
  int row = 0;
};

// A number shown beside the board: stones in the pool, stones on the far row.
enum class CounterKind { kPool, kFarRow };

struct SceneCounter {
  int player = 0;
  CounterKind kind = CounterKind::kPool;
  int value = 0;
};

// What one action does to the board, step by step, for highlighting and animation.
enum class TraceKind { kPlace, kMove, kCapture, kReplace, kPushOff, kPeg, kSwap, kSacrifice, kEnd };

struct Trace {
  TraceKind kind = TraceKind::kPlace;
  int player = 0;    // whose stone it is
  std::string from;  // cell names; empty where there is none
  std::string to;
  std::string hole;  // for kPeg
};

// What a person points at to do an action: a cell to place on; a stone and where it goes; a piece
// and a hole. All empty for an action that is chosen by its name, such as the end of a turn or a
// swap.
struct Step {
  std::string from;
  std::string to;
  std::string hole;
  friend bool operator==(const Step&, const Step&) = default;
};

struct Scene {
  CellShape shape = CellShape::kSquare;
  std::string symbols;                    // a character for each player's pieces on text boards
  char empty_symbol = '.';                // and for an empty cell
  std::vector<std::string_view> colours;  // of each player, as on the rules page: "white"
  std::vector<SceneCell> cells;
  std::vector<SceneHole> holes;  // empty in games without pegs
  std::vector<ScenePiece> pieces;
  std::vector<SceneCounter> counters;
  int to_move = 0;
  std::vector<int> out;         // players who are out
  std::vector<int> must_block;  // cells of which a rule demands one, where it does
  std::vector<int> decisive;    // cells of the line that decided the game
  // For learners: where the player to move would win, or lose or be out, at once.
  std::vector<int> wins;
  std::vector<int> loses;
  std::optional<text::Note> prompt;  // what the player to move may do; none where the game is over
  std::vector<Trace> last_turn;      // filled by History::scene()
};

// A board put together by hand, in the order of Scene::cells.
struct Composition {
  std::vector<int> owner;           // of what stands on each cell; -1 where nothing does
  std::vector<std::uint32_t> pegs;  // of the piece there
  int to_move = 0;
  std::vector<int> counters;  // of each player; fewer than players where there are none
};

// The step that does what the traces tell. Of a group that moves it is the rearmost stone and where
// the foremost one goes.
Step step_of(const std::vector<Trace>& traces);

// "pool", "far-row": the spelling of a kind for clients; and its name for people.
std::string_view kind_name(CounterKind kind);
text::Message label_of(CounterKind kind);

// "place", "push_off" …: the spelling of a kind for clients.
std::string_view kind_name(TraceKind kind);
// The same for a whole action: what its player does, captures and the like left aside. An action
// that shifts stones of another player is a "push".
std::string_view step_kind(const std::vector<Trace>& traces);

// Cells of a board of squares with their eight neighbours, row by row from the bottom.
std::vector<SceneCell> square_cells(int columns, int rows);

}  // namespace games
