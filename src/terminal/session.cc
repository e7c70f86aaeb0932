#include "terminal/session.h"

#include <algorithm>
#include <cerrno>

#include "core/file.h"
#include "core/scan.h"
#include "games/record_format.h"
#include "text/file.h"

namespace terminal {

using text::Error;
using text::Message;
using text::Note;

namespace {

using protocol::kEnginePrefix;
constexpr std::string_view kLevelPrefix = "level:";

std::string number(int player) { return std::to_string(player + 1); }

// The unfinished turn of a record stands in this tag, so that nothing is lost.
constexpr const char* kDraftTag = "Draft";

}  // namespace

std::optional<Error> check_who(std::string_view who) {
  if (who == kHuman || engine::parse_who(who)) return std::nullopt;
  if (who.starts_with(kEnginePrefix) && !core::trim(who.substr(kEnginePrefix.size())).empty()) {
    return std::nullopt;
  }
  auto known = protocol::contestant_texts();
  known.insert(known.begin(), std::string(kHuman));
  return Error(Message::kPlayerUnknown, {core::quoted(who), core::join(known, ", ")});
}

Session::Session(const SessionSetup& setup)
    : setup_(setup), history_(*games::Position::start(*setup.game, setup.options)) {
  const auto count = static_cast<std::size_t>(players());
  setup_.seats.resize(count, std::string(kHuman));
  for (auto& who : setup_.seats) {
    if (who.empty()) who = kHuman;
  }
  contestants_.resize(count);
}

const std::string& Session::seat(int player) const {
  return setup_.seats[static_cast<std::size_t>(player)];
}

int Session::humans() const {
  return static_cast<int>(std::count(setup_.seats.begin(), setup_.seats.end(), kHuman));
}

// --- The end ---

std::string Session::result() const {
  if (!settled_) return games::result_code(history_.outcome());
  return settled_->winner < 0 ? "draw" : "p" + number(settled_->winner) + "win";
}

Note Session::reason() const {
  return settled_ ? settled_->reason : Note{history_.outcome().reason(), {}};
}

std::optional<int> Session::who_resigns() const {
  if (is_human(to_move())) return to_move();
  if (humans() != 1) return std::nullopt;
  return static_cast<int>(std::find(setup_.seats.begin(), setup_.seats.end(), kHuman) -
                          setup_.seats.begin());
}

Note Session::resign(int player) {
  Note told{Message::kResigned, {number(player)}};
  if (players() == 2) {
    settled_ = Settled{1 - player, told};
    return told;
  }
  set_seat(player, engine::kSubstitute);
  return Note{Message::kResignedSeat, {number(player)}};
}

void Session::agree_draw(Note reason) { settled_ = Settled{-1, std::move(reason)}; }

bool Session::computer_takes_draw(int player) { return engine::takes_draw(history_, player); }

// --- Playing ---

void Session::note_turn_start() {
  if (!position().at_turn_start() && !turn_begins_.empty()) return;
  turn_begins_.push_back(history_.actions().size());
  movers_.push_back(to_move());
}

void Session::apply(games::Action action) {
  undone_.clear();
  note_turn_start();
  history_.apply(action);
}

std::size_t Session::turn_begin() const {
  const auto played = history_.actions().size();
  if (turn_begins_.empty()) return 0;
  return position().at_turn_start() || history_.outcome().over() ? played : turn_begins_.back();
}

std::vector<std::string> Session::turn_texts() const {
  return games::line_texts(history_.initial(), history_.actions());
}

std::string Session::draft() const { return in_turn() ? turn_texts().back() : ""; }

std::optional<std::size_t> Session::take_back_to() const {
  if (in_turn()) return history_.actions().size() - 1;
  for (std::size_t i = turn_begins_.size(); i-- > 0;) {
    if (humans() == 0 || is_human(movers_[i])) return turn_begins_[i];
  }
  return std::nullopt;
}

void Session::rewind(std::size_t actions) {
  const auto played = history_.actions();
  history_ = games::History(history_.initial());
  turn_begins_.clear();
  movers_.clear();
  settled_.reset();
  for (std::size_t i = 0; i < actions; ++i) {
    note_turn_start();
    history_.apply(played[i]);
  }
}

bool Session::take_back() {
  // A game that people ended goes on from where it was.
  if (settled_) {
    settled_.reset();
    return true;
  }
  const auto to = take_back_to();
  if (!to) return false;
  const auto& played = history_.actions();
  undone_.emplace_back(played.begin() + static_cast<long>(*to), played.end());
  rewind(*to);
  return true;
}

bool Session::redo() {
  if (undone_.empty() || over()) return false;
  auto rest = std::move(undone_);
  const auto actions = std::move(rest.back());
  rest.pop_back();
  for (const auto action : actions) apply(action);
  undone_ = std::move(rest);
  return true;
}

// --- Seats ---

std::optional<Error> Session::set_seat(int player, std::string_view who) {
  if (auto error = check_who(who)) return error;
  setup_.seats[static_cast<std::size_t>(player)] = who;
  contestants_[static_cast<std::size_t>(player)].reset();
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
  Session session(setup);
  session.history_ = games::History(history_.initial());
  return session;
}

Session Session::with_seats_swapped() const {
  Session session = again();
  auto& seats = session.setup_.seats;
  std::rotate(seats.begin(), seats.end() - 1, seats.end());
  return session;
}

games::Parsed<protocol::Contestant*> Session::contestant(int player) {
  auto& one = contestants_[static_cast<std::size_t>(player)];
  if (one == nullptr) {
    auto made = protocol::make_contestant(
        seat(player), {.game = setup_.game,
                       .options = setup_.options,
                       .seed = setup_.seed + static_cast<std::uint64_t>(player)});
    if (!made) return made.error();
    one = *std::move(made);
  }
  return one.get();
}

engine::Budget Session::budget_for(int player) const {
  engine::Budget budget;
  const auto who = engine::parse_who(seat(player));
  if (!who || !engine::limits_itself(*who)) budget.movetime = setup_.time;
  return budget;
}

// --- Records ---

games::Record Session::record() const {
  games::Record record = games::make_record(history_);
  if (in_turn()) {
    record.tags[kDraftTag] = record.turns.back().text;
    record.turns.pop_back();
  }
  record.players = setup_.seats;
  if (settled_) {
    record.result = result();
    record.reason = text::render(settled_->reason, text::Language::kEnglish);
  }
  // Whatever stands in a seat's command, the record can be read again.
  auto tidy = games::checked(record);
  return tidy ? *std::move(tidy) : record;
}

games::Parsed<Session> Session::from_record(const games::Record& record, SessionSetup setup,
                                            Trust trust) {
  auto history = games::replay(record);
  if (!history) return history.error();
  const auto draft = record.tags.find(kDraftTag);
  if (draft != record.tags.end() && !history->outcome().over()) {
    auto with_draft = games::play_turns(*history, {draft->second});
    if (!with_draft) return with_draft.error();
    history = *std::move(with_draft);
  }
  setup.game = &history->initial().game();
  setup.options = history->initial().options();
  const auto count = static_cast<std::size_t>(history->initial().player_count());
  setup.seats.resize(count, std::string(kHuman));
  for (std::size_t i = 0; i < std::min(count, record.players.size()); ++i) {
    const std::string& who = record.players[i];
    if (check_who(who) || who == setup.seats[i]) continue;
    const bool starts_program = who.starts_with(kEnginePrefix);
    setup.seats[i] = starts_program && trust == Trust::kStranger ? std::string(kHuman) : who;
  }
  Session session(setup);
  session.history_ = games::History(history->initial());
  for (const auto action : history->actions()) session.apply(action);
  if (record.result != "none" && !session.over()) {
    const int winner = record.result == "draw" ? -1 : record.result[1] - '1';
    session.settled_ = Settled{winner, Note{Message::kVerbatim, {core::printable(record.reason)}}};
  }
  return session;
}

games::Parsed<games::Record> read_record(const std::string& path) {
  const auto content = core::read_file(path, games::kMaxRecordBytes + 1);
  if (!content) return text::file_unreadable(path, errno);
  auto record = games::parse_record(*content);
  if (!record) return record.error().in(Message::kVerbatim, {path});
  return record;
}

}  // namespace terminal
