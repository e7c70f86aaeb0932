#include "games/four_in_line/four_in_line.h"

namespace games::four_in_line {

using text::Message;

namespace {

constexpr auto kKeys = core::make_keys<2 * 64>(0x666f7572);
constexpr std::uint64_t kBlueToMove = core::mix(0x626c7565);

std::uint64_t key(int player, int index) {
  return kKeys[static_cast<std::size_t>(player * 64 + index)];
}

constexpr Board make_cells(int size) {
  Board set = 0;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) set |= Board{1} << index_of({column, row});
  }
  return set;
}

}  // namespace

Board cells(int size) {
  static constexpr Board kFive = make_cells(5), kSix = make_cells(6);
  return size == 5 ? kFive : kSix;
}

bool has_four(Board stones) {
  for (const int step : {1, kStride - 1, kStride, kStride + 1}) {
    const Board pairs = stones & stones >> step;
    if ((pairs & pairs >> 2 * step) != 0) return true;
  }
  return false;
}

const std::vector<OptionSpec>& State::option_specs() {
  static const std::vector<OptionSpec> specs = {
      {"size", {"5", "6"}, "5", Message::kOptionFourInLineSize}};
  return specs;
}

Parsed<Options> State::read_options(const OptionMap& asked) {
  return Options{option_value(asked, "size", option_specs()) == "5" ? 5 : 6};
}

OptionMap State::option_map(const Options& options) {
  return {{"size", std::to_string(options.size)}};
}

State State::start(const Options& options) {
  State state(options);
  state.hash_ = state.recomputed_hash();
  return state;
}

void State::legal_actions(ActionList<State>& list) const {
  list.clear();
  if (outcome_.over()) return;
  for_each(empty(), [&](int index) { list.push_back(Action{static_cast<std::uint32_t>(index)}); });
}

int State::count_actions() const { return outcome_.over() ? 0 : std::popcount(empty()); }

Action State::random_action(core::Rng& rng) const {
  Board left = empty();
  for (auto skip = rng.below(static_cast<std::uint32_t>(count_actions())); skip > 0; --skip) {
    left &= left - 1;
  }
  return Action{static_cast<std::uint32_t>(std::countr_zero(left))};
}

void State::apply(Action action) {
  stones_[to_move_] |= bit(action);
  hash_ ^= key(to_move_, static_cast<int>(action.code)) ^ kBlueToMove;
  to_move_ = 1 - to_move_;
  outcome_ = judged();
}

Outcome State::judged() const {
  const int last = 1 - to_move_;
  if (has_four(stones(last))) return Outcome::won_by(last, Message::kReasonFour);
  return empty() == 0 ? Outcome::drawn(Message::kReasonFullBoard) : Outcome::running();
}

std::uint64_t State::recomputed_hash() const {
  std::uint64_t hash = to_move_ == 1 ? kBlueToMove : 0;
  for (int player = 0; player < 2; ++player) {
    for_each(stones(player), [&](int index) { hash ^= key(player, index); });
  }
  return hash;
}

int State::image(int index, int symmetry) const {
  return index_of(core::transform(cell_of(index), symmetry, options_.size, options_.size));
}

State State::transformed(int symmetry) const {
  State other = *this;
  for (int player = 0; player < 2; ++player) {
    Board& set = other.stones_[static_cast<std::size_t>(player)] = 0;
    for_each(stones(player), [&](int index) { set |= Board{1} << image(index, symmetry); });
  }
  other.hash_ = other.recomputed_hash();
  return other;
}

Action State::transformed_action(Action action, int symmetry) const {
  return Action{static_cast<std::uint32_t>(image(static_cast<int>(action.code), symmetry))};
}

Scene State::scene() const {
  const int size = options_.size;
  Scene scene;
  scene.symbols = "YB";
  scene.colours = {"yellow", "blue"};
  scene.cells = square_cells(size, size);
  const auto place = [&](int index) { return cell_of(index).row * size + cell_of(index).column; };
  for (int player = 0; player < 2; ++player) {
    for_each(stones(player),
             [&](int index) { scene.pieces.push_back({.cell = place(index), .player = player}); });
  }
  scene.to_move = to_move_;
  if (outcome_.over()) return scene;
  for_each(empty(), [&](int index) {
    const Action action{static_cast<std::uint32_t>(index)};
    if (wins_at(to_move_, action)) scene.wins.push_back(place(index));
  });
  scene.prompt = text::Note{Message::kPromptPlace, {}};
  return scene;
}

std::vector<Trace> State::traces(Action action) const {
  return {{.kind = TraceKind::kPlace,
           .player = to_move_,
           .from = {},
           .to = action_text(action),
           .hole = {}}};
}

}  // namespace games::four_in_line
