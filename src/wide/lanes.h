// Several games in one register, a lane of 64 bits for each, and the loop that plays them.
//
// A Word holds the same thing of several games, say the stones of the player to move, one game a
// lane. What is done to a Word is done to all of them, so there is no branch: whatever a game needs
// only now and then is computed always, and a mask (all ones in some lanes, 0 in the others) says
// where it counts. The code is written once, with the compiler's vectors, and compiled for several
// instruction sets; the file that includes this is compiled for any processor, so that everything
// here may be inlined into each of them (CMakeLists.txt).
//
// A game is a template over Word with
//   Setup                    what is the same in all lanes
//   kPlayers, kSteps         players; steps that one draw of random bits is enough for
//   Game(setup)              every lane at the start
//   draw(random)             takes new random bits
//   step(setup, random)      one uniformly random legal action in every lane. A lane may do
//                            nothing instead, if what it drew fits no action or no action is to be
//                            chosen; whether it does must not favour any action
//   restart(setup, where, closed)  the lanes of a mask start again; those that are closed as well
//                            never play again
//
// Each of 16 streams of random numbers plays its share of the games, one after the other, whatever
// the width of a register: so the games of a seed are the same on every processor.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/random.h"
#include "games/playouts.h"
#include "wide/instructions.h"

#define TABULEIRO_LANES [[gnu::always_inline]] inline

namespace wide {

using Word1 = std::uint64_t __attribute__((vector_size(8)));
using Word4 = std::uint64_t __attribute__((vector_size(32)));
using Word8 = std::uint64_t __attribute__((vector_size(64)));

template <class Word>
inline constexpr int kLanes = static_cast<int>(sizeof(Word) / sizeof(std::uint64_t));

// What `of(lane)` says, in each lane.
template <class Word, class Of>
TABULEIRO_LANES Word gathered(Of of) {
  std::array<std::uint64_t, kLanes<Word>> values;
  for (int lane = 0; lane < kLanes<Word>; ++lane) values[lane] = of(lane);
  Word word;
  std::memcpy(&word, values.data(), sizeof(word));
  return word;
}

// --- Masks ---

template <class Word>
TABULEIRO_LANES Word every(std::uint64_t value) {
  return Word{} + value;
}
template <class Word>
TABULEIRO_LANES Word equal(Word a, Word b) {
  return (Word)(a == b);
}
template <class Word>
TABULEIRO_LANES Word is_zero(Word a) {
  return (Word)(a == 0);
}
template <class Word>
TABULEIRO_LANES Word is_any(Word a) {
  return ~is_zero(a);
}
template <class Word>
TABULEIRO_LANES Word select(Word mask, Word yes, Word no) {
  return no ^ ((yes ^ no) & mask);
}

// --- Random numbers ---

// A xorshift128+ generator a lane: shifts and sums only, which every instruction set has.
template <class Word>
struct Random {
  Word a, b;

  TABULEIRO_LANES Random(std::uint64_t seed, int first_stream) {
    const std::uint64_t base = core::mix(seed) + 2 * static_cast<std::uint64_t>(first_stream);
    const auto mixed = [&](int number) { return core::mix(base + static_cast<unsigned>(number)); };
    a = gathered<Word>([&](int lane) { return mixed(2 * lane); });
    b = gathered<Word>([&](int lane) { return mixed(2 * lane + 1); });
  }
  TABULEIRO_LANES Word next() {
    Word x = a;
    const Word y = b, sum = x + y;
    a = y;
    x ^= x << 23;
    b = x ^ y ^ (x >> 18) ^ (y >> 5);
    return sum;
  }
};

// --- The loop ---

inline constexpr int kStreams = 16;

// What a step did. `played`, `over` and `won` are masks; `action` is in a game's own writing.
template <class Word>
struct StepResult {
  Word played, over;
  std::array<Word, 3> won;
  Word action;
};

struct RecordedWords {
  std::vector<std::uint64_t> actions;
  int winner = -1;
};

struct Work {
  std::uint64_t seed = 0;
  std::uint64_t games = 0;
  games::PlayoutTotals totals;
  // Filled where games are recorded: those of each stream, in order.
  std::array<std::vector<RecordedWords>, kStreams> records;

  std::uint64_t games_of(int stream) const {
    const std::uint64_t rest = games % kStreams;
    return games / kStreams + (static_cast<std::uint64_t>(stream) < rest ? 1 : 0);
  }
};

// One register of games, each of a stream of its own.
template <template <class> class Game, class Word>
class Register {
 public:
  using Setup = typename Game<Word>::Setup;
  static constexpr int kPlayers = Game<Word>::kPlayers;

