#include "protocol/ugi_client.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "core/scan.h"
#include "engine/chances.h"

namespace protocol {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kNameBytes = 80;
constexpr std::size_t kLastWordsBytes = 200;
constexpr std::size_t kMaxOptions = 1000;
// From SIGTERM to SIGKILL for an engine that nobody waits for any more.
constexpr Milliseconds kUnwantedGrace{200};
// Of what an engine says to one line; the rest is dropped.
constexpr std::size_t kMaxAnswerBytes = std::size_t{4} << 20;
constexpr long long kMaxOptionNumber = 1'000'000'000'000'000'000;
constexpr long long kMaxInfoNumber = 1'000'000'000'000'000;
constexpr long long kMaxInfoDepth = 1'000'000;

std::string_view first_word(std::string_view line) {
  const auto words = core::words(line);
  return words.empty() ? std::string_view() : words[0];
}

std::string text_of(Milliseconds time) { return std::to_string(time.count()); }

// `option name N type T default D min A max B var V …`; a name or a value may have several words.
EngineOption parse_option(std::string_view line) {
  std::map<std::string_view, std::string> fields = {{"name", ""}, {"type", ""}, {"default", ""},
                                                    {"min", ""},  {"max", ""},  {"var", ""}};
  auto field = fields.end();
  for (const auto word : core::words(line)) {
    const auto next = fields.find(word);
    if (next != fields.end()) {
      field = next;
    } else if (field != fields.end()) {
      field->second += (field->second.empty() ? "" : " ") + std::string(word);
    }
  }
  return {fields["name"], fields["default"], core::whole_number(fields["min"], kMaxOptionNumber),
          core::whole_number(fields["max"], kMaxOptionNumber)};
}

std::optional<search::Value> parse_score(std::string_view kind, std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto number = core::whole_number(text, kMaxInfoNumber);
  if (!number) return std::nullopt;
  if (kind == "cp") {
    const auto value =
        static_cast<search::Value>(std::min<long long>(*number, search::kMaxEvaluation));
    return negative ? -value : value;
  }
  if (negative || (kind != "win" && kind != "loss")) return std::nullopt;
  constexpr long long kMaxTurns = search::kWin - search::kMaxEvaluation - 1;
  const auto turns = static_cast<int>(std::min(*number, kMaxTurns));
  return kind == "win" ? search::win_in(turns) : search::loss_in(turns);
}

// What each player may expect, by the value for the player to move.
std::array<double, 3> chances_of(const games::Position& position, search::Value value) {
  const int mover = position.to_move();
  if (position.player_count() == 2) {
    return engine::chances_of_two(position.game().name, value, mover);
  }
  const double share = std::clamp((value + 1000) / 2000.0, 0.0, 1.0);
  std::array<double, 3> chances{};
  int others = 0;
  for (int player = 0; player < 3; ++player) others += player != mover && !position.is_out(player);
  for (int player = 0; player < 3; ++player) {
    auto& chance = chances[static_cast<std::size_t>(player)];
    if (player == mover) {
      chance = share;
    } else if (!position.is_out(player)) {
      chance = (1 - share) / others;
    }
  }
  return chances;
}

// The actions of the turns at the beginning of `words` that can be played one after the other.
std::vector<games::Action> parse_line(games::Position position,
                                      const std::vector<std::string_view>& words) {
  std::vector<games::Action> line;
  for (const auto word : words) {
    if (position.outcome().over()) break;
    const auto turn = games::parse_turn(position, word);
    if (!turn) break;
    for (const auto action : *turn) {
      line.push_back(action);
      position.apply(action);
    }
  }
  return line;
}

}  // namespace

std::string position_line(const games::History& history) {
  const auto& initial = history.initial();
  const auto text = initial.to_text();
  const auto start = games::Position::start(initial.game(), initial.options());
  std::string line = "position ";
  line += start && start->to_text() == text ? "startpos" : "fen " + text;
  if (history.actions().empty()) return line;
  line += " moves";
  for (const auto& turn : games::line_texts(initial, history.actions())) line += ' ' + turn;
  return line;
}

std::string go_line(const engine::Budget& budget) {
  std::string line = "go";
  const auto add = [&](const std::string& name, auto number) {
    line += ' ' + name + ' ' + std::to_string(number);
  };
  if (budget.ponder) line += " ponder";
  if (budget.movetime) add("movetime", budget.movetime->count());
  if (budget.depth) add("depth", *budget.depth);
  if (budget.nodes) add("nodes", *budget.nodes);
  bool clocks = false;
  for (std::size_t i = 0; i < budget.clock.size(); ++i) {
    const std::string player = 'p' + std::to_string(i + 1);
    if (!budget.clock[i]) continue;
    clocks = true;
    add(player + "time", budget.clock[i]->count());
    if (budget.increment[i].count() > 0) add(player + "inc", budget.increment[i].count());
  }
  if (!budget.movetime && !budget.depth && !budget.nodes && !clocks) line += " infinite";
  return line;
}

