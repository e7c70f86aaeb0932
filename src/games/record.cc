#include "games/record.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/scan.h"

namespace games {

using text::Message;

namespace {

constexpr std::array<std::string_view, 5> kResults = {"none", "p1win", "p2win", "p3win", "draw"};

Parsed<Position> initial_position(const Record& record) {
  const GameInfo* game = find_game(record.game);
  if (game == nullptr) return unknown_game(record.game);
  OptionMap options;
  for (const auto& [key, value] : record.options) {
    auto wider = with_option(std::move(options), key, value, game->options);
    if (!wider) return wider.error();
    options = *std::move(wider);
  }
  if (record.position.empty()) return Position::start(*game, options);
  return Position::parse(*game, record.position, options);
}

text::Error in_turn(const text::Error& error, int number, const RecordTurn& turn) {
  return error.in(Message::kInTurn, {std::to_string(number), core::quoted(turn.text)});
}

// Plays one turn; `number` counts turns from 1 and names it in errors.
std::optional<text::Error> play_turn(History& history, const RecordTurn& turn, int number,
                                     std::vector<Action>& actions) {
  const Outcome outcome = history.outcome();
  if (outcome.over()) {
    return in_turn(text::Error(outcome.reason()).in(Message::kTurnAfterEnd), number, turn);
  }
  if (number > 1 && !history.position().at_turn_start()) {
    return in_turn(text::Error(Message::kTurnIncomplete), number, turn);
  }
  auto parsed = parse_turn(history.position(), turn.text);
  if (!parsed) return in_turn(parsed.error(), number, turn);
  for (const Action action : *parsed) history.apply(action);
  actions = *std::move(parsed);
  return std::nullopt;
}

// Checks turns from `history` on (which follows them), and writes them and their variations in
// their printed spelling. `variations` counts those seen so far.
std::optional<text::Error> check_line(History& history, std::vector<RecordTurn>& turns, int number,
                                      int depth, int& variations) {
  if (depth > kMaxVariationDepth) {
    return text::Error(Message::kVariationDeep, {std::to_string(kMaxVariationDepth)});
  }
  for (RecordTurn& turn : turns) {
    for (auto& variation : turn.variations) {
      if (++variations > kMaxVariations) {
        return text::Error(Message::kVariationMany, {std::to_string(kMaxVariations)});
      }
      History branch = history;
      auto error = check_line(branch, variation, number, depth + 1, variations);
      if (error) return error->in(Message::kInVariation);
    }
    const Position before = history.position();
    std::vector<Action> actions;
    if (auto error = play_turn(history, turn, number, actions)) return error;
    turn.text = turn_text(before, actions);
    ++number;
  }
  return std::nullopt;
}

}  // namespace

Parsed<History> replay(const Record& record) {
  auto position = initial_position(record);
  if (!position) return position.error();
  History history(*position);
  int number = 1;
  for (const RecordTurn& turn : record.turns) {
    std::vector<Action> actions;
    if (auto error = play_turn(history, turn, number++, actions)) return *error;
  }
  return history;
}

namespace {

// Tags that a Record keeps elsewhere than in `tags`.
constexpr std::array<std::string_view, 11> kReservedTags = {
    "Game",  "Variant", "Position", "Reason",  "Result", "White",
    "Black", "Player1", "Player2",  "Player3", "Players"};

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\r', ' ');
  return text;
}

std::optional<text::Error> tidy_tags(Record& record) {
  std::map<std::string, std::string> tags;
  for (const auto& [name, value] : record.tags) {
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (!plain) return text::Error(Message::kTagName, {core::quoted(name)});
    if (std::find(kReservedTags.begin(), kReservedTags.end(), name) != kReservedTags.end()) {
      return text::Error(Message::kTagReserved, {name});
    }
    // "?" and "????.??.??" say that nothing is known.
    if (value.find_first_not_of("?.") != std::string::npos) tags[name] = one_line(value);
  }
  record.tags = std::move(tags);
  return std::nullopt;
}

void tidy_turns(std::vector<RecordTurn>& turns) {
  for (RecordTurn& turn : turns) {
    turn.comment = core::trim(turn.comment);
    for (double& value : turn.win) value = std::round(value * 10'000) / 10'000;
    std::erase_if(turn.variations, [](const auto& variation) { return variation.empty(); });
    for (auto& variation : turn.variations) tidy_turns(variation);
  }
}

std::optional<text::Error> check_result(Record& record, const History& history) {
  const int players = history.position().player_count();
  const bool known = std::find(kResults.begin(), kResults.end(), record.result) != kResults.end();
  if (!known || (record.result == "p3win" && players < 3)) {
    return text::Error(Message::kResultUnknown, {players < 3 ? "none, p1win, p2win, draw"
                                                             : "none, p1win, p2win, p3win, draw",
                                                 core::quoted(record.result)});
  }
  const Outcome outcome = history.outcome();
  if (!outcome.over()) return std::nullopt;
  if (record.result != "none" && record.result != result_code(outcome)) {
    return text::Error(Message::kResultMismatch, {record.result, result_code(outcome)});
  }
  record.result = result_code(outcome);
  if (record.reason.empty()) {
    record.reason = text::render(outcome.reason(), text::Language::kEnglish);
  }
  return std::nullopt;
}

}  // namespace

Parsed<Record> checked(Record record) {
  auto position = initial_position(record);
  if (!position) return position.error();
  History history(*std::move(position));
  int variations = 0;
  if (auto error = check_line(history, record.turns, 1, 0, variations)) return *error;
  record.reason = one_line(record.reason);
  if (auto error = check_result(record, history)) return *error;
  if (auto error = tidy_tags(record)) return *error;
  const auto players = static_cast<std::size_t>(history.position().player_count());
  if (record.players.size() > players) {
    return text::Error(Message::kTooManyPlayers, {std::to_string(players)});
  }
  record.players.resize(players);
  for (std::string& name : record.players) name = name == "?" ? "" : one_line(name);
  if (!record.position.empty()) record.position = history.initial().to_text();
  record.comment = core::trim(record.comment);
  tidy_turns(record.turns);
  return record;
}

Record make_record(const History& history) {
  return make_record(history, line_texts(history.initial(), history.actions()));
}

Record make_record(const History& history, const std::vector<std::string>& turns) {
  Record record;
  record.game = history.initial().game().name;
  record.options = history.initial().options();
  auto start = Position::start(history.initial().game(), record.options);
  const std::string initial = history.initial().to_text();
  if (!start || start->to_text() != initial) record.position = initial;
  record.players.resize(static_cast<std::size_t>(history.initial().player_count()));

  for (const std::string& text : turns) {
    record.turns.push_back({});
    record.turns.back().text = text;
  }
  const Outcome outcome = history.outcome();
  record.result = result_code(outcome);
  if (outcome.over()) record.reason = text::render(outcome.reason(), text::Language::kEnglish);
  return record;
}

}  // namespace games
