#include "api/setup_json.h"

#include <algorithm>

#include "api/names.h"
#include "api/positions.h"
#include "api/view_json.h"
#include "core/scan.h"

namespace api {

using tables::ClockSetup;
using tables::NewTable;
using tables::SeatWish;
using tables::TableSetup;
using text::Error;
using text::Message;

namespace {

constexpr std::int64_t kDay = 86'400'000;

Expected<ClockSetup> read_clock(Fields& outer) {
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

Expected<SeatWish> read_seat(const Json& json) {
  if (!json.is_object()) {
    return bad_input("bad_field", Error(Message::kJsonObject).in(Message::kInKey, {"seats"}));
  }
  Fields fields(json);
  SeatWish seat;
  seat.who = fields.required_text("who", 20);
  seat.name = read_name(fields);
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

Expected<std::vector<SeatWish>> read_seats(Fields& fields) {
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
TableSetup setup_of(const games::History& history, std::string position) {
  return TableSetup{.start = history,
                    .turns = games::line_texts(history.initial(), history.actions()),
                    .position = std::move(position),
                    .clock = {}};
}

}  // namespace

Expected<NewTable> read_new_table(const Json& body) {
  Fields fields(body);
  const auto seats = read_seats(fields);
  const auto clock = read_clock(fields);
  const bool exploration = fields.flag("exploration", true), aids = fields.flag("aids", false);
  const bool show = fields.flag("show", false), is_public = fields.flag("public", false);
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
  setup.clock = *clock;
  setup.exploration = exploration;
  setup.aids = aids;
  setup.is_public = is_public;
  setup.level_time = level_time;
  NewTable table{std::move(setup), *seats};
  for (auto& seat : table.seats) seat.show = show && seat.kind != SeatWish::Kind::kOpen;
  return table;
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
                 {"public", setup.is_public},
                 {"level_time", setup.level_time},
                 {"seed", setup.seed}});
}

std::optional<TableSetup> parse_setup(const std::string& text) {
  const auto json = parse_object(text, kMaxRecordBody);
  if (!json) return std::nullopt;
  Fields fields(*json);
  const auto clock = read_clock(fields);
  const bool exploration = fields.flag("exploration", true), aids = fields.flag("aids", false);
  const bool is_public = fields.flag("public", false);
  const auto level_time = fields.number("level_time", 0, 60'000, 1000);
  const auto seed = fields.number("seed", 0, std::int64_t{1} << 62, 0);
  const auto position = fields.text("position", kMaxPositionBytes);
  const auto draft = read_draft(fields);
  if (!draft || !clock) return std::nullopt;
  auto setup = setup_of(draft->history, position);
  setup.clock = *clock;
  setup.exploration = exploration;
  setup.aids = aids;
  setup.is_public = is_public;
  setup.level_time = level_time;
  setup.seed = static_cast<std::uint64_t>(seed);
  return setup;
}

}  // namespace api
