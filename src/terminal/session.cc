#include "terminal/session.h"

#include <algorithm>
#include <cerrno>

#include "core/file.h"
#include "core/scan.h"
#include "games/record_format.h"
#include "solve/proofs.h"
#include "text/file.h"

namespace terminal {

using text::Error;
using text::Message;
using text::Note;

namespace {

using protocol::kEnginePrefix;
constexpr std::string_view kLevelPrefix = "level:";

// What a record of ours tells beyond its names: the clock, and who sits where a person has a name.
constexpr const char *kClockTag = "Clock", *kSeatTag = "Seat";
std::string seat_tag(std::size_t seat) { return kSeatTag + std::to_string(seat + 1); }

std::string number(int player) { return std::to_string(player + 1); }

std::shared_ptr<SeatPlayer> make_seat_player(const SessionSetup& setup, int player) {
  return std::make_shared<SeatPlayer>(
      setup.seats[static_cast<std::size_t>(player)],
      protocol::MatchPlayerSetup{.game = setup.game,
                                 .options = setup.options,
                                 .seed = setup.seed + static_cast<std::uint64_t>(player),
                                 .deadlines = setup.deadlines,
                                 .proofs = &solve::shared_proof_book()});
}

}  // namespace

std::optional<Error> check_who(std::string_view who) {
  if (who == kHuman || engine::parse_player_spec(who)) return std::nullopt;
  if (who.starts_with(kEnginePrefix) && !core::trim(who.substr(kEnginePrefix.size())).empty()) {
    return std::nullopt;
  }
  auto known = protocol::match_player_texts();
  known.insert(known.begin(), std::string(kHuman));
  return Error(Message::kPlayerUnknown, {core::quoted(who), core::join(known, ", ")});
}

Session::Session(const SessionSetup& setup)
    : Session(setup, games::GameInProgress(
                         games::History(*games::Position::start(*setup.game, setup.options)))) {}

Session::Session(const SessionSetup& setup, games::GameInProgress game)
    : setup_(setup), game_(std::move(game)) {
  const auto count = static_cast<std::size_t>(players());
  setup_.seats.resize(count, std::string(kHuman));
  for (auto& who : setup_.seats) {
    if (who.empty()) who = kHuman;
  }
  seat_players_ = std::move(setup_.started);
  setup_.started.clear();
  seat_players_.resize(count);
  names_.resize(count);
  untimed_.resize(count);
  begin_turn_clock();
}

Session Session::from_position(const games::Position& position, SessionSetup setup) {
  return from_history(games::History(position), std::move(setup));
}

Session Session::from_history(const games::History& history, SessionSetup setup) {
  setup.game = &history.initial().game();
  setup.options = history.initial().options();
  return {setup, games::GameInProgress(history)};
}

const std::string& Session::seat(int player) const {
  return setup_.seats[static_cast<std::size_t>(player)];
}

int Session::humans() const {
  return static_cast<int>(std::count(setup_.seats.begin(), setup_.seats.end(), kHuman));
}

// --- The end ---

std::optional<int> Session::who_resigns() const {
  if (is_human(to_move())) return to_move();
  if (humans() != 1) return std::nullopt;
  return static_cast<int>(std::find(setup_.seats.begin(), setup_.seats.end(), kHuman) -
                          setup_.seats.begin());
}

Note Session::give_seat_up(int player, Message lost, Message handed_on) {
  Note told{lost, {number(player)}};
  if (players() == 2) {
    stop_clock();
    game_.settle({1 - player, told});
    return told;
  }
  set_seat(player, engine::kSubstitute);
  return Note{handed_on, {number(player)}};
}

Note Session::resign(int player) {
  return give_seat_up(player, Message::kResigned, Message::kResignedSeat);
}

void Session::agree_draw(Note reason) {
  stop_clock();
  game_.settle({-1, std::move(reason)});
}

bool Session::computer_takes_draw(int player) {
  return engine::takes_draw(history(), player, &solve::shared_proof_book());
}

// --- Playing ---

void Session::apply(games::Action action) {
  undone_.clear();
  const int player = to_move();
  game_.apply(action);
  if (in_turn()) return;
  if (setup_.clock && !untimed_[static_cast<std::size_t>(player)]) {
    games::TurnNote note = game_.note(turns() - 1);
    note.clock_ms = (std::max(clock_before(player) - spent(), engine::Milliseconds(0)) +
                     setup_.clock->increment)
                        .count();
    game_.annotate(std::move(note));
  }
  begin_turn_clock();
}

std::optional<std::size_t> Session::take_back_to() const {
  if (in_turn()) return history().actions().size() - 1;
  for (int turn = turns() - 1; turn >= 0; --turn) {
    if (humans() == 0 || is_human(game_.mover(turn))) return game_.first_action(turn);
  }
  return std::nullopt;
}

bool Session::take_back() {
  // A game that people ended goes on from where it was.
  if (game_.settlement()) {
    game_.reopen();
    begin_turn_clock();
    return true;
  }
  const auto to = take_back_to();
  if (!to) return false;
  rewind_to_action(*to);
  return true;
}

void Session::rewind_to_action(std::size_t to) {
  const auto& played = history().actions();
  Undone undone{{played.begin() + static_cast<long>(to), played.end()}, {}};
  const bool same_turn = in_turn() && to >= game_.first_action(turns() - 1);
  for (int turn = 0; turn < turns(); ++turn) {
    if (game_.first_action(turn) >= to) undone.notes.push_back(game_.note(turn));
  }
  undone_.push_back(std::move(undone));
  game_.rewind_to_action(to);
  // Who only takes back a step goes on thinking.
  if (!same_turn) begin_turn_clock();
}

bool Session::redo() {
  if (undone_.empty() || over()) return false;
  const int first_new = turns();
  game_.apply(undone_.back().actions);
  auto& notes = undone_.back().notes;
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const int turn = first_new + static_cast<int>(i);
    if (turn < turns()) game_.annotate(turn, std::move(notes[i]));
  }
  undone_.pop_back();
  begin_turn_clock();
  return true;
}

