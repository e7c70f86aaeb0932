#include "games/words.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/scan.h"

namespace games {

using text::Message;
using text::Phrase;

namespace {

Phrase count_words(int count) {
  static constexpr std::array kCounts = {
      Message::kWordsTwo, Message::kWordsThree,  Message::kWordsFour,  Message::kWordsFive,
      Message::kWordsSix, Message::kWordsSeven,  Message::kWordsEight, Message::kWordsNine,
      Message::kWordsTen, Message::kWordsEleven, Message::kWordsTwelve};
  const auto at = static_cast<std::size_t>(count - 2);
  return count >= 2 && at < kCounts.size() ? Phrase(kCounts[at]) : Phrase(std::to_string(count));
}

Phrase count_of_pegs(int count) {
  return count == 2 ? Phrase(Message::kWordsTwoPegs) : count_words(count);
}

// A way across the board: north is up. On hexagons the nearest of the eight directions.
struct Way {
  Message direction;
  int cells;
};

Way way_of(CellShape shape, double right, double up) {
  static constexpr std::array kClockwise = {Message::kWordsNorth, Message::kWordsNorthEast,
                                            Message::kWordsEast,  Message::kWordsSouthEast,
                                            Message::kWordsSouth, Message::kWordsSouthWest,
                                            Message::kWordsWest,  Message::kWordsNorthWest};
  constexpr double kEighth = 0.78539816339744831;  // of a full turn, in radians
  const auto eighths = static_cast<int>(std::lround(std::atan2(right, up) / kEighth));
  const double length = shape == CellShape::kHexagon ? std::hypot(right, up)
                                                     : std::max(std::abs(right), std::abs(up));
  return {kClockwise[static_cast<std::size_t>((eighths + 8) % 8)],
          static_cast<int>(std::lround(length))};
}

// "a1", "a1 and a2", "a1, a2 and a3".
Phrase list_words(std::vector<std::string> names) {
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? Phrase(last) : Phrase(Message::kWordsAnd, {core::join(names, ", "), last});
}

// Where the stones of some traces were.
template <class Wanted>
std::vector<std::string> cells_of(const std::vector<Trace>& traces, Wanted wanted) {
  std::vector<std::string> cells;
  for (const Trace& trace : traces) {
    if (wanted(trace)) cells.push_back(trace.from);
  }
  return cells;
}

class TurnPhrases {
 public:
  explicit TurnPhrases(const Scene& scene)
      : scene_(scene),
        // Pieces with holes are called pieces, all others stones.
        one_(scene.holes.empty() ? Message::kWordsStone : Message::kWordsPiece),
        many_(scene.holes.empty() ? Message::kWordsStones : Message::kWordsPieces) {}

  // One action of this player that sets no peg.
  Phrase action(const std::vector<Trace>& traces, int mover) const {
    const Trace& first = traces.front();
    switch (first.kind) {
      case TraceKind::kPlace: return {Message::kWordsPlaces, {one_, first.to}};
      case TraceKind::kSwap: return {Message::kWordsSwaps, {one_, first.to}};
      case TraceKind::kSacrifice: return {Message::kWordsSacrifices, {one_}};
      case TraceKind::kEnd: return Message::kWordsEnds;
      default: break;
    }
    Phrase words = step_kind(traces) == "push" ? push(traces, mover) : move(traces, mover);
    for (auto& more : captures(traces, mover)) {
      words = Phrase(Message::kWordsAnd, {std::move(words), std::move(more)});
    }
    return words;
  }

  // Pegs set one after the other.
  Phrase pegs(const std::vector<Trace>& set) const {
    std::vector<std::pair<std::string, std::vector<std::string>>> pieces;  // cell, holes
    for (const Trace& trace : set) {
      const auto at = std::find_if(pieces.begin(), pieces.end(),
                                   [&](const auto& piece) { return piece.first == trace.to; });
      if (at == pieces.end()) {
        pieces.push_back({trace.to, {trace.hole}});
      } else {
        at->second.push_back(trace.hole);
      }
    }
    Phrase words = pegs_of(pieces.front().first, pieces.front().second);
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      const auto& [cell, holes] = pieces[i];
      words = holes.size() == 1
                  ? Phrase(Message::kWordsAndPeg, {std::move(words), one_, cell, holes.front()})
                  : Phrase(Message::kWordsAnd, {std::move(words), pegs_of(cell, holes)});
    }
    return words;
  }

 private:
  Phrase pegs_of(const std::string& cell, const std::vector<std::string>& holes) const {
    if (holes.size() == 1) return {Message::kWordsSetsPeg, {one_, cell, holes.front()}};
    return {Message::kWordsSetsPegs,
            {one_, cell, count_of_pegs(static_cast<int>(holes.size())), list_words(holes)}};
  }

  Way way(const Trace& move) const {
    const auto cell = [&](const std::string& name) {
      return std::find_if(scene_.cells.begin(), scene_.cells.end(),
                          [&](const SceneCell& each) { return each.name == name; });
    };
    const auto from = cell(move.from), to = cell(move.to);
    return way_of(scene_.shape, to->x - from->x, to->y - from->y);
  }

