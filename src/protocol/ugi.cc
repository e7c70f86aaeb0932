#include "protocol/ugi.h"

#include <algorithm>

#include "core/scan.h"
#include "games/perft.h"
#include "games/scene_text.h"

namespace protocol {

using text::Error;
using text::Language;
using text::Message;

namespace {

constexpr std::uint64_t kDefaultSeed = 0;
constexpr long long kMaxSeed = 1'000'000'000'000'000;
constexpr std::string_view kPlayers = "random";

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
      rng_(kDefaultSeed) {}

void UgiEngine::refuse_long_line() {
  output_("error " + text::render(Error(Message::kUgiLineTooLong, {std::to_string(kMaxLineBytes)}),
                                  Language::kEnglish));
}

bool UgiEngine::handle(std::string_view line) {
  const auto words = core::words(line);
  if (words.empty()) return true;
  if (const auto error = dispatch(words)) {
    output_("error " + text::render(*error, Language::kEnglish));
  }
  return !quit_;
}

// Every command: its name, what it does, whether words may follow it, and whether it has to wait
// for the end of a `go infinite`.
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
    if (command.waits && !held_answer_.empty()) return Error(Message::kUgiThinking);
    return (this->*command.run)(words);
  }
  return Error(Message::kUgiUnknown, {core::quoted(words[0]), core::join(known, ", ")});
}

UgiEngine::Problem UgiEngine::be_ready(const Words&) {
  output_("readyok");
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::new_game(const Words&) {
  history_ = games::History(start_position(game_, options_));
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::stop(const Words&) {
  if (!held_answer_.empty()) output_("bestmove " + std::exchange(held_answer_, ""));
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::quit(const Words&) {
  quit_ = true;
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::introduce(const Words&) {
  output_("id name Tabuleiro " TABULEIRO_VERSION " " + game_.name);
  output_("id author the Tabuleiro developers");
  const auto in_force = history_.position().options_in_force();
  for (const auto& option : game_.options) {
    std::string line =
        "option name " + option.key + " type combo default " + in_force.at(option.key);
    for (const auto& value : option.values) line += " var " + value;
    output_(line);
  }
  output_("option name Seed type spin default " + std::to_string(kDefaultSeed) + " min 0 max " +
          std::to_string(kMaxSeed));
  output_("option name Player type combo default random var random");
  output_("ugiok");
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
    if (value == kPlayers) return std::nullopt;
    return Error(Message::kUgiPlayer, {core::quoted(value), std::string(kPlayers)});
  }
  if (name == "Seed") {
    const auto seed = core::whole_number(value, kMaxSeed);
    if (!seed) {
      return Error(Message::kBadNumber,
                   {"Seed", "0", std::to_string(kMaxSeed), core::quoted(value)});
    }
    rng_ = core::Rng(static_cast<std::uint64_t>(*seed));
    return std::nullopt;
  }
  return set_game_option(name, value);
}

// A new option starts a new game: a position of other rules would mean nothing.
UgiEngine::Problem UgiEngine::set_game_option(std::string_view name, std::string_view value) {
  std::vector<std::string> names;
  for (const auto& option : game_.options) names.push_back(option.key);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    names.insert(names.end(), {"Seed", "Player"});
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
  bool infinite = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "infinite") {
      infinite = true;
      continue;
    }
    if (std::find(std::begin(kLimits), std::end(kLimits), words[i]) == std::end(kLimits)) {
      std::vector<std::string> limits(std::begin(kLimits), std::end(kLimits));
      limits.emplace_back("infinite");
      return Error(Message::kUgiGo, {core::quoted(words[i]), core::join(limits, ", ")});
    }
    const auto value = i + 1 < words.size() ? words[i + 1] : std::string_view();
    if (!core::whole_number(value, kMaxSeed)) {
      return Error(Message::kUgiGoValue, {std::string(words[i]), core::quoted(value)});
    }
    ++i;
  }
  if (history_.outcome().over()) return Error(Message::kGameOver);
  std::string answer = random_turn();
  if (infinite) {
    held_answer_ = std::move(answer);
  } else {
    output_("bestmove " + answer);
  }
  return std::nullopt;
}

// The rest of the turn from the current point, every action uniform among the legal ones.
std::string UgiEngine::random_turn() {
  games::Position position = history_.position();
  std::vector<games::Action> actions;
  do {
    actions.push_back(position.random_action(rng_));
    position.apply(actions.back());
  } while (!position.at_turn_start() && !position.outcome().over());
  return games::turn_text(history_.position(), actions);
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
  output_("response " + answer);
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::perft(const Words& words) {
  const auto depth =
      words.size() == 2 ? core::whole_number(words[1], games::kMaxPerftDepth) : std::nullopt;
  if (!depth) return Error(Message::kUgiPerft, {std::to_string(games::kMaxPerftDepth)});
  const auto count = history_.position().perft(static_cast<int>(*depth));
  output_("perft " + std::to_string(*depth) + ' ' + std::to_string(count));
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::list_legal(const Words&) {
  // Draws by repetition or long play end the game for everyone.
  std::vector<std::string> texts;
  if (!history_.outcome().over()) texts = history_.position().legal_texts();
  std::string line = "legal " + std::to_string(texts.size());
  for (const auto& text : texts) line += ' ' + text;
  output_(line);
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::draw(const Words&) {
  output_(games::draw_text(history_.position().scene(), Language::kEnglish) +
          history_.position().to_text());
  return std::nullopt;
}

}  // namespace protocol
