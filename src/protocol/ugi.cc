#include "protocol/ugi.h"

#include <algorithm>
#include <cctype>
#include <new>

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

UgiEngine::UgiEngine(const games::GameInfo& game, const games::OptionMap& options, Output output,
                     const engine::ProofBook* proofs)
    : game_(game),
      output_(std::move(output)),
      options_(options),
      history_(start_position(game, options)),
      player_({}, kDefaultSeed, kDefaultHash, proofs) {}

UgiEngine::~UgiEngine() {
  player_.engine().stop();
  finish();
}

void UgiEngine::say(const std::string& line) {
  const std::lock_guard lock(output_mutex_);
  output_(line);
}

void UgiEngine::say(const Error& error) { say("error " + text::render(error, Language::kEnglish)); }

void UgiEngine::refuse_long_line() {
  say(Error(Message::kUgiLineTooLong, {std::to_string(kMaxLineBytes)}));
}

bool UgiEngine::handle(std::string_view line) {
  try {
    const auto words = core::words(line);
    if (words.empty()) return true;
    if (const auto error = dispatch(words)) say(*error);
  } catch (const std::bad_alloc&) {
    say(Error(Message::kUgiNoMemory));
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
                                            {"ponderhit", &E::ponderhit, false, false},
                                            {"query", &E::query, true, false},
                                            {"legal", &E::list_legal, false, false},
                                            {"perft", &E::perft, true, false},
                                            {"d", &E::draw, true, false},
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
  if (!thinker_.joinable()) {
    const auto wanted = player_.engine().hash();
    player_.prepare(history_.position());
    tell_hash(wanted);
  }
  say("readyok");
  return std::nullopt;
}

// No error: the line at hand is not refused.
void UgiEngine::tell_hash(std::size_t wanted) {
  const auto made = player_.engine().hash();
  if (made == wanted) return;
  const text::Note note{Message::kUgiHashMade, {std::to_string(wanted), std::to_string(made)}};
  say("info string " + text::render(note, Language::kEnglish));
}

UgiEngine::Problem UgiEngine::new_game(const Words&) {
  player_.engine().clear_hash();
  history_ = games::History(start_position(game_, options_));
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
  for (const auto& name : engine::player_spec_texts()) players += " var " + name;
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
    const auto who = engine::parse_player_spec(value);
    if (!who) return who.error();
    player_.set_spec(*who);
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
  if (name == "Hash") return set_hash(static_cast<std::size_t>(*number));
  if (name == "MultiPV") {
    lines_ = static_cast<int>(*number);
    player_.engine().set_lines(lines_);
  }
  return std::nullopt;
}

UgiEngine::Problem UgiEngine::set_hash(std::size_t megabytes) {
  if (player_.set_hash(megabytes, history_.position())) return std::nullopt;
  return Error(Message::kUgiHashTooLarge,
               {std::to_string(megabytes), std::to_string(player_.engine().hash())});
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
  const auto count = count_leaves(history_.position(), static_cast<int>(*depth));
  if (!count) return Error(Message::kUgiPerftStopped);
  say("perft " + std::to_string(*depth) + ' ' + std::to_string(*count));
  return std::nullopt;
}

// Nothing where a `stop` was heard. The last plies, nearly all of the work, are counted fast.
std::optional<std::uint64_t> UgiEngine::count_leaves(const games::Position& position,
                                                     int depth) const {
  constexpr int kCountedFast = 2;
  if (stops_heard_ > 0) return std::nullopt;
  if (depth <= kCountedFast) return position.perft(depth);
  std::uint64_t leaves = 0;
  for (const auto action : position.legal_actions()) {
    games::Position next = position;
    next.apply(action);
    const auto more = count_leaves(next, depth - 1);
    if (!more) return std::nullopt;
    leaves += *more;
  }
  return leaves;
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

UgiEngine::Problem UgiEngine::draw(const Words& words) {
  const bool holes = words.size() == 2 && words[1] == "holes";
  if (words.size() > 1 && !holes) return Error(Message::kUgiDraw);
  const auto scene = history_.position().scene();
  if (holes && scene.holes.empty()) return Error(Message::kNoHolesHere);
  say((holes ? games::draw_holes(scene) : games::draw_text(scene, Language::kEnglish)) +
      history_.position().to_text());
  return std::nullopt;
}

}  // namespace protocol
