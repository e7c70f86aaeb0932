#include "eval/four_in_line.h"

#include "eval/best.h"

namespace eval {

using games::four_in_line::Board;
using games::four_in_line::kStride;
using text::Message;

namespace {

// All lines of four of a board.
std::vector<Board> make_lines(int size) {
  std::vector<Board> lines;
  games::four_in_line::for_each(games::four_in_line::cells(size), [&](int index) {
    for (const int step : {1, kStride - 1, kStride, kStride + 1}) {
      Board line = 0;
      for (int i = 0; i < 4 && index + i * step < 64; ++i) line |= Board{1} << (index + i * step);
      const bool inside = (line & ~games::four_in_line::cells(size)) == 0;
      if (inside && std::popcount(line) == 4) lines.push_back(line);
    }
  });
  return lines;
}

const std::vector<Board>& lines_of(int size) {
  static const std::vector<Board> kFive = make_lines(5), kSix = make_lines(6);
  return size == 5 ? kFive : kSix;
}

}  // namespace

const Terms<FourInLineEvaluator::kTerms>& FourInLineEvaluator::terms() {
  static constexpr Terms<kTerms> kWeighed = {{{Message::kTermLinesOfOne, 32},
                                              {Message::kTermLinesOfTwo, 160},
                                              {Message::kTermLinesOfThree, 480}}};
  return kWeighed;
}

CountsOfBoth<FourInLineEvaluator::kTerms> FourInLineEvaluator::counts(const State& state) {
  CountsOfBoth<kTerms> counts{};
  for (const Board line : lines_of(state.options().size)) {
    for (int player = 0; player < 2; ++player) {
      const int own = std::popcount(line & state.stones(player));
      const bool open = (line & state.stones(1 - player)) == 0;
      if (!open || own == 0 || own > kTerms) continue;
      ++counts[static_cast<std::size_t>(player)][static_cast<std::size_t>(own - 1)];
    }
  }
  return counts;
}

int FourInLineEvaluator::evaluate(const State& state) const {
  return weigh(terms(), counts(state), state.to_move());
}

void FourInLineEvaluator::rank(const State& state, const games::ActionList<State>& list,
                               Ranks& ranks) const {
  ranks.clear();
  for (const games::Action action : list) {
    ranks.push_back(state.wins_at(state.to_move(), action) ? 1000
                    : state.wins_at(1 - state.to_move(), action)
                        ? 900
                        : 10 * four_in_line::open_lines(state, state.to_move(), action));
  }
}

namespace four_in_line {

int open_lines(const State& state, int player, games::Action action) {
  int count = 0;
  for (const Board line : lines_of(state.options().size)) {
    count += (line & State::bit(action)) != 0 && (line & state.stones(1 - player)) == 0;
  }
  return count;
}

games::Action classic(const State& state, core::Rng& rng) {
  const int player = state.to_move();
  games::ActionList<State> list;
  state.legal_actions(list);
  return pick(best_of(list,
                      [&](games::Action action) {
                        if (state.wins_at(player, action)) return 1000;
                        if (state.wins_at(1 - player, action)) return 500;
                        return open_lines(state, player, action);
                      }),
              rng);
}

}  // namespace four_in_line

}  // namespace eval
