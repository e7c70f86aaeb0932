// One table: a pure state machine. What happened is a list of numbered events; the state follows
// from them, so that loading a table is replaying it. Nothing here reads a clock, stores, or sends.
//
// Operations decide: they give the events that would happen, or a refusal, and change nothing.
// Whoever called stores the decision and then applies it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "games/game_in_progress.h"
#include "store/store.h"
#include "tables/event.h"
#include "tables/table_setup.h"
#include "text/http_error.h"

namespace tables {

using text::Expected;
using text::HttpError;

class Table;
class TableFormat;

// What an operation does to the table.
struct Decision {
  std::vector<Event> events;
  std::vector<store::Seat> seats;  // these are now so
  std::optional<bool> finished;
  bool removed = false;  // nobody is left at the finished game: it goes for good
  // The table of a rematch. It is stored together with the event that names it, or not at all.
  std::shared_ptr<const Table> next;
};

// More than any game needs; a table is read from its first event on, so it must not grow for ever.
inline constexpr int kMaxEvents = 2000;

// So often somebody may agree at one table to show it: changing one's mind is an event too.
inline constexpr int kMaxShowReplies = 50;

// The first clock waits for people who have not seen the board, so long at most.
inline constexpr std::int64_t kLongestLookMs = 30'000;

// The seats that somebody acts for.
using Actor = std::vector<int>;

class Table {
 public:
  Table(std::string id, std::int64_t created_ms, std::shared_ptr<const TableSetup> setup,
        std::vector<store::Seat> seats);
  // The clock of the player to move goes on from `since`, or from a later event than `known` that
  // started it.
  static games::Parsed<Table> load(const store::Game& game, const TableFormat& format,
                                   std::int64_t since, int known = std::numeric_limits<int>::max());

  // --- What there is ---
  const std::string& id() const { return id_; }
  std::int64_t created() const { return created_ms_; }
  const TableSetup& setup() const { return *setup_; }
  const std::vector<store::Seat>& seats() const { return seats_; }
  const store::Seat& seat(int player) const { return seats_[static_cast<std::size_t>(player)]; }
  bool is_human(int player) const { return seat(player).who == kHuman; }
  bool is_taken(int player) const { return !is_human(player) || !seat(player).token_hash.empty(); }
  bool all_taken() const;
  int players() const { return static_cast<int>(seats_.size()); }
  const games::History& history() const { return game_.history(); }
  const std::vector<std::string>& turns() const { return game_.turn_texts(); }
  int mover(int turn) const { return game_.mover(turn); }
  int turn_count() const { return game_.turn_count(); }
  int last_event() const { return last_event_; }
  // Has it all the events a table may have? Then the game can only end.
  bool full() const { return last_event_ >= kMaxEvents; }
  int to_move() const { return game_.to_move(); }

  bool over() const { return game_.over(); }
  std::string result() const { return game_.result(); }
  text::Note reason() const { return game_.reason(); }  // REQUIRES: over()
  std::int64_t ended() const { return ended_ms_; }      // when; REQUIRES: over()

  // Does whoever sits there agree to show the finished game to everybody? Computers do, unless one
  // sits there for a person who had not agreed and left.
  bool agrees_to_show(int player) const;
  // May everybody find it: is it over, and does everyone agree?
  bool is_shown() const;

  // Whose clock runs; nobody's before everyone sits, after the end and without a clock.
  std::optional<int> running() const;
  // When it runs out. REQUIRES: running().
  std::int64_t runs_out_at() const {
    return since_ms_ + left_[static_cast<std::size_t>(to_move())];
  }
  // The people for whom the first clock still waits then; none where it runs, or nobody's does.
  std::vector<int> waits_for(std::int64_t now) const;
  // Since when the clock of the player to move runs; later than now while it waits for somebody.
  std::int64_t since() const { return since_ms_; }
  std::int64_t left(int player, std::int64_t now) const;
  bool has_clock() const { return setup_->clock.kind != ClockSetup::Kind::kNone; }

  const std::set<int>& draw_offers() const { return draw_; }
  const std::set<int>& rematch_offers() const { return rematch_; }
  struct Takeback {
    int player;
    int turns;  // how many would be left
    std::set<int> agreed;
  };
  const std::optional<Takeback>& takeback_offer() const { return takeback_; }
  const std::string& rematch_id() const { return rematch_id_; }

  // The computer to move, if it is one and the game is on.
  std::optional<int> computer_to_move() const;
  // All people agreed on a draw: the computers that were not asked yet.
  std::vector<int> computers_to_ask() const;

  // The game so far as a record, with names, clocks and result.
  games::Record record() const;

  // --- PlayerSpec acts ---
  // The seats of a token; empty where it fits none.
  Actor actor(std::string_view token_hash) const;

