// What is shown of Eigenstate: its options, positions, and what actions do.
#include "games/eigenstate/eigenstate.h"

namespace games::eigenstate {

using text::Message;

namespace {

constexpr int hole_column(int hole) { return hole % kHoleSide - 2; }
constexpr int hole_row(int hole) { return hole / kHoleSide - 2; }

}  // namespace

const std::vector<OptionSpec>& State::option_specs() {
  static const std::vector<OptionSpec> specs = {
      {"fill", {"both", "any"}, "both", Message::kOptionEigenstateFill}};
  return specs;
}

Parsed<Options> State::read_options(const OptionMap& asked) {
  return Options{option_value(asked, "fill", option_specs()) == "any" ? Fill::kAny : Fill::kBoth};
}

OptionMap State::option_map(const Options& options) {
  return {{"fill", options.fill == Fill::kAny ? "any" : "both"}};
}

Scene State::scene() const {
  Scene scene;
  scene.symbols = "12";
  scene.colours = {"green", "red"};
  scene.cells = square_cells(kSide, kSide);
  for (int hole = 0; hole < kHoles; ++hole) {
    scene.holes.push_back(
        {core::cell_name({hole % kHoleSide, hole / kHoleSide}), hole_column(hole), hole_row(hole)});
  }
  for (int cell = 0; cell < kCells; ++cell) {
    if (owner(cell) < 0) continue;
    scene.pieces.push_back({.cell = cell, .player = owner(cell), .pegs = pegs_[cell]});
  }
  scene.to_move = to_move_;
  if (!outcome_.over()) {
    scene.prompt = text::Note{phase_ == Phase::kMove       ? text::Message::kPromptMovePiece
                              : phase_ == Phase::kFirstPeg ? text::Message::kPromptFirstPeg
                                                           : text::Message::kPromptLastPeg,
                              {}};
  }
  return scene;
}

std::vector<Trace> State::traces(Action action) const {
  const auto name = [](int cell) { return core::cell_name({cell % kSide, cell / kSide}); };
  const int cell = cell_of(action), hole = hole_of(action);
  if (is_peg(action)) {
    return {{.kind = TraceKind::kPeg,
             .player = to_move_,
             .from = {},
             .to = name(cell),
             .hole = core::cell_name({hole % kHoleSide, hole / kHoleSide})}};
  }
  const int target = target_of(cell, hole);
  std::vector<Trace> traces;
  if (owner(target) >= 0) {
    traces.push_back({.kind = TraceKind::kCapture,
                      .player = owner(target),
                      .from = name(target),
                      .to = {},
                      .hole = {}});
  }
  traces.push_back({.kind = TraceKind::kMove,
                    .player = to_move_,
                    .from = name(cell),
                    .to = name(target),
                    .hole = {}});
  return traces;
}

}  // namespace games::eigenstate
