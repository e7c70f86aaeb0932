// Driving a UGI engine: the other end of the protocol in docs/protocol.md.
//
// The engine is a stranger: it may crash, stall, lie or talk nonsense. Each of these is an error of
// its own (the first note names the engine, the second the fault), costs bounded time, and ends the
// process; new_game() starts a fresh one. One thread uses a client at a time; stop() is for any.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "protocol/engine_process.h"

namespace protocol {

// How long a stranger may take.
struct EngineDeadlines {
  Milliseconds hello{10'000};     // from `ugi` to `ugiok`, its start included
  Milliseconds ready{10'000};     // to read what is sent, and from `isready` to `readyok`
  Milliseconds margin{2'000};     // for `go` beyond the time it was given
  Milliseconds untimed{600'000};  // for a `go` with nodes or depth alone
  Milliseconds stop{5'000};       // from `stop` to `bestmove`
  Milliseconds quit{1'000};       // from `quit` to its end, and again from SIGTERM to SIGKILL
  core::TimeSource* time = &core::steady_time();  // by whose clock
};

// An option as the engine lists it.
struct EngineOption {
  std::string name;
  std::string initial;  // "" where it names none
  std::optional<long long> min, max;
};

class UgiClient {
 public:
  using Problem = std::optional<text::Error>;

  // REQUIRES: the game accepts these options.
  UgiClient(std::string command, const games::GameInfo& game, games::OptionMap options,
            const EngineDeadlines& deadlines = {});
  ~UgiClient();
  UgiClient(const UgiClient&) = delete;
  UgiClient& operator=(const UgiClient&) = delete;

  // For the next start, where the engine lists such options.
  void set_seed(std::uint64_t seed) { seed_ = seed; }
  void set_hash(std::size_t megabytes) { hash_megabytes_ = megabytes; }

  // The steps that new_game() takes where the engine is not running: start the process, say `ugi`,
  // send the options.
  Problem launch();
  Problem greet();
  Problem send_options();
  bool running() const { return process_ != nullptr; }

  // What the engine calls itself, or else its command.
  const std::string& name() const { return has_name() ? name_ : command_; }
  bool has_name() const { return !name_.empty(); }
  const std::vector<EngineOption>& options() const { return options_; }

  // Begins a game, with a fresh process where there is none.
  Problem new_game();

  // The rest of the turn, legal and whole. What the engine tells meanwhile may lack anything, the
  // line included. REQUIRES: the game is not over.
  games::Parsed<std::vector<games::Action>> think(const games::History& history,
                                                  const engine::Budget& budget,
                                                  const engine::Engine::OnProgress& on_progress);

  // Sends a line that is answered at once or not at all, and gives what came back. An `isready`
  // behind it tells where that ends; "" sends only this.
  games::Parsed<std::vector<std::string>> exchange(const std::string& line);

  // Ends it; an error where it had to be killed.
  Problem quit();

  // As in MatchPlayer.
  void stop();
  void clear_stop();
  // Nobody waits for it any more: what is under way, the start included, ends at once with an error
  // and the process with it. From any thread; nothing starts afterwards.
  void give_up();

 private:
  // Ends the process and says of whom the fault is.
  text::Error fault(const text::Error& error);
  text::Error why_closed(text::Message otherwise);
  Problem send(const std::string& line);
  // exchange() where nothing but `error` can come back, and must not.
  Problem tell(const std::string& line);
  // A line, or false at the deadline or when woken.
  games::Parsed<bool> read_line(std::string& line, Deadline deadline);
  // Reads to the line that begins with a word; what comes before goes to `on_line`.
  Problem await(std::string_view word, const std::string& asked, Milliseconds limit,
                const std::function<void(const std::string&)>& on_line);
  // The `bestmove` line.
  games::Parsed<std::string> await_turn(const engine::Budget& budget,
                                        const games::Position& position,
                                        const engine::Engine::OnProgress& on_progress);
  games::Parsed<std::vector<games::Action>> check_turn(const std::string& line,
                                                       const games::Position& position);
  std::optional<Milliseconds> patience(const engine::Budget& budget, int mover) const;
  const EngineOption* find_option(std::string_view name) const;
  Deadline in(Milliseconds time) const { return deadline_in(time, *deadlines_.time); }

  std::string command_;
  const games::GameInfo& game_;
  games::OptionMap game_options_;
  EngineDeadlines deadlines_;
  std::uint64_t seed_ = 0;
  std::size_t hash_megabytes_ = 64;
  std::string name_;
  std::vector<EngineOption> options_;
  Waker waker_;
  std::atomic<bool> stop_asked_{false};
  std::atomic<bool> given_up_{false};
  std::unique_ptr<EngineProcess> process_;  // uses the waker
};

// `position …` for a game being played.
std::string position_line(const games::History& history);
// `go …` for a budget.
std::string go_line(const engine::Budget& budget);
// What an `info` line tells about a position; nothing where it tells nothing of use.
std::optional<engine::Progress> parse_info(std::string_view line, const games::Position& position);

}  // namespace protocol
