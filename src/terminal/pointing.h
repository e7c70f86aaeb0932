// Choosing an action by pointing: a cursor on the board, in the holes of a piece, or among the
// actions that have no place. Knows no rules: what can be pointed at is read off the legal actions.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "games/position.h"
#include "terminal/board_view.h"
#include "terminal/input.h"

namespace terminal {

class Pointing {
 public:
  // A legal action with what a person points at.
  struct Choice {
    games::Action action;
    games::Step step;
    std::string text;
  };
  enum class Focus { kBoard, kHoles, kChips };

  // What Enter came to: nothing yet, an action, several to choose from, or why not.
  struct Nothing {};
  using Chosen = std::variant<Nothing, games::Action, std::vector<Choice>, Refused>;

  // Another position; `acts`: may the person act in it?
  void show(const games::Position& position, const games::Scene& scene, bool acts);

  const games::Scene& scene() const { return scene_; }
  std::optional<int> cell_named(const std::string& name) const;
  Focus focus() const { return focus_; }
  int cursor() const { return cursor_; }
  int hole() const { return hole_; }
  int chip() const { return chip_; }
  std::optional<int> chosen() const { return chosen_; }
  // Actions beside the board: `end`, `sacrifice`.
  std::vector<Choice> chips() const;
  Marks marks() const;
  // What the person may do now, in the words of the rules; where something is chosen, what is
  // missing.
  text::Note prompt() const;
  // How that is done by pointing; nothing where prompt() tells it.
  std::optional<text::Note> how() const;
  // The cell, hole or action that Enter would take.
  std::string pointed_at() const;

  void move(const BoardView& view, Direction direction);
  // To the next cell that a person may point at, then to the actions beside the board.
  void cycle();
  void back();
  void go_to_centre() { cursor_ = centre_cell(); }
  // Where the last turn ended: the person who goes on pointing starts there.
  void follow_last_turn();
  void point_at_cell(int cell);
  void point_at_hole(int hole) { hole_ = hole; }
  Chosen act();

 private:
  Chosen act_on_hole() const;
  Chosen act_on_cell();
  Refused refused_cell() const;
  bool is_useful(int cell) const;
  int centre_cell() const;
  const std::string& name_of(int cell) const;
  text::Note how_to_point() const;

  std::optional<games::Position> position_;
  games::Scene scene_;
  std::vector<Choice> choices_;  // none where the person may not act
  bool acts_ = false;
  Focus focus_ = Focus::kBoard;
  int cursor_ = -1;
  int hole_ = 0;
  int chip_ = 0;
  std::optional<int> chosen_;
};

}  // namespace terminal
