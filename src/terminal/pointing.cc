#include "terminal/pointing.h"

#include <algorithm>
#include <cmath>

namespace terminal {

using text::Error;
using text::Message;
using text::Note;

void Pointing::show(const games::Position& position, const games::Scene& scene, bool acts) {
  const bool same_board = position_ && position_->game().name == position.game().name &&
                          scene_.cells.size() == scene.cells.size();
  position_ = position;
  scene_ = scene;
  acts_ = acts;
  choices_.clear();
  if (acts) {
    for (const auto action : position.legal_actions()) {
      choices_.push_back({action, position.step(action), position.action_text(action)});
    }
    std::sort(choices_.begin(), choices_.end(),
              [](const Choice& a, const Choice& b) { return a.text < b.text; });
  }
  chosen_.reset();
  focus_ = Focus::kBoard;
  chip_ = 0;
  if (!same_board) cursor_ = centre_cell();
}

int Pointing::centre_cell() const {
  double x = 0, y = 0;
  for (const auto& cell : scene_.cells) x += cell.x, y += cell.y;
  const auto count = static_cast<double>(scene_.cells.size());
  const auto far = [&](const games::SceneCell& cell) {
    return std::hypot(cell.x - x / count, cell.y - y / count);
  };
  const auto nearest =
      std::min_element(scene_.cells.begin(), scene_.cells.end(),
                       [&](const auto& a, const auto& b) { return far(a) < far(b); });
  return static_cast<int>(nearest - scene_.cells.begin());
}

const std::string& Pointing::name_of(int cell) const {
  return scene_.cells[static_cast<std::size_t>(cell)].name;
}

std::optional<int> Pointing::cell_named(const std::string& name) const {
  for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
    if (scene_.cells[i].name == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

std::vector<Pointing::Choice> Pointing::chips() const {
  std::vector<Choice> chips;
  for (const Choice& choice : choices_) {
    if (choice.step == games::Step{}) chips.push_back(choice);
  }
  return chips;
}

Marks Pointing::marks() const {
  Marks marks;
  marks.line = scene_.decisive;
  for (const auto& trace : scene_.last_turn) {
    for (const auto& name : {trace.from, trace.to}) {
      if (const auto cell = cell_named(name)) marks.last.push_back(*cell);
    }
  }
  if (!acts_) return marks;
  if (focus_ == Focus::kBoard) marks.cursor = cursor_;
  marks.chosen = chosen_;
  if (!chosen_) return marks;
  for (const Choice& choice : choices_) {
    if (choice.step.from != name_of(*chosen_)) continue;
    if (const auto cell = cell_named(choice.step.to)) marks.targets.push_back(*cell);
  }
  return marks;
}

Note Pointing::prompt() const {
  if (chosen_) {
    const auto message = focus_ == Focus::kHoles ? Message::kPickHole : Message::kPickTarget;
    return {message, {name_of(*chosen_)}};
  }
  return scene_.prompt.value_or(how_to_point());
}

std::optional<Note> Pointing::how() const {
  if (chosen_ || !scene_.prompt) return std::nullopt;
  return how_to_point();
}

Note Pointing::how_to_point() const {
  const auto any = [&](auto&& what) {
    return std::any_of(choices_.begin(), choices_.end(),
                       [&](const Choice& choice) { return what(choice.step); });
  };
  if (any([](const games::Step& step) { return !step.hole.empty(); }))
    return {Message::kPickPeg, {}};
  if (any([](const games::Step& step) { return !step.from.empty(); })) {
    return {Message::kPickMover, {}};
  }
  return {Message::kPickCell, {}};
}

std::string Pointing::pointed_at() const {
  if (focus_ == Focus::kHoles) return scene_.holes[static_cast<std::size_t>(hole_)].name;
  if (focus_ == Focus::kBoard) return name_of(cursor_);
  const auto offered = chips();
  return offered.empty() ? "" : offered[static_cast<std::size_t>(chip_) % offered.size()].text;
}

void Pointing::move(const BoardView& view, Direction direction) {
  if (focus_ == Focus::kHoles) {
    hole_ = view.next_hole(hole_, direction);
  } else if (focus_ == Focus::kChips) {
    const int count = std::max(1, static_cast<int>(chips().size()));
    const bool forward = direction == Direction::kRight || direction == Direction::kDown;
    chip_ = (chip_ + (forward ? 1 : count - 1)) % count;
  } else {
    cursor_ = view.next_cell(cursor_, direction);
  }
}

bool Pointing::is_useful(int cell) const {
  const std::string& name = name_of(cell);
  return std::any_of(choices_.begin(), choices_.end(), [&](const Choice& choice) {
    if (chosen_) return choice.step.from == name_of(*chosen_) && choice.step.to == name;
    return choice.step.from.empty() ? choice.step.to == name : choice.step.from == name;
  });
}

void Pointing::cycle() {
  if (focus_ == Focus::kHoles) return;
  const int count = static_cast<int>(scene_.cells.size());
  const bool from_chips = focus_ == Focus::kChips;
  focus_ = Focus::kBoard;
  for (int cell = from_chips ? 0 : cursor_ + 1; cell < count; ++cell) {
    if (is_useful(cell)) return point_at_cell(cell);
  }
  if (!from_chips && !chips().empty()) {
    focus_ = Focus::kChips;
    return;
  }
  for (int cell = 0; cell < count; ++cell) {
    if (is_useful(cell)) return point_at_cell(cell);
  }
}

void Pointing::back() {
  focus_ = Focus::kBoard;
  chosen_.reset();
}

void Pointing::follow_last_turn() {
  if (scene_.last_turn.empty()) return;
  if (const auto cell = cell_named(scene_.last_turn.back().to)) point_at_cell(*cell);
}

void Pointing::point_at_cell(int cell) {
  if (focus_ != Focus::kBoard) back();
  cursor_ = cell;
}

Pointing::Chosen Pointing::act() {
  if (!acts_) return Nothing{};
  if (focus_ == Focus::kHoles) return act_on_hole();
  if (focus_ == Focus::kChips) {
    const auto offered = chips();
    return offered[static_cast<std::size_t>(chip_) % offered.size()].action;
  }
  return act_on_cell();
}

Pointing::Chosen Pointing::act_on_hole() const {
  const auto& hole = scene_.holes[static_cast<std::size_t>(hole_)];
  for (const Choice& choice : choices_) {
    if (choice.step.from == name_of(*chosen_) && choice.step.hole == hole.name) {
      return choice.action;
    }
  }
  const bool centre = hole.column == 0 && hole.row == 0;
  return Refused{centre ? Error(Message::kPegInCentre)
                        : Error(Message::kHoleTaken, {hole.name, name_of(*chosen_)}),
                 {}};
}

Pointing::Chosen Pointing::act_on_cell() {
  const std::string& name = name_of(cursor_);
  std::vector<Choice> here;
  const Choice* from_here = nullptr;
  for (const Choice& choice : choices_) {
    const std::string from = chosen_ ? name_of(*chosen_) : "";
    if (choice.step.from == from && choice.step.to == name) here.push_back(choice);
    if (choice.step.from == name && from_here == nullptr) from_here = &choice;
  }
  if (here.size() == 1) return here[0].action;
  if (!here.empty()) return here;
  if (chosen_ == cursor_) {
    back();
    return Nothing{};
  }
  if (from_here == nullptr) return refused_cell();
  chosen_ = cursor_;
  if (from_here->step.hole.empty()) return Nothing{};
  // A piece was chosen for a peg: the cursor goes on in its holes.
  focus_ = Focus::kHoles;
  for (std::size_t i = 0; i < scene_.holes.size(); ++i) {
    if (scene_.holes[i].name == from_here->step.hole) hole_ = static_cast<int>(i);
  }
  return Nothing{};
}

// The rules say why not, as they would to somebody who types it.
Refused Pointing::refused_cell() const {
  const std::string& name = name_of(cursor_);
  const std::string text = (chosen_ ? name_of(*chosen_) + '-' : "") + name;
  const auto parsed = position_->parse_action(text);
  if (!parsed && chosen_) return {parsed.error(), nearest_actions(*position_, text)};
  const bool own =
      std::any_of(scene_.pieces.begin(), scene_.pieces.end(), [&](const games::ScenePiece& piece) {
        return piece.cell == cursor_ && piece.player == position_->to_move();
      });
  return {Error(own ? Message::kCannotAct : Message::kNothingHere, {name}), {}};
}

}  // namespace terminal
