// Reasons of Yavalath: fours, threes, and the threats that force them.
#include "registry/compared.h"
#include "registry/yavalath.h"

namespace registry {

namespace {

using games::yavalath::four_makers;

// Everything that can be said of one turn. With three players nothing of chains of threats: there
// is no search for them.
class YavalathReasons {
 public:
  using State = games::yavalath::State;
  using Board = games::yavalath::Board;
  using Action = games::Action;
  using Message = text::Message;

  explicit YavalathReasons(const TurnCase<State>& turn)
      : turn_(turn), size_(turn.before.options().size) {}

  Reasons all() {
    Reasons reasons = compared(
        turn_, [&](const Course<State>& course) { return flaws_of(course); },
        [&](const Course<State>& course) { return merits_of(course); });
    if (!turn_.better) return reasons;
    add_more_threats(reasons);
    add_worse_cell(reasons);
    add_chain_stopped(reasons);
    return reasons;
  }

 private:
  // --- Cells and lines ---

  std::string name(int cell) const { return games::yavalath::cell_name(cell, size_); }

  std::vector<std::string> names(const Board& cells) const {
    std::vector<std::string> result;
    cells.for_each([&](int cell) { result.push_back(name(cell)); });
    return result;
  }

  std::string list(const Board& cells) const {
    std::string text;
    for (const auto& cell : names(cells)) text += (text.empty() ? "" : ", ") + cell;
    return text;
  }

  // Calls visit(run) for every straight run of `length` cells of the board through a cell.
  template <class Visit>
  void for_each_run(int cell, int length, Visit visit) const {
    for (const int step : games::yavalath::kLineSteps) {
      for (int back = 0; back < length; ++back) {
        Board run;
        bool inside = true;
        for (int i = 0; i < length && inside; ++i) {
          const int at = cell + (i - back) * step;
          inside = at >= 0 && at < Board::kBits && games::yavalath::cells(size_).test(at);
          if (inside) run.set(at);
        }
        if (inside) visit(run);
      }
    }
  }

  // The cell with the stones that it makes a line of `length` with.
  Board line_through(const Board& stones, int cell, int length) const {
    Board line = Board::single(cell);
    for_each_run(cell, length, [&](const Board& run) {
      if ((run & ~stones & ~Board::single(cell)).none()) line |= run;
    });
    return line;
  }

  Board four_through(const Board& stones, int cell) const { return line_through(stones, cell, 4); }

  static bool has(const Board& cells, int cell) {
    return cell >= 0 && cell < Board::kBits && cells.test(cell);
  }

  // Can a four be threatened from both sides of two stones, which are beside each other or have one
  // empty cell between them? `step` leads from the first to the second.
  static bool is_open(const Board& stones, const Board& empty, int first, int second, int step) {
    const bool apart = second != first + step;
    if (apart && !has(empty, first + step)) return false;
    // A stone further out leaves one cell of the four empty, and must not make three elsewhere.
    const Board safe = empty & ~eval::yavalath::three_makers(stones);
    const auto has_room = [&](int end, int out) {
      return has(empty, end + out) && has(safe, apart ? end + out : end + 2 * out);
    };
    return has_room(first, -step) && has_room(second, step);
  }

  // The stone with which a stone on an empty cell would make an open pair; -1 for none.
  static int open_pair(const Board& stones, const Board& empty, int cell) {
    const Board with = stones | Board::single(cell);
    for (const int line : games::yavalath::kLineSteps) {
      for (const int step : {line, -line}) {
        for (const int other : {cell + step, cell + 2 * step}) {
          if (has(stones, other) && is_open(with, empty, cell, other, step)) return other;
        }
      }
    }
    return -1;
  }

  static int cell_of(const Course<State>& course) {
    const Action action = course.turn[0];
    return action == State::kSwap ? -1 : static_cast<int>(action.code);
  }

  static Board fours(const State& state, int player) {
    return state.empty() & four_makers(state.stones(player));
  }