void Session::go_to_turn(int to) {
  game_.reopen();
  while (turns() > to) rewind_to_action(game_.first_action(turns() - 1));
}

// --- Clocks ---

void Session::begin_turn_clock() {
  clock_began_ = setup_.time_source->now();
  spent_before_ = {};
  clock_stands_ = false;
}

engine::Milliseconds Session::spent() const {
  if (clock_stands_) return spent_before_;
  return spent_before_ +
         std::chrono::duration_cast<engine::Milliseconds>(setup_.time_source->now() - clock_began_);
}

void Session::stop_clock() {
  spent_before_ = spent();
  clock_stands_ = true;
}

void Session::go_on_clock() {
  if (!clock_stands_ || over()) return;
  clock_stands_ = false;
  clock_began_ = setup_.time_source->now();
}

// After each turn the mover's clock was noted, so that going back finds it again.
engine::Milliseconds Session::clock_before(int player) const {
  const int begun = in_turn() ? turns() - 1 : turns();
  for (int turn = begun - 1; turn >= 0; --turn) {
    const auto& clock = game_.note(turn).clock_ms;
    if (game_.mover(turn) == player && clock) return engine::Milliseconds(*clock);
  }
  return setup_.clock->initial;
}

std::optional<engine::Milliseconds> Session::clock_of(int player) const {
  if (!setup_.clock || untimed_[static_cast<std::size_t>(player)]) return std::nullopt;
  const bool runs = player == to_move() && !history().outcome().over();
  const auto left = clock_before(player) - (runs ? spent() : engine::Milliseconds(0));
  return std::max(left, engine::Milliseconds(0));
}

std::optional<int> Session::out_of_time() const {
  if (over()) return std::nullopt;
  const auto left = clock_of(to_move());
  if (!left || left->count() > 0) return std::nullopt;
  return to_move();
}

Note Session::lose_on_time(int player) {
  untimed_[static_cast<std::size_t>(player)] = players() > 2;
  return give_seat_up(player, Message::kReasonTime, Message::kOutOfTimeSeat);
}

// --- Seats ---

std::optional<Error> Session::set_seat(int player, std::string_view who) {
  if (auto error = check_who(who)) return error;
  const auto seat = static_cast<std::size_t>(player);
  setup_.seats[seat] = who;
  names_[seat].clear();
  if (seat_players_[seat] != nullptr) seat_players_[seat]->give_up();
  seat_players_[seat].reset();
  return std::nullopt;
}

std::optional<Error> Session::set_level(std::string_view level) {
  const auto number = core::whole_number(level, engine::kTopLevel);
  if (!number || *number == 0) {
    return Error(Message::kBadNumber,
                 {"level", "1", std::to_string(engine::kTopLevel), core::quoted(level)});
  }
  const std::string who = std::string(kLevelPrefix) + std::string(level);
  if (humans() == players()) return Error(Message::kNoComputer);
  for (int player = 0; player < players(); ++player) {
    if (!is_human(player)) set_seat(player, who);
  }
  return std::nullopt;
}

