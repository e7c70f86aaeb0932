// Games and their positions.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>

#include "common.h"
#include "docs.h"
#include "games/playouts.h"
#include "games/scene_svg.h"
#include "games/scene_text.h"
#include "games/symmetry.h"
#include "games/words.h"
#include "wide/playouts.h"

namespace python {

using text::Message;

namespace {

constexpr int kMostPlayouts = 1'000'000'000;
constexpr int kWidePart = 1 << 16;

const games::GameInfo& info_of(const std::string& name) {
  const games::GameInfo* info = games::find_game(name);
  if (info == nullptr) refuse(games::unknown_game(name));
  return *info;
}

GamePointer make_game(const std::string& name, const py::kwargs& asked) {
  const games::GameInfo& info = info_of(name);
  games::OptionMap options;
  for (const auto& [key, value] : asked) {
    options = valid(games::with_option(std::move(options), text_of(py::str(key)),
                                       option_text(value), info.options));
  }
  return std::make_shared<Game>(valid(games::Position::start(info, options)));
}

State parse(const GamePointer& game, const std::string& text) {
  const auto& start = game->start;
  return {game, valid(games::Position::parse(start.game(), text, start.options()))};
}

py::tuple shape_of(const Game& game) {
  const auto shape = game.encoding->shape();
  return py::make_tuple(shape.planes, shape.rows, shape.columns);
}

// --- Positions ---

std::vector<int> legal_indices(const State& state) {
  std::vector<int> indices;
  for (const games::Action action : state.position.legal_actions()) {
    indices.push_back(state.game->encoding->index_of(action));
  }
  std::sort(indices.begin(), indices.end());
  return indices;
}

py::array_t<std::uint8_t> observation(const State& state) {
  const auto shape = state.game->encoding->shape();
  py::array_t<std::uint8_t> planes({shape.planes, shape.rows, shape.columns});
  state.game->encoding->observe(state.position, planes.mutable_data());
  return planes;
}

py::array_t<bool> mask(const State& state) {
  py::array_t<bool> mask(state.game->encoding->action_count());
  state.game->encoding->mask(state.position, reinterpret_cast<std::uint8_t*>(mask.mutable_data()));
  return mask;
}

void apply(State& state, const py::object& action) {
  state.position.apply(legal_action(state.game, state.position, action));
}

State after(State state, const py::object& action) {
  apply(state, action);
  return state;
}

int symmetry_count(const State& state) {
  return std::visit([](const auto& s) { return s.symmetry_count(); }, state.position.state());
}

State transformed(const State& state, int symmetry) {
  within(symmetry, 0, symmetry_count(state) - 1, "symmetry");
  const auto image =
      std::visit([&](const auto& s) { return games::AnyState(s.transformed(symmetry)); },
                 state.position.state());
  return parse(state.game, std::visit([](const auto& s) { return s.to_text(); }, image));
}

int transformed_action(const State& state, const py::object& action, int symmetry) {
  within(symmetry, 0, symmetry_count(state) - 1, "symmetry");
  const games::Action legal = legal_action(state.game, state.position, action);
  return state.game->encoding->index_of(
      std::visit([&](const auto& s) { return s.transformed_action(legal, symmetry); },
                 state.position.state()));
}

std::string words(const State& state, const py::object& action) {
  const games::Action legal = legal_action(state.game, state.position, action);
  return text::render(games::turn_words(state.position, {&legal, 1}), language());
}

// Plays `count` in parts, so that an interrupt is heard: play(part) plays so many.
template <class Play>
void in_parts(int count, int most, Play play) {
  py::gil_scoped_release others;
  for (int done = 0; done < count; done += most) {
    play(std::min(most, count - done));
    py::gil_scoped_acquire again;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
}

// The first part has the seed itself, the others what a generator of that seed gives.
void play_out_wide(const games::Position& position, int count, std::uint64_t seed,
                   games::PlayoutTotals& totals) {
  core::Rng seeds(seed);
  in_parts(count, kWidePart, [&](int part) {
    wide::play_out_many(position, static_cast<std::uint64_t>(part), seed, totals);
    seed = seeds.next();
  });
}

void play_out_by_rules(const games::Position& position, int count, std::uint64_t seed,
                       games::PlayoutTotals& totals) {
  core::Rng rng(seed);
  in_parts(count, 1000, [&](int part) { games::play_out_many(position, rng, part, totals); });
}

py::dict playouts(const State& state, int count, std::uint64_t seed, bool may_be_wide) {
  within(count, 0, kMostPlayouts, "count");
  games::PlayoutTotals totals;
  // While others run they may change the state.
  const games::Position position = state.position;
  if (may_be_wide && wide::is_wide(position)) {
    play_out_wide(position, count, seed, totals);
  } else {
    play_out_by_rules(position, count, seed, totals);
  }
  py::dict result;
  result["playouts"] = totals.playouts;
  result["actions"] = totals.actions;
  const auto players = static_cast<std::size_t>(state.position.player_count());
  result["wins"] = std::vector<std::uint64_t>(totals.wins.begin(), totals.wins.begin() + players);
  return result;
}

std::uint64_t perft(const State& state, int depth) {
  within(depth, 0, 20, "depth");
  const games::Position position = state.position;
  py::gil_scoped_release others;
  return position.perft(depth);
}

std::string representation(const State& state) {
  return "<tabuleiro.State " + state.position.game().name + " '" + state.position.to_text() + "'>";
}

void bind_state(py::module_& module) {
  py::class_<State>(module, "State", docs::kState)
      .def_property_readonly("game", [](const State& s) { return s.game; })
      .def_property_readonly("text", [](const State& s) { return s.position.to_text(); })
      .def_property_readonly("hash", [](const State& s) { return s.position.hash(); })
      .def_property_readonly("symmetric_key",
                             [](const State& s) { return games::symmetric_key(s.position); })
      .def_property_readonly("at_turn_start",
                             [](const State& s) { return s.position.at_turn_start(); })
      .def("current_player",
           [](const State& s) {
             return s.position.outcome().over() ? kTerminalPlayer : s.position.to_move();
           })
      .def("is_terminal", [](const State& s) { return s.position.outcome().over(); })
      .def("returns",
           [](const State& s) {
             return returns_of(s.position.outcome(), s.position.player_count());
           })
      .def_property_readonly(
          "result", [](const State& s) { return games::result_code(s.position.outcome()); })
      .def_property_readonly("reason",
                             [](const State& s) { return reason_of(s.position.outcome()); })
      .def("legal_actions", &legal_indices)
      .def("legal_texts", [](const State& s) { return s.position.legal_texts(); })
      .def("legal_actions_mask", &mask)
      .def("observation_tensor", &observation)
      .def(
          "action_to_string",
          [](const State& s, const py::object& action) {
            return s.position.action_text(legal_action(s.game, s.position, action));
          },
          py::arg("action"))
      .def(
          "string_to_action",
          [](const State& s, const std::string& text) {
            return s.game->encoding->index_of(valid(s.position.parse_action(text)));
          },
          py::arg("text"))
      .def("apply_action", &apply, py::arg("action"))
      .def("after", &after, py::arg("action"))
      .def("clone", [](const State& s) { return s; })
      .def("__copy__", [](const State& s) { return s; })
      .def(
          "__deepcopy__", [](const State& s, const py::dict&) { return s; }, py::arg("memo"))
      .def("symmetry_count", &symmetry_count)
      .def("transformed", &transformed, py::arg("symmetry"))
      .def("transformed_action", &transformed_action, py::arg("action"), py::arg("symmetry"))
      .def("words", &words, py::arg("action"))
      .def("playouts", &playouts, py::arg("count"), py::arg("seed") = 0, py::arg("wide") = true)
      .def("perft", &perft, py::arg("depth"))
      .def("scene", [](const State& s) { return scene_dict(s.position.scene()); })
      .def("svg",
           [](const State& s) { return whole_svg(s.position.scene(), s.position.to_text()); })
      .def("draw", [](const State& s) { return games::draw_text(s.position.scene(), language()); })
      .def(
          "__eq__",
          [](const State& a, const py::object& other) {
            if (!py::isinstance<State>(other)) return false;
            const auto& b = other.cast<const State&>();
            return a.position.state() == b.position.state();
          },
          py::arg("other"))
      .def("__hash__",
           [](const State& s) { return static_cast<py::ssize_t>(s.position.hash() >> 1); })
      .def("__str__", [](const State& s) { return s.position.to_text(); })
      .def("__repr__", &representation)
      .def(py::pickle(
          [](const State& s) {
            return py::make_tuple(s.position.game().name, s.position.options(),
                                  s.position.to_text());
          },
          [](const py::tuple& kept) {
            const auto& info = info_of(kept[0].cast<std::string>());
            const auto options = kept[1].cast<games::OptionMap>();
            const auto game = std::make_shared<Game>(valid(games::Position::start(info, options)));
            return parse(game, kept[2].cast<std::string>());
          }));
}

}  // namespace

std::string text_of(const py::str& text) {
  // What has no UTF-8 (half of a pair) becomes question marks, which nothing is called.
  const auto bytes =
      py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
  if (!bytes) throw py::error_already_set();
  return bytes;
}

std::string shown(const py::handle& value) {
  constexpr py::ssize_t kMost = 40;
  const py::str whole = py::repr(value);
  if (py::len(whole) <= kMost) return text_of(whole);
  return text_of(whole[py::slice(0, kMost, 1)]) + "…";
}

std::vector<float> returns_of(const games::Outcome& outcome, int players) {
  std::vector<float> returns;
  for (int player = 0; player < players; ++player) {
    returns.push_back(tensors::return_of(outcome, player, players));
  }
  return returns;
}

std::string reason_of(const games::Outcome& outcome) {
  return outcome.over() ? text::render(outcome.reason(), language()) : "";
}

std::string option_text(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "on" : "off";
  return text_of(py::str(value));
}

games::Action legal_action(const GamePointer& game, const games::Position& position,
                           const py::object& action) {
  if (py::isinstance<py::str>(action)) {
    return valid(position.parse_action(text_of(action)));
  }
  int overflow = 0;
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(action.ptr()));
  if (!number) throw py::error_already_set();
  const long long index = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow == 0 && index >= 0 && index < game->encoding->action_count()) {
    const games::Action wanted = game->encoding->action_at(static_cast<int>(index));
    for (const games::Action legal : position.legal_actions()) {
      if (legal == wanted) return legal;
    }
  }
  if (position.outcome().over()) refuse(Message::kGameOver);
  refuse(Message::kExpectedAction, {position.legal_texts().front(), shown(number)});
}

