#include "soak_visitors.h"

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "core/scan.h"
#include "games/list.h"

namespace bench {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using std::chrono::milliseconds;

std::string request_text(const std::string& method, const std::string& path,
                         const std::string& token, const json& body) {
  const std::string text = method == "POST" ? body.dump() : "";
  return method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\n" +
         (token.empty() ? "" : "Authorization: Seat " + token + "\r\n") +
         (method == "POST" ? "Content-Type: application/json\r\nContent-Length: " +
                                 std::to_string(text.size()) + "\r\n\r\n" + text
                           : "\r\n");
}

// Sleeps, but not beyond the end.
void pause(const SoakWorld& world, milliseconds time) {
  const auto end = SteadyClock::now() + time;
  while (!world.ending() && SteadyClock::now() < end) {
    std::this_thread::sleep_for(std::min<milliseconds>(time, 100ms));
  }
}

// Asks by HTTP. A refusal that says when to come back is waited for; where the server is away,
// ServerAway is thrown; anything else that is not wanted is an error.
class Caller {
 public:
  explicit Caller(SoakWorld& world) : world_(world) {}

  json get(const std::string& path) { return ask("GET", path, "", {}); }
  json post(const std::string& path, const json& body, const std::string& token = "") {
    return ask("POST", path, token, body);
  }

 private:
  json ask(const std::string& method, const std::string& path, const std::string& token,
           const json& body) {
    while (true) {
      const auto answer = once(request_text(method, path, token, body));
      if (answer.status == 200 || answer.status == 201) return json::parse(answer.body);
      const auto wait = answer.headers.find("retry-after");
      const bool refused =
          (answer.status == 429 || answer.status == 503) && wait != answer.headers.end();
      if (!refused) {
        throw std::runtime_error(method + ' ' + path + ": " + std::to_string(answer.status) + ' ' +
                                 answer.body);
      }
      world_.count("refused " + std::to_string(answer.status));
      pause(world_, milliseconds(1000 * std::max(1, std::atoi(wait->second.c_str()))));
      if (world_.ending()) throw ServerAway{SteadyClock::now()};
    }
  }

  tests::HttpAnswer once(const std::string& text) {
    const auto begin = SteadyClock::now();
    try {
      if (!client_) client_.emplace(world_.port());
    } catch (const std::runtime_error&) {
      throw ServerAway{begin};
    }
    tests::HttpAnswer answer;
    const bool sent = client_->send(text);
    // A review may wait for others longer than the client has patience for.
    for (int tries = 0; sent && answer.status == 0 && tries < 10; ++tries) {
      answer = client_->answer();
    }
    if (answer.status == 0) {
      client_.reset();
      throw ServerAway{SteadyClock::now()};
    }
    return answer;
  }

  SoakWorld& world_;
  std::optional<tests::SocketClient> client_;
};

// A random whole turn in a position, action by action as the view tells them.
std::string random_turn(Caller& caller, json view, const json& position, core::Rng& rng) {
  std::vector<std::string> draft;
  while (view.at("draft_state") != "complete") {
    const auto& legal = view.at("legal");
    if (legal.empty()) throw std::runtime_error("no legal action: " + view.dump());
    draft.push_back(legal.at(rng.below(static_cast<std::uint32_t>(legal.size()))).at("action"));
    json asked = position;
    asked["draft"] = draft;
    view = caller.post("/api/view", asked);
  }
  return core::join(draft, ",");
}

json position_of(const json& table) {
  json position = {{"game", table.at("game")}, {"options", table.at("options")}};
  if (table.at("position") != "") position["position"] = table.at("position");
  position["turns"] = table.at("turns");
  return position;
}

// A seat at a table over a WebSocket. Comes back by itself when the server was restarted.
class SeatedPlayer {
 public:
  SeatedPlayer(SoakWorld& world, std::string table, std::string token)
      : world_(world), table_(std::move(table)), token_(std::move(token)) {
    watch();
  }

  // The table as it is now. Every turn that was acknowledged must be there.
  const json& table() const { return state_; }
  bool over() const { return state_.at("result") != "none"; }
  bool to_move() const {
    const auto player = state_.at("view").at("to_move").get<std::size_t>();
    return state_.at("seats").at(player - 1).at("yours");
  }

  // Plays a turn and returns when it is acknowledged, also over a restart.
  void play(const std::string& turn) {
    const auto before = state_.at("turns").size();
    const auto begin = SteadyClock::now();
    const auto answer = ask({{"type", "turn"}, {"turn", turn}, {"after", before}});
    if (!answer) {  // the server went away; was it stored?
      if (state_.at("turns").size() == before) return play(turn);
      if (state_.at("turns").at(before) != turn) world_.error("another turn was stored: " + table_);
    }
    acknowledged_.push_back(turn);
    world_.count("turns");
    world_.time("turn acknowledged", milliseconds_since(begin));
  }

