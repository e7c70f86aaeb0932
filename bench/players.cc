#include "players.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <queue>

#include "games/position.h"
#include "server_process.h"
#include "socket_client.h"
#include "table_maker.h"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct Player {
  int file = -1;
  bool upgraded = false;
  bool watching = false;
  std::string in;
  std::string out;
};

struct Table {
  explicit Table(const games::Position& start) : position(start) {}

  Player players[2];
  std::string tokens[2];
  games::Position position;
  std::size_t played = 0;  // index into the result's tables
  bool open = false;
  bool acknowledged = true, delivered = true;  // of the turn that was sent last
  Clock::time_point sent{};
  int request = 0;
};

bool has(const std::string& message, const std::string& part) {
  return message.find(part) != std::string::npos;
}

bool answers(const std::string& message, int request) {
  const std::string field = "\"request\":" + std::to_string(request);
  return has(message, field + ',') || has(message, field + '}');
}

class Load {
 public:
  explicit Load(const LoadSettings& settings)
      : settings_(settings),
        rng_(settings.seed),
        maker_({.ports = {settings.port}}),
        epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    watch_file(maker_.event_file(), kMakerTag, EPOLLIN);
    const auto start = games::Position::start(*games::find_game("yavalath"), {{"swap", "off"}});
    for (int i = 0; i < settings.players / 2; ++i) tables_.emplace_back(*start);
    for (auto& table : tables_) {
      for (int seat = 0; seat < 2; ++seat) connect_player(table, seat);
    }
  }
  ~Load() {
    for (auto& table : tables_) {
      for (auto& player : table.players) {
        if (player.file >= 0) close(player.file);
      }
    }
    close(epoll_);
  }

  LoadResult run() {
    for (std::size_t i = 0; i < tables_.size(); ++i) maker_.ask(static_cast<int>(i));
    const auto end = Clock::now() + settings_.time;
    auto next_look = Clock::now();
    while (!result_.lost && Clock::now() < end) {
      if (Clock::now() >= next_look) {
        settings_.look(result_);
        next_look += std::chrono::milliseconds(20);
      }
      step();
    }
    return std::move(result_);
  }

 private:
  static constexpr std::uint64_t kMakerTag = ~std::uint64_t{0};
  static constexpr int kWatchRequest = 1;  // turns have higher ones

  void watch_file(int file, std::uint64_t tag, std::uint32_t events) {
    epoll_event event{};
    event.events = events;
    event.data.u64 = tag;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, file, &event);
  }

  void connect_player(Table& table, int seat) {
    Player& player = table.players[seat];
    player.file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(settings_.port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(player.file, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      give_up("cannot connect");
    }
    const int on = 1;
    setsockopt(player.file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(player.file, F_SETFL, O_NONBLOCK);
    const auto index = static_cast<std::uint64_t>(&table - tables_.data());
    watch_file(player.file, index * 2 + static_cast<std::uint64_t>(seat), EPOLLIN);
    send(player, tests::upgrade_text());
  }

  // What does not fit into the kernel's buffer is kept for the next message: it never did not fit.
  void send(Player& player, const std::string& bytes) {
    player.out += bytes;
    const auto sent = ::send(player.file, player.out.data(), player.out.size(), MSG_NOSIGNAL);
    if (sent > 0) player.out.erase(0, static_cast<std::size_t>(sent));
    if (sent < 0 && errno != EAGAIN) result_.lost = true;
  }
  void send_text(Player& player, const std::string& text) {
    send(player, tests::frame_bytes({1, text}));
  }

  void step() {
    epoll_event events[256];
    const int count = epoll_wait(epoll_, events, 256, wait_ms());
    for (int i = 0; i < count && !result_.lost; ++i) {
      const auto tag = events[i].data.u64;
      if (tag == kMakerTag) {
        while (auto made = maker_.take()) begin_game(*made);
      } else {
        receive(tables_[tag / 2], static_cast<int>(tag % 2));
      }
    }
    while (!turns_due_.empty() && turns_due_.top().first <= Clock::now()) {
      const auto table = turns_due_.top().second;
      turns_due_.pop();
      send_turn(tables_[table]);
    }
  }

  int wait_ms() const {
    if (turns_due_.empty()) return 100;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(turns_due_.top().first - Clock::now());
    return static_cast<int>(std::clamp<long>(left.count(), 0, 100));
  }

  void fail(const std::string& what) {
    if (result_.errors++ == 0) result_.first_error = what;
  }

  void begin_game(const tests::NewTable& made) {
    if (made.id.empty()) return fail(made.error);
    Table& table = tables_[static_cast<std::size_t>(made.number)];
    table.position = *games::Position::start(table.position.game(), table.position.options());
    table.played = result_.tables.size();
    table.open = true;
    result_.tables.push_back({made.id, {}, ""});
    for (int seat = 0; seat < 2; ++seat) {
      table.tokens[seat] = made.tokens[seat];
      table.players[seat].watching = false;
      if (table.players[seat].upgraded) watch_table(table, seat);
    }
  }

  void watch_table(Table& table, int seat) {
    send_text(table.players[seat], R"({"type":"watch","request":1,"table":")" + id_of(table) +
                                       R"(","token":")" + table.tokens[seat] + "\"}");
  }

  const std::string& id_of(const Table& table) const { return result_.tables[table.played].id; }

  void receive(Table& table, int seat) {
    Player& player = table.players[seat];
    char bytes[65536];
    const auto got = recv(player.file, bytes, sizeof bytes, 0);
    if (got <= 0) {
      if (got < 0 && errno == EAGAIN) return;
      result_.lost = true;
      return;
    }
    player.in.append(bytes, static_cast<std::size_t>(got));
    if (!player.upgraded) {
      const auto answer = tests::take_answer(player.in);
      if (!answer) return;
      if (answer->status != 101) return fail("no WebSocket: " + std::to_string(answer->status));
      player.upgraded = true;
      if (table.open) watch_table(table, seat);
    }
    while (auto frame = tests::take_frame(player.in)) {
      if (frame->opcode == 9) send(player, tests::frame_bytes({10, frame->payload}));
      if (frame->opcode == 1) hear(table, seat, frame->payload);
    }
  }

  // Only the beginning of a message is read: its rest is the board, which is known.
  void hear(Table& table, int seat, const std::string& message) {
    if (has(message, R"("type":"error")")) return fail(message.substr(0, 300));
    if (!table.open) return;
    if (has(message, R"("type":"ok")")) {
      if (answers(message, kWatchRequest)) {
        table.players[seat].watching = true;
        if (table.players[1 - seat].watching) plan_turn(table);
      } else if (answers(message, table.request) && seat == mover_of_last(table)) {
        acknowledge(table);
      }
    } else if (has(message, R"("kind":"turn")") && has(message, '"' + id_of(table) + '"') &&
               seat != mover_of_last(table) && !table.delivered) {
      table.delivered = true;
      result_.delivered_ms.push_back(milliseconds_since(table.sent));
      go_on(table);
    }
  }

  static int mover_of_last(const Table& table) { return table.request % 2 == 0 ? 0 : 1; }

  void acknowledge(Table& table) {
    if (table.acknowledged) return;
    table.acknowledged = true;
    ++result_.turns;
    result_.acknowledged_ms.push_back(milliseconds_since(table.sent));
    auto& played = result_.tables[table.played];
    played.acknowledged.push_back(std::exchange(played.sent, ""));
    go_on(table);
  }

  void go_on(Table& table) {
    if (!table.acknowledged || !table.delivered) return;
    if (!table.position.outcome().over()) return plan_turn(table);
    table.open = false;
    for (auto& player : table.players) {
      send_text(player, R"({"type":"unwatch","request":0,"table":")" + id_of(table) + "\"}");
    }
    maker_.ask(static_cast<int>(&table - tables_.data()));
  }

  // A player waits between nothing and the pace, so that each moves once in that time.
  void plan_turn(const Table& table) {
    const auto wait = std::chrono::milliseconds(
        rng_.below(static_cast<std::uint32_t>(settings_.pace.count()) + 1));
    turns_due_.emplace(Clock::now() + wait, &table - tables_.data());
  }

  // Avoids ends where it can, so that most of the work is turns.
  games::Action choose(const games::Position& position) {
    games::Action action = position.random_action(rng_);
    for (int i = 0; i < 20; ++i) {
      auto after = position;
      after.apply(action);
      if (!after.outcome().over()) return action;
      action = position.random_action(rng_);
    }
    return action;
  }

  void send_turn(Table& table) {
    auto& played = result_.tables[table.played];
    const auto action = choose(table.position);
    const auto turns = played.acknowledged.size();
    played.sent = table.position.action_text(action);
    table.position.apply(action);
    table.acknowledged = table.delivered = false;
    table.request = static_cast<int>(turns) + 2;  // even: player 1
    table.sent = Clock::now();
    send_text(table.players[mover_of_last(table)],
              R"({"type":"turn","request":)" + std::to_string(table.request) + R"(,"table":")" +
                  played.id + R"(","turn":")" + played.sent + R"(","after":)" +
                  std::to_string(turns) + '}');
  }

  const LoadSettings& settings_;
  core::Rng rng_;
  tests::TableMaker maker_;
  int epoll_;
  std::vector<Table> tables_;
  using Due = std::pair<Clock::time_point, std::ptrdiff_t>;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> turns_due_;
  LoadResult result_;
};

}  // namespace

LoadResult play(const LoadSettings& settings) { return Load(settings).run(); }

}  // namespace bench
