// What is shown of Sixteen Stone: its options, positions, and what actions do.
#include <bit>
#include <utility>

#include "games/sixteen_stone/sixteen_stone.h"

namespace games::sixteen_stone {

using text::Message;

const std::vector<OptionSpec>& State::option_specs() {
  static const std::vector<OptionSpec> specs = {
      {"size", {"5", "10"}, "5", Message::kOptionSixteenStoneSize},
      {"capture", {"forced", "optional"}, "forced", Message::kOptionSixteenStoneCapture}};
  return specs;
}

Parsed<Options> State::read_options(const OptionMap& asked) {
  Options options;
  options.size = option_value(asked, "size", option_specs()) == "10" ? 10 : 5;
  options.capture = option_value(asked, "capture", option_specs()) == "optional"
                        ? Capture::kOptional
                        : Capture::kForced;
  return options;
}

OptionMap State::option_map(const Options& options) {
  return {{"size", std::to_string(options.size)},
          {"capture", options.capture == Capture::kOptional ? "optional" : "forced"}};
}

// By what can be done, not by what the rules would allow.
text::Note State::prompt() const {
  if (placing()) return {Message::kPromptPlace, {}};
  const bool move = (rights_ & (kMoveRight | kExtraRight)) && has_move(to_move_);
  const bool push = (rights_ & (kPushRight | kExtraRight)) && has_push(to_move_);
  const auto choose = [&](Message both, Message only_move, Message only_push) -> text::Note {
    return {move && push ? both : move ? only_move : only_push, {}};
  };
  if (rights_ == kFirstTurnRights) {
    return choose(Message::kPromptFirstTurn, Message::kPromptFirstMove, Message::kPromptFirstPush);
  }
  if (!may_end()) {
    return choose(Message::kPromptPushAndMove, Message::kPromptOnlyMove, Message::kPromptOnlyPush);
  }
  if (!move && !push) return {Message::kPromptSacrifice, {}};
  const bool extra_only = !(rights_ & (kMoveRight | kPushRight));
  return choose(extra_only ? Message::kPromptExtra : Message::kPromptPushOrMove,
                Message::kPromptMove, Message::kPromptPush);
}

Scene State::scene() const {
  Scene scene;
  scene.symbols = "ox";
  scene.colours = {"red", "blue"};
  scene.empty_symbol = '_';
  scene.cells = square_cells(options_.size, options_.size);
  for (int player = 0; player < 2; ++player) {
    stones_[player].for_each([&](int index) {
      const core::Cell cell = cell_of(index);
      scene.pieces.push_back({.cell = cell.row * options_.size + cell.column, .player = player});
    });
    scene.counters.push_back({player, CounterKind::kPool, pool_[player]});
  }
  scene.to_move = to_move_;
  if (!outcome_.over()) scene.prompt = prompt();
  return scene;
}

std::vector<Trace> State::traces(Action action) const {
  const auto name = [](int index) { return core::cell_name(cell_of(index)); };
  const int enemy = 1 - to_move_, from = from_of(action);
  const auto trace = [&](TraceKind kind, int player, std::string at, std::string to) {
    return Trace{kind, player, std::move(at), std::move(to), {}};
  };
  switch (kind_of(action)) {
    case Kind::kPlace: return {trace(TraceKind::kPlace, to_move_, "", name(from))};
    case Kind::kSacrifice: return {trace(TraceKind::kSacrifice, to_move_, "", "")};
    case Kind::kEnd: return {trace(TraceKind::kEnd, to_move_, "", "")};
    case Kind::kMove: {
      const int target = target_of(action);
      std::vector<Trace> traces = {trace(TraceKind::kMove, to_move_, name(from), name(target))};
      for (unsigned left = captures_of(action); left != 0; left &= left - 1) {
        const auto cell = name(target + core::step(std::countr_zero(left), kStride));
        traces.push_back(trace(TraceKind::kCapture, enemy, cell, ""));
        traces.push_back(trace(TraceKind::kReplace, to_move_, "", cell));
      }
      return traces;
    }
    case Kind::kPush: {
      const int step = core::step(direction_of(action), kStride);
      const Line line = push_line(from, direction_of(action));
      std::vector<Trace> traces;
      for (int i = line.own + line.enemy - 1; i >= 0; --i) {
        const int cell = from + i * step;
        const bool falls = line.falls && i == line.own + line.enemy - 1;
        traces.push_back(trace(falls ? TraceKind::kPushOff : TraceKind::kMove,
                               i < line.own ? to_move_ : enemy, name(cell),
                               falls ? "" : name(cell + step)));
      }
      return traces;
    }
  }
  return {};
}

}  // namespace games::sixteen_stone
