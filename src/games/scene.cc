#include "games/scene.h"

#include <algorithm>
#include <array>

#include "core/square.h"

namespace games {

std::vector<SceneCell> square_cells(int columns, int rows) {
  std::vector<SceneCell> cells;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      SceneCell cell;
      cell.name = core::cell_name({column, row});
      cell.x = column;
      cell.y = row;
      cell.row = row;
      cell.column = column;
      for (const auto& d : core::kDirections) {
        const int c = column + d.column, r = row + d.row;
        if (c >= 0 && c < columns && r >= 0 && r < rows) cell.neighbours.push_back(r * columns + c);
      }
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

Step step_of(const std::vector<Trace>& traces) {
  Step step;
  if (traces.empty()) return step;
  // The last trace moves the rearmost of the mover's stones, if anything moves.
  const int mover = traces.back().player;
  for (const Trace& trace : traces) {
    switch (trace.kind) {
      case TraceKind::kPlace: return {.from = {}, .to = trace.to, .hole = {}};
      case TraceKind::kPeg: return {.from = trace.to, .to = {}, .hole = trace.hole};
      case TraceKind::kMove:
        if (trace.player != mover) break;
        step.from = trace.from;
        if (step.to.empty()) step.to = trace.to;
        break;
      default: break;
    }
  }
  return step;
}

std::string_view kind_name(CounterKind kind) {
  return kind == CounterKind::kPool ? "pool" : "far-row";
}

text::Message label_of(CounterKind kind) {
  return kind == CounterKind::kPool ? text::Message::kCounterPool : text::Message::kCounterFarRow;
}

std::string_view kind_name(TraceKind kind) {
  static constexpr std::array<std::string_view, 9> kNames = {
      "place", "move", "capture", "replace", "push_off", "peg", "swap", "sacrifice", "end"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view step_kind(const std::vector<Trace>& traces) {
  if (traces.empty()) return "";
  const int mover = traces.back().player;
  const bool push = std::any_of(traces.begin(), traces.end(), [&](const Trace& trace) {
    return trace.kind == TraceKind::kPushOff ||
           (trace.kind == TraceKind::kMove && trace.player != mover);
  });
  if (push) return "push";
  const auto own = std::find_if(traces.begin(), traces.end(), [](const Trace& trace) {
    return trace.kind != TraceKind::kCapture && trace.kind != TraceKind::kReplace;
  });
  return kind_name(own == traces.end() ? traces.back().kind : own->kind);
}

}  // namespace games
