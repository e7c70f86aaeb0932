#include "server/table_setup.h"

#include <algorithm>

#include "core/scan.h"
#include "server/positions.h"
#include "server/view_json.h"

namespace server {

using text::Error;
using text::Message;

namespace {

constexpr std::int64_t kDay = 86'400'000;
constexpr std::size_t kMaxNameLetters = 40;

Answer<ClockSetup> read_clock(Fields& outer) {
  const Json* json = outer.object("clock");
  if (json == nullptr) return ClockSetup{};
  Fields fields(*json);
  ClockSetup clock;
  const bool game = fields.choice("kind", {"game", "turn"}) == "game";
  clock.kind = game ? ClockSetup::Kind::kGame : ClockSetup::Kind::kTurn;
  clock.initial = fields.required_number("initial", 1000, 30 * kDay);
  if (game) clock.increment = fields.number("increment", 0, kDay, 0);
  if (auto problem = fields.problem()) return *problem;
  return clock;
}

Answer<SeatWish> read_seat(const Json& json) {
  if (!json.is_object()) {
    return bad_input("bad_field", Error(Message::kJsonObject).in(Message::kInKey, {"seats"}));
  }
  Fields fields(json);
  SeatWish seat;
  seat.who = fields.required_text("who", 20);
  seat.name = clean_name(fields.text("name", kMaxNameBytes));
  if (auto problem = fields.problem()) return *problem;
  auto known = computer_texts();
  if (seat.who == "me") {
    seat.kind = SeatWish::Kind::kMe;
  } else if (seat.who == "open") {
    seat.kind = SeatWish::Kind::kOpen;
  } else if (std::find(known.begin(), known.end(), seat.who) != known.end()) {
    seat.kind = SeatWish::Kind::kComputer;
  } else {
    known.insert(known.begin(), {"me", "open"});
    return bad_input("bad_seat",
                     Error(Message::kSeatWho, {core::join(known, ", "), core::quoted(seat.who)}));
  }
  return seat;
}

Answer<std::vector<SeatWish>> read_seats(Fields& fields) {
  const Json* json = fields.value("seats");
  if (json == nullptr || !json->is_array() || json->size() > 3) {
    return bad_input("bad_field", Error(Message::kJsonArray).in(Message::kInKey, {"seats"}));
  }
  std::vector<SeatWish> seats;
  for (const auto& item : *json) {
    auto seat = read_seat(item);
    if (!seat) return seat.error();
    seats.push_back(*std::move(seat));
  }
  return seats;
}

// The start with its turns, each in its printed spelling.
games::Parsed<TableSetup> setup_of(const games::History& history, std::string position) {
  return TableSetup{.start = history,
                    .turns = games::line_texts(history.initial(), history.actions()),
                    .position = std::move(position),
                    .clock = {}};
}

}  // namespace

Answer<NewTable> read_new_table(const Json& body) {
  Fields fields(body);
  const auto seats = read_seats(fields);
  const auto clock = read_clock(fields);
  const bool exploration = fields.flag("exploration", true), aids = fields.flag("aids", false);
  const auto level_time = fields.number("level_time", 50, 10'000, 1000);
  const auto position = fields.text("position", kMaxPositionBytes);
  const auto draft = read_draft(fields);
  if (!draft) return draft.error();
  if (!seats) return seats.error();
  if (!clock) return clock.error();
  const auto& history = draft->history;
  if (!draft->actions.empty() || !history.position().at_turn_start()) {
    return bad_input("bad_turn", Error(Message::kTurnIncomplete));
  }
  if (history.outcome().over()) return bad_input("game_over", Error(Message::kStartIsOver));
  const auto players = static_cast<std::size_t>(history.position().player_count());
  if (seats->size() != players) {
    return bad_input("bad_seats", Error(Message::kSeatCount,
                                        {std::to_string(players), std::to_string(seats->size())}));
  }
  auto setup = setup_of(history, position.empty() ? "" : history.initial().to_text());
  setup->clock = *clock;
  setup->exploration = exploration;
  setup->aids = aids;
  setup->level_time = level_time;
  return NewTable{*std::move(setup), *seats};
}

Json clock_json(const ClockSetup& clock) {
  if (clock.kind == ClockSetup::Kind::kNone) return nullptr;
  const bool game = clock.kind == ClockSetup::Kind::kGame;
  Json json = {{"kind", game ? "game" : "turn"}, {"initial", clock.initial}};
  if (game) json["increment"] = clock.increment;
  return json;
}

std::string setup_text(const TableSetup& setup) {
  const auto& initial = setup.start.initial();
  return dumped({{"game", initial.game().name},
                 {"options", initial.options()},
                 {"position", setup.position},
                 {"turns", setup.turns},
                 {"clock", clock_json(setup.clock)},
                 {"exploration", setup.exploration},
                 {"aids", setup.aids},
                 {"level_time", setup.level_time},
                 {"seed", setup.seed}});
}

games::Parsed<TableSetup> parse_setup(const std::string& text) {
  const auto json = parse_object(text, kMaxRecordBody);
  if (!json) return json.error().error;
  Fields fields(*json);
  const auto clock = read_clock(fields);
  const bool exploration = fields.flag("exploration", true), aids = fields.flag("aids", false);
  const auto level_time = fields.number("level_time", 0, 60'000, 1000);
  const auto seed = fields.number("seed", 0, std::int64_t{1} << 62, 0);
  const auto position = fields.text("position", kMaxPositionBytes);
  const auto draft = read_draft(fields);
  if (!draft) return draft.error().error;
  if (!clock) return clock.error().error;
  auto setup = setup_of(draft->history, position);
  setup->clock = *clock;
  setup->exploration = exploration;
  setup->aids = aids;
  setup->level_time = level_time;
  setup->seed = static_cast<std::uint64_t>(seed);
  return setup;
}

namespace {

// Letters without a shape of their own that could turn a line around or hide in it.
bool is_hidden(std::uint32_t letter) {
  return letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || letter == 0xad ||
         (letter >= 0x200b && letter <= 0x200f) || (letter >= 0x2028 && letter <= 0x202e) ||
         (letter >= 0x2060 && letter <= 0x206f) || letter == 0xfeff ||
         (letter >= 0xfff9 && letter <= 0xfffb) || (letter >= 0xe0000 && letter <= 0xe0fff);
}

}  // namespace

// The name was read from JSON and is valid UTF-8.
std::string clean_name(std::string_view name) {
  std::string clean;
  std::size_t letters = 0;
  for (std::size_t at = 0; at < name.size() && letters < kMaxNameLetters;) {
    const auto first = static_cast<unsigned char>(name[at]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const auto bytes = name.substr(at, length);
    std::uint32_t letter = length == 1 ? first : first & (0xff >> (length + 1));
    for (const char c : bytes.substr(1)) letter = letter << 6 | (c & 0x3f);
    at += length;
    if (is_hidden(letter)) continue;
    clean += bytes;
    ++letters;
  }
  return std::string(core::trim(clean));
}

}  // namespace server
