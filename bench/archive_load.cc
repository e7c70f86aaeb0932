#include "archive_load.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "api/json_format.h"
#include "core/random.h"
#include "games/list.h"
#include "postgres.h"
#include "server_process.h"
#include "socket_client.h"
#include "store/archive.h"
#include "tables/archiving.h"
#include "times.h"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

// The last of the games ended then, the others a minute apart before it.
constexpr std::int64_t kLastMs = 1'790'000'000'000, kApartMs = 60'000;
constexpr std::size_t kAtOnce = 200;
constexpr double kMostMs = 50;
constexpr int kPeople = 2000;

// Of the letters that ids have, in the order of the numbers.
std::string id_of(int number) {
  static constexpr std::string_view kDigits = "abcdefghij";
  std::string id(12, kDigits[0]);
  for (auto at = id.rbegin(); number > 0; ++at, number /= 10) {
    *at = kDigits[static_cast<std::size_t>(number % 10)];
  }
  return id;
}

std::string name_of(std::uint32_t person) { return "Person " + std::to_string(person); }

// Some people play much more often than others.
std::string some_name(core::Rng& rng) {
  return name_of(std::min({rng.below(kPeople), rng.below(kPeople), rng.below(kPeople)}));
}

// A turn by chance. At the beginning most people play the same few.
std::vector<games::Action> some_turn(const games::Position& position, bool early, core::Rng& rng) {
  std::vector<games::Action> actions;
  games::Position now = position;
  do {
    if (early && rng.below(4) != 0) {
      const auto legal = now.legal_actions();
      const auto few = static_cast<std::uint32_t>(std::min<std::size_t>(3, legal.size()));
      actions.push_back(legal[rng.below(few)]);
    } else {
      actions.push_back(now.random_action(rng));
    }
    now.apply(actions.back());
  } while (!now.outcome().over() && !now.at_turn_start());
  return actions;
}

// A game by chance, resigned where it takes too long.
tables::Table some_game(int number, int of, core::Rng& rng) {
  constexpr int kEarly = 4, kMostTurns = 60;
  const auto& games = games::all_games();
  const auto& game = games[static_cast<std::size_t>(number) % games.size()];
  auto start = games::History(*games::Position::start(game));
  const auto players = start.position().player_count();
  std::vector<store::Seat> seats;
  for (int player = 0; player < players; ++player) {
    seats.push_back({player, std::string(tables::kHuman), some_name(rng), "hash", "", true});
  }
  auto setup =
      std::make_shared<tables::TableSetup>(tables::TableSetup{std::move(start), {}, "", {}});
  const auto at = kLastMs - kApartMs * (of - number);
  tables::Table table(id_of(number), at - kApartMs, std::move(setup), std::move(seats));
  while (!table.over() && table.turn_count() < kMostTurns) {
    const auto& position = table.history().position();
    const auto actions = some_turn(position, table.turn_count() < kEarly, rng);
    table.apply(tables::Event{
        table.last_event() + 1, at,
        tables::TurnPlayed{table.to_move(), actions, games::turn_text(position, actions), {}}});
  }
  if (!table.over()) {
    const auto cause = tables::Ended::Cause::kResignation;
    table.apply(tables::Event{table.last_event() + 1, at, tables::Ended{"p1win", cause, 1}});
  }
  return table;
}

store::Change change_of(const tables::Table& table, const tables::TableFormat& format) {
  store::Change change;
  change.game = table.id();
  store::Game game{table.id(), table.created(), format.write_setup(table.setup()),
                   true,       table.seats(),   {}};
  for (int turn = 0; turn < table.turn_count(); ++turn) {
    const auto text = table.turns()[static_cast<std::size_t>(turn)];
    game.events.push_back(format.write_event(
        {turn + 1, table.ended(), tables::TurnPlayed{table.mover(turn), {}, text, {}}}));
  }
  if (table.last_event() > table.turn_count()) {
    const auto cause = tables::Ended::Cause::kResignation;
    game.events.push_back(
        format.write_event({table.last_event(), table.ended(), tables::Ended{"p1win", cause, 1}}));
  }
  change.created = std::move(game);
  change.shown = tables::shown_of(table, format);
  return change;
}