  TABULEIRO_LANES Register(const Setup& setup, const Work& work, int first_stream)
      : game_(setup), random_(work.seed, first_stream), stream_(first_stream) {
    left_ = gathered<Word>([&](int lane) { return work.games_of(first_stream + lane); });
    game_.restart(setup, ~Word{}, is_zero(left_));
  }

  TABULEIRO_LANES void draw() { game_.draw(random_); }

  template <bool kRecorded>
  TABULEIRO_LANES void step(const Setup& setup, Work& work) {
    const StepResult<Word> step = game_.step(setup, random_);
    // A mask is -1 in its lanes.
    actions_ -= step.played;
    for (int p = 0; p < kPlayers; ++p) won_[p] -= step.won[p];
    left_ += step.over;
    if constexpr (kRecorded) record(step, work);
    game_.restart(setup, step.over, is_zero(left_));
  }

  TABULEIRO_LANES bool is_done() const {
    std::uint64_t any = 0;
    for (int lane = 0; lane < kLanes<Word>; ++lane) any |= left_[lane];
    return any == 0;
  }

  TABULEIRO_LANES void add_to(games::PlayoutTotals& totals) const {
    for (int lane = 0; lane < kLanes<Word>; ++lane) {
      totals.actions += actions_[lane];
      for (int p = 0; p < kPlayers; ++p) totals.wins[p] += won_[p][lane];
    }
  }

 private:
  TABULEIRO_LANES void record(const StepResult<Word>& step, Work& work) {
    for (int lane = 0; lane < kLanes<Word>; ++lane) {
      auto& games = work.records[stream_ + lane];
      if (step.played[lane]) {
        if (is_new_[lane]) games.emplace_back();
        is_new_[lane] = false;
        games.back().actions.push_back(step.action[lane]);
      }
      if (!step.over[lane]) continue;
      for (int p = 0; p < kPlayers; ++p) {
        if (step.won[p][lane]) games.back().winner = p;
      }
      is_new_[lane] = true;
    }
  }

  Game<Word> game_;
  Random<Word> random_;
  Word left_{}, actions_{};
  std::array<Word, 3> won_{};
  int stream_;
  std::array<bool, kLanes<Word>> is_new_ = make_new();

  static constexpr std::array<bool, kLanes<Word>> make_new() {
    std::array<bool, kLanes<Word>> all{};
    all.fill(true);
    return all;
  }
};

// Two registers side by side keep the processor busy while each waits for its own last step.
template <template <class> class Game, class Word, bool kRecorded>
TABULEIRO_LANES void play_pair(const typename Game<Word>::Setup& setup, Work& work, int stream) {
  constexpr int kRounds = 8;  // between two looks at what is left
  Register<Game, Word> first(setup, work, stream), second(setup, work, stream + kLanes<Word>);
  while (!first.is_done() || !second.is_done()) {
    for (int round = 0; round < kRounds; ++round) {
      first.draw();
      second.draw();
      for (int i = 0; i < Game<Word>::kSteps; ++i) {
        first.template step<kRecorded>(setup, work);
        second.template step<kRecorded>(setup, work);
      }
    }
  }
  first.add_to(work.totals);
  second.add_to(work.totals);
}

template <template <class> class Game, class Word, bool kRecorded>
TABULEIRO_LANES void play_streams(const typename Game<Word>::Setup& setup, Work& work) {
  for (int stream = 0; stream < kStreams; stream += 2 * kLanes<Word>) {
    play_pair<Game, Word, kRecorded>(setup, work, stream);
  }
  work.totals.playouts += work.games;
}

#if defined(__x86_64__)
template <template <class> class Game, bool kRecorded, class Setup>
__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl"))) void play_avx512(const Setup& setup,
                                                                               Work& work) {
  play_streams<Game, Word8, kRecorded>(setup, work);
}
template <template <class> class Game, bool kRecorded, class Setup>
__attribute__((target("avx2"))) void play_avx2(const Setup& setup, Work& work) {
  play_streams<Game, Word4, kRecorded>(setup, work);
}
#endif

template <template <class> class Game, bool kRecorded, class Setup>
void play_by(Instructions instructions, const Setup& setup, Work& work) {
#if defined(__x86_64__)
  if (instructions == Instructions::kAvx512) return play_avx512<Game, kRecorded>(setup, work);
  if (instructions == Instructions::kAvx2) return play_avx2<Game, kRecorded>(setup, work);
#endif
  play_streams<Game, Word1, kRecorded>(setup, work);
}

// Plays all games of the work. REQUIRES: this processor has the instructions.
template <template <class> class Game, class Setup>
void play(Instructions instructions, bool recorded, const Setup& setup, Work& work) {
  if (recorded) return play_by<Game, true>(instructions, setup, work);
  play_by<Game, false>(instructions, setup, work);
}

}  // namespace wide