  // A stone from cell to cell; a group by its rearmost stone, whose trace is the last of the moves.
  Phrase move(const std::vector<Trace>& traces, int mover) const {
    const auto [rear, count] = own_moves(traces, mover);
    if (count == 1) return {Message::kWordsMovesOne, {one_, rear->from, rear->to}};
    const auto [direction, cells] = way(*rear);
    return {Message::kWordsMovesMany,
            {count_words(count), many_, rear->from,
             cells == 1 ? Phrase(Message::kWordsOneCell)
                        : Phrase(Message::kWordsCells, {count_words(cells)}),
             direction}};
  }

  Phrase push(const std::vector<Trace>& traces, int mover) const {
    const auto [rear, count] = own_moves(traces, mover);
    const auto fallen =
        cells_of(traces, [](const Trace& t) { return t.kind == TraceKind::kPushOff; });
    const auto shifted = cells_of(traces, [&](const Trace& t) { return t.player != mover; });
    return {Message::kWordsAnd,
            {Phrase(Message::kWordsPushes, {rear->from, way(*rear).direction}),
             pushed(static_cast<int>(shifted.size()), fallen)}};
  }

  Phrase pushed(int stones, const std::vector<std::string>& fallen) const {
    if (stones == 1 && fallen.empty()) return {Message::kWordsShiftsOne, {one_}};
    if (stones == 1) return {Message::kWordsPushesOff, {one_, fallen.front()}};
    if (fallen.empty()) return {Message::kWordsShiftsMany, {count_words(stones), many_}};
    return {Message::kWordsShiftsAndPushesOff, {count_words(stones), many_, fallen.front()}};
  }

  // The last of the mover's own moves, and how many there are. REQUIRES: there is one.
  static std::pair<const Trace*, int> own_moves(const std::vector<Trace>& traces, int mover) {
    const Trace* last = nullptr;
    int count = 0;
    for (const Trace& trace : traces) {
      if (trace.kind != TraceKind::kMove || trace.player != mover) continue;
      last = &trace;
      ++count;
    }
    assert(last != nullptr);
    return {last, count};
  }

  std::vector<Phrase> captures(const std::vector<Trace>& traces, int mover) const {
    const auto enemies = cells_of(
        traces, [&](const Trace& t) { return t.kind == TraceKind::kCapture && t.player != mover; });
    const auto own = cells_of(
        traces, [&](const Trace& t) { return t.kind == TraceKind::kCapture && t.player == mover; });
    const bool replaced = std::any_of(traces.begin(), traces.end(),
                                      [](const Trace& t) { return t.kind == TraceKind::kReplace; });
    std::vector<Phrase> words;
    if (enemies.size() == 1) {
      words.push_back({replaced ? Message::kWordsReplacesOne : Message::kWordsCapturesOne,
                       {one_, enemies.front()}});
    } else if (enemies.size() > 1) {
      words.push_back({replaced ? Message::kWordsReplacesMany : Message::kWordsCapturesMany,
                       {count_words(static_cast<int>(enemies.size())), list_words(enemies)}});
    }
    for (const auto& cell : own) words.push_back({Message::kWordsCapturesOwn, {one_, cell}});
    return words;
  }

  const Scene& scene_;
  Message one_, many_;
};

// Tells actions of one turn, from a state that goes along.
template <class State>
Phrase tell(State& state, std::span<const Action> actions, const TurnPhrases& phrases) {
  const State before = state;
  std::vector<Phrase> steps;
  std::vector<Trace> pegs;
  const auto put_pegs = [&] {
    if (!pegs.empty()) steps.push_back(phrases.pegs(pegs));
    pegs.clear();
  };
  for (const Action action : actions) {
    const auto traces = state.traces(action);
    if (traces.front().kind == TraceKind::kPeg) {
      pegs.push_back(traces.front());
    } else {
      put_pegs();
      steps.push_back(phrases.action(traces, state.to_move()));
    }
    state.apply(action);
  }
  put_pegs();
  Phrase words = steps.front();
  for (std::size_t i = 1; i < steps.size(); ++i) {
    words = Phrase(Message::kWordsThen, {std::move(words), std::move(steps[i])});
  }
  for (int player = 0; player < state.player_count(); ++player) {
    if (is_out(before, player) || !is_out(state, player)) continue;
    words = Phrase(Message::kWordsBesides,
                   {std::move(words), Phrase(Message::kIsOut, {std::to_string(player + 1)})});
  }
  return words;
}

}  // namespace

Phrase turn_words(const AnyState& before, std::span<const Action> actions, const Scene& scene) {
  return std::visit([&](auto state) { return tell(state, actions, TurnPhrases(scene)); }, before);
}

Phrase turn_words(const Position& before, std::span<const Action> actions) {
  return turn_words(before.state(), actions, before.scene());
}

std::vector<Phrase> line_words(const Position& position, std::span<const Action> actions) {
  const Scene scene = position.scene();
  const TurnPhrases phrases(scene);
  return std::visit(
      [&](auto state) {
        std::vector<Phrase> turns;
        auto ahead = state;
        for (std::size_t first = 0, i = 0; i < actions.size(); ++i) {
          ahead.apply(actions[i]);
          if (!ahead.at_turn_start() && i + 1 < actions.size()) continue;
          turns.push_back(tell(state, actions.subspan(first, i + 1 - first), phrases));
          first = i + 1;
        }
        return turns;
      },
      position.state());
}

}  // namespace games