  // Waits until something happens at the table.
  void wait() {
    if (const auto message = next()) take(*message);
  }

 private:
  static double milliseconds_since(SteadyClock::time_point begin) {
    return std::chrono::duration<double, std::milli>(SteadyClock::now() - begin).count();
  }

  // Sends a request and takes what comes until its answer. Nothing where the server went away: then
  // the table was watched again.
  std::optional<json> ask(json message) {
    message["request"] = ++request_;
    message["table"] = table_;
    socket_->send_text(message.dump());
    while (true) {
      const auto got = next();
      if (!got) return std::nullopt;
      if (got->value("request", -1) != request_) {
        take(*got);
      } else if (got->at("type") == "error") {
        const auto& error = got->at("error");
        const std::string code = error.at("code");
        if (code != "stopping" && code != "store" && code != "busy" && code != "moved_on") {
          throw std::runtime_error(table_ + ": " + error.dump());
        }
        world_.count("refused " + code);
        pause(world_, 300ms);
        if (code == "stopping") {
          come_back(code);
        } else {
          watch_anew();
        }
        return std::nullopt;
      } else {
        return got;
      }
    }
  }

  // The next message; nothing where the table was watched again, because the connection broke or
  // the server said so. Then nothing that was asked before is answered any more.
  std::optional<json> next() {
    const auto frame = socket_->frame();
    if (frame.opcode == 9) {
      socket_->send(tests::frame_bytes({10, frame.payload}));
      if (world_.ending()) throw ServerAway{SteadyClock::now()};
      return json{{"type", "ping"}};
    }
    if (frame.opcode != 1) {
      come_back(frame.opcode == 8 ? "closed" : socket_->ended() ? "dropped" : "silent");
      return std::nullopt;
    }
    auto message = json::parse(frame.payload);
    if (message.at("type") != "resync") return message;
    world_.count("told to look again");  // the server stood still for a while, say
    watch_anew();
    return std::nullopt;
  }

  void take(const json& message) {
    if (message.at("type") != "event") return;
    if (message.at("kind") == "turn") {
      state_["turns"].push_back(message.at("turn"));
      state_["view"] = message.at("view");
    }
    if (message.contains("result")) state_["result"] = message.at("result");
  }

  // After a connection that is gone: `why`.
  void come_back(const std::string& why) {
    const auto begin = SteadyClock::now();
    watch_anew();
    const auto gap = milliseconds_since(begin);
    world_.count("reconnections");
    world_.time("away", gap);
    if (!world_.restarted_since(begin - kLongestGap)) world_.error(why + ": table " + table_);
    if (gap > static_cast<double>(kLongestGap.count())) {
      world_.error("away: for " + std::to_string(gap) + " ms, table " + table_);
    }
  }

  void watch_anew() {
    const auto begin = SteadyClock::now();
    while (!watch_again()) {
      if (world_.ending()) throw ServerAway{begin};
      std::this_thread::sleep_for(200ms);
    }
  }

  bool watch_again() {
    try {
      watch();
      return true;
    } catch (const ServerAway&) {
      return false;
    }
  }

  void watch() {
    try {
      socket_.emplace(world_.port());
    } catch (const std::runtime_error&) {
      throw ServerAway{SteadyClock::now()};
    }
    if (socket_->upgrade() != 101) throw ServerAway{SteadyClock::now()};
    json message = {{"type", "watch"}, {"request", ++request_}, {"table", table_}};
    if (!token_.empty()) message["token"] = token_;
    socket_->send_text(message.dump());
    while (true) {
      const auto frame = socket_->frame();
      if (frame.opcode != 1) throw ServerAway{SteadyClock::now()};
      const auto got = json::parse(frame.payload);
      if (got.value("request", -1) != request_) continue;
      if (got.at("type") == "error") throw ServerAway{SteadyClock::now()};
      state_ = got.at("table");
      break;
    }
    check_acknowledged();
  }

  // What was acknowledged is in the table, in its order: of a seat, every other turn.
  void check_acknowledged() {
    const std::vector<std::string> turns = state_.at("turns");
    auto at = turns.begin();
    for (const auto& turn : acknowledged_) {
      at = std::find(at, turns.end(), turn);
      if (at == turns.end()) {
        world_.error("lost: turn " + turn + " at table " + table_);
        acknowledged_.clear();
        return;
      }
      ++at;
    }
  }

