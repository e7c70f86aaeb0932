// What is shown of Epaminondas: its options, positions, and what actions do.
#include "games/epaminondas/epaminondas.h"

namespace games::epaminondas {

using text::Message;

const std::vector<OptionSpec>& State::option_specs() {
  static const std::vector<OptionSpec> specs = {
      {"rules", {"standard", "abbott", "crossings"}, "standard", Message::kOptionEpaminondasRules}};
  return specs;
}

Parsed<Options> State::read_options(const OptionMap& asked) {
  const auto& rules = option_value(asked, "rules", option_specs());
  if (rules == "abbott") return Options{Rules::kAbbott};
  return Options{rules == "crossings" ? Rules::kCrossings : Rules::kStandard};
}

OptionMap State::option_map(const Options& options) {
  static constexpr const char* kNames[] = {"standard", "abbott", "crossings"};
  return {{"rules", kNames[static_cast<int>(options.rules)]}};
}

Scene State::scene() const {
  const int wide = columns(options_.rules), high = rows(options_.rules);
  Scene scene;
  scene.symbols = "WB";
  scene.colours = {"white", "black"};
  scene.cells = square_cells(wide, high);
  for (int column = 0; column < wide; ++column) {
    scene.cells[column].far_row_of = 1;
    scene.cells[(high - 1) * wide + column].far_row_of = 0;
  }
  for (int player = 0; player < 2; ++player) {
    const Board free = movable(player);
    stones_[player].for_each([&](int index) {
      const core::Cell cell = cell_of(index);
      scene.pieces.push_back(
          {.cell = cell.row * wide + cell.column, .player = player, .locked = !free.test(index)});
    });
    scene.counters.push_back({player, CounterKind::kFarRow, crossed(player)});
  }
  scene.to_move = to_move_;
  if (!outcome_.over()) scene.prompt = text::Note{Message::kPromptPhalanx, {}};
  return scene;
}

std::vector<Trace> State::traces(Action action) const {
  const Motion m = motion(action);
  const int step = core::step(m.direction, kStride);
  const auto name = [](int index) { return core::cell_name(cell_of(index)); };
  std::vector<Trace> traces;
  for (int i = 0; i < m.captured; ++i) {
    traces.push_back({.kind = TraceKind::kCapture,
                      .player = 1 - to_move_,
                      .from = name(target_of(action) + i * step),
                      .to = {},
                      .hole = {}});
  }
  for (int i = 0; i < m.moving; ++i) {
    const int from = m.front - i * step;
    traces.push_back({.kind = TraceKind::kMove,
                      .player = to_move_,
                      .from = name(from),
                      .to = name(from + m.distance * step),
                      .hole = {}});
  }
  return traces;
}

}  // namespace games::epaminondas
