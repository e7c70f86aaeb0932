#include "puzzles/puzzle.h"

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "core/scan.h"
#include "engine/bounds.h"
#include "games/history.h"
#include "puzzles/set_file.h"

namespace puzzles {

using text::Error;
using text::Message;

namespace {

constexpr long long kMaxGames = 1'000'000'000;

// One line of a set.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : json_(nlohmann::json::parse(line, nullptr, false)) {}

  bool is_object() const { return json_.is_object(); }
  // "" where it is missing and may be.
  games::Parsed<std::string> text(const char* key, bool needed) const {
    const auto at = json_.find(key);
    if (at == json_.end() && !needed) return std::string();
    if (at == json_.end() || !at->is_string()) return missing(key);
    return at->get<std::string>();
  }
  games::Parsed<long long> number(const char* key, bool needed, long long max) const {
    const auto at = json_.find(key);
    if (at == json_.end() && !needed) return 0;
    if (at == json_.end() || !at->is_number_unsigned()) return missing(key);
    const auto value = at->get<std::uint64_t>();
    if (value > static_cast<std::uint64_t>(max)) return missing(key);
    return static_cast<long long>(value);
  }

  static Error missing(const char* key) {
    return Error(Message::kPuzzlesBadLine, {core::quoted(key)});
  }

 private:
  nlohmann::json json_;
};

games::Parsed<PuzzleSet> read_head(std::string_view line) {
  const LineReader reader(line);
  if (!reader.is_object()) return LineReader::missing("game");
  const auto name = reader.text("game", true);
  if (!name) return name.error();
  PuzzleSet set;
  set.game = games::find_game(*name);
  if (set.game == nullptr) return games::unknown_game(*name);
  const auto written = reader.text("options", false);
  if (!written) return written.error();
  auto options = games::parse_options(*written, set.game->options);
  if (!options) return options.error();
  const auto start = games::Position::start(*set.game, *options);
  if (!start) return start.error();
  if (start->player_count() != 2) return Error(Message::kPuzzlesTwoPlayers);
  const auto seed = reader.number("seed", false, engine::kMaxSeed);
  if (!seed) return seed.error();
  auto records = reader.text("records", false);
  if (!records) return records.error();
  const auto proofs = reader.number("proofs", false, 1);
  if (!proofs) return proofs.error();
  const auto games = reader.number("games", false, kMaxGames);
  if (!games) return games.error();
  set.options = *std::move(options);
  set.seed = static_cast<std::uint64_t>(*seed);
  set.records = *std::move(records);
  set.proofs = *proofs == 1;
  set.games = static_cast<int>(*games);
  return set;
}

games::Parsed<Puzzle> read_puzzle(std::string_view line) {
  const LineReader reader(line);
  if (!reader.is_object()) return LineReader::missing("position");
  auto position = reader.text("position", true);
  if (!position) return position.error();
  const auto turns = reader.text("line", true);
  if (!turns) return turns.error();
  const auto grade = reader.number("grade", false, kTopGrade);
  if (!grade) return Error(Message::kPuzzleGrade, {std::to_string(kTopGrade)});
  Puzzle puzzle{*std::move(position), {}, static_cast<int>(*grade)};
  for (const auto turn : core::words(*turns)) puzzle.line.emplace_back(turn);
  return puzzle;
}

}  // namespace

std::string to_text(const PuzzleSet& set) {
  nlohmann::ordered_json head = {{"game", set.game->name}};
  if (!set.options.empty()) head["options"] = games::options_text(set.options);
  if (set.records.empty()) head["seed"] = set.seed;
  if (!set.records.empty()) head["records"] = set.records;
  if (set.proofs) head["proofs"] = 1;
  head["games"] = set.games;
  std::string text = head.dump() + '\n';
  for (const Puzzle& puzzle : set.puzzles) {
    nlohmann::ordered_json line = {{"position", puzzle.position},
                                   {"line", core::join(puzzle.line, " ")}};
    if (puzzle.grade > 0) line["grade"] = puzzle.grade;
    text += line.dump() + '\n';
  }
  return text;
}

games::Parsed<PuzzleSet> parse_set(std::string_view text) {
  PuzzleSet set;
  int number = 0;
  for (const auto raw : core::split(text, '\n')) {
    ++number;
    const auto line = core::trim(raw);
    if (line.empty() && set.game != nullptr) continue;
    const auto in_line = [&](const Error& error) {
      return error.in(Message::kInLine, {std::to_string(number)});
    };
    if (set.game == nullptr) {
      auto head = read_head(line);
      if (!head) return in_line(head.error());
      set = *std::move(head);
    } else {
      auto puzzle = read_puzzle(line);
      if (!puzzle) return in_line(puzzle.error());
      set.puzzles.push_back(*std::move(puzzle));
    }
  }
  return set;
}

games::Parsed<games::Position> position_of(const PuzzleSet& set, const Puzzle& puzzle) {
  return games::Position::parse(*set.game, puzzle.position, set.options);
}

games::Parsed<std::vector<games::Action>> actions_of(const games::Position& position,
                                                     const Puzzle& puzzle) {
  const auto history =
      games::play_turns(games::History(position), {puzzle.line.begin(), puzzle.line.end()});
  if (!history) return history.error();
  return history->actions();
}

const PuzzleSet* built_in_set(std::string_view game) {
  static std::mutex mutex;
  static std::map<std::string, PuzzleSet, std::less<>> sets;
  const auto known = [game] {
    const std::lock_guard lock(mutex);
    const auto found = sets.find(game);
    return found == sets.end() ? nullptr : &found->second;
  };
  if (const auto* set = known()) return set;
  // Not locked: where it has to be fetched first that takes a while.
  const auto content = set_file(game);
  if (content.empty()) return nullptr;
  // Our own texts: a test reads every one of them.
  auto set = parse_set(content);
  if (!set) return nullptr;
  const std::lock_guard lock(mutex);
  return &sets.try_emplace(std::string(game), *std::move(set)).first->second;
}

}  // namespace puzzles
