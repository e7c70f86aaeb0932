// The engine, its players, analysis, explanations and review.
#include <pybind11/stl.h>

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <thread>

#include "common.h"
#include "docs.h"
#include "engine/analysis.h"
#include "engine/bounds.h"
#include "engine/player.h"
#include "games/words.h"
#include "python_work.h"
#include "solve/proofs.h"
#include "study/reasons.h"
#include "study/review.h"

namespace python {

using engine::Milliseconds;
using text::Message;

namespace {

constexpr int kMostLines = 50;
constexpr long long kLeastReviewNodes = 100;

// The history that a history or a state stands for, as it is now: while others run it may change.
History played(const py::object& given) {
  if (py::isinstance<History>(given)) return given.cast<const History&>();
  if (py::isinstance<State>(given)) {
    const auto& state = given.cast<const State&>();
    return {state.game, games::History(state.position)};
  }
  refuse(Message::kExpected, {"History, State", shown(given)});
}

History running(const py::object& given) {
  History history = played(given);
  if (history.played.outcome().over()) refuse(Message::kGameOver);
  return history;
}

engine::Budget budget_of(const std::optional<long long>& time_ms,
                         const std::optional<long long>& nodes, const std::optional<int>& depth) {
  engine::Budget budget;
  if (time_ms) {
    budget.movetime = Milliseconds(within(*time_ms, 1LL, engine::kMaxTurnTime, "time_ms"));
  }
  if (nodes) {
    budget.nodes = static_cast<std::uint64_t>(within(*nodes, 1LL, engine::kMaxNodes, "nodes"));
  }
  if (depth) budget.depth = within(*depth, 1, 1000, "depth");
  return budget;
}

std::vector<int> indices_of(const History& history, const std::vector<games::Action>& actions) {
  std::vector<int> indices;
  for (const auto action : actions) indices.push_back(history.game->encoding->index_of(action));
  return indices;
}

// An engine or a player, for one call at a time.
class Engine {
 public:
  Engine(long long hash_mb, int threads, bool net, bool proofs)
      : engine_(static_cast<std::size_t>(within(hash_mb, 1LL, engine::kMaxHash, "hash_mb")),
                &solve::shared_proof_book()) {
    engine_.set_threads(within<int>(threads, 1, engine::kMaxThreads, "threads"));
    engine::PlayStyle style;
    style.net = net;
    style.proofs = proofs;
    engine_.set_play_style(style);
  }

  std::vector<int> think(const py::object& given, std::optional<long long> time_ms,
                         std::optional<long long> nodes, std::optional<int> depth) {
    const History history = running(given);
    engine::Budget budget = budget_of(time_ms, nodes, depth);
    if (!time_ms && !nodes && !depth) budget.movetime = Milliseconds(1000);
    std::vector<games::Action> actions;
    work([&] { actions = engine_.think(history.played, budget); });
    return indices_of(history, actions);
  }

  py::object analyse(const py::object& given, long long time_ms, int lines) {
    const History history = played(given);
    within(time_ms, 0LL, engine::kMaxTurnTime, "time_ms");
    within(lines, 1, kMostLines, "lines");
    std::optional<engine::Analysis> analysis;
    work(
        [&] { analysis = engine::analyse(engine_, history.played, Milliseconds(time_ms), lines); });
    auto json = engine::to_json(*analysis, language());
    for (std::size_t i = 0; i < analysis->lines.size(); ++i) {
      auto words = nlohmann::ordered_json::array();
      for (const auto& phrase : games::line_words(analysis->position, analysis->lines[i].actions)) {
        words.push_back(text::render(phrase, language()));
      }
      json["lines"][i]["words"] = std::move(words);
    }
    return to_python(json);
  }

  // Why the last turn was worse than what the engine would have played.
  py::object explain(const py::object& given, long long time_ms) {
    const History history = played(given);
    within(time_ms, 1LL, engine::kMaxTurnTime, "time_ms");
    const auto last = study::last_turn(history.played);
    if (!last) refuse(Message::kReviewNoTurns);
    std::optional<engine::Analysis> before, after;
    work([&] {
      const auto half = Milliseconds(std::max(1LL, time_ms / 2));
      before = engine::analyse(engine_, last->before, half, 1);
      after = engine::analyse(engine_, history.played, half, 1);
    });
    if (before->lines.empty()) return py::none();
    const auto& better = before->lines.front();
    nlohmann::ordered_json json;
    json["turn"] = games::turn_text(last->before.position(), last->actions);
    json["better"] = better.turns;
    json["chances_before"] = better.chances;
    json["chances_after"] = chances_after(*after, better.chances.size());
    const bool same =
        !better.turns.empty() && better.turns.front() == json["turn"].get<std::string>();
    json["reasons"] =
        same ? nlohmann::ordered_json::array()
             : study::to_json(study::reasons_of(*last, better.actions, *after), language());
    return to_python(json);
  }