std::optional<engine::Progress> parse_info(std::string_view line, const games::Position& position) {
  const auto words = core::words(line);
  engine::Progress progress;
  bool useful = false;
  for (std::size_t i = 1; i < words.size() && words[i] != "string"; ++i) {
    const auto word_at = [&](std::size_t at) {
      return at < words.size() ? words[at] : std::string_view();
    };
    const auto number = core::whole_number(word_at(i + 1), kMaxInfoNumber);
    if (words[i] == "pv") {
      progress.line = parse_line(position, {words.begin() + static_cast<long>(i) + 1, words.end()});
      useful = useful || !progress.line.empty();
    } else if (words[i] == "score") {
      if (const auto value = parse_score(word_at(i + 1), word_at(i + 2))) {
        progress.value = *value;
        progress.chances = chances_of(position, *value);
        useful = true;
      }
    } else if (number) {
      const auto depth = static_cast<int>(std::min(*number, kMaxInfoDepth));
      if (words[i] == "depth") progress.depth = depth;
      if (words[i] == "seldepth") progress.selective_depth = depth;
      if (words[i] == "multipv") progress.rank = std::max(1, depth);
      if (words[i] == "nodes") progress.nodes = static_cast<std::uint64_t>(*number);
      if (words[i] == "time") progress.time = Milliseconds(*number);
    }
  }
  if (!useful) return std::nullopt;
  return progress;
}

UgiClient::UgiClient(std::string command, const games::GameInfo& game, games::OptionMap options,
                     const EngineDeadlines& deadlines)
    : command_(std::move(command)),
      game_(game),
      game_options_(std::move(options)),
      deadlines_(deadlines) {}

UgiClient::~UgiClient() { quit(); }

Error UgiClient::fault(const Error& error) {
  if (process_ != nullptr) process_->terminate(given_up_ ? kUnwantedGrace : deadlines_.quit);
  process_.reset();
  return error.in(Message::kInEngine, {core::quoted(name(), kNameBytes)});
}

// Its streams closed: because it ended, or else for the reason given.
Error UgiClient::why_closed(Message otherwise) {
  const auto ending = process_->await_end(in(deadlines_.quit));
  if (!ending) return Error(otherwise);
  // A shell that stays around its program tells of a signal by a status above 128 and a line of its
  // own.
  const int signal = ending->by_signal ? ending->code : ending->code - 128;
  const char* signal_name = signal > 0 ? sigabbrev_np(signal) : nullptr;
  const auto last = process_->last_words(signal_name != nullptr ? sigdescr_np(signal) : "");
  const auto last_words = core::quoted(last, kLastWordsBytes);
  // The shell's own statuses: not executable, not found.
  const bool not_found = !ending->by_signal && (ending->code == 126 || ending->code == 127);
  if (not_found && !process_->has_spoken()) {
    return Error(Message::kVerbatim, {last_words}).in(Message::kEngineNotStarted);
  }
  Error crash = signal_name != nullptr
                    ? Error(Message::kEngineKilled, {std::string("SIG") + signal_name})
                    : Error(Message::kEngineExited, {std::to_string(ending->code)});
  if (last.empty()) return crash;
  return Error(Message::kEngineLastWords, {last_words})
      .in(crash.notes[0].message, crash.notes[0].arguments);
}

UgiClient::Problem UgiClient::launch() {
  quit();
  name_.clear();
  options_.clear();
  if (given_up_) return fault(Message::kEngineGivenUp);
  auto process = EngineProcess::start(command_, waker_, *deadlines_.time);
  if (!process) return fault(process.error());
  process_ = *std::move(process);
  return std::nullopt;
}

UgiClient::Problem UgiClient::greet() {
  if (auto problem = send("ugi")) return problem;
  return await("ugiok", "ugi", deadlines_.hello, [this](const std::string& line) {
    if (line.starts_with("id name "))
      name_ =
          core::printable(core::trim(line.substr(std::strlen("id name "))).substr(0, kNameBytes));
    if (first_word(line) == "option" && options_.size() < kMaxOptions) {
      options_.push_back(parse_option(line));
    }
  });
}

const EngineOption* UgiClient::find_option(std::string_view name) const {
  const auto at = std::find_if(options_.begin(), options_.end(),
                               [&](const EngineOption& option) { return option.name == name; });
  return at == options_.end() ? nullptr : &*at;
}

