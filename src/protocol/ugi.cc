#include "protocol/ugi.h"

#include <algorithm>
#include <cctype>

#include "core/scan.h"
#include "engine/bounds.h"
#include "games/perft.h"
#include "games/scene_text.h"

namespace protocol {

using text::Error;
using text::Language;
using text::Message;

namespace {

constexpr std::uint64_t kDefaultSeed = 0;
constexpr long long kMaxLimit = 1'000'000'000'000;
constexpr long long kDefaultHash = 64, kDefaultThreads = 1;
constexpr long long kDefaultLines = 1, kMaxLines = 50;

// The options that hold a number.
struct NumberOption {
  std::string_view name;
  long long initial, min, max;
};
constexpr NumberOption kNumberOptions[] = {
    {"Hash", kDefaultHash, 1, engine::kMaxHash},
    {"Threads", kDefaultThreads, 1, engine::kMaxThreads},
    {"Seed", static_cast<long long>(kDefaultSeed), 0, engine::kMaxSeed},
    {"MultiPV", kDefaultLines, 1, kMaxLines}};

games::Position start_position(const games::GameInfo& game, const games::OptionMap& options) {
  return *games::Position::start(game, options);
}

std::string joined(std::vector<std::string_view>::const_iterator from,
                   std::vector<std::string_view>::const_iterator to) {
  std::string out;
  for (; from != to; ++from) out += (out.empty() ? "" : " ") + std::string(*from);
  return out;
}

}  // namespace

UgiEngine::UgiEngine(const games::GameInfo& game, const games::OptionMap& options, Output output)
    : game_(game),
      output_(std::move(output)),
      options_(options),
      history_(start_position(game, options)),
      player_({}, kDefaultSeed, kDefaultHash) {}

UgiEngine::~UgiEngine() {
  player_.engine().stop();
  finish();
}

void UgiEngine::say(const std::string& line) {
  const std::lock_guard lock(output_mutex_);
  output_(line);
}

void UgiEngine::finish() {
  if (until_ != Until::kLimits) player_.engine().stop();
  if (thinker_.joinable()) thinker_.join();
  until_ = Until::kLimits;
}

void UgiEngine::refuse_long_line() {
  say("error " + text::render(Error(Message::kUgiLineTooLong, {std::to_string(kMaxLineBytes)}),
                              Language::kEnglish));
}

bool UgiEngine::handle(std::string_view line) {
  const auto words = core::words(line);
  if (words.empty()) return true;
  if (const auto error = dispatch(words)) {
    say("error " + text::render(*error, Language::kEnglish));
  }
  return !quit_;
}

// Every command: its name, what it does, whether words may follow it, and whether it has to wait
// for the end of a `go` under way.
const std::vector<UgiEngine::Command>& UgiEngine::commands() {
  using E = UgiEngine;
  static const std::vector<Command> list = {{"ugi", &E::introduce, false, false},
                                            {"isready", &E::be_ready, false, false},
                                            {"uginewgame", &E::new_game, false, true},
                                            {"setoption", &E::set_option, true, true},
                                            {"position", &E::set_position, true, true},
                                            {"go", &E::go, true, true},
                                            {"stop", &E::stop, false, false},
                                            {"ponderhit", &E::hit, false, false},
                                            {"query", &E::query, true, false},
                                            {"legal", &E::list_legal, false, false},
                                            {"perft", &E::perft, true, false},
                                            {"d", &E::draw, false, false},
                                            {"quit", &E::quit, false, false}};
  return list;
}

UgiEngine::Problem UgiEngine::dispatch(const Words& words) {
  std::vector<std::string> known;
  for (const Command& command : commands()) {
    known.emplace_back(command.name);
    if (command.name != words[0]) continue;
    if (words.size() > 1 && !command.takes_words) {
      return Error(Message::kUgiExtra, {std::string(words[0])});
    }
    if (command.waits) {
      // A `go` with a limit ends by itself, so scripts may send everything at once.
      if (until_ != Until::kLimits) return Error(Message::kUgiThinking);
      finish();
    }
    return (this->*command.run)(words);
  }
  return Error(Message::kUnknownCommand, {core::quoted(words[0]), core::join(known, ", ")});
}

UgiEngine::Problem UgiEngine::be_ready(const Words&) {
  // A large table takes longer to make than a short turn lasts. While a `go` is under way there is
  // one already.
  if (!thinker_.joinable()) player_.prepare(history_.position());
  say("readyok");
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::new_game(const Words&) {
  player_.engine().forget();
  history_ = games::History(start_position(game_, options_));
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::stop(const Words&) {
  player_.engine().stop();
  finish();
  return std::nullopt;
}

// From here on the `go` under way is one with limits. A hit that comes too late says nothing new.
UgiEngine::Problem UgiEngine::hit(const Words&) {
  if (until_ != Until::kHit) return std::nullopt;
  until_ = Until::kLimits;
  player_.engine().hit();
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::quit(const Words& words) {
  stop(words);
  quit_ = true;
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::introduce(const Words&) {
  say("id name Tabuleiro " TABULEIRO_VERSION " " + game_.name);
  say("id author the Tabuleiro developers");
  const auto in_force = history_.position().options_in_force();
  for (const auto& option : game_.options) {
    std::string line =
        "option name " + option.key + " type combo default " + in_force.at(option.key);
    for (const auto& value : option.values) line += " var " + value;
    say(line);
  }
  for (const auto& option : kNumberOptions) {
    say("option name " + std::string(option.name) + " type spin default " +
        std::to_string(option.initial) + " min " + std::to_string(option.min) + " max " +
        std::to_string(option.max));
  }
  std::string players = "option name Player type combo default level:10";
  for (const auto& name : engine::who_texts()) players += " var " + name;
  say(players);
  say("ugiok");
  return std::nullopt;
}

// Names of options are the same in capitals and small letters.
std::string UgiEngine::known_spelling(std::string_view name) const {
  const auto same = [&](std::string_view other) {
    return std::equal(name.begin(), name.end(), other.begin(), other.end(), [](char a, char b) {
      return std::tolower(static_cast<unsigned char>(a)) ==
             std::tolower(static_cast<unsigned char>(b));
    });
  };
  if (same("Player")) return "Player";
  for (const auto& option : kNumberOptions) {
    if (same(option.name)) return std::string(option.name);
  }
  for (const auto& option : game_.options) {
    if (same(option.key)) return option.key;
  }
  return std::string(name);
}

UgiEngine::Problem UgiEngine::set_option(const Words& words) {
  const auto value_at = std::find(words.begin(), words.end(), "value");
  if (words.size() < 5 || words[1] != "name" || value_at != words.begin() + 3) {
    return Error(Message::kUgiSetoption);
  }
  const auto name = known_spelling(words[2]);
  const std::string value = joined(value_at + 1, words.end());
  if (name == "Player") {
    const auto who = engine::parse_who(value);
    if (!who) return who.error();
    player_.set_who(*who);
    return std::nullopt;
  }
  for (const auto& option : kNumberOptions) {
    if (option.name == name) return set_number_option(name, value);
  }
  return set_game_option(name, value);
}

UgiEngine::Problem UgiEngine::set_number_option(std::string_view name, std::string_view value) {
  const auto& option = *std::find_if(std::begin(kNumberOptions), std::end(kNumberOptions),
                                     [&](const auto& known) { return known.name == name; });
  const auto number = core::whole_number(value, option.max);
  if (!number || *number < option.min) {
    return Error(Message::kBadNumber, {std::string(name), std::to_string(option.min),
                                       std::to_string(option.max), core::quoted(value)});
  }
  if (name == "Seed") player_.set_seed(static_cast<std::uint64_t>(*number));
  if (name == "Threads") player_.engine().set_threads(static_cast<int>(*number));
  if (name == "Hash") player_.engine().set_hash(static_cast<std::size_t>(*number));
  if (name == "MultiPV") {
    lines_ = static_cast<int>(*number);
    player_.engine().set_lines(lines_);
  }
  return std::nullopt;
}

// A new option starts a new game: a position of other rules would mean nothing.
UgiEngine::Problem UgiEngine::set_game_option(std::string_view name, std::string_view value) {
  std::vector<std::string> names;
  for (const auto& option : game_.options) names.push_back(option.key);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    for (const auto& option : kNumberOptions) names.emplace_back(option.name);
    names.emplace_back("Player");
    return Error(Message::kOptionUnknown, {core::quoted(name), core::join(names, ", ")});
  }
  auto options = games::with_option(options_, name, value, game_.options);
  if (!options) return options.error();
  // A default that was sent back as it was announced does not bind what is set later.
  std::erase_if(*options, [&](const auto& pair) {
    return pair.second == games::option_value({}, pair.first, game_.options) && pair.first != name;
  });
  auto position = games::Position::start(game_, *options);
  if (!position) return position.error();
  options_ = *std::move(options);
  history_ = games::History(*std::move(position));
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::set_position(const Words& words) {
  const auto moves = std::find(words.begin(), words.end(), "moves");
  const auto fields = moves - words.begin();
  const bool startpos = fields == 2 && words[1] == "startpos";
  if (!startpos && (fields < 3 || words[1] != "fen")) return Error(Message::kUgiPosition);

  auto initial = startpos
                     ? games::Position::start(game_, options_)
                     : games::Position::parse(game_, joined(words.begin() + 2, moves), options_);
  if (!initial) return initial.error();
  const auto turns = moves == words.end() ? Words() : Words(moves + 1, words.end());
  auto history = games::play_turns(games::History(*std::move(initial)), turns);
  if (!history) return history.error();
  history_ = *std::move(history);
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
  player_.engine().allow();
  thinker_ = std::thread([this, budget] {
    const auto turn = player_.think(history_, budget,
                                    [this](const engine::Progress& progress) { report(progress); });
    say("bestmove " + games::turn_text(history_.position(), turn));
  });
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

UgiEngine::Problem UgiEngine::query(const Words& words) {
  const auto what = words.size() == 2 ? words[1] : std::string_view();
  const auto outcome = history_.outcome();
  const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
  std::string answer;
  if (what == "gameover") {
    answer = truth(outcome.over());
  } else if (what == "p1turn") {
    answer = truth(history_.position().to_move() == 0);
  } else if (what == "result") {
    answer = games::result_code(outcome);
  } else if (what == "player") {
    answer = std::to_string(history_.position().to_move() + 1);
  } else if (what == "reason") {
    answer = outcome.over() ? text::render(outcome.reason(), Language::kEnglish) : "none";
  } else if (what == "fen") {
    answer = history_.position().to_text();
  } else {
    return Error(Message::kUgiQuery, {core::quoted(joined(words.begin() + 1, words.end()))});
  }
  say("response " + answer);
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::perft(const Words& words) {
  const auto depth =
      words.size() == 2 ? core::whole_number(words[1], games::kMaxPerftDepth) : std::nullopt;
  if (!depth) return Error(Message::kUgiPerft, {std::to_string(games::kMaxPerftDepth)});
  const auto count = history_.position().perft(static_cast<int>(*depth));
  say("perft " + std::to_string(*depth) + ' ' + std::to_string(count));
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::list_legal(const Words&) {
  // Draws by repetition or long play end the game for everyone.
  std::vector<std::string> texts;
  if (!history_.outcome().over()) texts = history_.position().legal_texts();
  std::string line = "legal " + std::to_string(texts.size());
  for (const auto& text : texts) line += ' ' + text;
  say(line);
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::draw(const Words&) {
  say(games::draw_text(history_.position().scene(), Language::kEnglish) +
      history_.position().to_text());
  return std::nullopt;
}

}  // namespace protocol
