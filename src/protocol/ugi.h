// Being a UGI engine: one object takes lines and answers lines. docs/protocol.md is the manual.
//
// Nothing but `quit` ends it; a line it does not understand gets `error WORDS` (in English: the
// protocol is never translated) and changes nothing. `go` thinks in a thread of its own, so output
// may be called from there; it is called by one thread at a time.
//
// A line that has to wait for the end of a `go` blocks handle(). So that `stop` and `quit` are
// heard all the same, whoever reads the input tells of them at once, from another thread, with
// hear_stop() and hear_end(); the line itself is handled in its turn.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/player.h"
#include "games/history.h"

namespace protocol {

// Longer lines are refused unread; a position with 10,000 turns needs some 300 kB.
inline constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20;

class UgiEngine {
 public:
  using Output = std::function<void(const std::string& line)>;

  // REQUIRES: the game accepts these options.
  UgiEngine(const games::GameInfo& game, const games::OptionMap& options, Output output,
            const engine::ProofBook* proofs = nullptr);
  ~UgiEngine();
  UgiEngine(const UgiEngine&) = delete;
  UgiEngine& operator=(const UgiEngine&) = delete;

  // Answers one line (without its line break). False after `quit`.
  bool handle(std::string_view line);

  // A `stop` or `quit` was read that handle() will be given later: whatever stands before it
  // answers soon. From any thread.
  void hear_stop();
  // The input has ended: every `go` under way, and each that handle() is still given, has no more
  // than a second. From any thread.
  void hear_end();

  // Waits until a `go` under way has answered; one that waits for `stop` or
  // `ponderhit` is stopped.
  void finish();

  // Another clock than the machine's, before the first line. It must outlive the engine.
  void set_time_source(core::TimeSource& source) { player_.engine().set_time_source(source); }

  // For a line that was longer than kMaxLineBytes.
  void refuse_long_line();

 private:
  using Words = std::vector<std::string_view>;
  using Problem = std::optional<text::Error>;
  // What ends the `go` under way.
  enum class Until { kLimits, kHit, kStop };

  struct Command {
    std::string_view name;
    Problem (UgiEngine::*run)(const Words& words);
    bool takes_words;
    bool waits;
  };
  static const std::vector<Command>& commands();

  Problem dispatch(const Words& words);
  Problem introduce(const Words& words);
  Problem be_ready(const Words& words);
  Problem new_game(const Words& words);
  Problem set_option(const Words& words);
  Problem set_game_option(std::string_view name, std::string_view value);
  Problem set_position(const Words& words);
  Problem go(const Words& words);
  Problem stop(const Words& words);
  Problem ponderhit(const Words& words);
  Problem query(const Words& words);
  Problem list_legal(const Words& words);
  Problem perft(const Words& words);
  Problem draw(const Words& words);
  Problem quit(const Words& words);

  std::string known_spelling(std::string_view name) const;
  Problem set_number_option(std::string_view name, std::string_view value);
  Problem set_hash(std::size_t megabytes);
  // Says so where the table had to be smaller than was wanted.
  void tell_hash(std::size_t wanted);
  void say(const std::string& line);
  void say(const text::Error& error);
  void start_thinking(const engine::Budget& budget, Until until);
  void think(const engine::Budget& budget);
  std::optional<std::uint64_t> count_leaves(const games::Position& position, int depth) const;
  void report(const engine::Progress& progress);

  const games::GameInfo& game_;
  Output output_;
  games::OptionMap options_;
  games::History history_;
  engine::Player player_;
  int lines_ = 1;  // MultiPV
  bool quit_ = false;

  std::mutex output_mutex_;
  std::thread thinker_;
  Until until_ = Until::kLimits;  // kLimits too where no `go` is under way

  std::atomic<int> stops_heard_{0};  // that handle() has not come to; changes under the mutex below
  std::mutex heard_mutex_;
};

// Reads lines from a file descriptor until `quit` or the end of input, and writes answers to
// standard output. Interrupts do not end it. Returns the exit status of the program.
int run_ugi(const games::GameInfo& game, const games::OptionMap& options, int input,
            const engine::ProofBook* proofs);

}  // namespace protocol