UgiClient::Problem UgiClient::send_options() {
  const auto in_force = games::Position::start(game_, game_options_)->options_in_force();
  for (const auto& spec : game_.options) {
    const auto* option = find_option(spec.key);
    const auto& value = in_force.at(spec.key);
    if (option == nullptr || option->initial == value) continue;
    if (auto problem = tell("setoption name " + spec.key + " value " + value)) return problem;
  }
  const auto set = [&](const EngineOption* option, std::uint64_t value) -> Problem {
    if (option == nullptr) return std::nullopt;
    // It can play without them, so a refusal is no fault.
    const auto answer =
        exchange("setoption name " + option->name + " value " + std::to_string(value));
    if (!answer) return answer.error();
    return std::nullopt;
  };
  const auto* hash = find_option("Hash");
  const auto least = static_cast<std::uint64_t>(hash && hash->min ? *hash->min : 0);
  const auto most = static_cast<std::uint64_t>(hash && hash->max ? *hash->max : kMaxOptionNumber);
  if (auto problem = set(hash, std::min(std::max<std::uint64_t>(hash_megabytes_, least), most))) {
    return problem;
  }
  // Different seeds stay different where the engine knows fewer of them.
  const auto* seed = find_option("Seed");
  const auto seeds =
      static_cast<std::uint64_t>(seed && seed->max ? *seed->max : kMaxOptionNumber) + 1;
  return set(seed, seed_ % seeds);
}

UgiClient::Problem UgiClient::new_game() {
  if (!running()) {
    if (auto problem = launch()) return problem;
    if (auto problem = greet()) return problem;
    if (auto problem = send_options()) return problem;
  }
  return tell("uginewgame");
}

UgiClient::Problem UgiClient::send(const std::string& line) {
  switch (process_->send(line, in(deadlines_.ready))) {
    case EngineProcess::Sent::kDone: return std::nullopt;
    case EngineProcess::Sent::kTime: return fault(Message::kEngineNotReading);
    case EngineProcess::Sent::kClosed: break;
  }
  return fault(why_closed(Message::kEngineNotReading));
}

games::Parsed<bool> UgiClient::read_line(std::string& line, Deadline deadline) {
  switch (process_->receive(line, deadline)) {
    case EngineProcess::Got::kLine: return true;
    case EngineProcess::Got::kTime:
    case EngineProcess::Got::kWoken:
      if (given_up_) return fault(Message::kEngineGivenUp);
      return false;
    case EngineProcess::Got::kTooLong:
      return fault(
          Error(Message::kEngineLineTooLong, {std::to_string(EngineProcess::kMaxLineBytes)}));
    case EngineProcess::Got::kClosed: break;
  }
  return fault(why_closed(Message::kEngineClosed));
}

UgiClient::Problem UgiClient::await(std::string_view word, const std::string& asked,
                                    Milliseconds limit,
                                    const std::function<void(const std::string&)>& on_line) {
  static constexpr std::string_view kSaidBefore[] = {"id",       "option", "info", "error",
                                                     "response", "legal",  "perft"};
  const auto deadline = in(limit);
  std::string line, strange;
  while (true) {
    const auto got = read_line(line, deadline);
    if (!got) return got.error();
    if (*got) {
      const auto first = first_word(line);
      if (first == word) return std::nullopt;
      if (std::find(std::begin(kSaidBefore), std::end(kSaidBefore), first) ==
          std::end(kSaidBefore)) {
        strange = line;
      }
      on_line(line);
    }
    if (deadlines_.time->now() < deadline) continue;
    if (core::trim(strange).empty()) {
      return fault(Error(Message::kEngineStalled, {core::quoted(asked), text_of(limit)}));
    }
    return fault(Error(Message::kEngineGarbage, {core::quoted(strange), core::quoted(word)}));
  }
}

games::Parsed<std::vector<std::string>> UgiClient::exchange(const std::string& line) {
  for (const auto& sent : {line, std::string("isready")}) {
    if (sent.empty()) continue;
    if (auto problem = send(sent)) return *std::move(problem);
  }
  std::vector<std::string> answer;
  std::size_t bytes = 0;
  auto problem = await("readyok", "isready", deadlines_.ready, [&](const std::string& said) {
    bytes += said.size() + 1;
    if (bytes <= kMaxAnswerBytes) answer.push_back(said);
  });
  if (problem) return *std::move(problem);
  return answer;
}

