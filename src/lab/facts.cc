#include "lab/facts.h"

#include <bit>
#include <cmath>

#include "engine/analysis.h"
#include "engine/chances.h"

namespace lab {

namespace {

using games::Position;

// Plays a game once more and notes what it sees.
class Reader {
 public:
  Reader(const arena::SelfplaySettings& settings, const arena::SelfplayGame& game)
      : settings_(settings),
        game_(game),
        history_(*Position::start(*settings.game, settings.options)),
        source_(engine::source_of(history_.position(), settings.net)),
        seen_(history_.position().scene().cells.size()) {
    facts_.occupied.resize(seen_.size());
  }

  Facts read() {
    facts_.number = game_.number;
    facts_.winner = game_.winner;
    facts_.points = game_.winner < 0 ? 0.5 : game_.winner == 0 ? 1 : 0;
    for (const auto& action : game_.actions) {
      if (history_.position().at_turn_start()) note_turn(action);
      note_action(action);
      history_.apply(action.action);
    }
    note_board();
    finish();
    return std::move(facts_);
  }

 private:
  void note_turn(const arena::SelfplayAction& first) {
    ++facts_.turns;
    starts_.push_back(history_.position());
    note_board();
    if (!first.searched) return;
    const int mover = history_.position().to_move();
    facts_.chances.push_back(
        engine::chances_of_two(settings_.game->name, first.value, mover, source_)[0]);
  }

  void note_action(const arena::SelfplayAction& action) {
    const auto& position = history_.position();
    const auto legal = static_cast<double>(position.legal_actions().size());
    ++facts_.actions;
    facts_.branching += legal;
    facts_.decisions += legal > 1;
    facts_.tree += std::log10(legal);
    if (facts_.turns == 1) facts_.opening.push_back(action.action);
    for (const auto& trace : position.traces(action.action)) {
      facts_.swapped |= trace.kind == games::TraceKind::kSwap;
    }
  }

  // Whatever stands on the board when a turn is over.
  void note_board() {
    Material material{};
    for (const auto& piece : history_.position().scene().pieces) {
      const auto cell = static_cast<std::size_t>(piece.cell);
      ++facts_.occupied[cell];
      seen_[cell] = true;
      ++material[static_cast<std::size_t>(piece.player)];
      material[2] += std::popcount(piece.pegs);
    }
    ++facts_.material[material];
  }

  void finish() {
    const auto actions = std::max(1, facts_.actions);
    facts_.ended = history_.outcome().over();
    facts_.branching /= actions;
    facts_.decisions /= actions;
    double covered = 0;
    for (const bool cell : seen_) covered += cell;
    facts_.coverage = covered / static_cast<double>(seen_.size());
    for (std::size_t i = 0; i < kCountedAt.size() && !starts_.empty(); ++i) {
      const auto turn = static_cast<std::size_t>(kCountedAt[i] * static_cast<double>(facts_.turns));
      const auto evaluation = engine::evaluate(starts_[turn]);
      if (!evaluation) continue;
      for (const auto& term : evaluation->terms) {
        facts_.terms[i].push_back(term.counts[0] - term.counts[1]);
      }
    }
  }

  const arena::SelfplaySettings& settings_;
  const arena::SelfplayGame& game_;
  games::History history_;
  engine::ValueSource source_;
  std::vector<bool> seen_;
  std::vector<Position> starts_;  // of turns
  Facts facts_;
};

}  // namespace

Facts facts_of(const arena::SelfplaySettings& settings, const arena::SelfplayGame& game) {
  return Reader(settings, game).read();
}

}  // namespace lab