void bind_games(py::module_& module) {
  module.attr("TERMINAL_PLAYER") = kTerminalPlayer;
  module.def(
      "games",
      [] {
        std::vector<std::string> names;
        for (const auto& game : games::all_games()) names.push_back(game.name);
        return names;
      },
      docs::kGames);
  py::class_<Game, std::shared_ptr<Game>>(module, "Game", docs::kGame)
      .def(py::init([](const std::string& name, const py::kwargs& options) {
             return std::const_pointer_cast<Game>(make_game(name, options));
           }),
           py::arg("name"))
      .def_property_readonly("name", [](const Game& g) { return g.start.game().name; })
      .def_property_readonly("title",
                             [](const Game& g) { return games::game_title(g.start.game().name); })
      .def_property_readonly("options", [](const Game& g) { return g.start.options_in_force(); })
      .def_property_readonly("option_values",
                             [](const Game& g) {
                               std::map<std::string, std::vector<std::string>> values;
                               for (const auto& spec : g.start.game().options) {
                                 values[spec.key] = spec.values;
                               }
                               return values;
                             })
      .def("num_players", [](const Game& g) { return g.start.player_count(); })
      .def("num_distinct_actions", [](const Game& g) { return g.encoding->action_count(); })
      .def("observation_tensor_shape", &shape_of)
      .def_property_readonly("planes", [](const Game& g) { return g.encoding->plane_names(); })
      .def("new_initial_state", [](const std::shared_ptr<Game>& g) { return State{g, g->start}; })
      .def(
          "parse",
          [](const std::shared_ptr<Game>& g, const std::string& text) { return parse(g, text); },
          py::arg("text"))
      .def("playout_signature",
           [](const Game& g) {
             py::gil_scoped_release others;
             return games::playout_signature(g.start);
           })
      .def(
          "__eq__",
          [](const Game& a, const py::object& other) {
            if (!py::isinstance<Game>(other)) return false;
            const auto& b = other.cast<const Game&>();
            return a.start.game().name == b.start.game().name &&
                   a.start.options_in_force() == b.start.options_in_force();
          },
          py::arg("other"))
      .def("__hash__",
           [](const Game& g) {
             return py::hash(
                 py::str(g.start.game().name + games::options_text(g.start.options_in_force())));
           })
      .def("__repr__", [](const Game& g) {
        return "<tabuleiro.Game " + g.start.game().name + " " +
               games::options_text(g.start.options_in_force()) + ">";
      });
  bind_state(module);
}

}  // namespace python