Session Session::again() const {
  SessionSetup setup = setup_;
  ++setup.seed;
  return {setup, games::GameInProgress(games::History(history().initial()))};
}

Session Session::with_seats_swapped() const {
  Session session = again();
  session.setup_.seats = games::one_seat_on(setup_.seats);
  return session;
}

std::shared_ptr<SeatPlayer> Session::seat_player(int player) {
  auto& one = seat_players_[static_cast<std::size_t>(player)];
  if (one == nullptr) one = make_seat_player(setup_, player);
  return one;
}

std::optional<Error> Session::start_engines() {
  for (int player = 0; player < players(); ++player) {
    if (!seat(player).starts_with(kEnginePrefix)) continue;
    const auto started = seat_player(player)->get();
    if (!started) return started.error();
  }
  return std::nullopt;
}

engine::Budget Session::budget_for(int player) const {
  engine::Budget budget;
  if (setup_.clock) {
    for (int i = 0; i < players(); ++i) {
      const auto seat = static_cast<std::size_t>(i);
      const auto left = clock_of(i);
      if (left) budget.clock[seat] = std::max(engine::Milliseconds(1), *left);
      if (left) budget.increment[seat] = setup_.clock->increment;
    }
    if (budget.clock[static_cast<std::size_t>(player)]) return budget;
  }
  const auto who = engine::parse_player_spec(seat(player));
  if (!who || !engine::limits_itself(*who)) budget.movetime = setup_.time;
  return budget;
}

// --- Records ---

namespace {

// Who sat there by the record; "" where it does not say, or where a stranger's file asks for a
// program.
std::string seat_in(const games::Record& record, std::size_t seat, Session::Trust trust) {
  const auto tag = record.tags.find(seat_tag(seat));
  std::string who = tag != record.tags.end()       ? tag->second
                    : seat < record.players.size() ? record.players[seat]
                                                   : "";
  if (check_who(who)) return "";
  const bool starts_program = who.starts_with(kEnginePrefix);
  return starts_program && trust == Session::Trust::kStranger ? std::string(kHuman) : who;
}

}  // namespace

games::Parsed<Session> Session::from_record(const games::Record& record, SessionSetup setup,
                                            Trust trust) {
  auto game = games::GameInProgress::from_record(record);
  if (!game) return game.error();
  const games::Position& initial = game->history().initial();
  setup.game = &initial.game();
  setup.options = initial.options();
  const auto clock = record.tags.find(kClockTag);
  if (trust == Trust::kOwn && clock != record.tags.end()) {
    setup.clock = engine::parse_clock(clock->second);
  }
  const auto count = static_cast<std::size_t>(initial.player_count());
  setup.seats.resize(count, std::string(kHuman));
  setup.started.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string who = seat_in(record, i, trust);
    if (who.empty() || who == setup.seats[i]) continue;
    setup.seats[i] = who;
    setup.started[i].reset();
  }
  Session session(setup, *std::move(game));
  session.keep_words_of(record);
  return session;
}

void Session::keep_words_of(const games::Record& record) {
  comment_ = record.comment;
  tags_ = record.tags;
  for (const auto& [tag, value] : record.tags) {
    const bool ours = tag == kClockTag || tag == games::kDraftTag || tag.starts_with(kSeatTag);
    if (ours) tags_.erase(tag);
  }
  for (std::size_t i = 0; i < std::min(names_.size(), record.players.size()); ++i) {
    if (check_who(record.players[i])) names_[i] = record.players[i];
  }
}

games::Record Session::record() const {
  auto names = setup_.seats;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names_[i].empty()) names[i] = names_[i];
  }
  auto record = game_.record(names);
  record.comment = comment_;
  record.tags.insert(tags_.begin(), tags_.end());
  if (setup_.clock) record.tags[kClockTag] = engine::to_text(*setup_.clock);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (!names_[i].empty()) record.tags[seat_tag(i)] = setup_.seats[i];
  }
  return record;
}

games::Parsed<games::Record> read_record(const std::string& path) {
  const auto content = core::read_file(path, games::kMaxRecordBytes + 1);
  if (!content) return text::file_unreadable(path, errno);
  auto record = games::parse_record(*content);
  if (!record) return record.error().in(Message::kVerbatim, {path});
  return record;
}

}  // namespace terminal
