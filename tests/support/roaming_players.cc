#include "roaming_players.h"

#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "core/random.h"
#include "games/position.h"
#include "nonblocking_socket.h"
#include "table_maker.h"
#include "table_notebook.h"

namespace tests {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Json = nlohmann::json;
using Clock = RoamingPlayers::Clock;
using Stage = NonblockingSocket::Stage;
using News = TableNotebook::News;

double as_ms(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// Refusals of servers in trouble, which leave open what became of a turn.
bool is_trouble(const std::string& code) {
  static const std::set<std::string, std::less<>> kCodes = {
      "busy", "cut_off", "full", "internal", "moving", "stopping", "store", "too_many"};
  return kCodes.contains(code);
}

}  // namespace

// Those who play and watch, and their tables.
class RoamingPlayers::Crowd {
  // One who plays or watches at one table after the other.
  struct Person {
    Person(std::size_t table_place, int seat_there, const TableNotebook& notebook)
        : place(table_place), seat(seat_there), book(notebook) {}

    std::size_t place;  // at which of the tables
    int seat;           // -1: watches
    NonblockingSocket socket;
    std::size_t node = 0;
    Clock::time_point back{};  // tries to connect then, where the socket is closed

    int requests = 0;                         // sent so far; each has a number
    int watch_request = 0, turn_request = 0;  // under way; 0 where none is
    Clock::time_point watch_sent{}, turn_sent{};
    std::optional<Clock::time_point> watch_due;  // watches the table (again) then
    bool watch_all = true;                       // not only what came after the last event he knows
    int watched_after = -1;                      // as he asked the last time; -1: for all
    Clock::time_point pinged{};
    int refused = 0;  // times in a row

    bool watching = false;
    TableNotebook book;
    std::optional<Clock::time_point> turn_due;
    Clock::time_point played{};

    // An acknowledgement may come before the event itself.
    bool to_move() const {
      return !book.over() && !book.misses_own_turn() && book.position().to_move() == seat;
    }
  };

  struct Place {
    bool open = false;
    std::string game;
    std::string tokens[2];
    std::string id;
    Clock::time_point asked{};     // when the table was asked for
    Clock::time_point progress{};  // when the last turn was first known
    int turns = 0;                 // so many are known
    milliseconds thought{0};       // before the turn that comes
    // Of the turn that was asked for last.
    Clock::time_point sent{};
    int sent_after = -1;
  };

