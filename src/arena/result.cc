#include "arena/result.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <set>

#include "core/index.h"
#include "core/scan.h"

namespace arena {

using core::at;
using text::Error;
using text::Message;

namespace {

std::string number_text(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, number);
  return text;
}

// "1/0.5": one number for each seat.
template <class Value>
std::string seats_text(const GameResult& result, int digits, Value value) {
  std::vector<std::string> parts;
  for (std::size_t seat = 0; seat < result.efforts.size(); ++seat) {
    parts.push_back(number_text(value(seat), digits));
  }
  return core::join(parts, "/");
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end.ec == std::errc() && end.ptr == text.data() + text.size();
  if (!whole || !(value >= 0 && value < 1e15)) return std::nullopt;
  return value;
}

// Reads tags of one number a seat; remembers the first that is missing or wrong.
class TagReader {
 public:
  TagReader(const games::Record& record, std::size_t seats) : record_(record), seats_(seats) {}

  std::vector<double> numbers(const std::string& name) {
    std::vector<double> values;
    const auto tag = record_.tags.find(name);
    if (tag != record_.tags.end()) {
      for (const auto part : core::split(tag->second, '/')) {
        if (const auto value = parse_number(part)) values.push_back(*value);
      }
    }
    if (values.size() != seats_ && wrong_.empty()) wrong_ = name;
    values.resize(seats_);
    return values;
  }
  std::string text(const std::string& name) const {
    const auto tag = record_.tags.find(name);
    return tag == record_.tags.end() ? "" : tag->second;
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const games::Record& record_;
  std::size_t seats_;
  std::string wrong_;
};

}  // namespace

bool GameResult::has(int player) const {
  return std::find(game.seating.begin(), game.seating.end(), player) != game.seating.end();
}

double GameResult::points_of(int player) const {
  const auto seat = std::find(game.seating.begin(), game.seating.end(), player);
  return seat == game.seating.end() ? 0
                                    : points[static_cast<std::size_t>(seat - game.seating.begin())];
}

std::string fault_kind(const text::Error& error) {
  std::string kind;
  // Behind which engine it was comes what was wrong with it.
  const auto& notes = error.notes;
  const bool named = notes.size() > 1 && notes[0].message == text::Message::kInEngine;
  // The leading "k" is the code's, not the reader's.
  for (const char c : text::message_name(notes[named ? 1 : 0].message).substr(1)) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital && !kind.empty()) kind += '-';
    kind += capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return kind;
}

std::vector<double> shares_of(const std::string& result, const games::Position& position,
                              std::optional<int> at_fault) {
  std::vector<double> shares(at(position.player_count()), 0.0);
  double sharing = 0;
  for (int seat = 0; seat < position.player_count(); ++seat) {
    const bool won = result == "p" + std::to_string(seat + 1) + "win";
    const bool shares_draw = result == "draw" && !position.is_out(seat) && seat != at_fault;
    shares[at(seat)] = won || shares_draw ? 1 : 0;
    sharing += shares[at(seat)];
  }
  for (double& share : shares) share /= std::max(1.0, sharing);
  return shares;
}

void write_result(games::Record& record, const GameResult& result,
                  const std::vector<std::string>& names) {
  record.result = result.result;
  record.tags["Event"] = "tabuleiro arena";
  record.tags["Round"] = std::to_string(result.game.number + 1);
  for (std::size_t seat = 0; seat < result.game.seating.size(); ++seat) {
    record.players[seat] = names[at(result.game.seating[seat])];
  }
  const auto& efforts = result.efforts;
  const auto tag = [&](const char* name, int digits, auto value) {
    record.tags[name] = seats_text(result, digits, value);
  };
  tag("Points", 6, [&](std::size_t seat) { return result.points[seat]; });
  tag("Thought", 0, [&](std::size_t seat) { return efforts[seat].turns; });
  tag("Thinking", 3, [&](std::size_t seat) { return efforts[seat].milliseconds; });
  tag("DepthTurns", 0, [&](std::size_t seat) { return efforts[seat].turns_with_depth; });
  tag("DepthSum", 0, [&](std::size_t seat) { return efforts[seat].depth; });
  if (result.ending == Ending::kAdjudicated) record.tags["Ending"] = "adjudicated";
  if (result.fault) {
    record.tags["Ending"] = "fault";
    record.tags["FaultBy"] = std::to_string(result.fault->seat + 1);
    record.tags["Fault"] = result.fault->kind;
    record.tags["FaultText"] = result.fault->words;
  }
}

games::Parsed<GameResult> read_result(const games::Record& record, const Schedule& schedule,
                                      const std::vector<std::string>& names) {
  const auto wrong_tag = [](const std::string& name) {
    return Error(Message::kArchiveTag, {name});
  };
  const std::size_t seats = record.players.size();
  TagReader tags(record, seats);
  const auto number = core::whole_number(tags.text("Round"), schedule.size());
  if (!number || *number < 1) return wrong_tag("Round");
  GameResult result;
  result.game = schedule.game(static_cast<int>(*number) - 1);
  // A game for other numbers of players is none of this tournament.
  if (seats != result.game.seating.size()) return wrong_tag("Game");
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const auto& name = names[at(result.game.seating[seat])];
    if (record.players[seat] != name) {
      return Error(Message::kArchivePlayer,
                   {core::quoted(name), core::quoted(record.players[seat])});
    }
  }
  if (record.result == "none") return wrong_tag("Result");
  result.result = record.result;
  result.turns = static_cast<int>(record.turns.size());
  result.points = tags.numbers("Points");
  const auto turns = tags.numbers("Thought"), times = tags.numbers("Thinking");
  const auto depth_turns = tags.numbers("DepthTurns"), depths = tags.numbers("DepthSum");
  if (!tags.wrong().empty()) return wrong_tag(tags.wrong());
  for (std::size_t seat = 0; seat < seats; ++seat) {
    result.efforts.push_back({static_cast<int>(turns[seat]), times[seat],
                              static_cast<int>(depth_turns[seat]), depths[seat]});
  }
  const std::string ending = tags.text("Ending");
  if (ending == "adjudicated") result.ending = Ending::kAdjudicated;
  if (ending == "fault") {
    const auto seat = core::whole_number(tags.text("FaultBy"), static_cast<long long>(seats));
    if (!seat || *seat < 1) return wrong_tag("FaultBy");
    result.ending = Ending::kFault;
    result.fault = {static_cast<int>(*seat) - 1, tags.text("Fault"), tags.text("FaultText")};
  }
  return result;
}

games::Parsed<std::vector<GameResult>> read_games(const std::vector<games::Record>& records,
                                                  const Schedule& schedule,
                                                  const std::vector<std::string>& names) {
  std::vector<GameResult> results;
  std::set<int> seen;
  for (const auto& record : records) {
    auto result = read_result(record, schedule, names);
    if (result && !seen.insert(result->game.number).second) {
      result = Error(Message::kArchiveTag, {"Round"});
    }
    if (!result) {
      return result.error().in(Message::kInGame, {std::to_string(results.size() + 1)});
    }
    results.push_back(*std::move(result));
  }
  return results;
}

}  // namespace arena