  // With two players.
  int opponent() const { return 1 - turn_.player; }
  bool two_players() const { return turn_.before.player_count() == 2; }

  // Who plays next, and who played last: with two players both are the opponent.
  int beside(const State& state, int step) const {
    const int count = state.player_count();
    int player = turn_.player;
    do {
      player = (player + count + step) % count;
    } while (state.is_out(player));
    return player;
  }
  int next(const State& state) const { return beside(state, 1); }
  int last(const State& state) const { return beside(state, -1); }
  static bool two_are_in(const State& state) {
    int in = 0;
    for (int p = 0; p < state.player_count(); ++p) in += !state.is_out(p);
    return in == 2;
  }
  // Is the line behind it the one that is expected, and not the other course's?
  bool is_expected(const Course<State>& course) const {
    return &course == &turn_.played || (turn_.better && &course == &*turn_.better);
  }
  // Is the game over for the player who made the turn?
  bool is_done(const Course<State>& course) const {
    return course.after.outcome().over() || course.after.is_out(turn_.player);
  }
  // Can somebody else make four?
  bool others_win(const State& state) const {
    for (int p = 0; p < state.player_count(); ++p) {
      if (p != turn_.player && !state.is_out(p) && fours(state, p).any()) return true;
    }
    return false;
  }

  // The lines of four through a cell on which others than `player` have no stone; the visit gets
  // the stones of `player` on them.
  template <class Visit>
  void for_each_open(const State& state, int player, int cell, Visit visit) const {
    Board others;
    for (int p = 0; p < state.player_count(); ++p) {
      if (p != player) others |= state.stones(p);
    }
    for_each_run(cell, 4, [&](const Board& run) {
      if ((run & others).none()) visit(run & state.stones(player));
    });
  }

  void add(Reasons& reasons, Speaks speaks, Message kind, std::vector<std::string> arguments,
           const Board& cells, int weight) const {
    reasons.push_back({speaks, {kind, std::move(arguments)}, names(cells), weight});
  }

  // --- Against ---

  Reasons flaws_of(const Course<State>& course) {
    Reasons flaws;
    add_at_once(course, flaws);
    if (is_done(course)) return flaws;
    add_swaps(course, flaws);
    if (fours(course.after, next(course.after)).any()) return flaws;
    if (fours(course.after, turn_.player).none()) {
      add_replies(course, flaws);
    } else if (two_players()) {
      add_forced_block(course, flaws);
    }
    add_barred(course, flaws);
    add_apart(course, flaws);
    return flaws;
  }

  void add_at_once(const Course<State>& course, Reasons& flaws) const {
    const State &before = turn_.before, &after = course.after;
    const Board missed = before.allowed_cells() & four_makers(before.stones(turn_.player));
    const bool won = after.outcome().winner() == turn_.player;
    if (missed.any() && !won) {
      const int cell = missed.first();
      add(flaws, Speaks::kAgainst, Message::kWhyYavMissesFour, {name(cell)},
          four_through(before.stones(turn_.player), cell), kEndsGame + 3);
    }
    const int cell = cell_of(course);
    if (cell >= 0 && !won) {
      const Board three = line_through(after.stones(turn_.player), cell, 3);
      if (three.count() >= 3) {
        add(flaws, Speaks::kAgainst, Message::kWhyYavMakesThree, {}, three, kEndsGame + 5);
      }
    }
    if (after.outcome().over()) return;
    const int next = after.to_move();
    const Board open = after.allowed_cells() & four_makers(after.stones(next));
    if (open.none() || next == turn_.player) return;
    add(flaws, Speaks::kAgainst, Message::kWhyYavLeavesFour, {name(open.first())},
        four_through(after.stones(next), open.first()), kEndsGame);
  }