UgiClient::Problem UgiClient::tell(const std::string& line) {
  const auto answer = exchange(line);
  if (!answer) return answer.error();
  for (const auto& said : *answer) {
    if (first_word(said) != "error") continue;
    return fault(
        Error(Message::kEngineRefused, {core::quoted(line), core::quoted(said, kLastWordsBytes)}));
  }
  return std::nullopt;
}

// How long a `go` may take, the margin included; nothing where only `stop` ends it.
std::optional<Milliseconds> UgiClient::patience(const engine::Budget& budget, int mover) const {
  if (budget.ponder) return std::nullopt;
  auto time = budget.movetime;
  const auto& clock = budget.clock[static_cast<std::size_t>(mover)];
  if (clock) time = std::min(time.value_or(*clock), *clock);
  if (time) return *time + deadlines_.margin;
  if (budget.depth || budget.nodes) return deadlines_.untimed;
  return std::nullopt;
}

games::Parsed<std::string> UgiClient::await_turn(const engine::Budget& budget,
                                                 const games::Position& position,
                                                 const engine::Engine::OnProgress& on_progress) {
  const auto limit = patience(budget, position.to_move());
  enum class Stage { kThinks, kStopped, kLate } stage = Stage::kThinks;
  auto deadline = limit ? in(*limit) : Deadline::max();
  std::string line, strange;
  while (true) {
    const bool over_time = deadlines_.time->now() >= deadline;
    if (stage == Stage::kThinks && (stop_asked_ || over_time)) {
      // One that is late and one that hears nothing are different faults: `stop` tells.
      stage = stop_asked_ ? Stage::kStopped : Stage::kLate;
      deadline = in(deadlines_.stop);
      if (auto problem = send("stop")) return *std::move(problem);
    } else if (over_time) {
      if (!strange.empty()) {
        return fault(Error(Message::kEngineGarbage, {core::quoted(strange), "'bestmove TURN'"}));
      }
      return fault(
          Error(Message::kEngineStalled, {core::quoted("stop"), text_of(deadlines_.stop)}));
    }
    const auto got = read_line(line, deadline);
    if (!got) return got.error();
    if (!*got) continue;
    const auto word = first_word(line);
    if (word == "bestmove" && stage == Stage::kLate) {
      return fault(Error(Message::kEngineLate, {text_of(*limit)}));
    }
    if (word == "bestmove") return line;
    if (word == "error") {
      return fault(Error(Message::kEngineRefused,
                         {core::quoted(go_line(budget)), core::quoted(line, kLastWordsBytes)}));
    }
    if (word == "info") {
      strange.clear();
      const auto progress = on_progress ? parse_info(line, position) : std::nullopt;
      if (progress) on_progress(*progress);
    } else if (!word.empty()) {
      strange = line;
    }
  }
}

games::Parsed<std::vector<games::Action>> UgiClient::check_turn(const std::string& line,
                                                                const games::Position& position) {
  const auto words = core::words(line);
  if (words.size() != 2) {
    return fault(Error(Message::kEngineGarbage, {core::quoted(line), "'bestmove TURN'"}));
  }
  auto turn = games::parse_turn(position, words[1]);
  if (!turn) return fault(turn.error().in(Message::kEngineIllegal, {core::quoted(words[1])}));
  auto after = position;
  for (const auto action : *turn) after.apply(action);
  if (!after.at_turn_start() && !after.outcome().over()) {
    return fault(Error(Message::kEngineHalfTurn, {core::quoted(words[1])}));
  }
  return turn;
}

games::Parsed<std::vector<games::Action>> UgiClient::think(
    const games::History& history, const engine::Budget& budget,
    const engine::Engine::OnProgress& on_progress) {
  if (!running()) {
    if (auto problem = new_game()) return *std::move(problem);
  }
  if (auto problem = tell(position_line(history))) return *std::move(problem);
  if (auto problem = send(go_line(budget))) return *std::move(problem);
  const auto line = await_turn(budget, history.position(), on_progress);
  if (!line) return line.error();
  return check_turn(*line, history.position());
}

UgiClient::Problem UgiClient::quit() {
  if (!running()) return std::nullopt;
  if (given_up_) return fault(Message::kEngineGivenUp);
  if (!process_->quit(deadlines_.quit)) {
    return fault(Error(Message::kEngineWontQuit, {text_of(deadlines_.quit)}));
  }
  process_.reset();
  return std::nullopt;
}

void UgiClient::stop() {
  stop_asked_ = true;
  waker_.wake();
}

void UgiClient::clear_stop() {
  stop_asked_ = false;
  waker_.clear();
  if (given_up_) waker_.wake();
}

void UgiClient::give_up() {
  given_up_ = true;
  waker_.wake();
}

}  // namespace protocol
