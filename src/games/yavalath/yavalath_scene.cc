// What is shown of Yavalath: its options, positions, and what actions do.
#include <cmath>
#include <utility>

#include "games/yavalath/yavalath.h"

namespace games::yavalath {

using text::Message;

const std::vector<OptionSpec>& State::option_specs() {
  static const std::vector<OptionSpec> specs = {
      {"size", {"3", "4", "5", "6"}, "5", Message::kOptionYavalathSize},
      {"players", {"2", "3"}, "2", Message::kOptionYavalathPlayers},
      {"swap", {"on", "off"}, "on", Message::kOptionYavalathSwap}};
  return specs;
}

Parsed<Options> State::read_options(const OptionMap& asked) {
  Options options;
  options.size = static_cast<std::uint8_t>(option_value(asked, "size", option_specs())[0] - '0');
  options.players =
      static_cast<std::uint8_t>(option_value(asked, "players", option_specs())[0] - '0');
  options.swap = option_value(asked, "swap", option_specs()) == "on";
  if (options.players == 3) {
    if (options.swap && asked.contains("swap")) return text::Error(Message::kSwapNeedsTwoPlayers);
    options.swap = false;
  }
  return options;
}

OptionMap State::option_map(const Options& options) {
  return {{"size", std::to_string(options.size)},
          {"players", std::to_string(options.players)},
          {"swap", options.swap ? "on" : "off"}};
}

Board State::decisive_line() const {
  if (!outcome_.over() || outcome_.is_draw()) return {};
  const bool four = outcome_.reason() == Message::kReasonFour;
  const int player = four ? outcome_.winner() : options_.players == 2 ? 1 - outcome_.winner() : -1;
  if (player < 0) return {};
  // Every line of at least three (or four) stones, grown back from its end.
  Board line;
  const auto add = [&]<int Step>() {
    Board ends = line_ends<Step>(stones_[player]);
    if (four) ends = ends & ends.template shifted<Step>();
    for (int i = 0; i < (four ? 4 : 3); ++i) {
      line |= ends;
      ends = ends.template shifted<-Step>();
    }
  };
  add.template operator()<kLineSteps[0]>();
  add.template operator()<kLineSteps[1]>();
  add.template operator()<kLineSteps[2]>();
  return line;
}

text::Note State::prompt() const {
  if (must_block().any()) {
    return {Message::kPromptBlock, {std::to_string(next_player(to_move_) + 1)}};
  }
  return {may_swap() ? Message::kPromptPlaceOrSwap : Message::kPromptPlace, {}};
}

Scene State::scene() const {
  Scene scene;
  scene.symbols = "o*+";
  scene.colours = {"white", "black", "red"};
  scene.shape = CellShape::kHexagon;
  std::array<int, Board::kBits> index{};
  index.fill(-1);
  const int size = options_.size;
  for (int row = 0; row < row_count(size); ++row) {
    for (int i = 0; i < row_length(row, size); ++i) {
      const int cell = cell_at(row, i, size);
      index[cell] = static_cast<int>(scene.cells.size());
      SceneCell drawn;
      drawn.name = cell_name(cell, size);
      drawn.x = column_of(cell) - row * 0.5;
      drawn.y = row * std::sqrt(3.0) / 2;
      drawn.row = row;
      drawn.column = i;
      scene.cells.push_back(std::move(drawn));
    }
  }
  cells(size).for_each([&](int cell) {
    for (const int step : kLineSteps) {
      for (const int near : {cell + step, cell - step}) {
        if (near >= 0 && near < Board::kBits && index[near] >= 0) {
          scene.cells[index[cell]].neighbours.push_back(index[near]);
        }
      }
    }
  });
  for (int player = 0; player < options_.players; ++player) {
    stones_[player].for_each(
        [&](int cell) { scene.pieces.push_back({.cell = index[cell], .player = player}); });
    if (is_out(player)) scene.out.push_back(player);
  }
  must_block().for_each([&](int cell) { scene.must_block.push_back(index[cell]); });
  decisive_line().for_each([&](int cell) { scene.decisive.push_back(index[cell]); });
  if (!outcome_.over()) scene.prompt = prompt();
  allowed_cells().for_each([&](int cell) {
    Board after = stones_[to_move_];
    after.set(cell);
    const Line line = longest_line(after);
    if (line == Line::kFourOrMore) scene.wins.push_back(index[cell]);
    if (line == Line::kThree) scene.loses.push_back(index[cell]);
  });
  scene.to_move = to_move_;
  return scene;
}

std::vector<Trace> State::traces(Action action) const {
  if (action == kSwap) {
    const auto cell = cell_name(stones_[0].first(), options_.size);
    return {{.kind = TraceKind::kSwap, .player = 1, .from = cell, .to = cell, .hole = {}}};
  }
  return {{.kind = TraceKind::kPlace,
           .player = to_move_,
           .from = {},
           .to = action_text(action),
           .hole = {}}};
}

}  // namespace games::yavalath
