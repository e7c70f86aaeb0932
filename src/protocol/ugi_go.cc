// Thinking: `go`, and what ends it.
#include <algorithm>
#include <chrono>
#include <new>

#include "core/guarded.h"
#include "core/scan.h"
#include "protocol/ugi.h"

namespace protocol {

using text::Error;
using text::Message;

namespace {

constexpr long long kMaxLimit = 1'000'000'000'000;
// What a search still has when nobody can stop it any more: enough for the answers of a short
// script, and little enough to be the end.
constexpr std::chrono::seconds kLastTime{1};

}  // namespace

void UgiEngine::hear_stop() {
  const std::lock_guard lock(heard_mutex_);
  ++stops_heard_;
  player_.engine().stop();
}

void UgiEngine::hear_end() { player_.engine().limit_turns(kLastTime); }

void UgiEngine::finish() {
  if (!thinker_.joinable()) return;
  if (until_ != Until::kLimits) player_.engine().stop();
  thinker_.join();
  until_ = Until::kLimits;
}

UgiEngine::Problem UgiEngine::stop(const Words&) {
  {
    const std::lock_guard lock(heard_mutex_);
    if (stops_heard_ > 0) --stops_heard_;
    player_.engine().stop();
  }
  finish();
  return std::nullopt;
}

// From here on the `go` under way is one with limits. A hit that comes too late says nothing new.
UgiEngine::Problem UgiEngine::ponderhit(const Words&) {
  if (until_ != Until::kHit) return std::nullopt;
  until_ = Until::kLimits;
  player_.engine().ponderhit();
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::go(const Words& words) {
  static constexpr std::string_view kLimits[] = {"movetime", "depth", "nodes", "p1time", "p2time",
                                                 "p3time",   "p1inc", "p2inc", "p3inc"};
  engine::Budget budget;
  bool infinite = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto word = words[i];
    if (word == "infinite" || word == "ponder") {
      (word == "infinite" ? infinite : budget.ponder) = true;
      continue;
    }
    if (std::find(std::begin(kLimits), std::end(kLimits), word) == std::end(kLimits)) {
      std::vector<std::string> limits(std::begin(kLimits), std::end(kLimits));
      limits.insert(limits.end(), {"infinite", "ponder"});
      return Error(Message::kUgiGo, {core::quoted(word), core::join(limits, ", ")});
    }
    const auto value = i + 1 < words.size() ? words[i + 1] : std::string_view();
    const auto number = core::whole_number(value, kMaxLimit);
    if (!number) return Error(Message::kUgiGoValue, {std::string(word), core::quoted(value)});
    ++i;
    const engine::Milliseconds time(*number);
    if (word == "movetime") budget.movetime = time;
    if (word == "depth") budget.depth = static_cast<int>(std::clamp(*number, 1LL, 1000LL));
    if (word == "nodes") budget.nodes = static_cast<std::uint64_t>(*number);
    const auto player = static_cast<std::size_t>(word[1] - '1');  // of p1time, p2inc …
    if (word.ends_with("time") && word[0] == 'p') budget.clock[player] = time;
    if (word.ends_with("inc")) budget.increment[player] = time;
  }
  if (history_.outcome().over()) return Error(Message::kGameOver);
  // A bare `go`, or one with the clocks of others only, would think for ever: a second is what a
  // person expects.
  const auto& clock = budget.clock[static_cast<std::size_t>(history_.position().to_move())];
  const bool limited = budget.movetime || budget.depth || budget.nodes || clock;
  if (!limited) budget.movetime = engine::Milliseconds(1000);
  if (infinite) {
    // To think until `stop` is to ponder what never comes true.
    budget = {};
    budget.ponder = true;
  }
  start_thinking(budget, infinite ? Until::kStop : budget.ponder ? Until::kHit : Until::kLimits);
  return std::nullopt;
}

void UgiEngine::start_thinking(const engine::Budget& budget, Until until) {
  until_ = until;
  {
    const std::lock_guard lock(heard_mutex_);
    player_.engine().clear_stop();
    // A `stop` that was read already stands behind this `go`.
    if (stops_heard_ > 0) player_.engine().stop();
  }
  // Without a thread of its own the search would block everything: then rather none at all.
  if (!core::guarded([&] { thinker_ = std::thread([this, budget] { think(budget); }); })) {
    until_ = Until::kLimits;
    say(Error(Message::kUgiNoMemory));
  }
}

void UgiEngine::think(const engine::Budget& budget) {
  try {
    const auto hash = player_.engine().hash();
    const auto turn = player_.think(history_, budget,
                                    [this](const engine::Progress& progress) { report(progress); });
    tell_hash(hash);
    say("bestmove " + games::turn_text(history_.position(), turn));
  } catch (const std::bad_alloc&) {
    say(Error(Message::kUgiNoMemory));
  }
}

void UgiEngine::report(const engine::Progress& progress) {
  const auto value = progress.value;
  const std::string score = search::is_win(value) ? "win " + std::to_string(search::kWin - value)
                            : search::is_loss(value)
                                ? "loss " + std::to_string(search::kWin + value)
                                : "cp " + std::to_string(value);
  const auto time = progress.time.count();
  const auto speed = progress.nodes * 1000 / static_cast<std::uint64_t>(std::max<long>(1, time));
  std::string line = "info depth " + std::to_string(progress.depth) + " seldepth " +
                     std::to_string(std::max(progress.depth, progress.selective_depth)) +
                     (lines_ > 1 ? " multipv " + std::to_string(progress.rank) : "") + " score " +
                     score + " nodes " + std::to_string(progress.nodes) + " nps " +
                     std::to_string(speed) + " time " + std::to_string(time) + " pv";
  for (const auto& turn : games::line_texts(history_.position(), progress.line)) line += ' ' + turn;
  say(line);
}

}  // namespace protocol
