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

#include "games/record.h"
#include "server/refusal.h"
#include "server/table_setup.h"
#include "store/store.h"

namespace server {

// What an operation does to the table.
struct Decision {
  std::vector<store::Event> events;
  std::vector<store::Seat> seats;  // these are now so
  std::optional<bool> finished;
};

enum class OfferReply { kAsk, kAccept, kDecline, kWithdraw };

// "ask", "accept", "decline", "withdraw".
std::string_view reply_name(OfferReply reply);

// More than any game needs; a table is read from its first event on, so it must not grow for ever.
inline constexpr int kMaxEvents = 2000;

// The seats that somebody acts for.
using Actor = std::vector<int>;

class Table {
 public:
  Table(std::string id, std::int64_t created_ms, std::shared_ptr<const TableSetup> setup,
        std::vector<store::Seat> seats);
  // The clock of the player to move goes on from `since`, or from a later event than `known` that
  // started it.
  static games::Parsed<Table> load(const store::Game& game, std::int64_t since,
                                   int known = std::numeric_limits<int>::max());

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
  const games::History& history() const { return history_; }
  const std::vector<std::string>& turns() const { return turns_; }
  int turn_count() const { return static_cast<int>(turns_.size()); }
  int last_event() const { return last_event_; }
  // Has it all the events a table may have? Then the game can only end.
  bool full() const { return last_event_ >= kMaxEvents; }
  int to_move() const { return history_.position().to_move(); }

  bool over() const { return settled_.has_value() || history_.outcome().over(); }
  std::string result() const;
  text::Note reason() const;  // REQUIRES: over()

  // Whose clock runs; nobody's before everyone sits, after the end and without a clock.
  std::optional<int> running() const;
  // When it runs out. REQUIRES: running().
  std::int64_t runs_out_at() const {
    return since_ms_ + left_[static_cast<std::size_t>(to_move())];
  }
  // Since when the clock of the player to move runs.
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

  // --- Who acts ---
  // The seats of a token; empty where it fits none.
  Actor actor(std::string_view token_hash) const;

  // --- What could happen ---
  Answer<Decision> join(std::string_view invite_hash, std::string_view token_hash,
                        const std::string& name, std::int64_t now) const;
  // `spent` is for computers, whose time is what they thought.
  Answer<Decision> turn(const Actor& actor, std::string_view text, int after, std::int64_t now,
                        std::optional<std::int64_t> spent = std::nullopt) const;
  Answer<Decision> resign(const Actor& actor, std::int64_t now) const;
  Answer<Decision> draw(const Actor& actor, OfferReply reply, std::int64_t now) const;
  Answer<Decision> takeback(const Actor& actor, OfferReply reply, std::int64_t now) const;
  // An answer that makes all agree needs the id of the new table.
  Answer<Decision> rematch(const Actor& actor, OfferReply reply, std::string_view id,
                           std::int64_t now) const;
  // Would this reply make everyone agree?
  bool rematch_follows(const Actor& actor, OfferReply reply) const;
  // A computer takes a seat that nobody has taken.
  Answer<Decision> seat_computer(std::string_view token_hash, int player, const std::string& who,
                                 std::int64_t now) const;
  // What happens because a clock ran out; nothing where none did.
  std::optional<Decision> time_out(std::int64_t now) const;
  // The seats of the next table: everyone one on.
  std::vector<store::Seat> next_seats() const;

  void apply(const Decision& decision);
  // The clock stood still from then to `now`: nobody could move.
  void stand_still(std::int64_t from, std::int64_t now);

 private:
  struct Settled {
    std::string result;
    std::string cause;  // resignation, agreement, time
    int player = 0;     // whose, where it has one
  };

  // Nothing where the event makes no sense; then the table is damaged.
  bool apply(const store::Event& event);
  bool apply_turn(const Json& body, std::int64_t at);
  bool apply_takeback(const Json& body, std::int64_t at);
  bool apply_offer(const Json& body, std::set<int>& offers);
  void note_setup();
  void rewind(int turns);
  void hand_over(int player, std::int64_t at);
  std::optional<Refusal> too_long() const;
  std::optional<Refusal> not_on() const;
  bool all_agree(const std::set<int>& offers, const Actor& actor, bool people_only) const;
  int speaker(const Actor& actor) const;
  Decision decision(std::int64_t now, const std::string& kind, const Json& body) const;
  void add(Decision& decision, std::int64_t now, const std::string& kind, const Json& body) const;
  void end(Decision& decision, std::int64_t now, const Settled& settled) const;
  void substitute(Decision& decision, std::int64_t now, int player, std::string_view who) const;
  Answer<Decision> ask_takeback(const Actor& actor, std::int64_t now) const;

  std::string id_;
  std::int64_t created_ms_ = 0;
  std::shared_ptr<const TableSetup> setup_;
  std::vector<store::Seat> seats_;
  games::History history_;
  std::vector<std::string> turns_;
  std::vector<int> movers_;
  std::vector<std::size_t> turn_ends_;    // how many actions there were after each turn
  std::vector<std::int64_t> left_after_;  // of the mover after each turn; -1 without a clock
  int last_event_ = 0;
  std::array<std::int64_t, 3> left_{};
  std::int64_t since_ms_ = 0;  // since when the clock of the player to move runs
  std::set<int> draw_, rematch_;
  std::optional<Takeback> takeback_;
  // At which number of turns each player's last offer was declined.
  std::array<int, 3> draw_declined_{-1, -1, -1}, takeback_declined_{-1, -1, -1};
  std::optional<Settled> settled_;
  std::string rematch_id_;
};

}  // namespace server
