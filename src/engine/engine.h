// The Engine: a position with its history in, the rest of a turn out.
//
// It prints nothing: progress goes to a callback. think() blocks; stop() may be called from another
// thread at any time and makes it answer soon. One think() at a time.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/proof_book.h"
#include "games/history.h"
#include "search/eval_noise.h"
#include "search/limits.h"
#include "search/search_constants.h"
#include "search/search_history.h"
#include "search/transposition_table.h"
#include "search/value.h"

namespace engine {

using Milliseconds = std::chrono::milliseconds;

// How long to think about a turn. Without any limit: until stop().
struct Budget {
  std::optional<int> depth;            // actions
  std::optional<std::uint64_t> nodes;  // for the whole turn
  std::optional<Milliseconds> movetime;
  std::array<std::optional<Milliseconds>, 3> clock;  // left for each player
  std::array<Milliseconds, 3> increment{};
  // The opponent is still thinking: time counts only from ponderhit(), and the answer comes only
  // after it (or after stop()). Depth and nodes count from the start.
  bool ponder = false;
};

inline constexpr std::uint64_t kAllThreatNodes = ~std::uint64_t{0};

// How an engine judges. Full strength is the default.
struct PlayStyle {
  bool plain = false;                            // material and bare alpha-beta, for measuring
  std::uint64_t threat_nodes = kAllThreatNodes;  // nodes for each look for a forced win
  search::EvalNoise noise;
  std::uint64_t seed = 0;  // of playouts
  bool net = true;         // judges by the net that comes with the program, where there is one
  bool proofs = true;      // plays what is proven, where something is
  bool ends = true;        // plays the end of a game out, where the evaluator can
  // Other constants of search than those of the game's registration, for trying them.
  std::optional<search::SearchConstants> constants;
  friend bool operator==(const PlayStyle&, const PlayStyle&) = default;
};

// What is known so far about one of the best lines from the current point.
struct Progress {
  int rank = 1;  // 1 is the best line
  int depth = 0;
  int selective_depth = 0;
  search::Value value = 0;          // for the player to move
  bool at_most = false;             // by a proof: the win or loss may also come sooner
  std::array<double, 3> chances{};  // what each player may expect of the game, from 0 to 1
  std::uint64_t nodes = 0;          // of the whole search up to this line
  Milliseconds time{};
  std::vector<games::Action> line;
  std::uint64_t action_nodes =
      0;  // nodes, or visits of playouts, behind the line's first action alone
};

inline constexpr std::size_t kDefaultHashMegabytes = 64;

class Engine {
 public:
  using OnProgress = std::function<void(const Progress&)>;
  // All lines that are known, best first.
  using OnLines = std::function<void(const std::vector<Progress>&)>;

  // The hash table is made when it is first needed. A book of proofs must outlive the engine.
  explicit Engine(std::size_t hash_megabytes = kDefaultHashMegabytes,
                  const ProofBook* proofs = nullptr)
      : hash_megabytes_(hash_megabytes), proofs_(proofs) {}

  // REQUIRES: not thinking.
  // Another size of the hash table. With make_now it is made at once; where memory does not suffice
  // for that the old size stays, with an empty table, and the answer is false.
  bool set_hash(std::size_t megabytes, bool make_now = false);
  std::size_t hash() const { return hash_megabytes_; }
  void set_threads(int threads) { threads_ = threads; }
  void set_lines(int lines) { lines_ = lines; }
  void set_play_style(const PlayStyle& style);
  // Another clock than the machine's. It must outlive the engine.
  void set_time_source(core::TimeSource& source) { time_source_ = &source; }
  core::TimeSource& time_source() const { return *time_source_; }
  // The book must outlive the engine.
  void set_proofs(const ProofBook& proofs) { proofs_ = &proofs; }
  void clear_hash();  // empties the hash table
  // Makes what the first search would have to make: the hash table, a smaller one where memory does
  // not suffice, as hash() then tells, and what the book reads.
  void prepare(const games::Position& position);

  // The rest of the turn, by alpha-beta for two players and by Monte-Carlo tree search for three;
  // at once where it is proven what to do.
  // REQUIRES: the game is not over.
  std::vector<games::Action> think(const games::History& history, const Budget& budget,
                                   const OnProgress& on_progress = {});