  py::object review(const py::object& given, std::optional<long long> time_ms,
                    std::optional<long long> nodes) {
    const History history = played(given);
    engine::Budget budget = budget_of(time_ms, nodes, std::nullopt);
    if (nodes) within(*nodes, kLeastReviewNodes, engine::kMaxNodes, "nodes");
    if (!time_ms && !nodes) budget.movetime = Milliseconds(500);
    auto record = games::make_record(history.played);
    if (record.turns.empty()) refuse(Message::kReviewNoTurns);
    std::optional<study::Review> review;
    std::stop_source stop;
    work(
        [&] {
          review =
              study::review(history.played, study::engine_judge(engine_, budget, stop.get_token()));
        },
        [&] { stop.request_stop(); });
    auto json = study::to_json(*review, language());
    json["pgn"] = games::to_pgn(
        valid(games::checked(study::annotated(std::move(record), *review, language()))));
    return to_python(json);
  }

  void clear() {
    // Whoever thinks asks for the interpreter now and then: nobody may hold it and wait for him.
    py::gil_scoped_release others;
    const std::lock_guard lock(mutex_);
    engine_.clear_hash();
  }

 private:
  static std::vector<double> chances_after(const engine::Analysis& after, std::size_t players) {
    if (!after.lines.empty()) return after.lines.front().chances;
    std::vector<double> chances(players, after.outcome.is_draw() ? 1.0 / players : 0.0);
    if (after.outcome.winner() >= 0) chances[static_cast<std::size_t>(after.outcome.winner())] = 1;
    return chances;
  }

  void work(const std::function<void()>& what, const std::function<void()>& also_stop = {}) {
    do_interruptibly(
        mutex_, [&] { engine_.clear_stop(); }, what,
        [&] {
          if (also_stop) also_stop();
          engine_.stop();
        });
  }

  engine::Engine engine_;
  std::mutex mutex_;
};

class Player {
 public:
  Player(const std::string& who, std::uint64_t seed, long long hash_mb)
      : name_(who),
        player_(valid(engine::parse_player_spec(who)), seed,
                static_cast<std::size_t>(within(hash_mb, 1LL, engine::kMaxHash, "hash_mb")),
                &solve::shared_proof_book()) {}

  std::vector<int> think(const py::object& given, std::optional<long long> time_ms,
                         std::optional<long long> nodes) {
    const History history = running(given);
    engine::Budget budget = budget_of(time_ms, nodes, std::nullopt);
    if (!time_ms && !nodes) budget.movetime = Milliseconds(1000);
    std::vector<games::Action> actions;
    do_interruptibly(
        mutex_, [&] { player_.engine().clear_stop(); },
        [&] { actions = player_.think(history.played, budget); }, [&] { player_.engine().stop(); });
    return indices_of(history, actions);
  }

  const std::string& name() const { return name_; }

 private:
  std::string name_;
  engine::Player player_;
  std::mutex mutex_;
};

}  // namespace

void bind_engine(py::module_& module) {
  const auto none = py::none();
  py::class_<Engine>(module, "Engine", docs::kEngine)
      .def(py::init<long long, int, bool, bool>(), py::arg("hash_mb") = 64, py::arg("threads") = 1,
           py::arg("net") = true, py::arg("proofs") = true)
      .def("think", &Engine::think, py::arg("game"), py::arg("time_ms") = none,
           py::arg("nodes") = none, py::arg("depth") = none)
      .def("analyse", &Engine::analyse, py::arg("game"), py::arg("time_ms") = 1000,
           py::arg("lines") = 3)
      .def("explain", &Engine::explain, py::arg("game"), py::arg("time_ms") = 1000)
      .def("review", &Engine::review, py::arg("game"), py::arg("time_ms") = none,
           py::arg("nodes") = none)
      .def("clear", &Engine::clear);
  py::class_<Player>(module, "Player", docs::kPlayer)
      .def(py::init<const std::string&, std::uint64_t, long long>(), py::arg("who"),
           py::arg("seed") = 0, py::arg("hash_mb") = 64)
      .def_property_readonly("name", &Player::name)
      .def("think", &Player::think, py::arg("game"), py::arg("time_ms") = none,
           py::arg("nodes") = none)
      .def("__repr__", [](const Player& p) { return "<tabuleiro.Player " + p.name() + ">"; });
  module.def("players", &engine::player_spec_texts, docs::kPlayers);
}

}  // namespace python