 public:
  explicit Crowd(RoamingSettings settings)
      : settings_(std::move(settings)),
        rng_(settings_.seed),
        epoll_(epoll_create1(EPOLL_CLOEXEC)),
        maker_({.ports = settings_.ports,
                .threads = 4,
                .tries_again = true,
                .patience = settings_.patience,
                .clock = settings_.clock,
                .seed = settings_.seed}) {
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = kMakerTag;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, maker_.event_file(), &event);
    for (const auto& game : settings_.games) starts_.emplace(game, start_of(game));
    places_.resize(static_cast<std::size_t>(settings_.tables));
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (int seat = -settings_.spectators; seat < 2; ++seat) {
        people_.emplace_back(i, std::max(seat, -1),
                             TableNotebook("", starts_.begin()->second, false));
      }
      want_table(i);
    }
  }
  ~Crowd() { close(epoll_); }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  // One round: what came, and what is due.
  void step() {
    epoll_event events[256];
    const int count = epoll_wait(epoll_, events, 256, 5);
    for (int i = 0; i < count; ++i) {
      const auto tag = events[i].data.u64;
      if (tag == kMakerTag) {
        while (auto made = maker_.take()) begin_game(*made);
      } else {
        receive(people_[tag]);
      }
    }
    if (Clock::now() < next_look_) return;
    next_look_ = Clock::now() + 5ms;
    for (auto& person : people_) look_after(person);
  }

  bool everybody_played_since(Clock::time_point time) const {
    return std::all_of(people_.begin(), people_.end(), [&](const Person& person) {
      return person.seat < 0 || person.played >= time;
    });
  }

  void stop_playing() { playing_ = false; }
  bool settled() const {
    std::map<std::size_t, int> events;
    for (const auto& person : people_) {
      if (!places_[person.place].open) continue;
      const bool quiet = person.watching && person.turn_request == 0 && person.watch_request == 0;
      const int known = events.emplace(person.place, person.book.event()).first->second;
      if (!quiet || known != person.book.event() || person.book.misses_own_turn()) return false;
    }
    return true;
  }

  std::string standing() const {
    std::string text;
    for (const auto& person : people_) {
      const auto& place = places_[person.place];
      const bool connected = person.socket.stage() == Stage::kOpen;
      text += "  " + (place.open ? place.id : "(no table)") + ' ' + person.book.person() +
              " at node " + std::to_string(person.node + 1) +
              (!connected        ? ", not connected"
               : person.watching ? ""
                                 : ", does not watch") +
              ", knows event " + std::to_string(person.book.event()) +
              (person.book.over() ? ", over"
               : person.to_move() ? ", to move"
                                  : "") +
              (person.turn_request != 0 ? ", has asked" : "") + '\n';
    }
    return text;
  }

  const RoamingCounts& counts() const { return counts_; }

  std::vector<TableHistory> take_histories() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i].open) end_game(i);
    }
    return std::move(histories_);
  }

 private:
  static constexpr std::uint64_t kMakerTag = ~std::uint64_t{0};

  static games::Position start_of(const std::string& game) {
    return *games::Position::start(*games::find_game(game), table_options(game));
  }

  void fail(const std::string& what) {
    if (counts_.errors++ < 10) counts_.first_errors.push_back(what);
  }
  void refused(const std::string& how) { ++counts_.refusals[how]; }

  // --- Tables ---

  void want_table(std::size_t place) {
    places_[place].asked = Clock::now();
    maker_.ask(static_cast<int>(place),
               settings_.games[rng_.below(static_cast<std::uint32_t>(settings_.games.size()))]);
  }

  void begin_game(const NewTable& made) {
    const auto number = static_cast<std::size_t>(made.number);
    if (made.id.empty()) {
      fail(made.error);
      return want_table(number);
    }
    auto& place = places_[number];
    place = {true, made.game, {made.tokens[0], made.tokens[1]}, made.id, place.asked, Clock::now()};
    int watchers = 0;
    for (auto& person : people_of(number)) {
      const auto name = person.seat < 0 ? "watcher " + std::to_string(++watchers)
                                        : "player " + std::to_string(person.seat + 1);
      person.book = {name, starts_.at(made.game), settings_.keep_whole_events};
      person.watching = false;
      person.turn_due.reset();
      person.turn_request = person.watch_request = 0;
      person.watch_all = true;
      person.watch_due = Clock::now();
    }
  }

  void end_game(std::size_t number) {
    auto& place = places_[number];
    TableHistory history;
    history.table = place.id;
    for (auto& person : people_of(number)) {
      history.clients.push_back(person.book.take_history());
      // What he asked for last belongs to the game that is over, whether it is answered or not.
      person.turn_request = person.watch_request = 0;
    }
    histories_.push_back(std::move(history));
    place.open = false;
  }

  // The next game begins when both know that this one is over.
  void consider_end(std::size_t number) {
    if (!places_[number].open) return;
    for (const auto& person : people_of(number)) {
      if (person.seat >= 0 && !person.book.over()) return;
    }
    for (auto& person : people_of(number)) {
      if (person.watching) ask(person, {{"type", "unwatch"}, {"table", places_[number].id}});
      person.watching = false;
    }
    end_game(number);
    want_table(number);
  }

  std::span<Person> people_of(std::size_t place) {
    const auto each = static_cast<std::size_t>(settings_.spectators) + 2;
    return std::span(people_).subspan(place * each, each);
  }

  // --- Connections ---

  void look_after(Person& person) {
    const auto now = Clock::now();
    auto& place = places_[person.place];
    if (person.socket.stage() == Stage::kClosed) {
      if (place.open && now >= person.back) connect(person);
      return;
    }
    person.socket.flush();
    const bool unanswered =
        person.turn_request != 0 && now - person.turn_sent > 2 * settings_.patience;
    const bool unwatched =
        person.watch_request != 0 && now - person.watch_sent > 2 * settings_.patience;
    if (person.socket.silence() > settings_.patience) return leave(person, "silent");
    if (unanswered || unwatched) return leave(person, "unanswered");
    if (person.socket.stage() != Stage::kOpen) return;
    const auto quiet = settings_.patience / 2;
    if (person.socket.silence() > quiet && now - person.pinged > quiet) {
      person.pinged = now;
      ask(person, {{"type", "ping"}});
    }
    if (!place.open) return;
    if (person.watch_due && now >= *person.watch_due && person.watch_request == 0) watch(person);
    if (person.turn_due && now >= *person.turn_due) play_turn(person);
  }

  void connect(Person& person) {
    const auto nodes = static_cast<std::uint32_t>(settings_.ports.size());
    // Somewhere else than before.
    const auto step = nodes == 1 ? 0 : 1 + rng_.below(nodes - 1);
    person.node = (person.node + step) % nodes;
    person.watch_due = Clock::now();
    person.watch_all = person.book.event() == 0 || rng_.below(2) == 0;
    person.pinged = Clock::now();
    const auto tag = static_cast<std::uint64_t>(&person - people_.data());
    if (!person.socket.open(settings_.ports[person.node], epoll_, tag)) {
      leave(person, person.socket.take_end());
    }
  }

  void leave(Person& person, const std::string& why) {
    refused(why);
    person.socket.close();
    person.watching = false;
    person.turn_due.reset();
    if (person.turn_request != 0) person.book.hear_nothing();
    person.turn_request = person.watch_request = 0;
    person.refused = 0;
    person.back = Clock::now() + milliseconds(200 + rng_.below(1800));
  }

  int ask(Person& person, Json message) {
    message["request"] = ++person.requests;
    person.socket.send_text(message.dump());
    return person.requests;
  }

  void receive(Person& person) {
    for (const auto& text : person.socket.receive()) {
      try {
        hear(person, text);
      } catch (const std::exception& problem) {
        fail(problem.what());
      }
    }
    if (const auto why = person.socket.take_end(); !why.empty()) leave(person, why);
  }

  void watch(Person& person) {
    person.watch_due.reset();
    const auto& place = places_[person.place];
    Json message = {{"type", "watch"}, {"table", place.id}};
    if (person.seat >= 0) message["token"] = place.tokens[person.seat];
    person.watched_after = person.watch_all ? -1 : person.book.event();
    if (!person.watch_all) message["after"] = person.watched_after;
    person.watch_request = ask(person, message);
    person.watch_sent = Clock::now();
  }

  // `all`: not only what he does not know yet.
  void watch_again(Person& person, milliseconds wait, bool all) {
    person.watch_all = all || (person.watch_due && person.watch_all);
    if (!person.watch_due) person.watch_due = Clock::now() + wait;
  }

  milliseconds while_in_trouble() { return milliseconds(200 + rng_.below(600)); }

  // --- What servers say ---

  void hear(Person& person, const std::string& text) {
    const Json message = read_message(text);
    const std::string type = message.at("type");
    if (type == "ok" || type == "error") return hear_answer(person, message, type == "ok");
    const auto& place = places_[person.place];
    if (!place.open || message.value("table", "") != place.id) return;
    if (type == "event") hear_event(person, message);
    if (type == "resync") {
      refused("resync");
      watch_again(person, milliseconds(rng_.below(200)), true);
    }
  }

  void hear_answer(Person& person, const Json& message, bool good) {
    const int request = message.at("request");
    if (!places_[person.place].open) return;
    if (request == person.watch_request) {
      person.watch_request = 0;
      good ? hear_table(person, message) : hear_no_table(person, message);
    } else if (request == person.turn_request) {
      person.turn_request = 0;
      good ? hear_acknowledgement(person, message) : hear_no_turn(person, message);
    }
  }

  void hear_table(Person& person, const Json& message) {
    person.refused = 0;
    if (message.contains("table")) {
      const auto where = "node " + std::to_string(person.node + 1);
      const int after = std::max(person.watched_after, 0);
      if (!person.book.hear_table(message.at("table"), where, after)) {
        refused("stale");
        return watch_again(person, while_in_trouble(), true);
      }
      note_progress(places_[person.place], person.book.turns());
    } else {
      if (person.watched_after < 0) fail("events that follow nothing: " + message.dump());
      person.book.hear_from(person.watched_after);
      for (const auto& event : message.at("events")) take_event(person, event);
    }
    person.watching = true;
    consider(person);
  }

  void hear_no_table(Person& person, const Json& message) {
    const std::string code = message.at("error").at("code");
    refused(code);
    if (!is_trouble(code)) fail("watch: " + message.dump());
    const bool elsewhere = code == "cut_off" || code == "stopping";
    if (++person.refused >= 3 || elsewhere) return leave(person, "sent away");
    watch_again(person, while_in_trouble(), person.watch_all);
  }

  void hear_event(Person& person, const Json& event) {
    if (take_event(person, event) == News::kGap && person.watch_request == 0) {
      refused("gap");
      watch_again(person, 0ms, false);
    }
    consider(person);
  }

  News take_event(Person& person, const Json& event) {
    const int before = person.book.turns();
    const auto news = person.book.hear_event(event);
    if (news != News::kNew) return news;
    check_clocks(places_[person.place], event);
    if (person.book.turns() == before) return news;
    note_delivered(person, before);
    note_progress(places_[person.place], person.book.turns());
    return news;
  }

  // Nobody may be charged more time than has passed, whatever happened to the servers meanwhile.
  void check_clocks(const Place& place, const Json& event) {
    if (settings_.clock == 0ms || !event.contains("clocks")) return;
    milliseconds used{0};
    for (const auto& clock : event.at("clocks")) {
      used += settings_.clock - milliseconds(clock.at("left").get<long>());
    }
    // The game began when the second player joined, a little before it was heard of.
    const auto passed = Clock::now() - place.asked + 100ms;
    if (used > passed) fail("clocks that are too fast: " + event.dump());
  }

  void note_delivered(const Person& person, int before) {
    const auto& place = places_[person.place];
    if (person.to_move() && person.watching && place.sent_after == before) {
      counts_.delivered_ms.push_back(as_ms(Clock::now() - place.sent));
    }
  }

  void note_progress(Place& place, int turns) {
    if (turns <= place.turns) return;
    const auto now = Clock::now(), begin = place.progress + place.thought;
    counts_.longest_wait_ms = std::max(counts_.longest_wait_ms, as_ms(now - begin));
    if (now - begin > 1s) counts_.long_waits.push_back({begin, now, place.id});
    place.turns = turns;
    place.progress = now;
    place.thought = 0ms;
  }

  // --- Turns ---

  // Is something to be done now that he knows more?
  void consider(Person& person) {
    if (person.book.over() && person.seat >= 0) return consider_end(person.place);
    if (!person.to_move() || !playing_ || !person.watching) return;
    if (person.turn_request != 0 || person.turn_due) return;
    // After trouble he does not think again.
    const auto longest = static_cast<std::uint32_t>(settings_.pace.count()) + 1;
    const auto think = milliseconds(person.book.in_doubt() ? 0 : rng_.below(longest));
    auto& place = places_[person.place];
    if (place.turns == person.book.turns() && place.thought == 0ms) place.thought = think;
    person.turn_due = Clock::now() + think;
  }

  // Avoids ends where it can, so that most of the work is turns.
  std::string choose(const games::Position& position) {
    std::string turn;
    for (int tries = 0; tries < 20; ++tries) {
      auto after = position;
      std::vector<games::Action> actions;
      do {
        actions.push_back(after.random_action(rng_));
        after.apply(actions.back());
      } while (!after.outcome().over() && !after.at_turn_start());
      turn = games::turn_text(position, actions);
      if (!after.outcome().over()) break;
    }
    return turn;
  }

  void play_turn(Person& person) {
    person.turn_due.reset();
    if (!playing_ || !person.watching || !person.to_move()) return;
    auto& place = places_[person.place];
    const auto turn = choose(person.book.position());
    const int after = person.book.turns();
    person.book.ask(person.seat + 1, turn);
    person.turn_sent = place.sent = Clock::now();
    place.sent_after = person.book.in_doubt() ? -1 : after;
    person.turn_request =
        ask(person, {{"type", "turn"}, {"table", place.id}, {"turn", turn}, {"after", after}});
  }

  void hear_acknowledgement(Person& person, const Json& message) {
    if (!person.book.doubted_last()) {
      counts_.acknowledged_ms.push_back(as_ms(Clock::now() - person.turn_sent));
    }
    person.book.hear_acknowledged(message.at("event"));
    person.refused = 0;
    person.played = Clock::now();
    ++counts_.turns;
    note_progress(places_[person.place], person.book.asked_after() + 1);
    // The event may have come before.
    consider(person);
  }

  void hear_no_turn(Person& person, const Json& message) {
    const std::string code = message.at("error").at("code");
    refused(code);
    if (is_trouble(code)) {
      person.book.hear_nothing();
    } else {
      // Another turn of his own may have been stored meanwhile, whose fate he did not know.
      const bool explained = code == "not_watching" || person.book.doubted_last();
      if (!explained) fail("turn: " + message.dump());
      person.book.hear_refused();
    }
    const bool elsewhere = code == "cut_off" || code == "stopping";
    if (++person.refused >= 3 || elsewhere) return leave(person, "sent away");
    watch_again(person, while_in_trouble(), true);
  }

  const RoamingSettings settings_;
  core::Rng rng_;
  int epoll_;
  TableMaker maker_;
  std::map<std::string, games::Position> starts_;
  std::vector<Place> places_;
  std::vector<Person> people_;  // those of a place stand together
  std::vector<TableHistory> histories_;
  RoamingCounts counts_;
  Clock::time_point next_look_{};
  bool playing_ = true;
};

RoamingPlayers::RoamingPlayers(RoamingSettings settings)
    : crowd_(std::make_unique<Crowd>(std::move(settings))) {}
RoamingPlayers::~RoamingPlayers() = default;

void RoamingPlayers::play(const std::function<bool()>& goes_on) {
  auto next_question = Clock::now();
  while (true) {
    if (Clock::now() >= next_question) {
      if (!goes_on()) return;
      next_question = Clock::now() + 20ms;
    }
    crowd_->step();
  }
}

bool RoamingPlayers::everybody_played_since(Clock::time_point time) const {
  return crowd_->everybody_played_since(time);
}

bool RoamingPlayers::settle(std::chrono::milliseconds within) {
  crowd_->stop_playing();
  const auto end = Clock::now() + within;
  while (!crowd_->settled() && Clock::now() < end) crowd_->step();
  return crowd_->settled();
}

std::string RoamingPlayers::standing() const { return crowd_->standing(); }
const RoamingCounts& RoamingPlayers::counts() const { return crowd_->counts(); }
std::vector<TableHistory> RoamingPlayers::take_histories() { return crowd_->take_histories(); }

}  // namespace tests