  SoakWorld& world_;
  const std::string table_, token_;
  std::optional<tests::SocketClient> socket_;
  json state_;
  int request_ = 0;
  std::vector<std::string> acknowledged_;
};

json new_table(const std::string& game, const json& seats, const json& clock,
               int level_time = 200) {
  return {{"game", game}, {"seats", seats}, {"clock", clock}, {"level_time", level_time}};
}

const std::string& some_game(core::Rng& rng) {
  const auto& games = games::all_games();
  return games[rng.below(static_cast<std::uint32_t>(games.size()))].name;
}

constexpr std::size_t kLongestGame = 60;

}  // namespace

void visit_as_pair(SoakWorld& world, core::Rng& rng) {
  Caller caller(world);
  const json made =
      caller.post("/api/tables",
                  new_table(some_game(rng), {{{"who", "me"}, {"name", "Ana"}}, {{"who", "open"}}},
                            {{"kind", "game"}, {"initial", 600'000}, {"increment", 5'000}}));
  const std::string id = made.at("id");
  const json joined = caller.post("/api/tables/" + id + "/join", {{"name", "Rui"}},
                                  made.at("invites").at(0).at("token"));
  world.add_table(id);
  std::vector<SeatedPlayer> players;
  players.emplace_back(world, id, made.at("token"));
  players.emplace_back(world, id, joined.at("token"));
  std::size_t turns = 0;
  while (!world.ending() && turns < kLongestGame) {
    auto& player = players[players[0].to_move() ? 0 : 1];
    auto& other = players[players[0].to_move() ? 1 : 0];
    if (player.over()) break;
    player.play(random_turn(caller, player.table().at("view"), position_of(player.table()), rng));
    ++turns;
    // Both hear of it.
    for (auto* one : {&player, &other}) {
      while (!world.ending() && !one->over() && one->table().at("turns").size() < turns) {
        one->wait();
      }
    }
    pause(world, milliseconds(100 + rng.below(400)));
  }
  world.count("games of people");
}

void visit_against_computer(SoakWorld& world, core::Rng& rng) {
  Caller caller(world);
  const int level = 1 + static_cast<int>(rng.below(6));
  const json made = caller.post(
      "/api/tables",
      new_table(some_game(rng), {{{"who", "me"}}, {{"who", "level:" + std::to_string(level)}}},
                nullptr));
  const std::string id = made.at("id");
  world.add_table(id);
  SeatedPlayer player(world, id, made.at("token"));
  for (std::size_t turn = 0; !world.ending() && turn < kLongestGame / 2; ++turn) {
    while (!world.ending() && !player.over() && !player.to_move()) player.wait();
    if (world.ending() || player.over()) break;
    player.play(random_turn(caller, player.table().at("view"), position_of(player.table()), rng));
    const auto asked = SteadyClock::now();
    while (!world.ending() && !player.over() && !player.to_move()) player.wait();
    world.time("reply of a level",
               std::chrono::duration<double, std::milli>(SteadyClock::now() - asked).count());
    pause(world, milliseconds(200 + rng.below(800)));
  }
  world.count("games against computers");
}

namespace {

// Some random turns from the start of a game.
json random_position(Caller& caller, core::Rng& rng, std::uint32_t most) {
  json position = {{"game", some_game(rng)}, {"turns", json::array()}};
  for (std::uint32_t i = 1 + rng.below(most); i > 0; --i) {
    const auto view = caller.post("/api/view", position);
    if (view.at("outcome").at("result") != "none") {
      position["turns"].erase(position["turns"].size() - 1);
      break;
    }
    position["turns"].push_back(random_turn(caller, view, position, rng));
  }
  return position;
}

}  // namespace

void visit_as_analyst(SoakWorld& world, core::Rng& rng) {
  Caller caller(world);
  json asked = random_position(caller, rng, 12);
  const auto view = caller.post("/api/view", asked);
  if (view.at("outcome").at("result") != "none") return;
  asked["time"] = 100 + rng.below(2000);
  asked["lines"] = 1 + rng.below(4);
  caller.post("/api/analysis", asked);
  world.count("analyses");
}

void visit_as_reviewer(SoakWorld& world, core::Rng& rng) {
  Caller caller(world);
  const auto record = random_position(caller, rng, 16);
  const char* effort = rng.below(8) == 0 ? "deep" : "quick";
  caller.post("/api/review", {{"record", record}, {"effort", effort}});
  world.count("reviews");
  pause(world, 1000ms);
}

void visit_as_spectator(SoakWorld& world, core::Rng& rng) {
  const auto id = world.some_table(rng);
  if (!id) return pause(world, 500ms);
  const auto end = SteadyClock::now() + 20s;
  SeatedPlayer watcher(world, *id, "");
  while (!world.ending() && !watcher.over() && SteadyClock::now() < end) watcher.wait();
  world.count("spectators");
}