void fill(const std::string& database, int count) {
  auto store = store::open(database);
  if (!store) give_up(text::render(store.error(), text::Language::kEnglish));
  const api::JsonFormat format;
  core::Rng rng(17);
  const auto begin = Clock::now();
  std::vector<store::Change> changes;
  std::size_t plays = 0;
  for (int number = 0; number < count; ++number) {
    changes.push_back(change_of(some_game(number, count, rng), format));
    plays += changes.back().shown->plays.size();
    if (changes.size() < kAtOnce && number + 1 < count) continue;
    if (const auto problem = (*store)->commit(changes)) {
      give_up(text::render(*problem, text::Language::kEnglish));
    }
    changes.clear();
  }
  std::printf("%d games, %zu positions in %.0f s\n", count, plays,
              std::chrono::duration<double>(Clock::now() - begin).count());
}

// Asks the server again and again.
class Visitor {
 public:
  Visitor(int port, int requests) : client_(port), requests_(requests) {}

  // `ask` sends one request and gives the answer.
  template <class Ask>
  void measure(const char* name, const Ask& ask) {
    std::vector<double> times;
    for (int i = 0; i < requests_; ++i) {
      const auto begin = Clock::now();
      const auto answer = ask(i);
      times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
      last_ = json::parse(answer.body, nullptr, false);
      if (answer.status == 200) continue;
      std::printf("%s: %d %s\n", name, answer.status, answer.body.c_str());
      fine_ = false;
      return;
    }
    print_times(name, times);
    std::sort(times.begin(), times.end());
    fine_ = fine_ && times[times.size() * 99 / 100] <= kMostMs;
  }
  void get(const char* name, const std::string& path) {
    measure(name, [&](int) { return client_.get(path); });
  }
  void explore(const char* name, const json& position) {
    const auto body = position.dump();
    const auto request =
        "POST /api/explorer HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
        "application/json\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body;
    measure(name, [&](int) {
      client_.send(request);
      return client_.answer();
    });
  }
  // Page after page.
  void leaf(const char* name, const std::string& path) {
    std::string next;
    measure(name, [&](int) {
      auto answer = client_.get(path + next);
      const auto page = json::parse(answer.body, nullptr, false);
      const bool more = page.is_object() && page.contains("next") && page["next"].is_string();
      next = more ? "&before=" + page["next"].get<std::string>() : "";
      return answer;
    });
  }
  const json& last() const { return last_; }
  bool fine() const { return fine_; }

 private:
  tests::SocketClient client_;
  const int requests_;
  json last_;
  bool fine_ = true;
};

void search(Visitor& visitor, int games) {
  const auto middle = std::to_string(kLastMs - kApartMs * (games / 2));
  visitor.get("list", "/api/archive");
  visitor.leaf("list, leafing", "/api/archive?limit=100");
  visitor.get("list, middle", "/api/archive?to=" + middle);
  visitor.get("game", "/api/archive?game=yavalath");
  visitor.leaf("game, leafing", "/api/archive?limit=100&game=epaminondas");
  visitor.get("options", "/api/archive?game=yavalath&options=size=5");
  visitor.get("none such", "/api/archive?game=yavalath&options=size=4");
  visitor.get("result", "/api/archive?result=draw");
  visitor.get("reason", "/api/archive?reason=resigned&game=yavalath");
  visitor.get("no reason", "/api/archive?reason=nobody_can_act&result=p3win");
  visitor.get("player", "/api/archive?player=person+0");
  visitor.get("player, game", "/api/archive?player=person+0&game=eigenstate&result=p2win");
  visitor.get("nobody", "/api/archive?player=person");
}

void explore(Visitor& visitor) {
  for (const auto& game : games::all_games()) {
    visitor.explore((game.name + " 0").c_str(), json::object({{"game", game.name}}));
    std::vector<std::string> turns;
    for (int turn = 1; turn <= 2; ++turn) {
      const auto played = visitor.last().value("turns", json::array());
      if (played.empty()) break;
      turns.push_back(played[0]["turn"]);
      const auto name = game.name + ' ' + std::to_string(turn);
      visitor.explore(name.c_str(), {{"game", game.name}, {"turns", turns}});
    }
  }
}

// All connections are closed behind it.
bool ask_all(int port, const ArchiveLoadSettings& settings) {
  Visitor visitor(port, settings.requests);
  search(visitor, settings.games);
  explore(visitor);
  return visitor.fine();
}

}  // namespace

bool search_archive(const ArchiveLoadSettings& settings) {
  std::optional<tests::Postgres> own;
  auto database = settings.database;
  if (database == "postgresql") {
    own.emplace();
    database = own->new_database_url();
  }
  fill(database, settings.games);
  ServerProcess server(settings.program, database);
  const double cpu = server.cpu_seconds();
  const bool fine = ask_all(server.port(), settings);
  std::printf("server: %.1f s of CPU, %ld kB\n", server.cpu_seconds() - cpu, server.memory_kb());
  return server.stop() == 0 && fine;
}

}  // namespace bench