  // --- What could happen ---
  Expected<Decision> join(std::string_view invite_hash, std::string_view token_hash,
                          const std::string& name, bool show, std::int64_t now) const;
  // A person's turn: the one place where the text of a turn is read.
  Expected<Decision> turn(const Actor& actor, std::string_view text, int after,
                          std::int64_t now) const;
  // A computer's turn, whose time is what it thought.
  // REQUIRES: the actions are legal after so many turns.
  Expected<Decision> computer_turn(int player, const std::vector<games::Action>& actions, int after,
                                   std::int64_t now, std::int64_t spent) const;
  // Somebody looks at the board; nothing happens where no clock waits for him.
  Expected<Decision> see(const Actor& actor, std::int64_t now) const;
  Expected<Decision> resign(const Actor& actor, std::int64_t now) const;
  Expected<Decision> agree_to_show(const Actor& actor, bool show, std::int64_t now) const;
  // He leaves the finished game, which then is not shown any more; the last one takes it along.
  Expected<Decision> remove(const Actor& actor, std::int64_t now) const;
  // Whoever runs the server ends the game.
  Expected<Decision> close(std::int64_t now) const;
  Expected<Decision> draw(const Actor& actor, OfferReply reply, std::int64_t now) const;
  Expected<Decision> takeback(const Actor& actor, OfferReply reply, std::int64_t now) const;
  // Where all agree now, a new table with this id follows.
  Expected<Decision> rematch(const Actor& actor, OfferReply reply, std::string_view id,
                             std::int64_t now) const;
  // Would this reply make everyone agree, so that a new table follows?
  bool rematch_follows(const Actor& actor, OfferReply reply) const;
  // A computer takes a seat that nobody has taken.
  Expected<Decision> seat_computer(std::string_view token_hash, int player, const std::string& who,
                                   std::int64_t now) const;
  // What happens because a clock ran out; nothing where none did.
  std::optional<Decision> time_out(std::int64_t now) const;
  void apply(const Decision& decision);
  // Nothing where the event makes no sense here; then what was stored is damaged.
  bool apply(const Event& event);
  // The clock of the player to move runs since then, as the server says that decides.
  void run_since(std::int64_t since) { since_ms_ = since; }
  // The clock stood still from then to `now`: nobody could move.
  void stand_still(std::int64_t from, std::int64_t now);

 private:
  bool happened(const Seated& event, std::int64_t at);
  bool happened(const SeatTaken& event, std::int64_t at);
  bool happened(const TurnPlayed& event, std::int64_t at);
  bool happened(const TakebackReply& event, std::int64_t at);
  bool happened(const DrawReply& event, std::int64_t at);
  bool happened(const RematchReply& event, std::int64_t at);
  bool happened(const Ended& event, std::int64_t at);
  bool happened(const Seen& event, std::int64_t at);
  bool happened(const ShowReply& event, std::int64_t at);
  bool happened(const Deleted& event, std::int64_t at);
  Expected<Decision> take_open_seat(std::string_view token_hash, const std::string& name, bool show,
                                    std::int64_t now) const;
  Decision seat_person(const store::Seat& seat, std::string_view token_hash,
                       const std::string& name, bool show, std::int64_t now) const;
  // Where the first clock waits for him.
  void add_seen(Decision& decision, const Actor& actor, std::int64_t now) const;
  void begin_waiting(std::int64_t at);
  void note_seen(int player, std::int64_t at);
  // A clock that starts at this moment, or after whoever it waits for.
  std::int64_t start_at(std::int64_t at) const;
  std::optional<HttpError> too_long() const;
  std::optional<HttpError> not_on() const;
  std::optional<HttpError> may_not_move(const Actor& actor, int after) const;
  Decision play(const std::vector<games::Action>& actions, const games::History& next,
                std::int64_t now, std::int64_t spent) const;
  bool all_agree(const std::set<int>& offers, const Actor& actor, bool people_only) const;
  int speaker(const Actor& actor) const;
  template <class What>
  Decision decision(std::int64_t now, What what) const;
  template <class What>
  void add(Decision& decision, std::int64_t now, What what) const;
  void end(Decision& decision, std::int64_t now, Ended ended) const;
  void substitute(Decision& decision, std::int64_t now, int player, std::string_view who) const;
  Expected<Decision> ask_takeback(const Actor& actor, std::int64_t now) const;
  Table next_table(std::string_view id, std::int64_t now) const;

  std::string id_;
  std::int64_t created_ms_ = 0;
  std::shared_ptr<const TableSetup> setup_;
  std::vector<store::Seat> seats_;
  games::GameInProgress game_;
  int last_event_ = 0;
  std::array<std::int64_t, 3> left_{};
  std::int64_t since_ms_ = 0;  // since when the clock of the player to move runs
  // Who is at the table and has not seen it yet, and until when the first clock waits for them.
  std::set<int> unseen_;
  std::int64_t waits_until_ms_ = 0;
  std::set<int> draw_, rematch_;
  std::optional<Takeback> takeback_;
  // At which number of turns each player's last offer was declined.
  std::array<int, 3> draw_declined_{-1, -1, -1}, takeback_declined_{-1, -1, -1};
  std::string rematch_id_;
  std::int64_t ended_ms_ = 0;
  int show_replies_ = 0;
  std::set<int> left_by_person_;  // seats at which a computer plays for somebody who left
};

}  // namespace tables