void visit_computers_alone(SoakWorld& world, core::Rng& rng) {
  Caller caller(world);
  const json made = caller.post(
      "/api/tables",
      new_table(some_game(rng), {{{"who", "level:10"}}, {{"who", "level:10"}}}, nullptr, 5000));
  world.add_table(made.at("id"));
  world.count("tables of computers");
  pause(world, 60s);
}

void visit_slowly(SoakWorld& world, core::Rng& rng) {
  tests::SocketClient client(world.port());
  if (rng.below(2) == 0) {
    // A request that takes longer than it may.
    const std::string text = request_text("GET", "/api/games", "", {});
    for (std::size_t i = 0; i < text.size() && !world.ending(); ++i) {
      if (!client.send(text.substr(i, 1))) break;
      pause(world, milliseconds(200 + rng.below(800)));
    }
  } else if (const auto id = world.some_table(rng)) {
    // Watches and never reads.
    client.receive_little();
    if (client.upgrade() != 101) return;
    for (int i = 1; i < 200 && !world.ending(); ++i) {
      const json message = {{"type", "watch"}, {"request", i}, {"table", *id}};
      if (!client.send(tests::frame_bytes({1, message.dump()}))) break;
      pause(world, 100ms);
    }
  }
  world.count("slow visitors");
}

void visit_with_nonsense(SoakWorld& world, core::Rng& rng) {
  tests::SocketClient client(world.port());
  std::string noise;
  for (int i = 0; i < 300; ++i) noise += static_cast<char>(rng.below(256));
  switch (rng.below(6)) {
    case 0: client.send(noise); break;
    case 1:
      client.send("POST /api/view HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{");
      break;
    case 2: client.post("/api/tables", "{\"game\":" + std::string(200, '[')); break;
    case 3: client.get("/api/" + std::string(rng.below(9000), 'x')); break;
    case 4:
      if (client.upgrade() == 101) client.send(noise);
      break;
    default:
      if (client.upgrade() == 101) client.send_text("{\"type\":\"turn\",\"request\":-1}");
  }
  pause(world, milliseconds(rng.below(500)));
  world.count("nonsense");
}

// --- SoakWorld ---

void SoakWorld::begin_restart() {
  const std::lock_guard lock(mutex_);
  restarting_ = true;
}

void SoakWorld::end_restart() {
  const std::lock_guard lock(mutex_);
  restarting_ = false;
  restarted_ = SteadyClock::now();
}

bool SoakWorld::restarted_since(SteadyClock::time_point time) const {
  const std::lock_guard lock(mutex_);
  return restarting_ || restarted_ >= time;
}

void SoakWorld::count(const std::string& what) {
  const std::lock_guard lock(mutex_);
  ++counts_[what];
}

void SoakWorld::time(const std::string& what, double ms) {
  const std::lock_guard lock(mutex_);
  auto& times = times_[what];
  ++times.number;
  times.sum += ms;
  times.longest = std::max(times.longest, ms);
}

void SoakWorld::error(const std::string& what) {
  constexpr std::size_t kShown = 5;
  const std::lock_guard lock(mutex_);
  ++errors_;
  auto& kind = errors_by_kind_[what.substr(0, what.find(':'))];
  ++kind.number;
  if (kind.first.size() < kShown) kind.first.push_back(what);
}

void SoakWorld::add_table(const std::string& id) {
  constexpr std::size_t kKept = 50;
  const std::lock_guard lock(mutex_);
  tables_.push_back(id);
  if (tables_.size() > kKept) tables_.erase(tables_.begin());
}

std::optional<std::string> SoakWorld::some_table(core::Rng& rng) const {
  const std::lock_guard lock(mutex_);
  if (tables_.empty()) return std::nullopt;
  return tables_[rng.below(static_cast<std::uint32_t>(tables_.size()))];
}

long SoakWorld::errors() const {
  const std::lock_guard lock(mutex_);
  return errors_;
}

std::string SoakWorld::report() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& [what, number] : counts_) text += what + ": " + std::to_string(number) + '\n';
  for (const auto& [what, times] : times_) {
    text += what + ": mean " + core::fixed(times.sum / static_cast<double>(times.number), 1) +
            " ms, longest " + core::fixed(times.longest, 1) + " ms\n";
  }
  text += "errors: " + std::to_string(errors_) + '\n';
  for (const auto& [name, kind] : errors_by_kind_) {
    text += "  " + name + ": " + std::to_string(kind.number) + '\n';
    for (const auto& error : kind.first) text += "    " + error + '\n';
  }
  return text;
}

}  // namespace bench
