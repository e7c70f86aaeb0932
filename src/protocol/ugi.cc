#include "protocol/ugi.h"

#include <algorithm>
#include <chrono>

#include "core/scan.h"
#include "eval/eigenstate_classic.h"
#include "games/perft.h"
#include "games/scene_text.h"

namespace protocol {

using text::Error;
using text::Language;
using text::Message;

namespace {

constexpr std::uint64_t kDefaultSeed = 0;
constexpr long long kMaxSeed = 1'000'000'000'000'000;
constexpr long long kMaxLimit = 1'000'000'000'000;
constexpr long long kMaxHash = 65536, kMaxThreads = 256;
constexpr long long kDefaultHash = 64, kDefaultThreads = 1;

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
      rng_(kDefaultSeed),
      engine_(kDefaultHash) {}

UgiEngine::~UgiEngine() {
  engine_.stop();
  finish();
}

void UgiEngine::say(const std::string& line) {
  const std::lock_guard lock(output_mutex_);
  output_(line);
}

void UgiEngine::finish() {
  if (infinite_) {
    released_ = true;
    engine_.stop();
  }
  if (thinker_.joinable()) thinker_.join();
  infinite_ = false;
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
      if (infinite_) return Error(Message::kUgiThinking);
      finish();
    }
    return (this->*command.run)(words);
  }
  return Error(Message::kUgiUnknown, {core::quoted(words[0]), core::join(known, ", ")});
}

UgiEngine::Problem UgiEngine::be_ready(const Words&) {
  say("readyok");
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::new_game(const Words&) {
  engine_.forget();
  history_ = games::History(start_position(game_, options_));
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::stop(const Words&) {
  released_ = true;
  engine_.stop();
  finish();
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
  const auto number = [&](const char* name, long long value, long long min, long long max) {
    say("option name " + std::string(name) + " type spin default " + std::to_string(value) +
        " min " + std::to_string(min) + " max " + std::to_string(max));
  };
  number("Hash", kDefaultHash, 1, kMaxHash);
  number("Threads", kDefaultThreads, 1, kMaxThreads);
  number("Seed", static_cast<long long>(kDefaultSeed), 0, kMaxSeed);
  std::string players = "option name Player type combo default level:10";
  for (const auto& name : player_names()) players += " var " + name;
  say(players);
  say("ugiok");
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::set_option(const Words& words) {
  const auto value_at = std::find(words.begin(), words.end(), "value");
  if (words.size() < 5 || words[1] != "name" || value_at != words.begin() + 3) {
    return Error(Message::kUgiSetoption);
  }
  const auto name = words[2];
  const std::string value = joined(value_at + 1, words.end());
  if (name == "Player") {
    const auto names = player_names();
    if (std::find(names.begin(), names.end(), value) == names.end()) {
      return Error(Message::kUgiPlayer, {core::quoted(value), core::join(names, ", ")});
    }
    player_ = value == "random"    ? Player::kRandom
              : value == "classic" ? Player::kClassic
                                   : Player::kFull;
    return std::nullopt;
  }
  if (name == "Hash" || name == "Threads" || name == "Seed") return set_number_option(name, value);
  return set_game_option(name, value);
}

UgiEngine::Problem UgiEngine::set_number_option(std::string_view name, std::string_view value) {
  const long long min = name == "Seed" ? 0 : 1;
  const long long max = name == "Seed" ? kMaxSeed : name == "Hash" ? kMaxHash : kMaxThreads;
  const auto number = core::whole_number(value, max);
  if (!number || *number < min) {
    return Error(Message::kBadNumber, {std::string(name), std::to_string(min), std::to_string(max),
                                       core::quoted(value)});
  }
  if (name == "Seed") rng_ = core::Rng(static_cast<std::uint64_t>(*number));
  if (name == "Threads") engine_.set_threads(static_cast<int>(*number));
  if (name == "Hash") engine_.set_hash(static_cast<std::size_t>(*number));
  return std::nullopt;
}

// The players that know this game.
std::vector<std::string> UgiEngine::player_names() const {
  if (game_.name == games::eigenstate::State::kName) return {"random", "classic", "level:10"};
  return {"random", "level:10"};
}

// A new option starts a new game: a position of other rules would mean nothing.
UgiEngine::Problem UgiEngine::set_game_option(std::string_view name, std::string_view value) {
  std::vector<std::string> names;
  for (const auto& option : game_.options) names.push_back(option.key);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    names.insert(names.end(), {"Hash", "Threads", "Seed", "Player"});
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
  games::History history(*std::move(initial));
  int number = 0;
  for (auto at = moves == words.end() ? moves : moves + 1; at != words.end(); ++at) {
    ++number;
    const auto here = [&](const Error& error) {
      return error.in(Message::kInToken, {std::to_string(number), core::quoted(*at)});
    };
    const auto outcome = history.outcome();
    if (outcome.over()) return here(Error(outcome.reason()).in(Message::kTurnAfterEnd));
    const auto actions = games::parse_turn(history.position(), *at);
    if (!actions) return here(actions.error());
    for (const auto action : *actions) history.apply(action);
  }
  history_ = std::move(history);
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::go(const Words& words) {
  static constexpr std::string_view kLimits[] = {"movetime", "depth", "nodes", "p1time", "p2time",
                                                 "p3time",   "p1inc", "p2inc", "p3inc"};
  engine::Budget budget;
  bool infinite = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto word = words[i];
    if (word == "infinite") {
      infinite = true;
      continue;
    }
    if (std::find(std::begin(kLimits), std::end(kLimits), word) == std::end(kLimits)) {
      std::vector<std::string> limits(std::begin(kLimits), std::end(kLimits));
      limits.emplace_back("infinite");
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
  // A bare `go` would think for ever: a second is what a person expects.
  if (words.size() == 1) budget.movetime = engine::Milliseconds(1000);
  start_thinking(infinite ? engine::Budget{} : budget, infinite);
  return std::nullopt;
}

void UgiEngine::start_thinking(const engine::Budget& budget, bool infinite) {
  infinite_ = infinite;
  released_ = false;
  engine_.allow();
  thinker_ = std::thread([this, budget, infinite] {
    const std::string turn = answer(budget);
    // An infinite search that has nothing left to look for still waits to be stopped.
    while (infinite && !released_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    say("bestmove " + turn);
  });
}

// The rest of the turn from the current point.
std::string UgiEngine::answer(const engine::Budget& budget) {
  if (player_ == Player::kFull) {
    const auto turn = engine_.think(history_, budget,
                                    [this](const engine::Progress& progress) { report(progress); });
    return games::turn_text(history_.position(), turn);
  }
  return turn_by([this](const games::Position& position) {
    const auto* eigenstate = std::get_if<games::eigenstate::State>(&position.state());
    if (player_ == Player::kClassic && eigenstate != nullptr) {
      return eval::eigenstate_classic::choose(*eigenstate, rng_);
    }
    return position.random_action(rng_);
  });
}

template <class Choose>
std::string UgiEngine::turn_by(Choose choose) {
  games::Position position = history_.position();
  std::vector<games::Action> actions;
  do {
    actions.push_back(choose(position));
    position.apply(actions.back());
  } while (!position.at_turn_start() && !position.outcome().over());
  return games::turn_text(history_.position(), actions);
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
                     " score " + score + " nodes " + std::to_string(progress.nodes) + " nps " +
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