  // The side of the first stone: what the judge thinks of it decides, and the swap tells it.
  void add_swaps(const Course<State>& course, Reasons& flaws) const {
    if (course.turn[0] == State::kSwap) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavWrongSwap, {}, turn_.before.stones(0),
          kMaterial);
    } else if (is_expected(course) && course.after.may_swap() && !course.line.empty() &&
               course.line[0] == State::kSwap) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavFirstStone, {}, course.after.stones(0),
          kMaterial);
    }
  }

  // The turn threatens a four, so there is one reply: what is left behind it?
  void add_forced_block(const Course<State>& course, Reasons& flaws) const {
    const Board blocks = fours(course.after, turn_.player);
    if (blocks.count() != 1) return;
    const int block = blocks.first();
    State after = course.after;
    after.apply(Action{static_cast<std::uint32_t>(block)});
    if (after.outcome().over()) return;
    const Board counter = fours(after, opponent());
    if (counter.any()) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavForcesCounter,
          {name(block), name(counter.first())},
          four_through(after.stones(opponent()), counter.first()) | Board::single(block),
          kMaterial);
    } else if (eval::yavalath::safe_threats(after.stones(turn_.player), after.empty()).none()) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavSpendsThreat, {name(block)},
          Board::single(block) | Board::single(cell_of(course)), kShape + 6);
    }
  }

  // What the next player, who is free to choose, can do. Of the turn played what decides is said
  // alone; of the other all is wanted, to compare.
  void add_replies(const Course<State>& course, Reasons& flaws) {
    const State& at = course.after;
    const bool alone = &course == &turn_.played;
    if (add_decisive_threat(at, flaws) && alone) return;
    const auto win = forcing_.find(at, kChainTurns, kChainNodes);
    if (win) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavLetsChain,
          {name(first_of(*win)), std::to_string(win->turns)},
          cells_of_chain(at, at.to_move(), *win), kForces);
      if (alone) return;
    }
    add_answer(course, flaws);
  }

  // A threat of two fours, or of one where blocking makes three.
  bool add_decisive_threat(const State& at, Reasons& reasons) const {
    const int attacker = at.to_move();
    const Board stones = at.stones(attacker), own = at.stones(turn_.player);
    const Board fatal = eval::yavalath::lost_cells(own, at.empty());
    const Board cells = at.allowed_cells() & eval::yavalath::safe_threats(stones, at.empty());
    bool found = false;
    cells.for_each([&](int cell) {
      if (found) return;
      Board with = stones;
      with.set(cell);
      const Board wins = at.empty() & ~Board::single(cell) & four_makers(with);
      // Of three players two can block.
      if (wins.count() > 1 && two_are_in(at)) {
        const int first = wins.first(), second = (wins & ~Board::single(first)).first();
        add(reasons, Speaks::kAgainst, Message::kWhyYavLetsTwoFours,
            {name(cell), name(first), name(second)},
            four_through(with, first) | four_through(with, second), kForces + 5);
        found = true;
      } else if (wins.count() == 1 && fatal.test(wins.first())) {
        add(reasons, Speaks::kAgainst, Message::kWhyYavLetsFatalBlock,
            {name(cell), name(wins.first())},
            four_through(with, wins.first()) | line_through(own, wins.first(), 3), kForces + 4);
        found = true;
      }
    });
    return found;
  }

  // The reply that is expected.
  void add_answer(const Course<State>& course, Reasons& flaws) {
    if (course.line.empty() || course.line[0] == State::kSwap) return;
    const int cell = static_cast<int>(course.line[0].code);
    const State& at = course.after;
    const int rival = at.to_move();
    State after = at;
    after.apply(course.line[0]);
    if (after.outcome().over() || after.is_out(rival)) return;
    const Board wins = fours(after, rival);
    if (wins.count() == 1) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavLetsThreat, {name(cell), name(wins.first())},
          four_through(after.stones(rival), wins.first()), kThreatens);
    }
    if (wins.none()) add_quiet_answer(at, after, cell, flaws);
  }

  // What a reply that does not threaten makes of its own stones.
  void add_quiet_answer(const State& at, const State& after, int cell, Reasons& flaws) {
    const int rival = at.to_move();
    const auto chain = forcing_.find_after_pass(after, kChainTurns, kChainNodes);
    if (chain && !forcing_.find(at, kChainTurns, kChainNodes)) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavLetsPrepare,
          {name(cell), name(first_of(*chain))},
          Board::single(cell) | cells_of_chain(after, rival, *chain), kThreatens + 3);
    }
    const int partner = open_pair(at.stones(rival), at.empty(), cell);
    const Board cells = eval::yavalath::safe_threats(after.stones(rival), after.empty()) &
                        ~eval::yavalath::safe_threats(at.stones(rival), at.empty());
    if (partner >= 0) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavLetsPair, {name(cell), name(partner)},
          Board::single(cell) | Board::single(partner), kShape);
    } else if (cells.count() >= few()) {
      add(flaws, Speaks::kAgainst, Message::kWhyYavLetsCells, {name(cell), list(cells)},
          Board::single(cell) | cells, kShape);
    }
  }

  void add_barred(const Course<State>& course, Reasons& flaws) const {
    if (cell_of(course) < 0) return;
    const Board own = turn_.before.stones(turn_.player);
    const Board barred =
        eval::yavalath::lost_cells(course.after.stones(turn_.player), course.after.empty()) &
        ~eval::yavalath::lost_cells(own, turn_.before.empty());
    if (barred.none()) return;
    add(flaws, Speaks::kAgainst, Message::kWhyYavBarsOwn, {list(barred)}, barred, kShape + 3);
  }

  // A stone that can make no four with another one.
  void add_apart(const Course<State>& course, Reasons& flaws) const {
    const int cell = cell_of(course);
    if (cell < 0 || turn_.before.stones(turn_.player).none()) return;
    bool shares = false;
    for_each_open(course.after, turn_.player, cell,
                  [&](const Board& stones) { shares = shares || stones.count() > 1; });
    if (shares) return;
    add(flaws, Speaks::kAgainst, Message::kWhyYavApart, {}, Board::single(cell), kShape + 1);
  }

  // The cell itself: which lines of four run through it, and who takes the better one.
  void add_worse_cell(Reasons& reasons) const {
    const int played = cell_of(turn_.played), better = cell_of(*turn_.better);
    if (played < 0 || better < 0 || is_done(turn_.played) || is_done(*turn_.better)) return;
    const auto& line = turn_.played.line;
    if (!line.empty() && line[0] == turn_.better->turn[0]) {
      add(reasons, Speaks::kAgainst, Message::kWhyYavLeavesCell, {name(better)},
          Board::single(better), kShape + 4);
    }
    const auto open = [&](int cell) {
      int lines = 0;
      for_each_open(turn_.before, turn_.player, cell, [&](const Board&) { ++lines; });
      return lines;
    };
    if (open(played) + few_lines() <= open(better)) {
      add(reasons, Speaks::kAgainst, Message::kWhyYavFewLines,
          {std::to_string(open(played)), std::to_string(open(better))}, Board::single(played),
          kShape - 2);
    }
    const auto closed = [&](int cell) {
      int lines = 0;
      for (int p = 0; p < turn_.before.player_count(); ++p) {
        if (p == turn_.player || turn_.before.is_out(p)) continue;
        for_each_open(turn_.before, p, cell, [&](const Board& stones) { lines += stones.any(); });
      }
      return lines;
    };
    if (closed(played) + few_lines() <= closed(better)) {
      add(reasons, Speaks::kFor, Message::kWhyYavBlocksMore,
          {std::to_string(closed(better)), std::to_string(closed(played))}, Board::single(better),
          kShape - 1);
    }
  }

  // Threats that the next player has only behind the turn played.
  void add_more_threats(Reasons& reasons) const {
    const State &played = turn_.played.after, &better = turn_.better->after;
    if (is_done(turn_.played) || is_done(*turn_.better)) return;
    const int rival = next(played);
    const Board left = eval::yavalath::safe_threats(played.stones(rival), played.empty());
    const Board fewer = eval::yavalath::safe_threats(better.stones(rival), better.empty());
    const Board more = left & ~fewer;
    if (left.count() <= fewer.count() || more.none()) return;
    const Message kind =
        two_players() ? Message::kWhyYavLeavesForcing : Message::kWhyYavNextForcing;
    add(reasons, Speaks::kAgainst, kind, {list(more)}, more, kShape + 5);
  }

  // --- For ---

  Reasons merits_of(const Course<State>& course) {
    Reasons merits;
    const int cell = cell_of(course);
    if (cell < 0) {
      add(merits, Speaks::kFor, Message::kWhyYavRightSwap, {}, turn_.before.stones(0), kMaterial);
      return merits;
    }
    const Board four = four_through(course.after.stones(turn_.player), cell);
    if (course.after.outcome().winner() == turn_.player && four.count() > 3) {
      add(merits, Speaks::kFor, Message::kWhyYavMakesFour, {}, four, kEndsGame + 3);
    }
    add_blocked(cell, merits);
    if (!is_done(course)) {
      add_threats(course, cell, merits);
      add_prepared(course, cell, merits);
      add_pairs(cell, merits);
    }
    return merits;
  }

  void add_blocked(int cell, Reasons& merits) const {
    const State& before = turn_.before;
    for (int p = 0; p < before.player_count(); ++p) {
      if (p == turn_.player || before.is_out(p) || !fours(before, p).test(cell)) continue;
      add(merits, Speaks::kFor, Message::kWhyYavBlocksFour, {},
          four_through(before.stones(p), cell), kEndsGame - 1);
      return;
    }
  }

  void add_threats(const Course<State>& course, int cell, Reasons& merits) {
    const State& after = course.after;
    const Board wins = fours(after, turn_.player);
    if (wins.none() || others_win(after)) return;
    const Board own = after.stones(turn_.player);
    const Board shown = four_through(own, wins.first());
    const Board blocker = after.stones(last(after));
    const Board fatal = eval::yavalath::lost_cells(blocker, after.empty());
    if (wins.count() > 1) {
      const int second = (wins & ~Board::single(wins.first())).first();
      add(merits, Speaks::kFor, Message::kWhyYavTwoFours, {name(wins.first()), name(second)},
          shown | four_through(own, second), kForces + 5);
      return;
    }
    if (fatal.test(wins.first())) {
      add(merits, Speaks::kFor, Message::kWhyYavFatalBlock, {name(wins.first())},
          shown | line_through(blocker, wins.first(), 3), kForces + 4);
      return;
    }
    const auto win = forcing_.find(turn_.before, kChainTurns, kChainNodes);
    if (win && win->turns > 1 && first_of(*win) == cell) {
      add(merits, Speaks::kFor, Message::kWhyYavBeginsChain, {std::to_string(win->turns)},
          cells_of_chain(turn_.before, turn_.player, *win), kForces);
    }
    add(merits, Speaks::kFor, Message::kWhyYavForcesBlock, {name(wins.first())}, shown, kThreatens);
  }

  // Threats for later, made without one now.
  void add_prepared(const Course<State>& course, int cell, Reasons& merits) {
    const State &before = turn_.before, &after = course.after;
    // Of the turn played it is enough that they are there, to compare.
    const bool alone = &course != &turn_.played;
    if (alone && (fours(after, turn_.player).any() || others_win(after))) return;
    const auto chain = forcing_.find_after_pass(after, kChainTurns, kChainNodes);
    const auto threatens = [&](const State& at) {
      return forcing_.find(at, kChainTurns, kChainNodes).has_value();
    };
    if (chain && !(alone && (threatens(before) || threatens(after)))) {
      add(merits, Speaks::kFor, Message::kWhyYavPrepares, {name(first_of(*chain))},
          Board::single(cell) | cells_of_chain(after, turn_.player, *chain), kThreatens + 3);
    }
    const Board cells = eval::yavalath::safe_threats(after.stones(turn_.player), after.empty()) &
                        ~eval::yavalath::safe_threats(before.stones(turn_.player), before.empty());
    if (cells.count() < few()) return;
    add(merits, Speaks::kFor, Message::kWhyYavGainsCells, {list(cells)},
        Board::single(cell) | cells, kShape + 2);
  }

  void add_pairs(int cell, Reasons& merits) const {
    const State& before = turn_.before;
    const int other = open_pair(before.stones(turn_.player), before.empty(), cell);
    if (other >= 0) {
      add(merits, Speaks::kFor, Message::kWhyYavMakesPair, {name(other)},
          Board::single(cell) | Board::single(other), kShape);
    }
    Board pair;
    for (int p = 0; p < before.player_count() && pair.none(); ++p) {
      if (p == turn_.player || before.is_out(p)) continue;
      const Board theirs = before.stones(p);
      const Board threats = eval::yavalath::safe_threats(theirs, before.empty());
      for_each_run(cell, 4, [&](const Board& run) {
        const Board stones = run & theirs;
        const bool free = (run & ~stones & ~before.empty()).none();
        if (stones.count() == 2 && free && (run & threats).any()) pair = stones;
      });
    }
    if (pair.none()) return;
    add(merits, Speaks::kFor, Message::kWhyYavStopsPair, {list(pair)}, pair | Board::single(cell),
        kShape + 4);
  }

  // The opponent wins by threats behind the turn played, but no longer behind the better one.
  void add_chain_stopped(Reasons& merits) {
    const State &played = turn_.played.after, &better = turn_.better->after;
    const int cell = cell_of(*turn_.better);
    if (!two_players() || cell < 0 || played.outcome().over() || better.outcome().over()) return;
    const auto win = forcing_.find(played, kChainTurns, kChainNodes);
    if (!win || win->turns < 2) return;
    const Board chain = cells_of_chain(played, opponent(), *win);
    if (!chain.test(cell)) return;
    if (forcing_.find(better, kChainTurns, kChainNodes)) return;
    const int first = first_of(*win);
    if (first == cell) {
      add(merits, Speaks::kFor, Message::kWhyYavTakesKey, {}, chain, kForces - 5);
    } else {
      add(merits, Speaks::kFor, Message::kWhyYavBreaksChain, {name(first)}, chain, kForces - 6);
    }
  }

  // So many cells more, and lines fewer, are worth talking about. With three players, where there
  // are no chains of threats to tell of, smaller differences decide.
  int few() const { return two_players() ? 2 : 1; }
  int few_lines() const { return two_players() ? 3 : 2; }

  // --- Chains of threats ---

  static constexpr int kChainTurns = 40;
  static constexpr std::uint64_t kChainNodes = 20'000;

  static int first_of(const eval::yavalath::Forcing::Win& win) {
    return static_cast<int>(win.line[0].code);
  }

  // The attacker's threats with the blocks that they force, and the cells of the fours that the
  // last one threatens. What the defender tries then is left out: it may be any cell.
  static Board cells_of_chain(const State& at, int attacker,
                              const eval::yavalath::Forcing::Win& win) {
    Board cells, stones = at.stones(attacker);
    for (int i = 0; i < win.turns - 2; ++i) {
      const int cell = static_cast<int>(win.line[i].code);
      cells.set(cell);
      if (i % 2 == 0) stones.set(cell);
    }
    return cells | (at.empty() & ~cells & four_makers(stones));
  }

  const TurnCase<State>& turn_;
  int size_;
  eval::yavalath::Forcing forcing_;
};

}  // namespace

Reasons Registration<games::yavalath::State>::reasons(const TurnCase<State>& turn) {
  return YavalathReasons(turn).all();
}

}  // namespace registry
