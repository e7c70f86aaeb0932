// Games as they are played, and their records.
#include <pybind11/stl.h>

#include "common.h"
#include "core/scan.h"
#include "docs.h"
#include "games/record_list.h"
#include "games/words.h"

namespace python {

namespace {

History of_record(const games::Record& record) {
  const auto& info = *games::find_game(record.game);
  auto game = std::make_shared<Game>(valid(games::Position::start(info, record.options)));
  return {std::move(game), valid(games::replay(record))};
}

std::vector<History> read(const std::string& text) {
  std::vector<History> histories;
  for (const auto& one : valid(games::split_records(text))) {
    histories.push_back(of_record(valid(games::parse_record(one))));
  }
  return histories;
}

games::Record record_of(const History& history, const std::vector<std::string>& players) {
  auto record = games::make_record(history.played);
  record.players = players;
  return valid(games::checked(std::move(record)));
}

void apply(History& history, const py::object& action) {
  const auto outcome = history.played.outcome();
  if (outcome.over()) refuse(text::Error(outcome.reason()).in(text::Message::kTurnAfterEnd));
  history.played.apply(legal_action(history.game, history.played.position(), action));
}

void play(History& history, const std::string& turns) {
  history.played = valid(games::play_turns(history.played, core::words(turns)));
}

int current_player(const History& history) {
  return history.played.outcome().over() ? kTerminalPlayer : history.played.position().to_move();
}

std::vector<float> returns(const History& history) {
  return returns_of(history.played.outcome(), history.played.position().player_count());
}

std::vector<std::string> turns(const History& history) {
  if (history.played.actions().empty()) return {};
  return games::line_texts(history.played.initial(), history.played.actions());
}

std::vector<int> actions_of(const History& history) {
  std::vector<int> indices;
  for (const games::Action action : history.played.actions()) {
    indices.push_back(history.game->encoding->index_of(action));
  }
  return indices;
}

std::vector<std::string> words_of(const History& history) {
  if (history.played.actions().empty()) return {};
  std::vector<std::string> sentences;
  for (const auto& phrase : games::line_words(history.played.initial(), history.played.actions())) {
    sentences.push_back(text::render(phrase, language()));
  }
  return sentences;
}

}  // namespace

void bind_history(py::module_& module) {
  py::class_<History>(module, "History", docs::kHistory)
      .def(py::init([](const State& state) {
             return History{state.game, games::History(state.position)};
           }),
           py::arg("state"))
      .def_property_readonly("game", [](const History& h) { return h.game; })
      .def_property_readonly("initial",
                             [](const History& h) { return State{h.game, h.played.initial()}; })
      .def_property_readonly("state",
                             [](const History& h) { return State{h.game, h.played.position()}; })
      .def_property_readonly("actions", &actions_of)
      .def_property_readonly("turns", &turns)
      .def_property_readonly("repetitions", [](const History& h) { return h.played.repetitions(); })
      .def_property_readonly("quiet_turns", [](const History& h) { return h.played.quiet_turns(); })
      .def("apply_action", &apply, py::arg("action"))
      .def("play", &play, py::arg("turns"))
      .def("current_player", &current_player)
      .def("is_terminal", [](const History& h) { return h.played.outcome().over(); })
      .def("returns", &returns)
      .def_property_readonly(
          "result", [](const History& h) { return games::result_code(h.played.outcome()); })
      .def_property_readonly("reason",
                             [](const History& h) { return reason_of(h.played.outcome()); })
      .def("words", &words_of)
      .def("scene", [](const History& h) { return scene_dict(h.played.scene()); })
      .def("svg",
           [](const History& h) {
             return whole_svg(h.played.scene(), h.played.position().to_text());
           })
      .def("clone", [](const History& h) { return h; })
      .def("__copy__", [](const History& h) { return h; })
      .def(
          "__deepcopy__", [](const History& h, const py::dict&) { return h; }, py::arg("memo"))
      .def("__len__", [](const History& h) { return h.played.actions().size(); })
      .def(
          "to_pgn",
          [](const History& h, const std::vector<std::string>& players) {
            return games::to_pgn(record_of(h, players));
          },
          py::arg("players") = std::vector<std::string>())
      .def(
          "to_json",
          [](const History& h, const std::vector<std::string>& players) {
            return games::to_json(record_of(h, players));
          },
          py::arg("players") = std::vector<std::string>())
      .def("__repr__", [](const History& h) {
        return "<tabuleiro.History " + h.played.position().game().name + ", " +
               std::to_string(h.played.actions().size()) + " actions, '" +
               h.played.position().to_text() + "'>";
      });
  module.def("read_records", &read, py::arg("text"), docs::kReadRecords);
}

}  // namespace python