  // The best lines for the next action alone, best first; for whoever compares instead of playing.
  // The whole budget is for this action. REQUIRES: the game is not over, lines > 0.
  std::vector<Progress> best_lines(const games::History& history, const Budget& budget, int lines,
                                   const OnLines& on_lines = {});

  // Makes the think() or best_lines() under way, or the next one, answer soon.
  void stop();
  // What was pondered came true: the budget's time starts now.
  void ponderhit();
  // From now on no turn takes longer than this, the one under way included, whatever its budget;
  // one that is pondered from the hit on. From any thread.
  void limit_turns(Milliseconds most);
  // Waits for ponderhit() or stop() where the budget ponders: nobody may answer before.
  void await_ponderhit(const Budget& budget);
  // Forgets an earlier stop() or ponderhit(). For the thread that calls stop(), before it lets
  // another one think().
  void clear_stop();

 private:
  // One search: of one action, perhaps with more of the turn to come.
  struct Task {
    search::Limits limits;
    int depth;
    int lines;
    bool goes_on;
    OnLines report;
    std::vector<games::Action> avoid;  // first actions that are known to be worse
  };

  void begin(const games::History& history, const Budget& budget);
  ProvenActions proven_about(const games::Position& position) const;
  std::vector<Progress> proven_lines(const games::Position& position,
                                     const ProvenActions& proven) const;
  template <class State>
  std::vector<games::Action> think_turn(const State& state, const games::History& history,
                                        const Budget& budget,
                                        const std::vector<games::Action>& losing,
                                        const OnProgress& on_progress);
  template <class State>
  std::uint64_t leave_out_worse(const State& state, const Budget& budget,
                                std::vector<games::Action>& avoid);
  // The best lines for the next action, best first; the first has the nodes of them all.
  template <class State>
  std::vector<Progress> think_action(const State& state, const search::SearchHistory& before_root,
                                     Task task);
  template <class State>
  std::vector<Progress> think_in_threads(const State& state,
                                         const search::SearchHistory& before_root,
                                         const Task& task);
  template <class State, class Evaluator>
  std::vector<Progress> by_alpha_beta(const State& state, const search::SearchHistory& before_root,
                                      search::Stopper& stopper, const Task& task);
  template <class State>
  std::vector<Progress> by_playouts(const State& state, const search::SearchHistory& before_root,
                                    search::Stopper& stopper, const Task& task);
  // Until it is forgotten stop(), ponderhit() and the turn's deadline reach this stopper.
  using Registered = std::unique_ptr<Engine, void (*)(Engine*)>;
  Registered heard_by(search::Stopper& stopper, bool goes_on);
  Task task_of_action(const Budget& budget, int players, std::uint64_t nodes, bool goes_on,
                      int lines) const;
  std::optional<search::Clock::time_point> deadline_from(search::Clock::time_point begun) const;
  search::Clock::time_point deadline_of_action() const;
  search::Clock::time_point now() const { return time_source_->now(); }
  Milliseconds since(search::Clock::time_point begin) const {
    return std::chrono::duration_cast<Milliseconds>(now() - begin);
  }

  std::size_t hash_megabytes_;
  std::unique_ptr<search::TranspositionTable> table_;
  // What best_lines() has spent on lines of a position, by the code of their first action: the
  // table keeps what came of it, so it counts.
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint32_t, std::uint64_t>> spent_;
  int threads_ = 1;
  int lines_ = 1;
  PlayStyle style_;
  core::TimeSource* time_source_ = &core::steady_time();
  const ProofBook* proofs_;  // nullptr: none
  std::mutex mutex_;         // guards everything below
  std::condition_variable changed_;
  search::Stopper* stopper_ = nullptr;  // of the search under way
  bool stop_asked_ = false;
  bool ponderhit_ = false;
  bool pondering_ = false;            // the turn under way was not hit yet
  bool goes_on_ = false;              // is more of the turn to come behind the search under way?
  std::optional<Milliseconds> time_;  // for the turn under way
  std::optional<Milliseconds> most_;  // for any turn
  std::optional<search::Clock::time_point> deadline_;  // none: until stopped, or not hit yet
};

// The value of a position for one of three players who may expect this much of the game, from 0 to
// 1: nothing is -1000, half of it 0, all of it 1000.
search::Value value_of_share(double share);

// How long a turn may take with this much on the clock: a thirtieth of it and most of the
// increment, so that a game of any length ends on time.
Milliseconds turn_time(Milliseconds clock, Milliseconds increment);

}  // namespace engine
